"""Puzzles in JSON, as many programs store them: the cars of Rush Hour, or the rows of a board."""

import contextlib
import json
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NoReturn

from huarong.errors import CannotExpress, PuzzleError
from huarong.library.notations.base import GRID, Notation, check_cells, claimed, fail, meaning, noted, with_goal
from huarong.library.notations.cells import CELLS
from huarong.library.notations.rush_hour import RUSH_HOUR
from huarong.library.notations.tiles import TILES
from huarong.model.board import Board
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Setup, label_stands
from huarong.model.symbols import new_symbols, stands
from huarong.model.text import goal_rows

_CARS = ("cars", "vehicles", "blocks", "block")
_ROWS = ("board", "grid", "rows", "layout", "initial", "initialstate", "state", "start", "puzzle", "tiles")
_GOALS = ("goal", "target", "end", "final", "goalstate", "targetstate", "endstate", "finalstate")
"""The keys that may hold a goal."""
_GOAL = "(goal|target|end|final|finish|solved|win|desired|wanted|destination)"
_GOAL += "(s|state|board|position|grid|layout|rows|tiles|puzzle|cells?|config(uration)?)?"
_ROWS_OF_GOAL = '"goal": ["..AA", "...."]'
_LENGTH, _WAY, _AT = ("length", "len", "size"), ("orientation", "direction", "orient", "dir"), ("position", "pos")
_X, _Y = ("x", "col", "column"), ("y", "row", "line")
_PLAYER = ("player", "isplayer", "target", "istarget", "primary", "isprimary", "main", "ismain", "red", "isred")
_CLAIMS = ("optimalmoves", "minmoves", "minimummoves", "solutionmoves", "optimal", "moves")
_SIDES = {"right": "R", "bottom": "D", "left": "L", "top": "U", "down": "D", "up": "U"}
_SIDES |= {"east": "R", "south": "D", "west": "L", "north": "U"}
_EXITS = ("", "side", "direction", "dir", "edge", "position", "pos", "cell", *_X, *_Y)
"""What may follow `exit` in a key."""
_ALONG = '"slide": "along"'
_SIDE_OF_EXIT = '"exit": {"side": "left"}'
_WIDE, _HIGH = ("width", "cols", "columns", "w"), ("height", "rows", "h")
_SIZES = ("gridsize", "boardsize", "size", "dimensions", "dims")
_PAIR = r"(?a)\s*\d{1,4}\s*[xX×*,]\s*\d{1,4}\s*"


def _read(text: str) -> Any:
    """Return the JSON value of a text, with keys in lower case and without `_`; None if it is not JSON."""
    with contextlib.suppress(ValueError, RecursionError):
        if text.lstrip()[:1] in ("{", "["):
            return json.loads(text, object_pairs_hook=lambda pairs: {k.lower().replace("_", ""): v for k, v in pairs})
    return None


def _first(found: Any, names: Iterable[str], *kinds: type) -> Any:
    """Return the first value of an object under one of these names with one of these types; None if there is none."""
    values = [found[name] for name in names if name in found] if isinstance(found, dict) else []
    return next((each for each in values if type(each) in kinds), None)


def _refuse(key: str, example: str) -> NoReturn:
    fail(None, "{key} cannot be read; write it as in {example}", key=key, example=example)


def _slide(found: Any) -> str:
    """Return how JSON says that pieces slide; "" if it does not, or if `slide` is a length."""
    slide = (found.get("slide") or "") if isinstance(found, dict) else ""
    if isinstance(slide, str) and not set("/\n") & set(slide):
        return slide.strip()
    return "" if type(slide) in (int, float) else _refuse("slide", _ALONG)


def _cars(found: Any) -> list[dict[str, Any]]:
    """Return the cars in a JSON value; none if it is something else."""
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
    raise CannotExpress("this notation writes one goal only: a car at the end of its line, on a board without gates")


def decode_cars(text: str, goal: str | None = None) -> Puzzle:
    """Read JSON of Rush Hour's cars: a list under `cars`, `vehicles` or `blocks`, or the list alone.

    A car has an `id`, a `length`, an `orientation` (`horizontal`, `h`, ...), and its first cell, counted from 0: `x`
    and `y`, `col` and `row`, or both in `position`. In a pair without names, such as `[2, 0]`, the column or the row
    may be first: the cars decide, if they fit in one way only. The player's car is marked by `player`, `isTarget`,
    `primary` or the like, or has the id `X`. The board has `width` and `height`, `cols` and `rows`, or a `gridSize`;
    otherwise it is 6x6. The exit is in the player's line, at the right or at the bottom, unless `exit` is another side
    or a cell at a side. `walls` are cells. A number such as `optimal_moves` is the claimed length.

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
        fail(None, "the positions fit both as column, row and as row, column; write x and y instead")
    if not others:
        puzzle = noted(puzzle, "position means column, row" if 1 in tries else "position means row, column")
    return with_goal(claimed(puzzle, _first(found, _CLAIMS, int)), goal)


def _with_cars(found: Any, order: int) -> Puzzle:
    """Return the puzzle of the cars in a JSON value; `order` is 1 for pairs (column, row), or -1 for (row, column)."""
    (width, height), cars = _size(found) or (6, 6), _cars(found)
    player = _first(found, _PLAYER, str, int)
    for key in goal_like(found):
        if player is None or found[key] != player:
            _refuse(key, _SIDE_OF_EXIT)
    if _slide(found) not in ("", "along"):
        _refuse("slide", _ALONG)
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
        said = said or (name != "" and player is not None and name == str(player))
        red[said] += [symbol] if said or name.lower() in ("x", *_PLAYER) else []
    if len(red[True] or red[False]) != 1:
        fail(None, "{got} {got:car is|cars are} marked as the player's; expected one", got=len(red[True] or red[False]))
    ((symbol, cells),) = ((each, lie[each]) for each in red[True] or red[False])
    ways = "RL" if cells[0][1] == cells[-1][1] else "DU"
    side = _exit(found, order, ways, cells[0], (width, height))
    (left, top), (right, bottom) = cells[0], cells[-1]
    by, down = {"R": (width - 1 - right, 0), "D": (0, height - 1 - bottom), "L": (-left, 0), "U": (0, -top)}[side]
    return Puzzle.of(setup, [{symbol: [(x + by, y + down) for x, y in cells]}])


def _exit(found: Any, order: int, ways: str, first: tuple[int, int], size: tuple[int, int]) -> str:
    """Return the side, one of the two in `ways`, at which a car with the first cell `first` leaves."""
    line, sides = int(ways == "RL"), set[str]()
    for key, value in found.items() if isinstance(found, dict) else ():
        if not key.startswith("exit") or value is None:
            continue
        value = {key[4:]: value} if key[4:] in (*_X, *_Y) else value
        word = value if isinstance(value, str) else _first(value, ("side", "direction", "dir", "edge"), str) or ""
        side, at = _SIDES.get(word.strip().lower(), ""), [_first(value, names, int) for names in (_X, _Y)]
        if at.count(None) != 1:
            at = [*((isinstance(value, (dict, list, str)) and _cell(value, order, -1)) or (None, None))]
        along, most = at[1 - line], size[1 - line]
        if (side and side not in ways) or at[line] not in (None, first[line]):
            fail(None, "the exit is not in the line of the player's car")
        far = along is not None and not side and (0 < along < most - 1 or along > most)
        if key[4:] not in _EXITS or far or not (side or at != [None, None]):
            _refuse(key, _SIDE_OF_EXIT)
        if side or along is not None:
            sides.add(side or ways[along is not None and along < 1])
    if len(sides) > 1:
        _refuse("exit", _SIDE_OF_EXIT)
    return sides.pop() if sides else ways[0]


def _size(found: Any, boards: tuple[str, ...] = ("board", "grid")) -> tuple[int, int] | None:
    """The columns and rows of the board that JSON gives; None if there are none. Raises `PuzzleError` if unclear."""
    about = found if isinstance(found, dict) else {}
    given = [name for name in (*_WIDE, *_HIGH) if about.get(name) and not isinstance(about[name], list)]
    stated = [key for key in (*boards, *_SIZES) if about.get(key)]
    if given:
        size = _first(about, _WIDE, int) or 0, _first(about, _HIGH, int) or 0
    elif stated:
        size = _sides(about[stated[0]], stated[0] in boards) or (0, 0)
    else:
        return None
    if min(size) < 1:
        _refuse([*given, *stated][0], '"width": 7, "height": 6')
    check_cells(*size)
    return size


def _sides(value: Any, board: bool) -> tuple[int, int] | None:
    """Return the columns and rows that a board's size or its rows mean; None if that is unclear."""
    if isinstance(value, dict):
        return _size(value)
    if isinstance(value, str):
        value = [int(each) for each in re.findall(r"(?a)\d+", value)] if re.fullmatch(_PAIR, value) else None
    if isinstance(value, list) and all(isinstance(row, (str, list)) for row in value):
        return (len(value[0]), len(value)) if board and len({*map(len, value)}) == 1 else None
    pair = value if isinstance(value, list) else [] if board else [value, value]
    return (pair[0], pair[0]) if len(pair) == 2 and pair[0] == pair[1] and type(pair[0]) is int else None


def _cell(found: Any, order: int, least: int = 0) -> tuple[int, int] | None:
    """Return the column and the row that JSON gives; None if there are none."""
    pair = _first(found, _AT, dict, list, str) or found
    if isinstance(pair, str):
        pair = [int(each) for each in re.findall(r"(?a)-?\d{1,4}", pair)]
    numbers = pair[::order] if isinstance(pair, list) else [_first(pair, names, int) for names in (_X, _Y)]
    x, y = numbers if len(numbers) == 2 else (None, None)
    return (x, y) if type(x) is type(y) is int and min(x, y) >= least else None


CARS = Notation(
    "cars", "JSON of cars", "车辆 JSON", lambda text: bool(_cars(_read(text))), decode_cars, encode_cars, sure=True
)


# The rows of a board


def goal_like(found: Any) -> list[str]:
    """Return the keys of an object that have a value and seem to give a goal."""
    given = {key: value for key, value in found.items() if value} if isinstance(found, dict) else {}
    kinds = (str, list, dict)
    return [key for key in given if re.fullmatch(_GOAL, key) and (key == "goal" or isinstance(given[key], kinds))]


def _cut(rows: Any, found: Any) -> Any:
    """Divide the cells of one list or text into rows if JSON gives the width or height; return other rows unchanged."""
    nested = isinstance(rows, list) and any(isinstance(each, list) for each in rows)
    if not isinstance(rows, (list, str)) or nested or (isinstance(rows, str) and re.search(r"[\s/,;|]", rows)):
        return rows
    count, wide, high = len(rows), _first(found, _WIDE, int) or 0, _first(found, _HIGH, int) or 0
    if any(isinstance(each, str) and len(each) > 1 for each in rows) and wide * high != count:
        return rows
    if isinstance(rows, list) and wide > 0 < high and wide * high != count:
        template = "the board has {got:,} {got:cell|cells}; its width and height require {expected:,}"
        fail(None, template, got=count, expected=wide * high)
    if min(wide, high) <= 0 and max(wide, high) > 0 and count % max(wide, high) == 0:
        wide, high = wide or count // high, high or count // wide
    if wide * high != count or not count:
        with contextlib.suppress(PuzzleError):
            wide, high = _size(found, ()) or (0, 0)
    return [list(rows[i : i + wide]) for i in range(0, count, wide)] if 0 < wide * high == count else rows


def _word(cell: Any) -> str:
    return "_".join("" if cell is None else str(cell).split()) or "."


def _lines(rows: Any, between: str) -> str | None:
    """Return JSON rows (texts or lists of cells) as the lines of a text; None if they are something else."""
    if isinstance(rows, str):
        return rows.strip().removeprefix("goal:").strip("/\n")
    lines = []
    for row in rows if isinstance(rows, list) else ():
        cells = row if isinstance(row, list) else [row]
        if not cells or not all(type(each) in (str, int, type(None)) for each in cells):
            return None
        lines.append((isinstance(row, str) and row.strip()) or between.join(map(_word, cells)))
    return "\n".join(lines) or None


def _board_and_goal(found: Any) -> tuple[str, str | None]:
    """Return the board and the goal of JSON as texts. Raises `PuzzleError` if either has another form."""
    board = found if isinstance(found, list) else _first(found, _ROWS, list, str)
    keys = goal_like(found)
    both = [_cut(rows, found) for rows in (board, *(found[key] for key in keys[:1]))]
    cells = [cell for rows in both if isinstance(rows, list) for row in rows if isinstance(row, list) for cell in row]
    between = " " if any(len(_word(cell)) > 1 for cell in cells) else ""
    board, own = (_lines(rows, between) for rows in (*both, None)[:2])
    if board is None:
        fail(None, "expected JSON of a board: a list of rows, or an object with a board")
    wrong = [key for key in keys if key not in _GOALS] or keys[1:] or ([] if own else keys)
    if wrong or (own and "goal:" in board):
        _refuse([*wrong, *keys][0], _ROWS_OF_GOAL)
    return board, own


def is_json(text: str) -> bool:
    """Whether a text is JSON of a board's rows: a list of texts, or an object with a `board`."""
    found = _read(text)
    if isinstance(found, list):
        return any(isinstance(cell, str) for row in found for cell in (row if isinstance(row, list) else [row]))
    return bool(_first(found, _ROWS, list, str)) and not _cars(found)


def encode_json(puzzle: Puzzle) -> str:
    """Write JSON of a board's rows: see `decode_json`."""
    goal = goal_rows(puzzle.board, puzzle.kinds, puzzle.pieces, puzzle.goal.alternatives[0])
    rows = list(puzzle.rows())
    with contextlib.suppress(CannotExpress):
        rows = re.findall(".{6}", RUSH_HOUR.encode(puzzle))
    whole = {"board": rows, "goal": goal}
    for about in ({"board": rows}, whole, whole | {"slide": "along"}, whole | {"slide": "free"}):
        text = json.dumps(about, ensure_ascii=False)
        with contextlib.suppress(PuzzleError):
            if meaning(decode_json(text)) == meaning(puzzle):
                return text
    raise CannotExpress("JSON with rows cannot express gates, several goals, or the directions of single pieces")


def decode_json(text: str, goal: str | None = None) -> Puzzle:
    """Read JSON of a board: its rows as a list of texts or of lists of cells, or one text in another notation.

    The rows are the whole value, or are under `board` (`grid`, `start`, `tiles`, ...). Beside them may be a `goal` of
    the same size, how the pieces `slide`, and the claimed length as `optimal_moves`. Cells in one list are divided by
    `width` or `height`. The rows may be tiles, Rush Hour or the grid text.

    >>> decode_json('{"board": ["AAB", "..B"], "goal": ["...", ".AA"], "optimal_moves": 3}').line()
    'AAB/..B/goal:/.../.AA'
    """
    found = _read(text)
    board, own = _board_and_goal(found)
    for key in found if isinstance(found, dict) else ():
        if key.startswith("exit") or key in ("walls", "obstacles"):
            fail(None, "{word} cannot be expressed here", word=key)
    own = None if goal else own
    return claimed(_on_board(board, own, _slide(found), goal), _first(found, _CLAIMS, int))


def _on_board(board: str, own: str | None, slide: str, goal: str | None) -> Puzzle:
    """Return the puzzle of a board, with its `own` goal or the given `goal`, read as tiles, Rush Hour or a grid."""
    cells = "".join(board.split())
    if TILES.accepts(board) and slide in ("", "free"):
        in_rows = own is not None and not TILES.accepts(own)
        return _aimed(TILES.decode(board), own) if own and in_rows else TILES.decode(board, goal or own)
    if slide in ("", "along") and RUSH_HOUR.accepts(cells) and (own is None or "X" in cells or cells == board):
        puzzle = RUSH_HOUR.decode(cells, goal)
        ends = re.sub("[-_0o]", ".", re.sub(r"[\s/]", "", own or "")).replace("x", "#")
        rows = "\n".join(re.findall(".{6}", ends)) if len(ends) == len(cells) else own
        return _aimed(puzzle, rows) if rows else puzzle
    whole = "\n".join([*([f"slide: {slide}"] if slide else []), board, *(["goal:", own] if own else [])])
    return (CELLS if CELLS.accepts(whole) else GRID).decode(whole, goal)


def _aimed(puzzle: Puzzle, goal: str) -> Puzzle:
    return replace(Puzzle.parse(f"{puzzle.text().partition('goal:')[0]}goal:\n{goal}"), read_as=puzzle.read_as)


JSON_ROWS = Notation("json", "JSON of a board", "棋盘 JSON", is_json, decode_json, encode_json, sure=True)
