"""Reading a puzzle from a text in any notation, a name of the library or a file; and writing puzzles.

This module decides how a text becomes a puzzle; notations and the library only recognize their own texts.

>>> puzzle("横刀立马").name_zh
'横刀立马'
"""

import functools
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import IO, Literal

from huarong.errors import CannotExpress, Fault, InputError, PuzzleError, UnknownName, expect
from huarong.library.catalogue import entries, find, named, spelt
from huarong.library.collection import Collection, Excerpt, File, Given, TextReader, collected, file_named
from huarong.library.notations.base import Notation, is_grid, is_line, noted, uncommented
from huarong.library.notations.key_piece import is_gnome, way_in
from huarong.library.notations.registry import NotationName, notation as the_notation, notations
from huarong.library.notations.rush_hour import RUSH_HOUR, SIDE
from huarong.library.notations.tiles import is_tiles
from huarong.model.board import DIRECTIONS, Layout
from huarong.model.pieces import pieces_text
from huarong.model.puzzle import Puzzle, PuzzleLike, ReadAs
from huarong.model.symmetry import MIRROR, image
from huarong.model.text import MAX_TEXT, check_length

NAME: Literal["name"] = "name"
"""The value of `notation` with which `puzzle` reads only names, and `write` writes one."""
NotationLike = Notation | NotationName | Literal["name"]
"""A notation, its name, or `"name"`; used by functions that also read names of the library."""


def puzzle(source: PuzzleLike, goal: str | None = None, notation: NotationLike | None = None) -> Puzzle:
    """Return the puzzle that a text means: a name of the library, or a puzzle in any notation.

    A `pathlib.Path` is read as a file, and so is a text that names one, such as `levels.jsonl#3` (see `load`). A
    `Puzzle` is returned unchanged.

    Tiles (a permutation of 0 to n-1) take precedence over names, and names over the other notations, which are tried in
    the order of `notation.notations()`. `notation` selects one, or `"name"`. `goal` (grid rows, or tiles for tiles)
    replaces the goal. Raises `UnknownName` with the nearest names for a word that is neither a name nor a code. Raises
    `PuzzleError` with all faults for a text in a notation's form.

    >>> puzzle("横刀立马").rows()
    ('HAAI', 'HAAI', 'JBBK', 'JNOK', 'P..Q')
    >>> puzzle("AAB/AA.", goal=".AA/.AA").goal.alternatives
    (((0, 1),),)
    """
    if isinstance(source, Puzzle):
        return source
    if not isinstance(source, (str, os.PathLike)):
        raise InputError("{kind} is not a puzzle; expected text, a path or a Puzzle", kind=type(source).__name__)
    return given(source, goal, notation).first().puzzle


def read_text(text: str, goal: str | None = None, notation: NotationLike | None = None) -> Puzzle:
    """Return the puzzle that a text means, read as by `puzzle` but never from a file: texts may come from strangers.

    >>> read_text("levels.jsonl#3")
    Traceback (most recent call last):
    huarong.errors.UnknownName: 'levels.jsonl#3' is not a known name...
    """
    return (_remembered if len(text) < 4096 else _read)(text, goal, notation)


def _read(text: str, goal: str | None, notation: NotationLike | None) -> Puzzle:
    if notation != NAME and (notation or len(text) > MAX_TEXT or is_tiles(uncommented(text))):
        return read(text, notation, goal)
    if not text.strip():
        raise InputError("the text is empty; expected a name, a code or a grid")
    word = len(text) <= 200 and not {"/", "\n"} & set(text.strip())
    entry = find(text) if notation == NAME else named(text) if word else None
    if entry is not None:
        return entry.puzzle if goal is None else entry.read(goal)
    if not any(each.accepts(text) for each in notations()):
        raise UnknownName(text.strip()[:60], spelt(), listing="huarong list")
    return read(text, None, goal)


_remembered = functools.lru_cache(256)(_read)


def read(text: str, notation: Notation | NotationName | None = None, goal: str | None = None) -> Puzzle:
    """Read a text in the given notation, or in the first in which it is a puzzle. Names of the library are not read.

    `goal` replaces the goal that the notation gives or implies. Raises `PuzzleError` with all faults in the first
    notation that accepts the text, and `InputError` if none does.

    >>> read("1A9BF0C").rows() == read("HAAI/HAAI/JBBK/JNOK/P..Q").rows()
    True
    """
    expect(text, str)
    check_length(text)
    if notation is not None:
        named = the_notation(notation)
        return _told(named.decode(_bare(text), goal), named.name, text)
    tries = list(_tries(text, goal))
    read = [(each.name, found) for each, found in tries if isinstance(found, Puzzle)]
    if not read:
        raise _refusal(tries) or InputError("{text!r} is not a puzzle in any notation", text=text[:60])
    (name, found), *others = read
    return _told(found, name, text, tuple(name for name, _ in others))


def _refusal(tries: list[tuple[Notation, Puzzle | PuzzleError]]) -> PuzzleError | None:
    """The first error. For a code, the error ends with the code's name, because the text may mean something else."""
    for each, error in tries:
        if isinstance(error, PuzzleError):
            note = Fault.of("the text was read as a code of a Klotski layout (notation {name})", name=each.name)
            return error if each.goal or each.sure else PuzzleError([*error.faults, note])
    return None


_CARS = ("2x1", "3x1", "1x2", "1x3")


def _told(found: Puzzle, notation: str, text: str, others: tuple[str, ...] = ()) -> Puzzle:
    """Return the puzzle with a record of how it was read; notes of its notation and claims of the text are kept."""
    cars = all(kind.size in _CARS and kind.directions == DIRECTIONS for kind in found.kinds)
    if cars and found.board.height == SIDE and "slide" not in text and RUSH_HOUR.accepts("/".join(found.rows())):
        found = noted(found, "pieces slide in all directions; write slide: along for Rush Hour")
    return replace(found, read_as=replace(found.read_as or ReadAs(""), notation=notation, others=others))


def detect(text: str) -> tuple[Notation, ...]:
    """Return the notations in which a text is a puzzle, in order; the first is the one used.

    >>> [each.name for each in detect("12BE9")]
    ['short', 'code']
    """
    expect(text, str)
    return tuple(each for each, found in _tries(text, None) if isinstance(found, Puzzle))


def _tries(text: str, goal: str | None) -> Iterator[tuple[Notation, Puzzle | PuzzleError]]:
    """Iterate over the notations that accept a text, up to a sure one, each with the puzzle or the error.

    Rows with a separate goal are a grid, not Rush Hour, whatever their pieces are.
    """
    text = _bare(text)
    for each in notations() if len(text) <= MAX_TEXT else ():
        if each.accepts(text) and not (goal is not None and each is RUSH_HOUR and (is_line(text) or is_grid(text))):
            try:
                yield each, each.decode(text, goal)
            except PuzzleError as error:
                yield each, error
            if each.sure:
                return


def _bare(text: str) -> str:
    """Return a text without comments; in a level of gnome-klotski, `#` is a wall."""
    return text if is_gnome(text) else uncommented(text)


def write(source: PuzzleLike, notation: NotationLike, layout: Layout | Sequence[int] | None = None) -> str:
    """Write a puzzle's start, or another layout of it (or the heads of its pieces), in the given notation.

    The notation `name` writes the puzzle's name in the library. Raises `CannotExpress` with the reason if the notation
    cannot express the puzzle.

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
    for entry in entries():
        own = entry.puzzle
        if own.kinds == found.kinds and (own.board, own.start, own.goal) == (found.board, found.start, found.goal):
            return entry.name
    raise CannotExpress("this puzzle is not in the library, so it has no name there")


def piece_set(source: PuzzleLike, marks: bool = True) -> str:
    """Return the pieces of a puzzle as text for `Space.parse`, larger first.

    Without `marks`, pieces that only the goal distinguishes count as one kind.

    >>> piece_set("横刀立马")
    '2x2:1 1x2:4 2x1:1 1x1:4'
    """
    return pieces_text(puzzle(source), marks)


def mirror(source: PuzzleLike) -> Puzzle:
    """Return the mirror image of a puzzle: left and right are exchanged in board, pieces, directions and goal.

    >>> mirror("1AAEF0C00").rows()
    ('IAAH', 'IAAH', 'LNKJ', 'LOKJ', 'Q..P')
    """
    return image(puzzle(source), MIRROR)


def load(
    file: str | os.PathLike[str] | IO[bytes], goal: str | None = None, notation: NotationLike | None = None
) -> Puzzle:
    """Return the puzzle in a file, given by its path or open for reading bytes.

    A file of many puzzles has lines of JSON as `huarong design generate` writes them, lines of text, or texts separated
    by empty lines. Its first puzzle is returned or, if the path ends in `#3`, the third. At most 64 MiB are read: text
    in UTF-8, in UTF-16 with a byte order mark, or else in GB18030 (GBK). Raises `InputError` if the file cannot be
    read, is longer, is not text, or has fewer puzzles, and the errors of `puzzle`.
    """
    return given(Path(file) if isinstance(file, str) else file, goal, notation).first().puzzle


def given(
    source: File, goal: str | None = None, notation: NotationLike | None = None, read: TextReader = read_text
) -> Collection:
    """The puzzles of PUZZLE: a path, an open file, a text that names a file, or a text that `read` reads.

    A text names a file if the file exists. A text also names a file if it begins with `./`, `../`, `/` or `~`, or ends
    in `.txt` or `.jsonl`, unless it looks like a grid. `FILE#3` is the third puzzle of a file. Raises `InputError` if
    the file cannot be read, is not text or has fewer puzzles, and the errors of reading a text.

    >>> given("横刀立马").first().puzzle.name_zh
    '横刀立马'
    """

    def reading(text: str, own: str | None = None, form: NotationLike | None = None) -> Puzzle:
        return read(text, own or goal, form or notation)

    path = file_named(source, notation) if isinstance(source, str) else source
    if path is None:
        return Collection([Excerpt(1, str(source))], "one", lambda part: Given(reading(part.text)))
    return collected(path, reading)
