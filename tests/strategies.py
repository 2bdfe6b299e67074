"""Random puzzles for Hypothesis: odd shapes, walls, gates, one-way pieces, goals of every form.

`puzzles()` draws any of them, `symmetric_puzzles()` such with a board, pieces and goal that some
reflection leaves as they are. Their spaces are small enough for the naive twin.
"""

import itertools
import string
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from hypothesis import strategies as st

from huarong.model.board import Board, Kind, Layout
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Match, Setup
from tests import naive

Cell = tuple[int, int]
Goal = Mapping[str, Sequence[Cell]]
SYMBOLS = string.ascii_uppercase
BORDER = tuple((dx, dy) for dx, dy in itertools.product((-1, 0, 1), repeat=2) if (dx, dy) != (0, 0))
TOUCHING = tuple(naive.DELTA.values())


@st.composite
def blobs(draw: st.DrawFn, least: int = 1, most: int = 5, loose: bool = False) -> tuple[Cell, ...]:
    """Cells grown one by one from (0, 0); loose ones may meet at a corner or leave a gap of one."""
    cells: list[Cell] = [(0, 0)]
    steps = (*TOUCHING, *BORDER, (2, 0), (0, 2)) if loose else TOUCHING
    for _ in range(draw(st.integers(least, most)) - 1):
        fringe = sorted({(x + dx, y + dy) for x, y in cells for dx, dy in steps} - set(cells))
        cells.append(draw(st.sampled_from(fringe)))
    return tuple(cells)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Mostly up to 5x5; also strips, and rooms of a few cells within more than 64."""
    form = draw(st.sampled_from(["small"] * 6 + ["strip", "large", "large"]))
    if form == "large":
        width, height = draw(st.sampled_from([(9, 8), (8, 9), (66, 1), (1, 70), (13, 10)]))
        x0, y0 = (draw(st.integers(n // 4, n - n // 4 - 1)) for n in (width, height))
        room = {(x0 + x, y0 + y) for x, y in draw(blobs(6, 16))}
        if min(width, height) == 1:
            reach = range(-draw(st.integers(1, 4)), draw(st.integers(2, 5)))
            room = {(x0 + d * (width > 1), y0 + d * (height > 1)) for d in reach}
        free = {y * width + x for x, y in room if 0 <= x < width and 0 <= y < height}
        walls = frozenset(range(width * height)) - free
    else:
        if form == "strip":
            width, height = draw(st.sampled_from([(n, 1) for n in range(3, 11)]))
            if draw(st.booleans()):
                width, height = height, width
        else:
            width, height = (draw(st.sampled_from([2, 3, 3, 4, 4, 5])) for _ in range(2))
        walls = draw(st.frozensets(st.integers(0, width * height - 1), max_size=width * height // 4))
        free = set(range(width * height)) - walls
    gates: frozenset[int] = frozenset()
    if free and draw(st.booleans()):
        gates = draw(st.frozensets(st.sampled_from(sorted(free)), max_size=3))
    return Board(width, height, walls, gates)


def as_layout(puzzle: Puzzle, state: naive.State) -> Layout:
    """The layout of a state of the naive twin."""
    return Layout(tuple(tuple(head for k, head in state if k == kind) for kind in range(len(puzzle.kinds))))


def covered(board: Board, shape: Iterable[Cell], head: int) -> list[Cell]:
    return [(head % board.width + dx, head // board.width + dy) for dx, dy in shape]


class Draft:
    """A board with the pieces placed so far; their puzzle must have at most `limit` layouts."""

    def __init__(self, board: Board, match: Match, limit: int) -> None:
        self.board, self.match, self.limit = board, match, limit
        self.cells: dict[str, list[Cell]] = {}
        self.kinds: dict[str, Kind] = {}
        self.same: list[str] = []

    def room(self, kind: Kind, taken: Iterable[Cell]) -> list[int]:
        """The places where a piece of a kind can lie, off the covered cells."""
        taken = set(taken)
        return [head for head in self.board.heads(kind) if not taken & set(covered(self.board, kind.shape, head))]

    def add(self, draw: st.DrawFn, kinds: Sequence[Kind], keep: int) -> tuple[str, ...]:
        """Place a piece of each kind, leaving some cells empty; where one does not fit, none is placed."""
        before = dict(self.cells), dict(self.kinds)
        symbols = SYMBOLS[len(self.cells) : len(self.cells) + len(kinds)]
        for symbol, kind in zip(symbols, kinds, strict=True):
            taken = [cell for cells in self.cells.values() for cell in cells]
            heads = self.room(kind, taken)
            if not heads or len(taken) + len(kind.shape) > len(self.board.free) - keep:
                break
            self.cells[symbol] = covered(self.board, kind.shape, draw(st.sampled_from(heads)))
            self.kinds[symbol] = kind
        else:
            if self.layouts() <= self.limit:
                return tuple(symbols)
        self.cells, self.kinds = before
        return ()

    def layouts(self) -> int:
        """How many layouts the pieces have, counted to just above the limit; cells are bits."""
        groups = Counter(self.kinds[s] if self.match == "shape" else (self.kinds[s], s) for s in self.cells)
        kinds = [each if self.match == "shape" else each[0] for each in groups]
        lies = [
            [sum(1 << y * self.board.width + x for x, y in covered(self.board, kind.shape, head)) for head in heads]
            for kind in kinds
            for heads in [self.board.heads(kind)]
        ]

        def count(group: int, left: int, first: int, taken: int, most: int) -> int:
            if not left:
                group, first = group + 1, 0
                if group == len(lies):
                    return 1
                left = wanted[group]
            found = 0
            for at in range(first, len(lies[group])):
                if not lies[group][at] & taken:
                    found += count(group, left - 1, at + 1, taken | lies[group][at], most - found)
                    if found > most:
                        break
            return found

        wanted = list(groups.values())
        return count(-1, 0, 0, 0, self.limit)

    def fill(self, draw: st.DrawFn, slide: str, twin: Callable[[Kind], Kind]) -> dict[str, str]:
        """Add up to six pieces, each together with one of its twin kind; returns the twin of each kind."""
        keep = draw(st.sampled_from([1, 2, 2, 3, 4]))
        most = min(5, max(1, len(self.board.free) // 4))
        wanted = draw(st.sampled_from([1, 2, 3, 4, 5, 6, 6, 6]))
        pool: list[Kind] = []
        twins: dict[str, str] = {}
        for _ in range(2 * wanted):
            again = pool and draw(st.booleans())
            kind = draw(st.sampled_from(pool) if again else kinds(slide, most))
            other = twin(kind)
            symbols = self.add(draw, [kind] if other == kind else [kind, other], keep)
            if symbols:
                pool.append(kind)
                twins |= {symbols[0]: symbols[-1], symbols[-1]: symbols[0]}
            if len(self.cells) >= wanted:
                break
        if not twins:
            single = Kind.of([(0, 0)], gates=True)
            twins = {symbol: symbol for symbol in self.add(draw, [single], keep=0)}
        return twins

    def alike(self) -> list[str]:
        """The symbols of the pieces, grouped by kind."""
        groups: dict[Kind, str] = {}
        for symbol, kind in self.kinds.items():
            groups[kind] = groups.get(kind, "") + symbol
        return [group for group in groups.values() if len(group) > 1]

    def puzzle(self, goals: Sequence[Goal]) -> Puzzle:
        setup = Setup(self.board)
        for symbol, cells in self.cells.items():
            kind = self.kinds[symbol]
            setup.place(symbol, cells, directions=kind.directions, gates=kind.gates)
        return Puzzle.of(setup, goals, match=self.match, same=self.same)

    def walked(self, draw: st.DrawFn) -> dict[str, list[Cell]]:
        """The places of the pieces after a random walk by the naive rules."""
        puzzle = self.puzzle([self.cells])
        kinds = {piece.symbol: piece.kind for piece in puzzle.pieces}
        heads = {piece.symbol: piece.head for piece in puzzle.pieces}
        random = Random(draw(st.integers(0, 2**32)))
        for _ in range(draw(st.sampled_from([5, 30, 100, 300]))):
            ways = []
            for symbol, head in sorted(heads.items()):
                others = frozenset((kinds[s], h) for s, h in heads.items() if s != symbol)
                ways += [(symbol, to) for to in sorted(naive.reach(puzzle, kinds[symbol], head, others, "step"))]
            if not ways:
                break
            symbol, to = random.choice(ways)
            heads[symbol] = to
        return {s: covered(self.board, puzzle.kinds[kinds[s]].shape, heads[s]) for s in self.cells}

    def goal(self, draw: st.DrawFn) -> dict[str, list[Cell]]:
        """A goal of some pieces: where a walk brings them, or anywhere (then it may be impossible)."""
        if draw(st.booleans()):
            after = self.walked(draw)
            moved = sorted(s for s in after if after[s] != self.cells[s]) or sorted(after)
            return {s: after[s] for s in moved[: draw(st.sampled_from([1, 2, 6]))]}
        goal: dict[str, list[Cell]] = {}
        symbols = draw(st.lists(st.sampled_from(sorted(self.cells)), min_size=1, unique=True))
        for symbol in symbols:
            kind = self.kinds[symbol]
            heads = self.room(kind, (cell for cells in goal.values() for cell in cells))
            if heads:
                goal[symbol] = covered(self.board, kind.shape, draw(st.sampled_from(heads)))
        return goal


@st.composite
def kinds(draw: st.DrawFn, form: str, most: int = 5) -> Kind:
    """A shape with its directions and whether gates are open to it."""
    loose = draw(st.integers(0, 5)) == 5
    kind = Kind.of(draw(blobs(1, draw(st.sampled_from([1, 2, 2, 3, 4, most])), loose)))
    directions = kind.along if form == "along" else kind.directions
    if form == "each":
        directions = draw(st.sampled_from(["UDLR", "UDLR", "LR", "UD", "ULR", "DR", "R", ""]))
    return Kind.of(kind.shape, directions, draw(st.integers(0, 2)) == 2)


@st.composite
def started(draw: st.DrawFn, puzzle: Puzzle) -> Puzzle:
    """The puzzle; one that is solved at the start mostly gets another start, as far from a goal as possible."""
    if not puzzle.goal.holds(puzzle.start) or draw(st.integers(0, 9)) == 9:
        return puzzle
    return puzzle.started(as_layout(puzzle, list(naive.bfs(puzzle, "move").depth)[-1]))


SLIDES = st.sampled_from(["free", "free", "along", "each"])
MATCHES = st.sampled_from(["piece", "shape"])


@st.composite
def puzzles(draw: st.DrawFn, limit: int = 1000) -> Puzzle:
    """Any puzzle whose pieces have at most `limit` layouts."""
    board = draw(boards())
    draft = Draft(board, draw(MATCHES), limit)
    slide = draw(SLIDES)
    draft.fill(draw, slide, lambda kind: kind)
    draft.same = [group[: draw(st.integers(1, len(group)))] for group in draft.alike()]
    goals = [draft.goal(draw) for _ in range(draw(st.sampled_from([1, 1, 2, 3])))]
    return draw(started(draft.puzzle(goals)))


@st.composite
def symmetric_puzzles(draw: st.DrawFn, limit: int = 1000) -> Puzzle:
    """A puzzle whose board, set of pieces and goal a reflection (or half a turn) leaves as they are."""
    board = draw(boards())
    width, height = board.width, board.height
    axis = draw(st.sampled_from(["left-right", "up-down", "half-turn"]))
    across, down = axis != "up-down", axis != "left-right"

    def image(cells: Iterable[Cell]) -> list[Cell]:
        return [(width - 1 - x if across else x, height - 1 - y if down else y) for x, y in cells]

    def numbers(cells: Iterable[Cell]) -> frozenset[int]:
        return frozenset(y * width + x for x, y in cells)

    def closed(cells: frozenset[int]) -> frozenset[int]:
        return cells | numbers(image((n % width, n // width) for n in cells))

    free = closed(frozenset(board.free))
    walls = frozenset(range(board.size)) - free
    board = Board(width, height, walls, closed(board.gates) - walls)
    draft = Draft(board, draw(MATCHES), limit)
    slide = draw(SLIDES)
    names = ("LR" if across else "") + ("UD" if down else "")
    turned = str.maketrans(names, ("RL" if across else "") + ("DU" if down else ""))

    def mirrored(kind: Kind) -> Kind:
        return Kind.of(image(kind.shape), kind.directions.translate(turned), kind.gates)

    partner = draft.fill(draw, slide, mirrored)
    draft.same = draft.alike() if draw(st.booleans()) else []
    goals = [draft.goal(draw) for _ in range(draw(st.integers(1, 2)))]
    goals += [{partner[symbol]: image(cells) for symbol, cells in goal.items()} for goal in goals]
    return draw(started(draft.puzzle(goals)))
