"""A file of one or many puzzles: how it is decoded and divided, and which texts name a file.

`huarong.library.reader` decides what a PUZZLE means; it passes its reader of texts as `read`.
"""

import codecs
import contextlib
import functools
import io
import itertools
import json
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import IO, Any, Literal, NamedTuple

from huarong.errors import Fault, HuarongError, InputError, PuzzleError, UnknownName, expect, nearest
from huarong.i18n import size_text
from huarong.library.notations.json_forms import goal_like
from huarong.model.board import Metric, as_metric
from huarong.model.puzzle import Puzzle

TextReader = Callable[..., Puzzle]
"""Reads a puzzle from a text, a goal (or None), and a notation (or None)."""
Division = Literal["one", "records", "lines", "blocks"]
"""How a file is divided: not at all, into lines of JSON, into lines of text, or at empty lines."""
File = str | os.PathLike[str] | IO[bytes]
MAX_BYTES = 64 << 20
"""The largest file that is read, in bytes."""
KEYS = ("puzzle", "name", "goal", "from", "metric")
SAID = ("length", "rating", "stars", "version")
"""Further keys that lines of JSON may have: claims of the file, and keys that are ignored."""
_MEANING = ("puzzle", "goal", "from", "metric")
"""Keys that change the answer. A key that resembles one of them is an error."""
_SAMPLE = 40
"""How many lines or blocks are read to find out how a file is divided."""
_LONGEST = 1 << 22


class Given(NamedTuple):
    """A puzzle with the metric, solution length and rating that its file gives."""

    puzzle: Puzzle
    metric: Metric | None = None
    length: int | None = None
    rating: int | None = None


class Excerpt(NamedTuple):
    """The text of one puzzle in a file, and the number of its first line."""

    line: int
    text: str


@dataclass(frozen=True)
class Collection:
    """The puzzles of a PUZZLE, each read on first use. A stream of lines of JSON can be read only once."""

    parts: Iterable[Excerpt]
    form: Division
    read: Callable[[Excerpt], Given] = field(repr=False)
    path: str | None = None

    @property
    def many(self) -> bool:
        """Whether the file has many puzzles, with none selected by its number."""
        return not isinstance(self.parts, list) or len(self.parts) > 1

    def first(self) -> Given:
        """Return the first or only puzzle. Raises the errors of reading it."""
        return self.read(next(iter(self.parts)))

    def all(self) -> list[Given]:
        """Return all puzzles. Raises the first error, which names the line."""
        return [self.read(part) for part in self.parts]

    def __iter__(self) -> Iterator[tuple[int, Excerpt, Given | HuarongError]]:
        """Iterate over each puzzle's number (as in FILE#3), its part of the file, and the puzzle or its error."""
        for number, part in enumerate(self.parts, 1):
            try:
                yield number, part, self.read(part)
            except HuarongError as error:
                yield number, part, error


def collected(source: File, read: TextReader) -> Collection:
    """Return the puzzles of a file, given by its path or open; `FILE#3` is the third puzzle. Raises `InputError` if the
    file cannot be read, is not text or has fewer puzzles, and the errors of reading a text.
    """
    number: int | None = None
    if isinstance(source, (str, os.PathLike)):
        name, number = numbered(os.fspath(source))
        text, encoding = _text(name)
        if not text.strip():
            raise InputError("{path} is empty; expected a puzzle or levels", path=name)
    else:
        expect(source, io.IOBase)
        name, buffered = "-", isinstance(source, (io.BufferedReader, io.BytesIO))
        lines, before = _streamed(source) if buffered else (None, b"")
        if lines is not None:
            return Collection(lines, "records", lambda part: _line(part, read), name)
        text, encoding = _text(source, before)
    return _divided(name, text, encoding == "gb18030", number, read)


def _divided(name: str, text: str, gbk: bool, number: int | None, read: TextReader) -> Collection:
    """Return the puzzles in a file's text, or only the one with a number; `gbk` says that it was read as GB18030."""

    def one(part: Excerpt) -> Given:
        try:
            return Given(read(part.text))
        except PuzzleError as error:
            if not gbk:
                raise
            note = Fault("the file is not in UTF-8 and was read as GB18030 (GBK)")
            raise PuzzleError([*error.faults, note]) from error

    def placed(part: Excerpt) -> Given:
        with _at(part.line):
            return one(part)

    form, parts = _records(text)
    reading: Callable[[Excerpt], Given] = functools.partial(_record, read=read)
    if form is None:
        form, parts, reading = "one", [Excerpt(1, text)], functools.cache(one)
        try:
            reading(parts[0])
        except HuarongError:
            if several := max(_many(text, one), key=lambda way: way[0], default=None):
                (_, form, parts), reading = several, placed
    if number is not None and not 1 <= number <= len(parts):
        template = "there is no level {number} in {path}; it has {count:,} {count:level|levels}"
        raise InputError(template, number=number, path=name, count=len(parts))
    return Collection(parts if number is None else parts[number - 1 :][:1], form, reading, name)


def _records(text: str) -> tuple[Division | None, list[Excerpt]]:
    """Return the lines of JSON, or the objects of a JSON list; None for any other text."""
    whole = None
    with contextlib.suppress(ValueError, RecursionError):
        whole = json.loads(text) if "\n" in text.strip() or re.match(r"\s*\[\s*\{", text) else None
    if _RECORD.match(text) and not whole:
        return "records", [Excerpt(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    if whole and re.match(r"\s*\[\s*\{", text):
        return "records", [Excerpt(n, json.dumps(each)) for n, each in enumerate(whole, 1)]
    return None, []


def _many(text: str, one: Callable[[Excerpt], Given]) -> Iterator[tuple[float, Division, list[Excerpt]]]:
    """Iterate over the ways in which a text may be several puzzles, each with the share of its first parts that can be
    read. This is at least half, unless a readable part is too long for a row of a grid.
    """
    lines = [Excerpt(n, line) for n, line in enumerate(text.split("\n"), 1)]
    blocks = list[Excerpt]()
    begun = True
    for n, line in lines:
        if not line.strip():
            begun = True
        elif (begun and not line.startswith(_CONTINUED)) or (line.startswith("name:") and blocks):
            blocks.append(Excerpt(n, line))
            begun = False
        elif blocks:
            blocks[-1] = Excerpt(blocks[-1].line, f"{blocks[-1].text}\n{line}")
            begun = False
    ends = [0, *(n for n, line in lines if line.strip() == "end"), len(lines)]
    parted = [Excerpt(i + 1, "\n".join(line for _, line in lines[i:j])) for i, j in itertools.pairwise(ends) if i < j]
    ways: list[tuple[Division, list[Excerpt]]] = [("blocks", parted), ("blocks", blocks), ("lines", lines)]
    for form, parts in ways:
        parts = [part for part in parts if part.text.strip() and not part.text.startswith("# ")]
        if len(parts) > 1 and (form == "lines" or any("\n" in part.text for part in parts)):
            tried, fine = parts[:_SAMPLE], list[str]()
            for part in tried:
                with contextlib.suppress(HuarongError):
                    one(part)
                    fine.append(part.text)
            if fine and (2 * len(fine) >= len(tried) or any(len(each) > _ROW for each in fine)):
                yield len(fine) / len(tried), form, parts


_CONTINUED = ("goal:", "gates:")
"""The beginnings of blocks that belong to the block before."""
_ROW = 12
"""Lines longer than this that are puzzles by themselves are not taken for rows of a grid."""


@contextlib.contextmanager
def _at(line: int, columns: bool = True) -> Iterator[None]:
    """A context for reading a text that begins at a line of a file: faults then have the file's line numbers."""
    try:
        yield
    except (PuzzleError, UnknownName) as error:
        faults = getattr(error, "faults", None) or [Fault.of(error.template, **error.values)]
        places = [(line + (each.line or 1) - 1, each.column) if columns else (line, None) for each in faults]
        found = (replace(each, line=n, column=at) for each, (n, at) in zip(faults, places, strict=True))
        raise PuzzleError(found) from None


# Which texts name files


def file_named(text: str, notation: Any) -> str | None:
    """Return the file that a text names, including a puzzle's number; None if the text is not a file name."""
    if len(text) >= 1024 or {"\n", "\0"} & set(text):
        return None
    grid = like_a_grid(text)
    if notation in ("line", "grid") and grid:  # in which a text may begin with ./
        return None
    try:
        path = os.path.expanduser(text)
        file, _ = numbered(path)
        if os.path.isfile(file):
            return path
        named = text.startswith(("./", "../", "/", "~")) or file.endswith((".txt", ".jsonl"))
        return path if named and (os.path.exists(path) or not grid) else None
    except (OSError, ValueError):
        return None


def like_a_grid(text: str) -> bool:
    """Whether a text has a goal, or rows of equal lengths separated by `/`: `../AB`, not `../games`.

    >>> like_a_grid("../AB/goal:/AB/.."), like_a_grid("../games/one.txt"), like_a_grid("./AA/goal:/AA")
    (True, False, True)
    """
    board, goal, _ = text.strip("/").partition("/goal:")
    rows = board.split("/")
    return bool(goal) or (len(rows) > 1 and len({len(row) for row in rows if ":" not in row}) == 1)


_NUMBERED = re.compile("(.+)#(-?[0-9]{1,18})", re.DOTALL)


def numbered(path: str) -> tuple[str, int | None]:
    """Split a path into the path and the number of a puzzle at its end; a file with exactly the name `path` comes
    first.

    >>> numbered("levels.jsonl#3"), numbered("levels.jsonl")
    (('levels.jsonl', 3), ('levels.jsonl', None))
    """
    found = _NUMBERED.fullmatch(path)
    return (path, None) if found is None or os.path.exists(path) else (found[1], int(found[2]))


# Lines of JSON

_RECORD = re.compile(r'\s*(\{\s*["}]|"[^"\n]+"\s*$)', re.MULTILINE)
"""The beginning of a file of levels: an object, or a line that is one quoted text."""


def record(number: int, line: str | bytes) -> dict[str, Any]:
    """Return the object in a line of a file of levels. Raises `InputError`, which names the line.

    >>> record(1, '"AB/../goal:/../AB"')
    {'puzzle': 'AB/../goal:/../AB'}
    """
    try:
        found = json.loads(line)
    except ValueError as error:
        template = "line {line} is not valid JSON: {why}"
        raise InputError(template, line=number, why=str(error)) from None
    except RecursionError:
        raise InputError("the input is nested too deeply") from None
    found = {"puzzle": found} if isinstance(found, str) else found
    if not isinstance(found, dict):
        raise InputError("line {line}: the object has no {key!r}", line=number, key="puzzle")
    return found


def _streamed(stream: IO[bytes]) -> tuple[Iterator[Excerpt] | None, bytes]:
    """Return a stream's lines of JSON as they arrive; None and what was read if its first line is not JSON.

    Bytes that cannot be decoded become surrogates, so they are an error of their own line only.
    """
    first = b""
    while not first.strip() and (line := stream.readline(_LONGEST)):
        first += line
    try:
        text, _ = _decoded(first)
        fine = isinstance(json.loads(text), (dict, str))
    except (HuarongError, ValueError, RecursionError):
        fine = False
    if not fine:
        return None, first
    lines = enumerate(itertools.chain(first.splitlines(), stream), 1)
    return (Excerpt(n, line.decode("utf-8-sig", "surrogateescape")) for n, line in lines if line.strip()), b""


def _line(part: Excerpt, read: TextReader) -> Given:
    """The puzzle in a line of a stream. Raises as `_record` does, and `PuzzleError` for bytes that are not text."""
    text, _ = _decoded(part.text.encode("utf-8", "surrogateescape"))
    return _record(Excerpt(part.line, text), read)


def _record(part: Excerpt, read: TextReader) -> Given:
    """Return the puzzle in a line; its own goal and notation take precedence over the arguments.

    A line that is not JSON is read as a text. Raises `InputError`, which names the line, for a key that is missing,
    mistyped or not a text, and the errors of `read`.
    """
    line = part.text.strip()
    if not line.startswith(("{", '"')):
        with _at(part.line):
            return Given(read(line))
    found = record(part.line, line)
    text = None if isinstance(found.get("puzzle"), list) else found.get("puzzle")
    if text:
        _check_keys(part.line, found)
    try:
        with _at(part.line, columns=False):
            puzzle = read(text, found.get("goal"), found.get("from")) if text else read(line)
    except PuzzleError as error:
        if text or not isinstance(error.__context__, UnknownName):
            raise
        _check_keys(part.line, found)
        raise InputError("line {line}: the object has no {key!r}", line=part.line, key="puzzle") from None
    if found.get("name"):
        puzzle = replace(puzzle, name=str(found["name"]), name_zh="")
    metric = as_metric(found["metric"]) if text and found.get("metric") else None
    length, rating = (each if isinstance(each := found.get(key), int) else None for key in ("length", "rating"))
    return Given(puzzle, metric, length, rating)


def _check_keys(line: int, found: dict[str, Any]) -> None:
    """Raise `InputError` for a key that resembles one of `_MEANING`, and for a value that is not a text."""
    for key in found:
        if key not in (*KEYS, *SAID) and (meant := nearest(key, _MEANING, 1, 0.75)):
            template = "line {line}: there is no key {key!r}; did you mean {meant!r}?"
            raise InputError(template, line=line, key=key, meant=meant[0])
    for key in KEYS:
        if not isinstance(found.get(key), str | None):
            raise InputError("line {line}: {key} is not text", line=line, key=key)
    for key, value in found.items():
        ways = key in ("slide", "exit") and isinstance(value, (str, list, dict))
        if ways or (key != "goal" and goal_like({key.lower().replace("_", ""): value})):
            example = '"puzzle": "slide: along/AA../..BB"' if ways else '"goal": "..AA/...."'
            template = "line {line}: {key} cannot be read; write it as in {example}"
            raise InputError(template, line=line, key=key, example=example)


# Texts of files


def _text(file: str | IO[bytes], before: bytes = b"") -> tuple[str, str]:
    """Return the text of a file and its encoding; `before` are bytes that were already read."""
    try:
        if isinstance(file, str):
            with open(file, "rb") as stream:
                data = stream.read(MAX_BYTES + 1)
        else:
            data = before + file.read(MAX_BYTES + 1 - len(before))
    except (OSError, ValueError) as error:
        name = file if isinstance(file, str) else "-"
        why = getattr(error, "strerror", None) or error
        raise InputError("cannot read {path}: {why}", path=name, why=str(why)) from error
    if len(data) > MAX_BYTES:
        if isinstance(file, str):
            template = "{path} is too large ({size}); the limit for a file of puzzles or levels is {most}"
            raise InputError(template, path=file, size=size_text(os.path.getsize(file)), most=size_text(MAX_BYTES))
        raise InputError("the text is too long; expected at most {most}", most=size_text(MAX_BYTES))
    return _decoded(data)


def _decoded(data: bytes) -> tuple[str, str]:
    """Return a file's text and its encoding: UTF-8, UTF-16 with a byte order mark, else GB18030, which includes GBK."""
    marked = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    encodings = ("utf-16",) if marked else ("utf-8-sig", "gb18030")
    faults = []
    for encoding in encodings:
        try:
            text = data.decode(encoding)
            break
        except UnicodeDecodeError as error:
            before = data[: error.start]
            line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
            names = "UTF-16" if marked else "UTF-8, GB18030 (GBK)"
            template = "byte {byte:#04x} is not valid in any of these encodings: {names}"
            faults.append(Fault.at(line, column, template, byte=data[error.start], names=names))
    else:
        raise PuzzleError(faults[:1])
    at = next((i for i, c in enumerate(text) if c < " " and c not in "\t\n\r"), None)
    if at is not None:
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        template = "the character {symbol!r} is not allowed in text; is this a binary file?"
        raise PuzzleError(faults[:1] or [Fault.at(line, column, template, symbol=text[at])])
    return text, encoding
