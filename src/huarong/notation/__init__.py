"""Notations: the ways to write puzzles as text, each a record that can recognise, read and write it.

A text is read in the first notation of `NOTATIONS` in which it is a puzzle, unless one is named; the order is
part of what a text means. See `docs/notations.md`.

>>> [notation.name for notation in detect("11144021")]
['lv32']
>>> write(read("4WVE1"), "code")
'1A9BF0C00'
"""

from __future__ import annotations

from collections.abc import Iterator

from huarong.errors import Fault, InputError, PuzzleError, nearest
from huarong.model.board import Layout
from huarong.model.puzzle import Puzzle
from huarong.model.symmetry import mirrored
from huarong.model.text import MAX_TEXT
from huarong.notation import dnomd343 as classic
from huarong.notation import games, tiles
from huarong.notation import historical as articles
from huarong.notation.base import Notation, piece_set
from huarong.notation.historical import mirror_poos

__all__ = [
    "NOTATIONS",
    "Notation",
    "detect",
    "mirror",
    "mirror_poos",
    "notation",
    "piece_set",
    "read",
    "write",
]


def _is_line(text: str) -> bool:
    return "/" in text and "\n" not in text.strip()


def _is_grid(text: str) -> bool:
    return "\n" in text.strip()


NOTATIONS: tuple[Notation, ...] = (
    Notation("tiles", "tiles", "数字滑块", tiles.is_tiles, tiles.decode_tiles, tiles.encode_tiles),
    Notation(
        "short",
        "dnomd343's short code",
        "dnomd343 短码",
        classic.is_short,
        classic.decode_short,
        classic.encode_short,
    ),
    Notation(
        "code",
        "dnomd343's code",
        "dnomd343 编码",
        classic.is_code,
        classic.decode_code,
        classic.encode_code,
    ),
    Notation(
        "liu",
        "刘峻松's 24 digits",
        "刘峻松 24 位数字",
        articles.is_liu,
        articles.decode_liu,
        articles.encode_liu,
    ),
    Notation(
        "lv32",
        "吕震宇's 32-bit code",
        "吕震宇 32 位编码",
        articles.is_lv32,
        articles.decode_lv32,
        articles.encode_lv32,
    ),
    Notation(
        "lv64",
        "吕震宇's 64-bit code",
        "吕震宇 64 位编码",
        articles.is_lv64,
        articles.decode_lv64,
        articles.encode_lv64,
    ),
    Notation(
        "poos",
        "poos's 50-bit code",
        "poos 50 位编码",
        articles.is_poos,
        articles.decode_poos,
        articles.encode_poos,
    ),
    Notation(
        "zhou",
        "周扬's basic state",
        "周扬基本状态",
        articles.is_zhou,
        articles.decode_zhou,
        articles.encode_zhou,
    ),
    Notation(
        "rush",
        "Rush Hour's 36 characters",
        "塞车时间 36 字符",
        games.is_rush,
        games.decode_rush,
        games.encode_rush,
    ),
    Notation("sbp", "SBP", "SBP", games.is_sbp, games.decode_sbp, games.encode_sbp),
    Notation(
        "gnome",
        "a gnome-klotski level",
        "gnome-klotski 关卡",
        games.is_gnome,
        games.decode_gnome,
        games.encode_gnome,
    ),
    Notation(
        "line", "the grid text on one line", "单行棋盘文本", _is_line, Puzzle.parse, Puzzle.line
    ),
    Notation("grid", "the grid text", "棋盘文本", _is_grid, Puzzle.parse, Puzzle.text),
)
"""All notations, in the order in which a text is tried."""


def notation(name: str) -> Notation:
    """The notation of a name; raises `InputError` with the names there are.

    >>> notation("poos").title
    "poos's 50-bit code"
    """
    for each in NOTATIONS:
        if each.name == name:
            return each
    names = [each.name for each in NOTATIONS]
    raise InputError(
        "{name!r} is no notation; expected one of {names}",
        name=name,
        names=", ".join(nearest(name, names) or names),
    )


def detect(text: str) -> tuple[Notation, ...]:
    """The notations in which a text is a puzzle, in their order; the first is the one it is read in.

    >>> [each.name for each in detect("12BE9")]
    ['short', 'code']
    """
    return tuple(each for each, found in _tries(text, None) if isinstance(found, Puzzle))


def _tries(text: str, goal: str | None) -> Iterator[tuple[Notation, Puzzle | PuzzleError]]:
    """Each notation that accepts a text, and what comes of reading it, as it is asked for."""
    for each in NOTATIONS if len(text) <= MAX_TEXT else ():
        if each.accepts(text):
            try:
                yield each, each.decode(text, goal)
            except PuzzleError as error:
                yield each, error


def read(text: str, notation: str | None = None, goal: str | None = None) -> Puzzle:
    """Read a text in the notation named, or in the first in which it is a puzzle.

    `goal` replaces the goal that the notation gives or implies. Raises `PuzzleError` with all faults in the
    notation that comes first, and `InputError` where no notation has such a form.

    >>> read("1A9BF0C").rows() == read("HAAI/HAAI/JBBK/JNOK/P..Q").rows()
    True
    """
    if len(text) > MAX_TEXT:
        template = "the text has {got:,} characters; at most {most:,} are read"
        raise PuzzleError([Fault.at(None, None, template, got=len(text), most=MAX_TEXT)])
    if notation is not None:
        return _named(notation).decode(text, goal)
    first: PuzzleError | None = None
    for _, found in _tries(text, goal):
        if isinstance(found, Puzzle):
            return found
        first = first or found
    if first:
        raise first
    raise InputError("no notation reads {text!r}", text=text[:60])


_named = notation


def write(puzzle: Puzzle, notation: str, layout: Layout | None = None) -> str:
    """Write a puzzle's start, or another layout of it, in the notation named.

    Raises `CannotExpress` with the reason where the notation has no way to write it.

    >>> write(Puzzle.parse("HAAI/HAAI/JBBK/JNOK/P..Q"), "lv64")
    '577606461035643914'
    """
    return _named(notation).encode(puzzle if layout is None else puzzle.started(layout))


def mirror(puzzle: Puzzle) -> Puzzle:
    """The puzzle seen in a mirror: left and right of board, pieces, slides and goal change places.

    >>> mirror(read("1AAEF0C00")).rows()
    ('IAAH', 'IAAH', 'LNKJ', 'LOKJ', 'Q..P')
    """
    return mirrored(puzzle)
