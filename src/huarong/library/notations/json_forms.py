"""Puzzles in JSON, as many programs keep them: the cars of Rush Hour, or the rows of a board."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterable
from typing import Any

from huarong.errors import CannotExpress, PuzzleError
from huarong.library.notations.base import GRID, Notation, check_cells, claimed, fail, meaning, noted, with_goal
from huarong.library.notations.rush_hour import RUSH_HOUR
from huarong.library.notations.tiles import TILES
from huarong.model.board import Board
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Setup, label_stands
from huarong.model.symbols import new_symbols, stands
from huarong.model.text import drawn, named_by

_CARS, _ROWS = ("cars", "vehicles", "blocks", "block"), ("board", "grid", "rows", "layout", "initial", "state")
_LENGTH, _WAY, _AT = ("length", "len", "size"), ("orientation", "direction", "orient", "dir"), ("position", "pos")
_X, _Y = ("x", "col", "column"), ("y", "row", "line")
_PLAYER = ("player", "isplayer", "target", "istarget", "primary", "isprimary", "main", "ismain", "red", "isred")
_CLAIMS = ("optimalmoves", "minmoves", "minimummoves", "solutionmoves", "optimal", "moves")
_SIDES = {"right": "R", "bottom": "D", "left": "L", "top": "U", "down": "D", "up": "U"}


def _read(text: str) -> Any:
    """What a text is in JSON, the keys of objects in lower case and without `_`; None for any other text."""

    def keyed(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        return {key.lower().replace("_", ""): value for key, value in pairs}

    with contextlib.suppress(ValueError, RecursionError):
        return json.loads(text, object_pairs_hook=keyed) if text.lstrip()[:1] in ("{", "[") else None
    return None


def _first(found: Any, names: Iterable[str], *kinds: type) -> Any:
    """The first value of an object under one of these names that is of one of these kinds; None if there is none."""
    values = [found[name] for name in names if name in found] if isinstance(found, dict) else []
    return next((each for each in values if type(each) in kinds), None)


def _cars(found: Any) -> list[dict[str, Any]]:
    """The cars of a value of JSON; none if it is something else."""
    cars = found if isinstance(found, list) else _first(found, _CARS, list) or []
    return cars if all(_first(each, _WAY, str) for each in cars) else []


def encode_cars(puzzle: Puzzle) -> str:
    """Write JSON of Rush Hour's cars: see `decode_cars`."""
    board, kinds, key = puzzle.board, puzzle.kinds, puzzle.key
    cars = []
    for piece in puzzle.pieces:
        kind = kinds[piece.kind]
        if kind.size not in (f"1x{len(kind.shape)}", f"{len(kind.shape)}x1") or kind.directions != kind.along:
            raise CannotExpress("{symbol!r} is not a car: 1xN or Nx1, sliding along its length", symbol=piece.symbol)
        at = {"x": piece.head % board.width, "y": piece.head // board.width}
        way = "horizontal" if kind.along == "LR" else "vertical"
        about = {"id": piece.symbol, "position": at, "length": len(kind.shape), "orientation": way}
        cars.append(about | {"player": piece is key})
    walls = [{"x": cell % board.width, "y": cell // board.width} for cell in sorted(board.walls)]
    for side in ("right", "left", "bottom", "top"):
        about = {"width": board.width, "height": board.height, "exit": {"side": side}, "walls": walls, "cars": cars}
        text = json.dumps(about, ensure_ascii=False)
        with contextlib.suppress(PuzzleError):
            if meaning(decode_cars(text)) == meaning(puzzle):
                return text
    raise CannotExpress("in this notation the goal is one car in its line at the edge of a board without gates")


def decode_cars(text: str, goal: str | None = None) -> Puzzle:
    """Read JSON of Rush Hour's cars: a list under `cars`, `vehicles` or `blocks`, or the list alone.

    A car has an `id`, a `length`, an `orientation` (`horizontal`, `h`, ...), and its first cell: `x` and `y`, `col` and
    `row`, or a `position` of these, counted from 0. In a pair without names, `[2, 0]`, the column may be first or the
    row: the cars decide it, if they fit in one way only. The player's car is marked by `player`, `isTarget`, `primary`
    or the like, or has the id `X`. The board has `width` and `height`, `cols` and `rows` or a `gridSize`; otherwise it
    is 6x6. The exit is in the player's line, at the right or at the bottom unless `exit` has another `side`. `walls`
    are cells. A number such as `optimal_moves` is the claimed length.

    Source: level files of several programs, for example https://github.com/LJanikJ/RushHour.

    >>> decode_cars('{"cars": [{"id": "X", "x": 0, "y": 2, "length": 2, "orientation": "h"}]}').rows()[2]
    'XX....'
    """
    found = _read(text)
    tries, errors = dict[int, Puzzle](), list[PuzzleError]()
    for order in (1, -1):
        try:
            tries[order] = _with_cars(found, order)
        except PuzzleError as error:
            errors.append(error)
    if not tries:
        raise errors[0]
    puzzle, *others = tries.values()
    if others and others[0] != puzzle:
        fail(None, "a position may be column and row, or row and column: both fit; name them x and y")
    if not others:
        puzzle = noted(puzzle, "positions are column, row" if 1 in tries else "positions are row, column")
    return with_goal(claimed(puzzle, _first(found, _CLAIMS, int)), goal)


def _with_cars(found: Any, order: int) -> Puzzle:
    """The puzzle of the cars in a value of JSON; the order of a pair of numbers is 1 (column, row) or -1."""
    (width, height), cars = _size(found), _cars(found)
    walls = [_cell(each, order) or (width, 0) for each in _first(found, ("walls", "obstacles"), list) or []]
    if any(x >= width or y >= height for x, y in walls):
        fail(None, "a wall lies outside the board")
    setup = Setup(Board(width, height, frozenset(y * width + x for x, y in walls)))
    named = [_first(car, ("id", "name"), str, int) for car in cars]
    names = ["" if name is None else str(name) for name in named]
    more, red = new_symbols({*names}), dict[bool, list[str]]({True: [], False: []})
    lie = dict[str, list[tuple[int, int]]]()
    for number, (car, name) in enumerate(zip(cars, names, strict=True), 1):
        at, length, way = _cell(car, order), _first(car, _LENGTH, int) or 0, _first(car, _WAY, str)[0].lower()
        if at is None or not 0 < length <= max(width, height) or way not in "hv":
            fail(None, "car {number} is not valid; expected x, y, length and orientation", number=number)
        symbol = name if stands(name) and name not in ".#-" and names.count(name) == 1 else next(more)
        lie[symbol] = [(at[0] + i * (way == "h"), at[1] + i * (way == "v")) for i in range(length)]
        label = name if label_stands(name) else ""
        setup.place(symbol, lie[symbol], directions="LR" if way == "h" else "UD", label=label)
        said = any(car.get(each) is True for each in _PLAYER) or car.get("type") in _PLAYER
        red[said] += [symbol] if said or name.lower() in ("x", *_PLAYER) else []
    if len(red[True] or red[False]) != 1:
        fail(None, "{got} {got:car is|cars are} marked as the player's; expected one", got=len(red[True] or red[False]))
    ((symbol, cells),) = ((each, lie[each]) for each in red[True] or red[False])
    ways, exit_at = "RL" if cells[0][1] == cells[-1][1] else "DU", _first(found, ("exit",), dict)
    out, line = _cell(exit_at, order), int(ways == "RL")
    side = _SIDES.get(str(_first(exit_at, ("side",), str)).lower(), ways[bool(out and not out[1 - line])])
    if side not in ways or (out and out[line] != cells[0][line]):
        fail(None, "the exit is not in the line of the player's car")
    by = (width - 1 - cells[-1][0] if side == "R" else -cells[0][0]) if line else 0
    down = 0 if line else height - 1 - cells[-1][1] if side == "D" else -cells[0][1]
    return Puzzle.of(setup, [{symbol: [(x + by, y + down) for x, y in cells]}])


def _size(found: Any) -> tuple[int, int]:
    """The columns and rows of the board that JSON states; 6 and 6 where it states none."""
    for each in (found, *(_first(found, (name,), dict) for name in ("board", "gridsize", "grid", "size"))):
        square = _first(each, ("gridsize", "boardsize", "size"), int)
        width = _first(each, ("width", "cols", "columns"), int) or square
        height = _first(each, ("height", "rows"), int) or square
        if width and height and width > 0 < height:
            check_cells(width, height)
            return width, height
    return 6, 6


def _cell(found: Any, order: int) -> tuple[int, int] | None:
    """The column and the row that JSON states; None if it states none."""
    pair = _first(found, _AT, dict, list, str) or found
    if isinstance(pair, str):
        pair = [int(each) for each in re.findall(r"(?a)-?\d{1,4}", pair)]
    numbers = [_first(pair, names, int) for names in (_X, _Y)] if isinstance(pair, dict) else (pair or [])[::order]
    x, y = numbers if len(numbers) == 2 else (None, None)
    return (x, y) if type(x) is type(y) is int and min(x, y) >= 0 else None


CARS = Notation(
    "cars", "JSON of cars", "车辆 JSON", lambda text: bool(_cars(_read(text))), decode_cars, encode_cars, sure=True
)


# The rows of a board


def _lines(rows: Any) -> str | None:
    """Rows of JSON, texts or lists of cells, as the lines of a text; None if they are something else."""
    lines = []
    for row in rows if isinstance(rows, list) else ():
        cells = row if isinstance(row, list) else [row]
        if not cells or not all(type(each) in (str, int, type(None)) for each in cells):
            return None
        words = [str(each).strip() if each not in (None, "", " ") else "." for each in cells]
        lines.append((" " if any(len(each) > 1 for each in words) else "").join(words))
    return "\n".join(lines) or None


def is_json(text: str) -> bool:
    """Whether a text is JSON of a board's rows: a list of texts, or an object with a `board`."""
    found = _read(text)
    if isinstance(found, list):
        return any(isinstance(cell, str) for row in found for cell in (row if isinstance(row, list) else [row]))
    return bool(_first(found, _ROWS, list, str)) and not _cars(found)


def encode_json(puzzle: Puzzle) -> str:
    """Write JSON of a board's rows: see `decode_json`."""
    board, named = puzzle.board, named_by(puzzle.pieces, puzzle.goal.alternatives[0])
    ends = [(c, p.symbol) for p, head in named for c in board.cells(puzzle.kinds[p.kind], head) or ()]
    goal = drawn(board, [(c, "#") for c in board.walls] + ends)
    rows = list(puzzle.rows())
    with contextlib.suppress(CannotExpress):
        rows = re.findall(".{6}", RUSH_HOUR.encode(puzzle))
    for about in ({"board": rows}, {"board": rows, "goal": goal}):
        text = json.dumps(about, ensure_ascii=False)
        with contextlib.suppress(PuzzleError):
            if meaning(decode_json(text)) == meaning(puzzle):
                return text
    raise CannotExpress("JSON of rows has neither directions nor gates nor several goals")


def decode_json(text: str, goal: str | None = None) -> Puzzle:
    """Read JSON of a board: its rows as a list of texts or of lists of cells, or one text in another notation.

    The rows are the whole, or under `board` (`grid`, `rows`, ...), beside a `goal` of the same size and the claimed
    length as `optimal_moves`. They are read as tiles, as Rush Hour or as the grid text, whichever they are.

    >>> decode_json('{"board": ["AAB", "..B"], "goal": ["...", ".AA"], "optimal_moves": 3}').line()
    'AAB/..B/goal:/.../.AA'
    """
    found = _read(text)
    rows = found if isinstance(found, list) else _first(found, _ROWS, list, str)
    board = rows if isinstance(rows, str) else _lines(rows)
    if board is None:
        fail(None, "expected JSON of a board: a list of rows, or an object with a board")
    for key in ("exit", "walls", "obstacles"):
        if isinstance(found, dict) and key in found:
            fail(None, "{word} cannot be expressed here", word=key)
    own, cells = _lines(_first(found, ("goal", "target"), list)), "".join(board.split())
    if TILES.accepts(board) and (own is None or TILES.accepts(own)):
        puzzle = TILES.decode(board, goal or own)
    elif own is None and RUSH_HOUR.accepts(cells):
        puzzle = RUSH_HOUR.decode(cells, goal)
    else:
        puzzle = GRID.decode(board if own is None else f"{board}\ngoal:\n{own}", goal)
    return claimed(puzzle, _first(found, _CLAIMS, int))


JSON_ROWS = Notation("json", "JSON of a board", "棋盘 JSON", is_json, decode_json, encode_json, sure=True)
