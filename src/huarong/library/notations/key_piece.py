"""Notations with one key piece, for which gates are open, and target cells that it must cover: gnome-klotski, SBP."""

import re
from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import replace

from huarong.errors import CannotExpress, Fault, PuzzleError
from huarong.library.notations.base import Notation, check_cells, check_free, fail, with_goal
from huarong.model.board import DELTA, DIRECTIONS, MAX_CELLS, Board, Kind
from huarong.model.letters import parts
from huarong.model.puzzle import Puzzle
from huarong.model.rules import NOWHERE, Rules
from huarong.model.setup import CANNOT_STAND, Cells, Setup
from huarong.model.symbols import new_symbols, places
from huarong.model.text import check_length, drawn


def covering(board: Board, kind: Kind, test: Callable[[set[int]], bool]) -> list[int]:
    """Return the heads for which the cells of a piece of this kind pass a test."""
    return [head for head in board.heads(kind) if test(set(board.cells(kind, head) or ()))]


def keyed(board: Board, key: str, where: Mapping[str, Cells], heads: Iterable[int]) -> Puzzle:
    """Return the puzzle in which the key piece, for which the gates are open, must reach one of these heads."""
    setup = Setup(board)
    for symbol, cells in where.items():
        setup.place(symbol, cells, gates=symbol == key)
    kind = Kind.of(where[key], gates=True)
    goals = [{key: [(n % board.width, n // board.width) for n in board.cells(kind, head) or ()]} for head in heads]
    if not goals:
        fail(None, "the key piece fits nowhere on the target cells")
    return Puzzle.of(setup, goals)


def key_of(puzzle: Puzzle) -> tuple[str, Kind, list[set[int]]]:
    """Return the key piece of a puzzle, its kind, and the cells that it covers in each alternative of the goal.

    Raises `CannotExpress` if key-piece notations cannot write the goal, the gates or the directions.
    """
    goal = puzzle.goal.alternatives
    key = puzzle.key
    if key is None:
        kinds = {kind for each in goal for kind, _ in each}
        named = sum(piece.kind in kinds for piece in puzzle.pieces)
        raise CannotExpress("this notation has one key piece; the goal names {got}", got=named)
    for piece in puzzle.pieces:
        kind = puzzle.kinds[piece.kind]
        check_free(kind, piece.symbol)
        if puzzle.board.gates and kind.gates != (piece is key):
            raise CannotExpress("in this notation only the key piece may enter gates")
    kind = puzzle.kinds[key.kind]
    return key.symbol, kind, [set(puzzle.board.cells(kind, head) or ()) for ((_, head),) in goal]


_TAKEN = "this notation cannot mark a target under a piece: {symbol!r} starts on one at line {line}, column {column}"


def check_targets(
    puzzle: Puzzle, kind: Kind, covers: list[set[int]], targets: set[int], test: Callable[[set[int]], bool]
) -> None:
    """Raise `CannotExpress` unless these target cells can be written and mean the puzzle's goal."""
    board = puzzle.board
    grid = "".join(puzzle.rows())
    taken = sorted(cell for cell in targets if grid[cell] not in ".-")
    if taken:
        y, x = divmod(taken[0], board.width)
        raise CannotExpress(_TAKEN, symbol=grid[taken[0]], line=y + 1, column=x + 1)
    if any(grid[cell] != "-" for cell in board.gates):
        raise CannotExpress("this notation cannot mark a gate under a piece")
    meant = covering(board, kind, test)
    if sorted(meant) != sorted(min(cells) for cells in covers):
        raise CannotExpress("the target cells would let the key piece end where the goal does not allow it")


def written(puzzle: Puzzle, write: Callable[[Puzzle], str], whole: bool) -> str:
    """Return the puzzle written by `write`, with a way out of the board (`way_out`) if necessary.

    Raises the `CannotExpress` of the puzzle itself if there is no way out.
    """
    try:
        return write(puzzle)
    except CannotExpress:
        out = way_out(puzzle, whole)
        if out is None:
            raise
        return write(out)


def way_out(puzzle: Puzzle, whole: bool) -> Puzzle | None:
    """The puzzle with a wall around it, in which the key piece continues from its only goal, at the edge, to the
    outside.

    It ends beyond the wall (`whole`), or one cell into it. The cells that it passes are open to no other piece. Only
    the goal leads there, and the move that reaches the goal continues out of the board. So the least number of moves
    stays the same, and the least number of steps grows by the cells of this continuation. None if there is no such way,
    the board has gates, or the start is a goal.
    """
    covers, key, board = key_of(puzzle)[2], puzzle.key, puzzle.board
    width, height = board.width, board.height
    if key is None or len(covers) > 1 or board.gates or key.head == min(covers[0]):
        return None
    goal = {(cell % width, cell // width) for cell in covers[0]}
    along = puzzle.kinds[key.kind].along
    for dx, dy in map(DELTA.__getitem__, sorted("DURL", key=lambda way: way not in along)):
        ahead = {(x + dx, y + dy) for x, y in goal} - goal
        if not any(0 <= x < width and 0 <= y < height for x, y in ahead):
            break
    else:
        return None
    reach = [dx * x + dy * y for x, y in goal]
    far = max(reach) - min(reach) + 2 if whole else 1
    swept = [{(x + n * dx, y + n * dy) for x, y in goal} for n in range(1, far + 1)]
    left, top = (far if dx < 0 else 1), (far if dy < 0 else 1)
    wide = width + left + (far if dx > 0 else 1)
    high = height + top + (far if dy > 0 else 1)
    if wide * high > MAX_CELLS:
        return None

    def cell(x: int, y: int) -> int:
        return (y + top) * wide + x + left

    inside = {cell(x, y) for y in range(height) for x in range(width)}
    walls = {cell(each % width, each // width) for each in board.walls}
    out = {cell(x, y) for cells in swept for x, y in cells} - inside
    to = {cell(x, y) for x, y in swept[-1]}
    gates = out - to if whole else out
    closed = frozenset(range(wide * high)) - (inside - walls) - out
    outer = Board(wide, high, closed, frozenset(gates))
    goals = [[(each % wide, each // wide) for each in to]]
    return _rebuilt(puzzle, outer, goals, (left, top), gates=True)


def way_in(puzzle: Puzzle) -> Puzzle | None:
    """Undo `way_out`: return the puzzle that ends where the key piece leaves the region of other pieces.

    The least number of moves stays the same, because the move that reaches the way out continues to the goal; the least
    number of steps becomes smaller. None if there is no way out, or if it can be used before the end.
    """
    board, key, rules = puzzle.board, puzzle.key, puzzle.rules
    if key is None or not board.gates or sum(kind.gates for kind in puzzle.kinds) != 1:
        return None
    width, kind = board.width, puzzle.kinds[key.kind]
    goals = {rules.place[key.kind, head] for ((_, head),) in puzzle.goal.alternatives}
    taken = {c for p in puzzle.pieces for c in board.cells(puzzle.kinds[p.kind], p.head) or ()}
    free = set(range(board.size)) - board.walls - board.gates
    connected = [[y * width + x for x, y in part] for part in parts([(cell % width, cell // width) for cell in free])]
    room = {cell for part in connected if not taken.isdisjoint(part) for cell in part}
    mask = sum(1 << n for n, cell in enumerate(board.free) if cell in room)
    inside = {p for p, k in enumerate(rules.kind) if k == key.kind and not rules.covers[p] & ~mask}
    leads = {p: _leads_out(rules, p, inside, goals, mask) for p in sorted(inside)}
    exits = {p for p, out in leads.items() if out}
    start = rules.place[key.kind, key.head]
    if not exits or False in leads.values() or start in exits or goals & inside or not taken <= free:
        return None
    xs, ys = [cell % width for cell in room], [cell // width for cell in room]
    left, top, wide, high = min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    within = [y * width + x for y in range(top, top + high) for x in range(left, left + wide)]
    inner = Board(wide, high, frozenset(n for n, cell in enumerate(within) if cell not in room))
    heads = sorted(rules.head[p] for p in exits)
    ends = [[(c % width - left, c // width - top) for c in board.cells(kind, h) or ()] for h in heads]
    return _rebuilt(puzzle, inner, ends, (-left, -top), gates=False)


def _leads_out(rules: Rules, door: int, inside: Set[int], goals: Set[int], room: int) -> bool | None:
    """Whether the key piece can go from `door` to a goal and cover no more of `room`; None if no step leads out."""
    waiting, seen, own = [door], set[int](), rules.covers[door]
    for p in waiting:
        for q in set(rules.step[4 * p : 4 * p + 4]) - inside - seen - {NOWHERE}:
            seen.add(q)
            if not rules.covers[q] & room & ~own:
                if q in goals:
                    return True
                waiting.append(q)
    return False if seen else None


def _rebuilt(puzzle: Puzzle, board: Board, goals: Iterable[Cells], shift: tuple[int, int], gates: bool) -> Puzzle:
    """The pieces of a puzzle, shifted, on another board with other goals; its gates are open to the key piece."""
    setup, width, key = Setup(board), puzzle.board.width, puzzle.key
    assert key is not None
    for piece in puzzle.pieces:
        kind = puzzle.kinds[piece.kind]
        cells = puzzle.board.cells(kind, piece.head) or ()
        at = [(cell % width + shift[0], cell // width + shift[1]) for cell in cells]
        own = gates and piece is key
        setup.place(piece.symbol, at, directions=kind.directions, gates=own, label=piece.label)
    return Puzzle.of(setup, [{key.symbol: each} for each in goals])


def dialect(plain: Notation, along: bool) -> Notation:
    """Return the dialect of a notation in which a way out of the board means a goal at its edge.

    With `along`, pieces slide only along their longer side, as in Rush Hour. A dialect is used only if it is named.
    """

    def turned(puzzle: Puzzle, ways: Callable[[Kind], str]) -> Puzzle:
        kinds = tuple(replace(kind, directions=ways(kind)) for kind in puzzle.kinds)
        return replace(puzzle, kinds=kinds) if along else puzzle

    def encode(puzzle: Puzzle) -> str:
        if along and any(kind.directions != kind.along for kind in puzzle.kinds):
            raise CannotExpress("in this notation every piece slides along its longer side")
        text = plain.encode(turned(puzzle, lambda kind: DIRECTIONS))
        if decode(text).board != puzzle.board:
            raise CannotExpress(
                "this text could not be read back: in this notation, a way out of the board is a goal at its edge, "
                "and walls at the edge are omitted"
            )
        return text

    def decode(text: str, goal: str | None = None) -> Puzzle:
        found = plain.decode(text)
        return with_goal(turned(way_in(found) or found, lambda kind: kind.along), goal)

    name = f"{plain.name}-{'along' if along else 'edge'}"
    return replace(plain, name=name, accepts=lambda text: False, decode=decode, encode=encode)


# The levels of gnome-klotski

_HEADER = r"(?m)^\w[\w.]*\s*[:：]"


def is_gnome(text: str) -> bool:
    """Whether a text is a gnome-klotski level: it has a key piece, a wall and several lines, no headers."""
    return "*" in text and "#" in text and "\n" in text.strip("\n") and not re.search(_HEADER, text)


def encode_gnome(puzzle: Puzzle) -> str:
    """Write a gnome-klotski level: see `decode_gnome`. A goal at the edge may become a `way_out` of the board."""
    return written(puzzle, _level, whole=True)


def _level(puzzle: Puzzle) -> str:
    key, kind, covers = key_of(puzzle)
    targets = set().union(*covers)
    if targets & puzzle.board.gates:
        raise CannotExpress("this notation cannot mark a target on a gate")
    check_targets(puzzle, kind, covers, targets, targets.issuperset)
    symbols = {piece.symbol for piece in puzzle.pieces}
    names = {".": " ", key: "*"} | ({"*": next(new_symbols(symbols))} if "*" in symbols - {key} else {})
    grid = [names.get(symbol, symbol) for symbol in "".join(puzzle.rows())]
    return "\n".join(drawn(puzzle.board, [*enumerate(grid), *((cell, ".") for cell in targets)]))


def decode_gnome(text: str, goal: str | None = None) -> Puzzle:
    r"""Read a level of gnome-klotski.

    `#` is a wall, `*` the key piece, `-` a gate that only the key piece may enter, `.` a target cell, and a space a
    free cell, also outside the frame. Any other character is a piece. The level is solved when every cell of the key
    piece is on a target. Short rows are filled with free cells. Pieces named `/` or `:`, which the grid text cannot
    use, get other names::

        ######      the key piece starts at the top
        #a**b#
        #m**n#
        #cdef#
        #ghij#
        #k  l#      two free cells
        ##--##      the gate
            ..
            ..      the targets

    Source: GNOME Klotski, `src/puzzle.vala`.

    >>> puzzle = decode_gnome("#####\n#**a-..\n#####")
    >>> puzzle.rows(), puzzle.goal.alternatives
    (('#####..', '#**a-..', '#####..'), (((0, 12),),))
    """
    check_length(text)
    lines = text.replace("\r\n", "\n").strip("\n").split("\n")
    width = max(map(len, lines))
    check_cells(width, len(lines))
    where = places(line.ljust(width) for line in lines)
    wrong = sorted((y, x, symbol) for symbol, at in where.items() if not symbol.isprintable() for x, y in at)
    faults = [Fault.at(y + 1, x + 1, CANNOT_STAND, symbol=symbol) for y, x, symbol in wrong]
    walls, gates, targets, _ = (where.pop(symbol, []) for symbol in "#-. ")
    if "*" not in where:
        faults.append(Fault("there is no key piece: expected *"))
    if not targets:
        faults.append(Fault("there is no target: expected . where the key piece must go"))
    if faults:
        raise PuzzleError(faults)
    walled, gated, on = (frozenset(y * width + x for x, y in each) for each in (walls, gates, targets))
    board, more = Board(width, len(lines), walled, gated), new_symbols({*where, *":/"})
    where = {next(more) if symbol in ":/" else symbol: cells for symbol, cells in where.items()}
    return with_goal(keyed(board, "*", where, covering(board, Kind.of(where["*"], gates=True), on.issuperset)), goal)


_TITLES = ("a gnome-klotski level", "gnome-klotski 关卡")
GNOME = Notation("gnome", *_TITLES, is_gnome, decode_gnome, encode_gnome, sure=True)


# SBP, the sliding brick puzzles of a course on artificial intelligence

_SBP = r"(?a)\s*\d+\s*,\s*\d+\s*,?\s*\n[\s\d,-]*"


def is_sbp(text: str) -> bool:
    """Whether a text is a width and a height on a line of their own, then only numbers."""
    return bool(re.fullmatch(_SBP, text))


def encode_sbp(puzzle: Puzzle) -> str:
    """Write SBP: see `decode_sbp`. A goal at the edge becomes a way out of the board: see `way_out`."""
    return written(puzzle, _rows, whole=False)


def _rows(puzzle: Puzzle) -> str:
    key, kind, covers = key_of(puzzle)
    targets = set.intersection(*covers)
    if not targets:
        raise CannotExpress("the alternatives of the goal have no common cell to mark as the goal")
    if not puzzle.board.gates or not puzzle.board.gates <= targets:
        raise CannotExpress("in this notation the goal cells are the gates, and only the master piece may enter them")
    gates = set(puzzle.board.gates)
    check_targets(puzzle, kind, covers, gates, gates.issubset)
    numbers = {"#": 1, ".": 0, "-": -1, key: 2}
    rows = ["".join(f"{numbers.setdefault(symbol, len(numbers) - 1)}," for symbol in row) for row in puzzle.rows()]
    return "\n".join([f"{puzzle.board.width},{puzzle.board.height},", *rows])


def decode_sbp(text: str, goal: str | None = None) -> Puzzle:
    r"""Read SBP: `w,h,` and then rows of numbers.

    -1 is a goal cell, 0 is empty, 1 is a wall, 2 is the master piece, and higher numbers are other pieces. Only the
    master piece may enter the goal cells; the puzzle is solved when it covers all of them::

        5,4,
        1,-1,-1,1,1,      # - - # #       the goal is an opening in the wall
        1,0,3,4,1,        # . b c #
        1,0,2,2,1,        # . A A #
        1,1,1,1,1,        # # # # #

    Source: the sliding brick puzzles of Drexel University's course on artificial intelligence (`SBP-level0.txt`).

    >>> decode_sbp("5,4,\n1,-1,-1,1,1,\n1,0,3,4,1,\n1,0,2,2,1,\n1,1,1,1,1,").rows()
    ('#--##', '#.ab#', '#.AA#', '#####')
    """
    check_length(text)
    lines = [(i, line) for i, line in enumerate(text.splitlines(), 1) if line.strip()]
    faults: list[Fault] = []
    table = [(i, _numbers(i, line, faults)) for i, line in lines]
    if not table or len(table[0][1]) != 2 or min(table[0][1]) < 1:
        fail(1, "expected the width and the height, as in 5,4,", line=table[0][0] if table else 1)
    width, height = table[0][1]
    check_cells(width, height, table[0][0])
    if len(table) - 1 != height:
        template = "there {got:is|are} {got} {got:row|rows}; the first line requires {expected}"
        faults.append(Fault.of(template, got=len(table) - 1, expected=height))
    for i, row in table[1:]:
        if len(row) != width:
            template = "this row has {got} {got:number|numbers}; the first line requires {expected}"
            faults.append(Fault.at(i, None, template, got=len(row), expected=width))
    if faults:
        raise PuzzleError(faults)
    where = places(row for _, row in table[1:])
    if 2 not in where or -1 not in where:
        fail(None, "expected a master piece (2) and a goal (-1)")
    walls = frozenset(y * width + x for x, y in where.pop(1, []))
    gates = frozenset(y * width + x for x, y in where.pop(-1))
    where.pop(0, None)
    pieces = {"A": where.pop(2)} | dict(zip(new_symbols("A"), where.values(), strict=False))
    board = Board(width, height, walls, gates)
    heads = covering(board, Kind.of(pieces["A"], gates=True), gates.issubset)
    return with_goal(keyed(board, "A", pieces, heads), goal)


def _numbers(line: int, text: str, faults: list[Fault]) -> list[int]:
    found = []
    for word in re.finditer(r"[^,\s]+", text):
        if re.fullmatch(r"-1|\d{1,5}", word[0], re.ASCII):
            found.append(int(word[0]))
        else:
            template = "{got!r} is not a valid number; expected -1 to 99999"
            faults.append(Fault.at(line, word.start() + 1, template, got=word[0][:20]))
    return found


SBP = Notation("sbp", "SBP", "SBP", is_sbp, decode_sbp, encode_sbp, sure=True)
