"""The grid text, the project's own notation: reading with the place of every fault, and writing.

A text has header lines, the board with a character for each cell, and sections for goals and covered gates (see
`docs/en/reference/notations.md`). A row ends at a line's end or at `/`, so a puzzle fits on one line.
"""

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from huarong.errors import Fault, PuzzleError, expect, nearest
from huarong.model.board import DIRECTIONS, MAX_CELLS, Board, Goal, Kind, Piece, Requirement, usual_goal
from huarong.model.letters import EMPTY_SIGNS, LIKELY_SIGNS, arrows, parts, separated, sign_of_empty
from huarong.model.setup import CANNOT_STAND, NO_PIECE, UNKNOWN_IN_GOAL, Contents, Match, Setup, label_stands
from huarong.model.symbols import EMPTY, GATE, TILES, WALL, new_symbols, places, stands

HEADERS = ("name", "name.zh", "source", "note", "slide", "match", "same", "gate", "names", "one")
FREE_TEXT = ("name", "name.zh", "source", "note")
MAX_TEXT = 1 << 20
"""The most characters of a text."""
GOAL_TITLE = r"(?i:goal|target|目标)[ \t]*[:：]"
"""The title of a goal section."""
_HEADER = r"(?s)([^\W\d_]+(?:\.[^\W\d_]+)?)\s*:(.*)"

_Cells = dict[str, list[tuple[int, int]]]
_Headers = Mapping[str, "Row"]
_Sections = list[tuple[str, list["Row"]]]
_Rows = Sequence["Row"]
_Letters = dict[str, tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a section, or the value of a header, and its place in the text."""

    line: int | None
    text: str
    column: int = 1

    def at(self, x: int) -> int | None:
        """Return the column of cell x in the text; None if the row is not from a text."""
        return None if self.line is None else self.column + x


_NO_ROW = Row(None, "")
"""The row of a missing header."""


def read_text(text: str, goal: str | None = None) -> tuple[Board, Contents, list[str], list[Fault]]:
    """Read a grid text: the board, its pieces and goal, the header lines of `FREE_TEXT`, and the assumptions made.

    `goal` replaces the text's goals. Raises `PuzzleError` with everything that is wrong.

    >>> read_text("AA/A:/A")
    Traceback (most recent call last):
    huarong.errors.PuzzleError: line 1, column 8: this row has 1 cell; expected 2, as in the first row
    line 1, column 5: ':' cannot stand for a piece
    there is no goal, and this board has no usual one: add a goal section
    """
    expect(text, str)
    expect(goal, str, type(None))
    check_length(text)
    faults: list[Fault] = []
    headers, sections = _sections(text, faults)
    if goal is not None:
        sections = [each for each in sections if each[0] != "goal"] + _goal_sections(goal, faults)
    rows = sections[0][1]
    if not rows:
        raise PuzzleError([*faults, Fault("there is no board: expected rows of cells")])
    width = len(rows[0].text)
    faults[:0] = _uneven(rows, width, "this row has {got} {got:cell|cells}; expected {expected}, as in the first row")
    if width * len(rows) > MAX_CELLS:
        template = "the board has {got:,} {got:cell|cells}; at most {most:,} are read"
        faults.append(Fault.at(rows[0].line, 1, template, got=width * len(rows), most=MAX_CELLS))
    one = headers["one"].text.replace(" ", "")
    named = "".join(word[0] for word in headers["names"].text.split() if word[1:2] == "=")
    sections, notes = _with_empty(sections, one + named, faults, headers["gate"] is not _NO_ROW)
    rows = sections[0][1]
    board, cells = _board(rows)
    wrong_gates: list[Fault] = []
    board = _with_gates(board, [extra for name, extra in sections if name == "gates"], wrong_gates)
    goals = [rows for name, rows in sections if name == "goal"]
    ends = [_board(drawn)[1] for drawn in goals if drawn]
    dominoes, paired = arrows(cells, one, ends)
    cells, letters = _spread(cells, dominoes)
    several, told, asked = separated(board, cells, one + " \u3000", ends)
    cells, more = _spread(cells, several)
    letters |= more
    notes, faults = [*notes, *paired, *told], faults + asked
    usual = {} if goals else usual_cells(board, cells)
    missing = [] if goals or usual else [Fault(_NO_GOAL)]
    if faults:
        raise PuzzleError([*faults, *missing])
    if not cells:
        faults.append(Fault.at(rows[0].line, 1, "there are no pieces on the board"))
    faults += wrong_gates
    setup = _setup(board, rows, cells, letters, headers, faults)
    same, match = headers["same"], headers["match"]
    _check_known(one.replace(GATE, ""), cells, headers["one"], faults)
    _check_known(same.text.replace(" ", ""), cells, same, faults)
    if match is not _NO_ROW and match.text not in ("piece", "shape"):
        faults.append(_no_such("match", match.text, match))
    by: Match = "shape" if match.text == "shape" else "piece"
    wanted = [_goal_cells(drawn, cells, several, board, faults) for drawn in goals]
    faults += missing
    if faults:
        raise PuzzleError(faults)
    for goal_rows, each in zip(goals, wanted, strict=True):
        try:
            setup.contents([each], by, same.text.split())
        except PuzzleError as error:
            faults.extend(_placed(fault, goal_rows) for fault in error.faults)
    if faults:
        raise PuzzleError(faults)
    contents = setup.contents(wanted or [usual], by, same.text.split())
    return setup.board, contents, [headers[key].text for key in FREE_TEXT], notes


def _goal_sections(goal: str, faults: list[Fault]) -> list[tuple[str, list[Row]]]:
    """Return the sections of a separate goal; its rows and faults have no place in the text."""
    wrong: list[Fault] = []
    _, given = _sections("goal:\n" + re.sub(f"^{GOAL_TITLE}", "", goal).lstrip("/\n"), wrong)
    faults += [replace(fault, line=None, column=None) for fault in wrong]
    return [(name, [Row(None, row.text) for row in rows]) for name, rows in given]


_SEVERAL = "the goal names {symbol!r}, which stands for several pieces: give each piece a letter of its own"
_NO_GOAL = "there is no goal, and this board has no usual one: add a goal section"


def check_length(text: str, most: int = MAX_TEXT) -> None:
    """Raise `PuzzleError` for a text of more than `most` characters."""
    if len(text) > most:
        template = "the text has {got:,} {got:character|characters}; at most {most:,} are read"
        raise PuzzleError([Fault.of(template, got=len(text), most=most)])


def usual_cells(board: Board, cells: Mapping[str, Sequence[tuple[int, int]]]) -> _Cells:
    """Return the usual goal of a board: its 2x2 at the bottom center of 4x5, or tiles in order; empty for others."""
    kinds = [Kind.of(where) for where in cells.values()]
    usual = usual_goal(board, kinds)
    if usual:
        piece, head = usual
        covered = board.cells(kinds[piece], head) or ()
        return {list(cells)[piece]: [(at % board.width, at // board.width) for at in covered]}
    symbols = TILES[1 : board.size]
    if not board.walls | board.gates and len(cells) == board.size - 1 and {*cells} == {*symbols}:
        return {symbol: [(i % board.width, i // board.width)] for i, symbol in enumerate(symbols)}
    return {}


# Sections


def _sections(text: str, faults: list[Fault]) -> tuple[dict[str, Row], _Sections]:
    """Return the headers and the sections of rows, in order; the first section is the board."""
    headers = dict.fromkeys(HEADERS, _NO_ROW)
    sections: _Sections = [("board", [])]
    one_line = "\n" not in text.strip("\ufeff \r\n\t")
    for number, line in enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"), 1):
        header = re.fullmatch(_HEADER, line.strip())
        if header and header[1] in FREE_TEXT and not one_line:
            headers[header[1]] = Row(number, header[2].strip())
            continue
        column = 1
        for part in line.split("/"):
            _part(part, number, column, headers, sections, faults)
            column += len(part) + 1
    return headers, sections


def _part(part: str, line: int, column: int, headers: dict[str, Row], sections: _Sections, faults: list[Fault]) -> None:
    """Add a row's text to the headers or to the sections."""
    column += len(part) - len(part.lstrip())
    part = part.strip()
    header = re.fullmatch(_HEADER, part)
    if not part:
        return
    title = re.match(GOAL_TITLE, part)
    if title:
        sections.append(("goal", []))
        if " " in part[title.end() :].strip():
            faults.append(Fault.at(line, column, _AFTER_TITLE, name=title[0]))
        else:
            _part(part[title.end() :], line, column + title.end(), headers, sections, faults)
    elif part == "gates:":
        sections.append(("gates", []))
    elif header and header[1] in HEADERS:
        headers[header[1]] = Row(line, header[2].strip(), column)
    elif header and (" " in part or len(header[1]) > 2):
        near = nearest(header[1], (*HEADERS, "goal", "gates")) or HEADERS
        template = "{name!r} is not a valid header; expected one of {names}"
        faults.append(Fault.at(line, column, template, name=header[1], names=", ".join(near)))
    else:
        for offset, symbol in enumerate(part[: MAX_CELLS + 1]):
            if not stands(symbol):
                faults.append(Fault.at(line, column + offset, CANNOT_STAND, symbol=symbol))
        sections[-1][1].append(Row(line, part, column))


_AFTER_TITLE = "after {name}, write / or start a new line, then the rows of the goal"


def _placed(fault: Fault, rows: _Rows) -> Fault:
    """Return a fault at a cell of the board with the line and column of that cell in the text."""
    row = rows[(fault.line or 1) - 1]
    return replace(fault, line=row.line, column=row.at((fault.column or 1) - 1))


# The board


def _uneven(rows: _Rows, width: int, template: str, name: str = "") -> list[Fault]:
    """Return the faults of rows with a wrong number of cells; `name` is the name of their section."""
    return [
        Fault.at(row.line, row.at(min(got, width)), template, name=name, row=n, got=got, expected=width)
        for n, row in enumerate(rows, 1)
        if (got := len(row.text)) != width
    ]


def _board(rows: _Rows) -> tuple[Board, _Cells]:
    width, cells = len(rows[0].text), places(row.text for row in rows)
    walls, gates = (frozenset(y * width + x for x, y in cells.pop(mark, ())) for mark in (WALL, GATE))
    cells.pop(EMPTY, None)
    return Board(width, len(rows), walls, gates), cells


def _with_empty(sections: _Sections, one: str, faults: list[Fault], gates: bool) -> tuple[_Sections, list[Fault]]:
    """Return the sections with `.` for the sign of the empty cell, and notes about it; add any question to `faults`."""
    sign, found = sign_of_empty([row.text for row in sections[0][1]], one + GATE if gates else one)
    if sign == EMPTY:
        faults += [found] if found else []
        return sections, []
    return [
        (name, [replace(row, text=row.text.replace(sign, EMPTY)) for row in rows] if name != "gates" else rows)
        for name, rows in sections
    ], [found] if found else []


def _spread(cells: _Cells, several: Mapping[str, list[list[tuple[int, int]]]]) -> tuple[_Cells, _Letters]:
    """The cells of each piece, after dividing letters that stand for several, and each piece's letter and number."""
    spread, letters, more = dict(cells), _Letters(), new_symbols(cells)
    for letter, pieces in several.items():
        for n, where in enumerate(pieces, 1):
            symbol = letter if n == 1 else next(more)
            spread[symbol] = where
            letters |= {symbol: (letter, n)} if len(pieces) > 1 else {}
        if not pieces:
            del spread[letter]
    return spread, letters


def _with_gates(board: Board, sections: Iterable[_Rows], faults: list[Fault]) -> Board:
    """Return the board with the gates that pieces cover at the start."""
    gates = set(board.gates)
    for rows in sections:
        if not _same_size(rows, board, "gate", faults):
            continue
        for y, row in enumerate(rows):
            for x, symbol in enumerate(row.text):
                if symbol == GATE:
                    gates.add(y * board.width + x)
                elif symbol not in (EMPTY, WALL):
                    template = "{symbol!r} is not a valid gate; expected - or ."
                    faults.append(Fault.at(row.line, row.at(x), template, symbol=symbol))
    return replace(board, gates=frozenset(gates - board.walls))


def _same_size(rows: _Rows, board: Board, name: str, faults: list[Fault]) -> bool:
    template = "the {name}'s row {row} has {got} {got:cell|cells}; expected {expected}, as on the board"
    found = _uneven(rows, board.width, template, name)
    if len(rows) != board.height:
        line, got, expected = rows[0].line if rows else None, len(rows), board.height
        template = "the {name} section has {got} {got:row|rows}; expected {expected}, as on the board"
        found.insert(0, Fault.at(line, None, template, name=name, got=got, expected=expected))
    faults += found
    return not found


def _setup(
    board: Board, rows: _Rows, cells: _Cells, letters: _Letters, headers: _Headers, faults: list[Fault]
) -> Setup:
    """Place the pieces on the board, with the directions, gates and names that the headers give.

    `letters` has the letter and the number of each piece whose letter stands for several; a header with this letter
    applies to all of them.
    """
    gate, wrong = headers["gate"], list[Fault]()
    open_to = set(gate.text.replace(" ", ""))
    _check_known(open_to, cells, gate, faults)
    directions = _by_piece("slide", headers, _ways, cells, wrong)
    labels = _by_piece("names", headers, lambda label: label if label_stands(label) else None, cells, wrong)
    setup = Setup(board)
    for symbol, where in cells.items():
        letter, number = letters.get(symbol, (symbol, 0))
        found = setup.check(symbol, where, letter in open_to)
        faults.extend(_placed(fault, rows) for fault in found)
        if not found:
            label = f"{labels.get(letter, letter)}{number}" if number else labels.get(symbol, "")
            ways = directions.get(letter, DIRECTIONS)
            setup.place(symbol, where, directions=ways, gates=letter in open_to, label=label)
    faults += wrong
    return setup


# Headers


_CHOICES = {"match": "piece, shape", "slide": "free, along, A=LR", "names": "A=曹操"}


def _no_such(key: str, value: str, row: Row) -> Fault:
    template = "{value!r} is not a valid {key}; expected one of {choices}"
    return Fault.at(row.line, row.column, template, value=value, key=key, choices=_CHOICES[key])


def _check_known(symbols: Iterable[str], cells: _Cells, row: Row, faults: list[Fault]) -> None:
    template, names = "{symbol!r} is not on the board; its pieces are {names}", " ".join(sorted(cells))
    faults += [Fault.at(row.line, None, template, symbol=s, names=names) for s in sorted(set(symbols) - set(cells))]


def _by_piece(
    key: str, headers: _Headers, meaning: Callable[[str], str | None], cells: _Cells, faults: list[Fault]
) -> dict[str, str]:
    """A header's value for each piece, from words such as `A=LR`; `meaning` returns None for an invalid value."""
    row, result = headers[key], dict[str, str]()
    for word in row.text.split():
        value = meaning(word[2:]) if word[1:2] == "=" else None
        if word == "along" and key == "slide":
            result = {s: Kind.of(where).along for s, where in cells.items()}
        elif value is not None:
            _check_known(word[0], cells, row, faults)
            result[word[0]] = value
        elif word != "free" or key != "slide":
            faults.append(_no_such(key, word, row))
    return result


def _ways(text: str) -> str | None:
    return "" if text == "none" else text if text and set(text) <= set(DIRECTIONS) else None


# Goals


def _goal_cells(rows: _Rows, pieces: _Cells, several: Collection[str], board: Board, faults: list[Fault]) -> _Cells:
    """Return the cells that a goal section requires each piece to cover."""
    if not _same_size(rows, board, "goal", faults):
        return {}
    goal, names = _board(rows)[1], " ".join(sorted(pieces))
    for symbol, ((x, y), *_) in goal.items():
        if symbol not in pieces or symbol in several:
            template = _SEVERAL if symbol in several else UNKNOWN_IN_GOAL
            faults.append(Fault.at(rows[y].line, rows[y].at(x), template, symbol=symbol, names=names))
    if not goal:
        faults.append(Fault.at(rows[0].line, None, NO_PIECE))
    return goal


# Writing


def drawn(board: Board, cells: Iterable[tuple[int, str]]) -> tuple[str, ...]:
    """Return rows with a character at each of these cells; the other cells are empty.

    >>> drawn(Board(3, 2), [(1, "A"), (4, "B")])
    ('.A.', '.B.')
    """
    grid = [EMPTY] * board.size
    for cell, symbol in cells:
        grid[cell] = symbol
    return tuple("".join(grid[i : i + board.width]) for i in range(0, len(grid), board.width))


def goal_rows(
    board: Board, kinds: Sequence[Kind], pieces: Iterable[Piece], goal: Iterable[Requirement]
) -> tuple[str, ...]:
    """Return one alternative of a goal as rows, with the walls."""
    ends = [(c, p.symbol) for p, head in named_by(pieces, goal) for c in board.cells(kinds[p.kind], head) or ()]
    return drawn(board, [*((cell, WALL) for cell in board.walls), *ends])


def write_text(board: Board, kinds: Sequence[Kind], pieces: Sequence[Piece], goal: Goal) -> list[str]:
    """Return the rows and headers from which `read_text` reads this board with these contents."""
    walls = [(cell, WALL) for cell in board.walls]
    gates = [(cell, GATE) for cell in board.gates]
    covered = [(cell, piece.symbol) for piece in pieces for cell in board.cells(kinds[piece.kind], piece.head) or ()]
    rows = drawn(board, [*walls, *gates, *covered])
    signs = "" if any(EMPTY in row for row in rows) else EMPTY_SIGNS + LIKELY_SIGNS
    signs += _misread(rows, [piece.symbol for each in goal.alternatives for piece, _ in named_by(pieces, each)])
    lines = [*_header_lines(kinds, pieces, goal, signs, any(GATE in row for row in rows)), *rows]
    if board.gates & {cell for cell, _ in covered}:
        lines += ["gates:", *drawn(board, gates)]
    for each in goal.alternatives:
        lines += ["goal:", *goal_rows(board, kinds, pieces, each)]
    return lines


def _misread(rows: Sequence[str], wanted: Iterable[str]) -> str:
    """Return the connected pieces that a reader would take for several pieces or for parts of others."""
    if (len(rows), len(rows[0])) != (5, 4) and not any(sign in row for row in rows for sign in "^<"):
        return ""
    board, cells = _board([Row(None, row) for row in rows])
    goals = [{symbol: cells[symbol] for symbol in wanted}]
    one = [symbol for symbol, where in cells.items() if len(parts(where)) > 1]
    found = [*arrows(cells, one, goals)[0]]
    return "".join([*found, *separated(board, cells, [*one, *found], goals)[0]])


def named_by(pieces: Iterable[Piece], goal: Iterable[Requirement]) -> list[tuple[Piece, int]]:
    """Return the pieces that stand for the kinds of one alternative of a goal, each with its required head."""
    left = {kind: [piece for piece in pieces if piece.kind == kind] for kind, _ in goal}
    return [(left[kind].pop(0), head) for kind, head in goal]


def _header_lines(kinds: Sequence[Kind], pieces: Sequence[Piece], goal: Goal, signs: str, gates: bool) -> list[str]:
    """Return the necessary headers: directions, names, and which characters in `signs` are one piece each."""
    members = [[piece.symbol for piece in pieces if piece.kind == k] for k in range(len(kinds))]
    same = ["".join(symbols) for kind, symbols in zip(kinds, members, strict=True) if kind.mark and len(symbols) > 1]
    by_shape = any(len(members[k]) > 1 and not kinds[k].mark for each in goal.alternatives for k, _ in each)
    words = {
        "slide": _slide(kinds, pieces),
        "match": "shape" if by_shape else "",
        "same": " ".join(same),
        "gate": "".join(piece.symbol for piece in pieces if kinds[piece.kind].gates),
        "names": " ".join(f"{p.symbol}={p.label}" for p in pieces if p.label != p.symbol),
        "one": "".join(p.symbol for p in pieces if p.symbol in signs or len(parts(kinds[p.kind].shape)) > 1),
    }
    words["one"] += GATE if gates and signs and not words["gate"] else ""
    return [f"{key}: {value}" for key, value in words.items() if value]


def _slide(kinds: Sequence[Kind], pieces: Sequence[Piece]) -> str:
    if all(kind.directions == DIRECTIONS for kind in kinds):
        return ""
    if all(kind.directions == kind.along for kind in kinds):
        return "along"
    limited = [(p.symbol, kinds[p.kind].directions) for p in pieces if kinds[p.kind].directions != DIRECTIONS]
    return " ".join(f"{symbol}={ways or 'none'}" for symbol, ways in limited)
