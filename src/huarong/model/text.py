"""The grid text taken apart: headers, sections and rows, with the place of everything in the text.

What makes a puzzle of it is `huarong.model.puzzle.read`; here are the parts that need no puzzle, each of which adds
the faults that it finds to a list.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from huarong.errors import Fault, nearest
from huarong.model.board import DIRECTIONS, MAX_CELLS, Board, Kind
from huarong.model.goal import usual_goal

EMPTY, WALL, GATE = ".", "#", "-"
HEADERS = ("name", "name.zh", "source", "note", "slide", "match", "same", "gate", "names")
FREE_TEXT = ("name", "name.zh", "source", "note")
MAX_TEXT = 1 << 20
CANNOT_STAND = "{symbol!r} cannot stand for a piece"
NO_PIECE = "the goal names no piece: put a piece's character where it must be"
UNKNOWN_IN_GOAL = "the goal names {symbol!r}, which is not on the board; its pieces are {names}"
_HEADER = re.compile(r"([^\W\d_]+(?:\.[^\W\d_]+)?)\s*:(.*)", re.DOTALL)
TILES = ".123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The characters of tiles 0 (the blank), 1, 2, ... in a grid."""


def stands(symbol: str) -> bool:
    """Whether a section is as large as the board."""
    """Whether this can be a cell's character."""
    return len(symbol) == 1 and symbol.isprintable() and not symbol.isspace() and symbol not in ":/"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a section, or a header's value, and where it stands in the text."""

    line: int | None
    text: str
    column: int = 1

    def at(self, x: int) -> int | None:
        """The column of its cell x in the text; None where the row is in no text."""
        return None if self.line is None else self.column + x


def placed(fault: Fault, rows: Sequence[Row]) -> Fault:
    """A fault of a cell, counted on the board, at its place in the text."""
    row = rows[(fault.line or 1) - 1]
    return replace(fault, line=row.line, column=row.at((fault.column or 1) - 1))


def sections_of(
    text: str, faults: list[Fault]
) -> tuple[dict[str, Row], list[tuple[str, list[Row]]]]:
    """Split a text into its headers and its sections of rows, in order."""
    headers: dict[str, Row] = {}
    sections: list[tuple[str, list[Row]]] = [("board", [])]
    one_line = "\n" not in text.strip("﻿ \r\n\t")
    for number, line in enumerate(text.removeprefix("﻿").replace("\r\n", "\n").split("\n"), 1):
        header = _HEADER.fullmatch(line.strip())
        if header and header[1] in FREE_TEXT and not one_line:
            headers[header[1]] = Row(number, header[2].strip())
            continue
        column = 1
        for part in line.split("/"):
            _part(part, number, column, headers, sections, faults)
            column += len(part) + 1
    return headers, sections


def _part(
    part: str,
    number: int,
    column: int,
    headers: dict[str, Row],
    sections: list[tuple[str, list[Row]]],
    faults: list[Fault],
) -> None:
    column += len(part) - len(part.lstrip())
    part = part.strip()
    header = _HEADER.fullmatch(part)
    if not part:
        return
    if part in ("goal:", "gates:"):
        sections.append((part[:-1], []))
    elif header and header[1] in HEADERS:
        headers[header[1]] = Row(number, header[2].strip(), column)
    elif header and (" " in part or len(header[1]) > 2):
        near = nearest(header[1], (*HEADERS, "goal", "gates")) or HEADERS
        faults.append(
            Fault.at(
                number,
                column,
                "{name!r} is no header; expected one of {names}",
                name=header[1],
                names=", ".join(near),
            )
        )
    else:
        for offset, symbol in enumerate(part[: MAX_CELLS + 1]):
            if not stands(symbol):
                faults.append(Fault.at(number, column + offset, CANNOT_STAND, symbol=symbol))
        sections[-1][1].append(Row(number, part, column))


def even(rows: Sequence[Row], width: int, faults: list[Fault]) -> None:
    """Every row of the board has as many cells as the first."""
    faults[:0] = [
        Fault.at(
            row.line,
            row.at(min(len(row.text), width)),
            "this row has {got} cells; expected {expected}, as in the first",
            got=len(row.text),
            expected=width,
        )
        for row in rows
        if len(row.text) != width
    ]


def same_size(rows: Sequence[Row], width: int, height: int, name: str, faults: list[Fault]) -> bool:
    """Whether a section is as large as the board."""
    good = True
    if len(rows) != height:
        faults.append(
            Fault.at(
                rows[0].line if rows else None,
                None,
                "the {name} section has {got} rows; expected {expected}, as on the board",
                name=name,
                got=len(rows),
                expected=height,
            )
        )
        good = False
    for number, row in enumerate(rows, 1):
        if len(row.text) != width:
            faults.append(
                Fault.at(
                    row.line,
                    row.at(min(len(row.text), width)),
                    "the {name}'s row {row} has {got} cells; expected {expected}, as on the board",
                    name=name,
                    row=number,
                    got=len(row.text),
                    expected=width,
                )
            )
            good = False
    return good


def no_such(key: str, value: str, row: Row, choices: Sequence[str]) -> Fault:
    """A header has a value that it cannot have."""
    return Fault.at(
        row.line,
        row.column,
        "{value!r} is no value of {key!r}; expected one of {choices}",
        value=value,
        key=key,
        choices=", ".join(choices),
    )


def check_known(
    symbols: Iterable[str], cells: Mapping[str, object], row: Row | None, faults: list[Fault]
) -> None:
    """A header names only pieces that are on the board."""
    for symbol in sorted(set(symbols) - set(cells)):
        faults.append(
            Fault.at(
                row.line if row else None,
                None,
                "{symbol!r} is not on the board; its pieces are {names}",
                symbol=symbol,
                names=" ".join(sorted(cells)),
            )
        )


def slide_directions(
    row: Row | None, cells: Mapping[str, Sequence[tuple[int, int]]], faults: list[Fault]
) -> dict[str, str]:
    """The directions of each piece that `slide` restricts."""
    result = {}
    for word in row.text.split() if row else ():
        symbol, equals, value = word.partition("=")
        if word == "along":
            result = {s: Kind.of(where).along for s, where in cells.items()}
        elif equals and (value == "none" or (value and set(value) <= set(DIRECTIONS))):
            check_known([symbol], cells, row, faults)
            result[symbol] = "" if value == "none" else value
        elif word != "free":
            assert row is not None
            faults.append(no_such("slide", word, row, ("free", "along", "A=LR")))
    return result


def piece_labels(
    row: Row | None, cells: Mapping[str, object], faults: list[Fault]
) -> dict[str, str]:
    """What `names` calls the pieces."""
    pairs = [word.partition("=") for word in row.text.split()] if row else []
    for symbol, equals, label in pairs:
        if not equals or not label:
            assert row is not None
            faults.append(no_such("names", symbol + equals, row, ("A=曹操",)))
        else:
            check_known([symbol], cells, row, faults)
    return {symbol: label for symbol, _, label in pairs}


def goal_cells(
    sections: Iterable[Sequence[Row]],
    pieces: Mapping[str, Sequence[tuple[int, int]]],
    width: int,
    height: int,
    faults: list[Fault],
) -> list[dict[str, list[tuple[int, int]]]]:
    """The cells that each goal section wants each piece to cover."""
    goals = []
    names = " ".join(sorted(pieces))
    for rows in sections:
        if not same_size(rows, width, height, "goal", faults):
            continue
        goal: dict[str, list[tuple[int, int]]] = {}
        for y, row in enumerate(rows):
            for x, symbol in enumerate(row.text):
                if symbol not in (EMPTY, WALL, GATE):
                    if symbol not in pieces and symbol not in goal:
                        place = row.line, row.at(x)
                        faults.append(Fault.at(*place, UNKNOWN_IN_GOAL, symbol=symbol, names=names))
                    goal.setdefault(symbol, []).append((x, y))
        if not goal:
            faults.append(Fault.at(rows[0].line, None, NO_PIECE))
        goals.append(goal)
    return goals


def usual_cells(
    board: Board, cells: Mapping[str, Sequence[tuple[int, int]]]
) -> dict[str, list[tuple[int, int]]]:
    """The goal that needs no saying: the 2x2 at the bottom centre of 4x5, or tiles in order."""
    kinds = [Kind.of(where) for where in cells.values()]
    usual = usual_goal(board, kinds)
    if usual:
        piece, head = usual
        covered = board.cells(kinds[piece], head) or ()
        return {list(cells)[piece]: [(at % board.width, at // board.width) for at in covered]}
    if not board.walls | board.gates and len(cells) == board.size - 1 < len(TILES):
        symbols = TILES[1 : len(cells) + 1]
        if set(cells) == set(symbols):
            places = {s: divmod(i, board.width) for i, s in enumerate(symbols)}
            return {s: [(x, y)] for s, (y, x) in places.items()}
    return {}


def missing_goal(
    sections: Sequence[tuple[str, list[Row]]], rows: Sequence[Row], headers: Mapping[str, object]
) -> tuple[Fault, ...]:
    """What to say where no goal is given and the board has no usual one."""
    if any(name == "goal" for name, _ in sections):
        return ()
    width = len(rows[0].text)
    cells: dict[str, list[tuple[int, int]]] = {}
    walls = set()
    for y, row in enumerate(rows):
        for x, symbol in enumerate(row.text):
            if symbol in (WALL, GATE):
                walls.add(y * width + x)
            elif symbol != EMPTY:
                cells.setdefault(symbol, []).append((x, y))
    if usual_cells(Board(width, len(rows), frozenset(walls)), cells):
        return ()
    return (
        Fault("no goal is given, and this is not a board with a usual one: add a goal section"),
    )
