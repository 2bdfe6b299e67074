"""Reading what a person gives as a puzzle: a text in any notation, a name of the library, a file; and writing puzzles.

This is where it is decided how a text becomes a puzzle; each notation and the named puzzles only say whether a text
is theirs.

>>> puzzle("横刀立马").name_zh
'横刀立马'
"""

from __future__ import annotations

import codecs
import functools
import json
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import IO, Any, Literal, NamedTuple

from huarong.errors import CannotExpress, Fault, InputError, PuzzleError, UnknownName, expect
from huarong.i18n import size_text
from huarong.library.catalogue import entries, find, named, spelt
from huarong.library.notations.base import Notation
from huarong.library.notations.key_piece import way_in
from huarong.library.notations.registry import NotationName, notation as the_notation, notations
from huarong.library.notations.tiles import is_tiles
from huarong.model.board import Layout
from huarong.model.metric import Metric, as_metric
from huarong.model.pieces import pieces_text
from huarong.model.puzzle import Puzzle, PuzzleLike, ReadAs
from huarong.model.symmetry import mirrored
from huarong.model.text import MAX_TEXT, too_long

NAME: Literal["name"] = "name"
"""The value of `notation` by which `puzzle` reads names only, and `write` writes one."""
NotationLike = Notation | NotationName | Literal["name"]
"""A notation, its name, or `"name"`, where names of the library are read too."""
MAX_BYTES = 4 * MAX_TEXT
"""The longest file that is read, in bytes."""


def puzzle(source: PuzzleLike, goal: str | None = None, notation: NotationLike | None = None) -> Puzzle:
    """The puzzle that a text stands for: a name of the library, or a puzzle in any notation.

    A `pathlib.Path` is read as a file, and so is a text such as `levels.jsonl#3` (see `load`); a `Puzzle` is returned
    as it is.

    Tiles (a permutation of 0 to n-1) go before names, and names before the other notations, which are tried in
    the order of `notation.notations()`; `notation` names one, or `"name"`. `goal` (grid rows, or tiles for
    tiles) replaces the goal. Raises `UnknownName` with the nearest names for a word that is neither a name nor a
    code, and `PuzzleError` with all faults for a text that has a notation's form.

    >>> puzzle("横刀立马").rows()
    ('HAAI', 'HAAI', 'JBBK', 'JNOK', 'P..Q')
    >>> puzzle("AAB/AA.", goal=".AA/.AA").goal.alternatives
    (((0, 1),),)
    """
    if isinstance(source, Puzzle):
        return source
    if isinstance(source, os.PathLike):
        return load(source, goal, notation)
    if not isinstance(source, str):
        raise InputError("{kind} is not a puzzle; expected text, a path or a Puzzle", kind=type(source).__name__)
    if _LEVELS_FILE.fullmatch(source):
        return load(source, goal, notation)
    return read_text(source, goal, notation)


_LEVELS_FILE = re.compile(r"(?!.*/goal:/)[^\0\n]{1,1024}\.jsonl(#-?[0-9]{1,18})?")


def read_text(text: str, goal: str | None = None, notation: NotationLike | None = None) -> Puzzle:
    """The puzzle that a text stands for, read as `puzzle` reads it, but never a file's: texts may come from strangers.

    >>> read_text("levels.jsonl#3")
    Traceback (most recent call last):
    huarong.errors.UnknownName: 'levels.jsonl#3' is not a known name...
    """
    return (_remembered if len(text) < 4096 else _read)(text, goal, notation)


def _read(text: str, goal: str | None, notation: NotationLike | None) -> Puzzle:
    if notation != NAME and (notation or len(text) > MAX_TEXT or is_tiles(text)):
        return read(text, notation, goal)
    if not text.strip():
        raise InputError("the text is empty; expected a name, a code or a grid")
    entry = find(text) if notation == NAME else named(text) if _is_word(text) else None
    if entry is not None:
        return entry.puzzle if goal is None else entry.read(goal)
    if not any(each.accepts(text) for each in notations()):
        raise UnknownName(text.strip()[:60], spelt(), listing="huarong list")
    return read(text, None, goal)


_remembered = functools.lru_cache(256)(_read)


def _is_word(text: str) -> bool:
    return len(text) <= 200 and not {"/", "\n"} & set(text.strip())


def read(text: str, notation: Notation | NotationName | None = None, goal: str | None = None) -> Puzzle:
    """Read a text in the notation named, or in the first in which it is a puzzle; names of the library are not read.

    `goal` replaces the goal that the notation gives or implies. Raises `PuzzleError` with all faults in the first
    notation that accepts the text, and `InputError` if none does.

    >>> read("1A9BF0C").rows() == read("HAAI/HAAI/JBBK/JNOK/P..Q").rows()
    True
    """
    expect(text, str)
    if len(text) > MAX_TEXT:
        raise PuzzleError([too_long(text)])
    if notation is not None:
        named = the_notation(notation)
        return _told(named.decode(text, goal), named.name)
    tries = list(_tries(text, goal))
    read = [(each.name, found) for each, found in tries if isinstance(found, Puzzle)]
    if not read:
        raise next((found for _, found in tries if isinstance(found, PuzzleError)), None) or InputError(
            "{text!r} is not a puzzle in any notation", text=text[:60]
        )
    (name, found), *others = read
    return _told(found, name, tuple(name for name, _ in others))


def _told(found: Puzzle, notation: str, others: tuple[str, ...] = ()) -> Puzzle:
    """The puzzle with how it was read; what its notation noted stays."""
    notes = found.read_as.notes if found.read_as else ()
    return replace(found, read_as=ReadAs(notation, notes, others))


def detect(text: str) -> tuple[Notation, ...]:
    """The notations in which a text is a puzzle, in their order; the first is the one it is read in.

    >>> [each.name for each in detect("12BE9")]
    ['short', 'code']
    """
    expect(text, str)
    return tuple(each for each, found in _tries(text, None) if isinstance(found, Puzzle))


def _tries(text: str, goal: str | None) -> Iterator[tuple[Notation, Puzzle | PuzzleError]]:
    """Each notation that accepts a text, up to one that is sure, with the puzzle or the error that reading it gives."""
    for each in notations() if len(text) <= MAX_TEXT else ():
        if each.accepts(text):
            try:
                yield each, each.decode(text, goal)
            except PuzzleError as error:
                yield each, error
            if each.sure:
                return


def write(source: PuzzleLike, notation: NotationLike, layout: Layout | Sequence[int] | None = None) -> str:
    """Write a puzzle's start, or another layout of it (or the heads of its pieces), in the notation named.

    The notation `name` is the name under which the library has the puzzle. Raises `CannotExpress` with the reason
    where the notation has no way to write it.

    >>> write("横刀立马", "lv64")
    '577606461035643914'
    >>> write("1A9BF0C00", "name")
    'Sword Across the Saddle'
    """
    found = puzzle(source)
    found = found if layout is None else found.started(layout)
    encode = _name if notation == NAME else the_notation(notation).encode
    try:
        return encode(found)
    except CannotExpress:
        inner = way_in(found)
        if inner is None:
            raise
        return encode(inner)


def _name(found: Puzzle) -> str:
    """The name under which the library has a puzzle. Raises `CannotExpress`."""
    for entry in entries():
        if entry.puzzle.kinds == found.kinds and _rules(entry.puzzle) == _rules(found):
            return entry.name
    raise CannotExpress("this puzzle is not in the library, so it has no name there")


def _rules(found: Puzzle) -> tuple[object, ...]:
    return found.board, found.start, found.goal


def piece_set(source: PuzzleLike, marks: bool = True) -> str:
    """The pieces of a puzzle as `Space.parse` reads them, larger first.

    Without `marks`, pieces that only the goal distinguishes count as alike.

    >>> piece_set("横刀立马")
    '2x2:1 1x2:4 2x1:1 1x1:4'
    """
    return pieces_text(puzzle(source), marks)


def mirror(source: PuzzleLike) -> Puzzle:
    """The puzzle seen in a mirror: left and right of board, pieces, slides and goal change places.

    >>> mirror("1AAEF0C00").rows()
    ('IAAH', 'IAAH', 'LNKJ', 'LOKJ', 'Q..P')
    """
    return mirrored(puzzle(source))


def load(
    file: str | os.PathLike[str] | IO[bytes], goal: str | None = None, notation: NotationLike | None = None
) -> Puzzle:
    """The puzzle in a file, given by its path or open for reading bytes.

    In a file of levels (JSON Lines, as `huarong design generate` writes them), it is the first or, if the path ends
    in `#3`, the third. At most 4 MB are read: text in UTF-8, in UTF-16 with a byte order mark, or else in GB18030
    (GBK). Raises `InputError` if the file cannot be read, is longer, is not text, or has fewer levels, and the errors
    of `puzzle`.
    """
    return levels(file, goal, notation, whole=False)[0].puzzle


class Given(NamedTuple):
    """A puzzle, with its metric, solution length and rating if the file of levels has them."""

    puzzle: Puzzle
    metric: Metric | None = None
    length: int | None = None
    rating: int | None = None


def levels(
    file: str | os.PathLike[str] | IO[bytes],
    goal: str | None = None,
    notation: NotationLike | None = None,
    whole: bool = True,
) -> list[Given]:
    """The levels of a file, or the one whose number ends its path; without `whole`, at most the first.

    A file that is not in JSON Lines is one level. Raises the errors of `load`.
    """
    number = None
    if isinstance(file, (str, os.PathLike)):
        file, number = numbered(os.fspath(file))
    text, encoding = _text(file)
    if not text.strip() and isinstance(file, (str, os.PathLike)):
        raise InputError("{path} is empty; expected a puzzle or levels", path=str(file))
    if _RECORD.match(text):
        lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    else:
        lines = []
    count = len(lines) or 1
    if number is not None and not 1 <= number <= count:
        template = "there is no level {number} in {path}; it has {count:,} {count:level|levels}"
        raise InputError(template, number=number, path=str(file), count=count)
    if lines:
        if number is not None or not whole:
            lines = lines[(number or 1) - 1 :][:1]
        return [given(n, record(n, line), goal, notation) for n, line in lines]
    try:
        return [Given(read_text(text, goal, notation))]
    except PuzzleError as error:
        if encoding != "gb18030":
            raise
        note = Fault("the file is not in UTF-8 and was read as GB18030 (GBK)")
        raise PuzzleError([*error.faults, note]) from error


_RECORD = re.compile(r'\s*(\{\s*["}]|"[^"\n]+"\s*$)', re.MULTILINE)
"""The beginning of a file of levels: an object, or a line that is one text in quotes."""
_NUMBERED = re.compile("(.+)#(-?[0-9]{1,18})", re.DOTALL)


def numbered(path: str) -> tuple[str, int | None]:
    """A path without the number of a level at its end, and that number; a file with exactly that name takes precedence.

    >>> numbered("levels.jsonl#3"), numbered("levels.jsonl")
    (('levels.jsonl', 3), ('levels.jsonl', None))
    """
    found = _NUMBERED.fullmatch(path)
    return (path, None) if found is None or os.path.exists(path) else (found[1], int(found[2]))


def record(number: int, line: str | bytes) -> dict[str, Any]:
    """The object that a line of a file of levels holds. Raises `InputError`, which names the line.

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


def given(number: int, found: dict[str, Any], goal: str | None = None, notation: NotationLike | None = None) -> Given:
    """The puzzle of the `record` of a line, whose own goal and notation take precedence over those that are given.

    Raises `InputError`, which names the line, for a key that is missing or no text, and the errors of `read_text`.
    """
    if not found.get("puzzle"):
        raise InputError("line {line}: the object has no {key!r}", line=number, key="puzzle")
    for key in ("puzzle", "name", "goal", "from", "metric"):
        if not isinstance(found.get(key), str | None):
            raise InputError("line {line}: {key} is not text", line=number, key=key)
    level = read_text(found["puzzle"], found.get("goal") or goal, found.get("from") or notation)
    if found.get("name"):
        level = replace(level, name=found["name"], name_zh="")
    metric = as_metric(found["metric"]) if found.get("metric") else None
    length, rating = (found.get(key) for key in ("length", "rating"))
    return Given(
        level, metric, length if isinstance(length, int) else None, rating if isinstance(rating, int) else None
    )


def _text(file: str | os.PathLike[str] | IO[bytes]) -> tuple[str, str]:
    """The text of a file, and its encoding."""
    try:
        if isinstance(file, (str, os.PathLike)):
            with open(file, "rb") as stream:
                data = stream.read(MAX_BYTES + 1)
        else:
            if not hasattr(file, "read"):
                expect(file, str, os.PathLike, IO)
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        name = file if isinstance(file, (str, os.PathLike)) else "-"
        why = getattr(error, "strerror", None) or error
        raise InputError("cannot read {path}: {why}", path=str(name), why=str(why)) from error
    if len(data) > MAX_BYTES:
        if isinstance(file, (str, os.PathLike)):
            raise InputError(
                "{path} is too large ({size}); the limit for a file of puzzles or levels is {most}",
                path=str(file),
                size=size_text(os.path.getsize(file)),
                most=size_text(MAX_BYTES),
            )
        raise InputError("the text is too long; expected at most {most}", most=size_text(MAX_BYTES))
    return _decoded(data)


def _decoded(data: bytes) -> tuple[str, str]:
    """A file's text and its encoding: UTF-8, UTF-16 with its byte order mark, else GB18030, of which GBK is a part."""
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
            template = "byte {byte:#04x} is not text in any of {names}"
            faults.append(Fault.at(line, column, template, byte=data[error.start], names=names))
    else:
        raise PuzzleError(faults[:1])
    at = next((i for i, c in enumerate(text) if c < " " and c not in "\t\n\r"), None)
    if at is not None:
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        template = "the character {symbol!r} is not allowed in text; is this a binary file?"
        raise PuzzleError(faults[:1] or [Fault.at(line, column, template, symbol=text[at])])
    return text, encoding
