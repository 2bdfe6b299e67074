"""Why a puzzle has no solution, if that is known without a search.

Three invariants prove it: pieces that can never move, places that no piece reaches, and the parity of tiles. With one
empty cell, each move swaps a 1x1 piece with the blank, which then stands on a cell of the other color, as on a
chessboard (Johnson and Story 1879). So an even number of moves is an even number of swaps, whatever the outline of the
board and the directions of the tiles. On a board that no single cell divides, except a ring, all other orders can be
reached (Wilson 1974). The page has a twin of this module, `rules/impossible.js`.
"""

import functools
import operator
from bisect import bisect, insort
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from typing import Any

from huarong.errors import Fault, expect
from huarong.model.board import DIRECTIONS, Requirement
from huarong.model.letters import parts
from huarong.model.puzzle import Puzzle, Solution, Why
from huarong.model.rules import bits, reversible
from huarong.model.symbols import tile_symbol
from huarong.model.tiles import all_tiles

_LINE = 100
"""The most cells in a line or a ring whose orders are compared."""
_BLANK = -1

ALL_IN_REACH = "none of the {explored:,} {explored:layout|layouts} that can be reached is a goal"
SEARCHED = "a search of {explored:,} {explored:layout|layouts} proves it"
PROVED = "a search proves it"
PARTS = "{text}. {symbol!r} lies in several parts, which move together as one piece"
FIRST = '{text}. With the blank first it can be solved: --goal "{goal}"'
_SWAPS = (
    "each move swaps a tile with the blank, which then stands on a cell of the other color, as on a chessboard; here "
    "{order}, so {n} of moves is needed; but {blank}, which takes {other} (the tiles have {inversions:,} "
    "{inversions:inversion|inversions})"
)
_NUMBERS = (Fault("an even number"), Fault("an odd number"))
_STIFF = {
    "": "{symbol!r} never moves, but the goal needs it in row {y}, column {x}",
    "LR": "{symbol!r} slides only along its row, and never gets to row {y}, column {x}, where the goal needs it",
    "UD": "{symbol!r} slides only along its column, and never gets to row {y}, column {x}, where the goal needs it",
}
_ONE_WAY = "{symbol!r} slides only {ways}, and never gets to row {y}, column {x}, where the goal needs it"
_BARRED = (
    "{symbol!r} never gets to row {y}, column {x}, where the goal needs it: walls, gates or pieces that can never move "
    "are in the way"
)


def why_unsolvable(puzzle: Puzzle) -> Why | None:
    """Return why a puzzle has no solution, if that is known without a search; None if it may have a solution. The `key`
    is `full` (no empty cell), `stuck` (no piece can move), `goal` (no layout can meet the goal), `parity`, or `order`
    (tiles in a line or a ring keep their order). It takes about as long as drawing the board.

    >>> found = why_unsolvable(Puzzle.parse("123/456/87.", goal="123/456/78."))
    >>> found.key, found.values["inversions"], found.values["swaps"], found.values["far"]
    ('parity', 1, 1, 0)
    >>> why_unsolvable(Puzzle.parse("slide: A=LR/A../...", goal=".../..A")).message()
    "'A' slides only along its row, and never gets to row 2, column 3, where the goal needs it"
    """
    expect(puzzle, Puzzle)
    if puzzle.goal.holds(puzzle.start):
        return None
    ground = _Ground(puzzle)
    if not ground.cells & ~ground.taken:
        return Why("no cell is empty, so no piece can move", {}, "full")
    if not any(not entered & ground.taken for entries in ground.entries for entered in entries):
        return Why("no piece can move", {}, "stuck")
    ground.hold()
    found = []
    for each in puzzle.goal.alternatives:
        why = ground.misplaced(each) or next(ground.out_of_order(each), None)
        if why is None:
            return None
        found.append(why)
    return _with_blank_first(puzzle, max(found, key=lambda why: why.key == "parity"))


def parity_region(puzzle: Puzzle) -> list[int] | None:
    """Return the cells of a region in which parity alone rules out every goal; None if there is no such region.

    >>> parity_region(Puzzle.parse("12/3./##", goal="21/3./.."))
    [0, 1, 2, 3]
    """
    ground = _Ground(puzzle)
    ground.hold()
    for spots, tiles in ground.single():
        own = {puzzle.pieces[i].kind for i in tiles.values()}
        wanted = [ground.wanted(spots, goal) for goal in puzzle.goal.alternatives]
        possible = [each for each in wanted if own.issuperset(each.values()) and len({*each.values()}) == len(each)]
        if possible and all(ground.parity(spots, tiles, each) for each in possible):
            return [puzzle.board.free[spot.bit_length() - 1] for spot in spots]
    return None


def explained(answer: Solution) -> Solution:
    """Return an answer, with the reason if there is no solution."""
    if answer.solved:
        return answer
    template = (ALL_IN_REACH if answer.method == "bfs" else SEARCHED) if answer.explored else PROVED
    return replace(answer, reason=reason(answer.puzzle, template, explored=answer.explored))


def reason(puzzle: Puzzle, template: str = PROVED, **values: Any) -> Why:
    """Return why a puzzle known to be unsolvable has no solution. `template` is used if only a search proves this. In
    that case, the first piece that lies in several parts is named, because it may be a mistake.
    """
    found = why_unsolvable(puzzle)
    if found is not None:
        return found
    found = Why(template, values, "search")
    for piece in puzzle.pieces:
        if len(parts(puzzle.kinds[piece.kind].shape)) > 1:
            return Why(PARTS, {**found.values, "text": found, "symbol": piece.symbol}, found.key)
    return found


def _with_blank_first(puzzle: Puzzle, why: Why) -> Why:
    """Return the reason; add the goal with the blank first if the tiles can reach this goal instead."""
    board, tiles = puzzle.board, len(puzzle.pieces)
    # A step from one goal to the other is a cycle of all cells, which is possible unless both sides are even.
    even = board.width % 2 == board.height % 2 == 0 and tiles > 3
    if why.key != "parity" or not even or board.walls or not all_tiles(puzzle):
        return why
    heads = dict(puzzle.goal.alternatives[0])
    if any(piece.symbol != tile_symbol(heads.get(piece.kind, -1) + 1) for piece in puzzle.pieces):
        return why
    row = "".join(map(tile_symbol, range(tiles + 1)))
    goal = "/".join(row[n : n + board.width] for n in range(0, len(row), board.width))
    return Why(FIRST, {**why.values, "text": why, "goal": goal}, why.key)


class _Ground:
    """The board with its pieces, as sets of cells: bits in the order of `Rules`.

    `cells` are the cells that pieces can cover, `taken` the cells that they cover now, `held` the cells of pieces that
    can never move. `regions` are the connected parts of the other cells, each with its number of empty cells. For each
    piece, by number, `entries` has the cells that each step from its start enters.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle, self.rules = puzzle, puzzle.rules
        self.places = [self.rules.place[piece.kind, piece.head] for piece in puzzle.pieces]
        covers = self.rules.covers
        self.cells = functools.reduce(operator.or_, covers, 0)
        self.taken = functools.reduce(operator.or_, (covers[p] for p in self.places), 0)
        self.entries = [[cells & ~covers[p] for _, _, cells in self.rules.exits[p]] for p in self.places]
        self.pieces: dict[int, list[int]] = {}
        for i, piece in enumerate(puzzle.pieces):
            self.pieces.setdefault(piece.kind, []).append(i)
        self.held, self.still, self._reached = 0, set[int](), dict[int, set[int]]()
        self.regions = self._regions()

    def hold(self) -> None:
        """Find the pieces that can never move: each step enters a cell of another such piece, or more cells of a region
        than are empty there. A region's number of empty cells never changes, because no piece leaves its region.
        """

        def barred(entered: int) -> bool:
            full = any((entered & region).bit_count() > room for region, room in self.regions)
            return full or bool(entered & self.held)

        while True:
            free = [i for i in range(len(self.places)) if i not in self.still]
            fresh = [i for i in free if all(map(barred, self.entries[i]))]
            if not fresh:
                return
            self.still.update(fresh)
            for i in fresh:
                self.held |= self.rules.covers[self.places[i]]
            self.regions = self._regions()

    def _regions(self) -> list[tuple[int, int]]:
        left, board = self.cells & ~self.held, self.puzzle.board
        if left == (1 << board.size) - 1:  # the whole of an open board
            return [(left, (left & ~self.taken).bit_count())]
        spots = {(cell % board.width, cell // board.width): 1 << n for n, cell in enumerate(board.free)}
        regions = [sum(map(spots.__getitem__, part)) for part in parts([at for at in spots if spots[at] & left])]
        return [(region, (region & ~self.taken).bit_count()) for region in regions]

    # What the goal needs

    def misplaced(self, goal: Iterable[Requirement]) -> Why | None:
        """Return why the pieces cannot lie as a goal requires, each considered alone."""
        covers, place, union = self.rules.covers, self.rules.place, 0
        wanted = Counter[tuple[int, ...]]()
        for kind, head in (goal := dict.fromkeys(goal)):
            y, x = divmod(head, self.puzzle.board.width)
            values: dict[str, Any] = {"symbol": self._symbol(kind), "x": x + 1, "y": y + 1}
            cells = covers[place[kind, head]]
            if cells & union:
                values["other"] = next(self._symbol(k) for k, at in goal if covers[place[k, at]] & cells)
                template = "the goal needs {other!r} and {symbol!r} in one cell (row {y}, column {x})"
                return Why(template, values, "goal")
            union |= cells
            able = tuple(i for i in self.pieces[kind] if place[kind, head] in self._reach(i))
            wanted[able] += 1
            if not able:
                ways = self.puzzle.kinds[kind].directions
                v, u = divmod(self.puzzle.pieces[self.pieces[kind][0]].head, self.puzzle.board.width)
                if not ways or (ways == "LR" and v != y) or (ways == "UD" and u != x):
                    return Why(_STIFF[ways], values, "goal")
                barred = ways == DIRECTIONS
                return Why(_BARRED, values, "goal") if barred else Why(_ONE_WAY, {**values, "ways": ways}, "goal")
            if wanted[able] > len(able):
                template = "the goal needs {n} {n:piece|pieces} like {symbol!r} where only {got} can get"
                return Why(template, {**values, "n": wanted[able], "got": len(able)}, "goal")
        return None

    def _symbol(self, kind: int) -> str:
        return self.puzzle.pieces[self.pieces[kind][0]].symbol

    def _reach(self, i: int) -> Collection[int]:
        """Return the places that a piece can reach if only the pieces that can never move are in its way."""
        rules, place = self.rules, self.places[i]
        if i in self.still:
            return (place,)
        if not self.held and reversible([self.puzzle.kinds[rules.kind[place]]]):
            return rules.groups[rules.group[place]]
        if i not in self._reached:
            found = self._reached[i] = {place}
            edge = [place]
            for at in edge:
                edge += (fresh := {to for _, to, cells in rules.exits[at] if not cells & self.held} - found)
                found |= fresh
        return self._reached[i]

    # One empty cell

    def single(self) -> Iterator[tuple[list[int], dict[int, int]]]:
        """Iterate over the regions with one empty cell in which only 1x1 pieces move: cells, and pieces by cell."""
        for region, room in self.regions:
            if room == 1:
                covers = ((self.rules.covers[p], i) for i, p in enumerate(self.places) if i not in self.still)
                tiles = {cells: i for cells, i in covers if cells & region}
                if all(cells.bit_count() == 1 for cells in tiles):
                    yield [1 << n for n in bits(region)], tiles

    def out_of_order(self, goal: Iterable[Requirement]) -> Iterator[Why]:
        """Iterate over the reasons why the tiles of a region with one empty cell cannot reach the goal's order."""
        for spots, tiles in self.single():
            wanted = self.wanted(spots, goal)
            order = self._line(spots, tiles, wanted)
            parity = self.parity(spots, tiles, wanted) if order is None else None
            yield from filter(None, (order, parity))

    def wanted(self, spots: list[int], goal: Iterable[Requirement]) -> dict[int, int]:
        """Return the kinds that a goal requires in the cells of a region."""
        covers, place, region = self.rules.covers, self.rules.place, sum(spots)
        return {cells: kind for kind, head in goal if (cells := covers[place[kind, head]]) & region}

    def _line(self, spots: list[int], tiles: dict[int, int], wanted: dict[int, int]) -> Why | None:
        """Return why tiles in a line or a ring of cells cannot reach an order; None if the cells form neither."""
        beside, region = self.puzzle.board.beside(), sum(spots)
        near = {s: [1 << n for n in beside[s.bit_length() - 1] if n >= 0 and region >> n & 1] for s in spots}
        ends = [spot for spot in spots if len(near[spot]) < 2]
        if len(spots) > _LINE or any(len(each) > 2 for each in near.values()):
            return None
        line = [ends[0] if ends else spots[0]]
        while len(line) < len(spots):
            line.append(min({*near[line[-1]]} - {*line}))
        kinds = [self.puzzle.pieces[tiles[spot]].kind for spot in line if spot in tiles]
        if ends:
            orders = ([*kinds[:n], _BLANK, *kinds[n:]] for n in range(len(line)))
            aims = [(n, wanted[spot]) for n, spot in enumerate(line) if spot in wanted]
            if any(all(order[n] == kind for n, kind in aims) for order in orders):
                return None
            return Why("the cells form a line, in which tiles cannot pass each other", {}, "order")
        around = [wanted[spot] for spot in line if spot in wanted]
        kinds = [kind for kind in kinds if kind in around]
        turns = (kinds[n:] + kinds[:n] for n in range(len(kinds)))
        if len(around) < len(kinds) or around in turns:
            return None
        return Why("the cells form a ring, around which the tiles keep their order", {}, "order")

    def parity(self, spots: list[int], tiles: dict[int, int], wanted: dict[int, int]) -> Why | None:
        """Return why the parity of the tiles forbids a goal; None if it does not, or if equal tiles may be swapped."""
        own = {self.puzzle.pieces[i].kind: i for i in tiles.values()}
        rest = list(own.keys() - wanted.values())
        if len(own) < len(tiles) or len(rest) > 1:
            return None
        left, found = [spot for spot in spots if spot not in wanted], []
        for blank in left:
            full = wanted | {spot: kind for spot in left if spot != blank for kind in rest}
            if all((kind, self._cell(spot)) in self.rules.place for spot, kind in full.items()):
                found.append(self._swaps(spots, tiles, {spot: own[kind] for spot, kind in full.items()}))
                if found[-1] is None:
                    return None
        return found[0] if found else None

    def _cell(self, spot: int) -> int:
        return self.puzzle.board.free[spot.bit_length() - 1]

    def _swaps(self, spots: list[int], tiles: dict[int, int], goal: dict[int, int]) -> Why | None:
        """Return why swaps of tiles with the blank cannot lead from the start to a whole order; None if they may."""
        place, pieces = {i: spot for spot, i in goal.items()}, self.puzzle.pieces
        begin, end = (next(spot for spot in spots if spot not in each) for each in (tiles, goal))
        place[_BLANK], width = end, self.puzzle.board.width
        left, apart = set(spots), list[int]()
        while left:
            first = at = left.pop()
            while (at := place[tiles.get(at, _BLANK)]) != first:
                left.remove(at)
                apart.append(at)
        (y, x), (v, u) = (divmod(self._cell(spot), width) for spot in (begin, end))
        far, swaps, inversions, before = abs(x - u) + abs(y - v), len(apart), 0, list[int]()
        if (far + swaps) % 2 == 0:
            return None
        for spot in reversed(spots):
            if spot in tiles:
                inversions += bisect(before, place[tiles[spot]])
                insort(before, place[tiles[spot]])
        order = Fault.of("the order differs from the goal's by {swaps:,} {swaps:swap|swaps}", swaps=swaps)
        blank = Fault.of("the blank is {far} {far:cell|cells} from its place", far=far)
        if not far:
            blank = Fault("the blank is in its place")
            if swaps == 1:
                names = [pieces[i].label for i in tiles.values() if tiles.get(place[i]) != i]
                names.sort(key=lambda each: (not each.isdecimal(), int(each) if each.isdecimal() else 0, each))
                order = Fault.of("{one} and {two} are exchanged, which is one swap", one=names[0], two=names[1])
        numbers = {"n": _NUMBERS[swaps % 2], "other": _NUMBERS[far % 2], "order": order, "blank": blank}
        return Why(_SWAPS, {**numbers, "swaps": swaps, "far": far, "inversions": inversions}, "parity")
