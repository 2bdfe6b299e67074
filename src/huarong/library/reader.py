"""Reading what a person gives as a puzzle: a name of the library, a text in any notation, a file; and writing puzzles.

>>> puzzle("横刀立马").name_zh
'横刀立马'
"""

from __future__ import annotations

import codecs
import functools
import os
from collections.abc import Sequence
from typing import IO, Literal

from huarong.errors import Fault, InputError, PuzzleError, UnknownName, expect
from huarong.library.catalogue import find, named, spelt
from huarong.model.board import Layout
from huarong.model.pieces import pieces_text
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.model.symmetry import mirrored
from huarong.model.text import MAX_TEXT
from huarong.notation import registry
from huarong.notation.base import Notation
from huarong.notation.registry import NotationName
from huarong.notation.tiles import is_tiles

__all__ = ["MAX_BYTES", "NAME", "NotationLike", "load", "mirror", "piece_set", "puzzle", "write"]

NAME: Literal["name"] = "name"
"""The value of `notation` by which `puzzle` reads names only."""
NotationLike = Notation | NotationName | Literal["name"]
"""A notation, its name, or `"name"`, where names of the library are read too."""
MAX_BYTES = 4 * MAX_TEXT
"""The longest file that is read, in bytes."""


def puzzle(
    source: PuzzleLike, goal: str | None = None, notation: NotationLike | None = None
) -> Puzzle:
    """The puzzle that a text stands for: a name of the library, or a puzzle in any notation.

    A `pathlib.Path` is read as a file; a `Puzzle` is returned as it is.

    Tiles (a permutation of 0 to n-1) go before names, and names before the other notations, which are tried in
    the order of `notation.NOTATIONS`; `notation` names one, or `"name"`. `goal` (grid rows, or tiles for
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
        raise InputError(
            "{kind} is no puzzle; expected a text, a path or a Puzzle", kind=type(source).__name__
        )
    read = _remembered if len(source) < 4096 else _read
    return read(source, goal, notation)


def _read(text: str, goal: str | None, notation: NotationLike | None) -> Puzzle:
    if notation != NAME and (notation or len(text) > MAX_TEXT or is_tiles(text)):
        return registry.read(text, notation, goal)
    if not text.strip():
        raise InputError("the text is empty; expected a name, a code or a grid")
    entry = find(text) if notation == NAME else named(text) if _is_word(text) else None
    if entry is not None:
        return entry.puzzle if goal is None else entry.read(goal)
    if not any(each.accepts(text) for each in registry.NOTATIONS):
        raise UnknownName(text.strip()[:60], spelt(), listing="huarong list")
    return registry.read(text, None, goal)


_remembered = functools.lru_cache(256)(_read)


def _is_word(text: str) -> bool:
    return len(text) <= 200 and not {"/", "\n"} & set(text.strip())


def write(
    source: PuzzleLike,
    notation: Notation | NotationName,
    layout: Layout | Sequence[int] | None = None,
) -> str:
    """Write a puzzle's start, or another layout of it (or the heads of its pieces), in the notation named.

    Raises `CannotExpress` with the reason where the notation has no way to write it.

    >>> write("横刀立马", "lv64")
    '577606461035643914'
    """
    found = puzzle(source)
    return registry.notation(notation).encode(found if layout is None else found.started(layout))


def piece_set(source: PuzzleLike, marks: bool = True) -> str:
    """The pieces of a puzzle as `Space.parse` reads them, larger first.

    Without `marks`, pieces that only the goal tells apart count as alike.

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
    file: str | os.PathLike[str] | IO[bytes],
    goal: str | None = None,
    notation: NotationLike | None = None,
) -> Puzzle:
    """The puzzle in a file, given by its path or open for reading bytes.

    At most 4 MB are read: text in UTF-8, in UTF-16 with a byte order mark, or else in GB18030 (GBK). Raises
    `InputError` where the file cannot be read, is longer, or is not text, and the errors of `puzzle`.
    """
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
    text, encoding = _decoded(data)
    try:
        return puzzle(text, goal, notation)
    except PuzzleError as error:
        if encoding != "gb18030":
            raise
        note = Fault("the file is not in UTF-8 and was read as GB18030 (GBK)")
        raise PuzzleError([*error.faults, note]) from error


def _decoded(data: bytes) -> tuple[str, str]:
    """A file's text and its encoding: UTF-8, UTF-16 with its byte order mark, else GB18030, of which GBK is a part."""
    if len(data) > MAX_BYTES:
        raise InputError(
            "the file is longer than {most:,} {most:byte|bytes}; no puzzle is", most=MAX_BYTES
        )
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
            template = "byte {byte:#04x} is no text in any of {names}"
            faults.append(Fault.at(line, column, template, byte=data[error.start], names=names))
    else:
        raise PuzzleError(faults[:1])
    at = next((i for i, c in enumerate(text) if c < " " and c not in "\t\n\r"), None)
    if at is not None:
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        template = "the character {symbol!r} is not allowed in texts; is this a binary file?"
        raise PuzzleError(faults[:1] or [Fault.at(line, column, template, symbol=text[at])])
    return text, encoding
