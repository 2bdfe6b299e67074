"""Checks a certificate of huarong and prints the theorem that it proves: `python checker.py FILE`.

It needs Python and nothing else. `docs/en/reference/certificates.md` describes the file. The checks are:

1. The puzzle is sound: its pieces lie on the board and do not overlap.
2. The solution is legal, ends in a goal, and has the claimed number of moves, its `length`.
3. No solution is shorter. Every layout that fewer than `length` moves reach has a number above 0 (given modulo 3 if all
   moves are reversible), and all others have 0. The start has `length`, a goal has 0, and no move lowers the number by
   more than 1.
4. The number of shortest solutions is as claimed: each of their moves lowers the number by exactly 1.

If there is no solution, all reachable layouts are enumerated and none is a goal, or parity rules all goals out
(`parity`). Mirror images may count as one if everything is symmetric. With patterns, check 4 is omitted, and layouts
that their lower bound (`bound`) rules out are not enumerated.

A certificate of a table has the distance to a goal of every layout that the start can reach (`whole`).
"""

import json
import sys
import zlib
from functools import cache, lru_cache
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase
from typing import Any

MAGIC, TABLE = b"huarong proof 1\n", b"huarong table 1\n"
NOWHERE, SHOWN, TALLY, OR = 65535, 4, ("unsolvable", "farthest", "hardest"), "\n\n    or\n\n"
METRICS = {"step": "one cell on", "slide": "straight on, however far", "move": "along any path"}
AROUND = {"U": (0, -1), "D": (0, 1), "L": (-1, 0), "R": (1, 0)}
WORDS = {"U": "up", "D": "down", "L": "left", "R": "right"}
SIGNS = ascii_uppercase + ascii_lowercase + "".join(map(chr, range(0x4E00, 0x5E00)))
FORM = {
    "name": "",
    "width": 0,
    "height": 0,
    "walls": [0],
    "gates": [0],
    "kinds": [([(0, 0)], "", True)],
    "start": [(0, 0)],
    "goal": [[(0, 0)]],
    "metric": "",
    "mirror": True,
    "length": 0,
    "layouts": 0,
    "solution": [(0, 0, 0)],
    "solutions": 0,
    "patterns": [[0]],
    "region": [0],
    **dict.fromkeys(TALLY, 0),
    "passes": [("", [[(0, 0)]])],
}
Links = dict[int, list[int]]
Values = dict[int, int]


class Refused(Exception):
    """A certificate proves nothing; the message says why."""


def demand(true: object, why: str) -> None:
    """Raise `Refused` unless a condition is true."""
    if not true:
        raise Refused(why)


def number(value: int, low: int, high: int, what: str) -> int:
    """Return a number, after checking that it is from `low` to below `high`."""
    demand(low <= value < high, f"{what} cannot be {value}")
    return value


def like(value: Any, form: Any) -> bool:
    """Whether a JSON value has a form: a list has any length, a tuple a fixed one; other values have its type."""
    if type(form) not in (list, tuple) or type(value) is not list:
        return type(value) is type(form)
    forms = form * len(value) if type(form) is list else form
    return len(value) == len(forms) and all(map(like, value, forms))


def parsed(text: bytes, table: bool) -> dict[str, Any]:
    """Return the header. It must be in its canonical text, with exactly the required fields."""
    header: dict[str, Any] = json.loads(text.decode())
    again = json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode()
    demand(type(header) is dict and again == text, "the header is not written as it must be")
    fields, length = {"name": "", **header}, header["length"]
    absent = {"solutions" if "patterns" in fields and length else "patterns", "region"}
    if length is None:
        absent, fields["length"] = {"solution", "solutions", "patterns"} | {"region"} - fields.keys(), 0
    absent |= {*TALLY, "passes"}
    if table:
        absent = {"solution", "patterns", "region"} | ({"passes"} - fields.keys())
        absent |= {"solutions", "passes"} if length is None else set()
        fields["farthest"] = 0 if header["farthest"] is None else header["farthest"]
    demand(fields.keys() == FORM.keys() - absent, "a field is missing, or there is one too many")
    demand(all(like(fields[name], FORM[name]) for name in fields), "a field has another form")
    return header


def bits(mask: int) -> list[int]:
    """Return the positions of the ones of a number, ascending."""
    found = []
    while mask:
        found.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return found


def mirrored(layout: int, image: Values) -> int:
    """Return the mirror image of a layout; the layout itself if images do not count as one."""
    return sum([1 << image[place] for place in bits(layout)]) if image else layout


class GivenPuzzle:
    """The rules. A *place* is a kind and a head (a piece's first cell in reading order). A layout has a bit for each
    place that has a piece.
    """

    def __init__(self, header: dict[str, Any]) -> None:
        self.width = number(header["width"], 1, 4097, "the width")
        self.height = number(header["height"], 1, 4097, "the height")
        self.size = number(self.width * self.height, 1, 4097, "the number of cells")
        self.walls = {number(cell, 0, self.size, "a wall") for cell in header["walls"]}
        self.gates = {number(cell, 0, self.size, "a gate") for cell in header["gates"]}
        self.metric = header["metric"]
        self.kinds = []
        for kind in header["kinds"]:
            w, h, shape, ways = self.width, self.height, {*map(tuple, kind[0])}, set(kind[1])
            demand(all(-w < x < w and 0 <= y < h for x, y in shape), "a kind is too large")
            demand(min(shape, key=lambda cell: cell[::-1]) == (0, 0), "cells count from the head")
            demand(len(shape) == len(kind[0]), "a kind has a cell twice")
            demand(ways <= {*AROUND} and len(ways) == len(kind[1]), "a kind slides U, D, L or R")
            self.kinds.append((frozenset(shape), frozenset(ways), kind[2]))
        number(len(self.kinds) * self.size, 1, 65536, "the number of kinds times cells")
        self.two_way = all((a in w) == (b in w) for _, w, _ in self.kinds for a, b in ("UD", "LR"))
        pairs = [(kind, head) for kind in range(len(self.kinds)) for head in range(self.size)]
        self.pairs = [pair for pair in pairs if self.covered(*pair)]
        self.places = {pair: place for place, pair in enumerate(self.pairs)}
        self.cells = [self.covered(*pair) for pair in self.pairs]
        self.steps = [self.onward(*pair) for pair in self.pairs]
        self.realm, self.leads = cache(self.around), lru_cache(1 << 18)(self.changes)  # for speed
        self.groups: list[list[tuple[int, Values]]] = []
        self.start = taken = 0
        for at in [self.place(*each) for each in header["start"]]:
            demand(not taken & self.cells[at], "two pieces overlap")
            taken, self.start = taken | self.cells[at], self.start | 1 << at
        if taken.bit_count() + len(self.walls) == self.size - 1:
            self.metric = "step"  # with one empty cell, every move is one step
        self.goals = self.alternatives(header["goal"])
        signs, self.signs = iter(SIGNS), [""] * len(self.kinds)  # of each kind's pieces
        for at in sorted(bits(self.start), key=lambda at: self.pairs[at][1]):
            self.signs[self.pairs[at][0]] += next(signs)

    def covered(self, kind: int, head: int) -> int:
        """Return the cells that a piece covers with its head at a cell, as bits; 0 if it cannot lie there."""
        shape, _, gates = self.kinds[kind]
        spots = [(head % self.width + dx, head // self.width + dy) for dx, dy in shape]
        cells = {y * self.width + x for x, y in spots if 0 <= x < self.width and y < self.height}
        shut = cells & (self.walls if gates else self.walls | self.gates)
        return 0 if shut or len(cells) < len(shape) else sum(1 << cell for cell in cells)

    def onward(self, kind: int, head: int) -> dict[str, int]:
        """Return the places one cell on from a place, by direction."""
        found, ways, x = {}, self.kinds[kind][1], head % self.width
        for way, (dx, dy) in AROUND.items():
            to = self.places.get((kind, head + dy * self.width + dx), -1)
            if way in ways and to >= 0 and 0 <= x + dx < self.width:
                found[way] = to
        return found

    def place(self, kind: int, head: int) -> int:
        """Return the place of a piece, which must be able to lie there."""
        pair = number(kind, 0, len(self.kinds), "a kind"), number(head, 0, self.size, "a head")
        demand(pair in self.places, "a piece cannot lie at its given place")
        return self.places[pair]

    def alternatives(self, goal: list[list[list[int]]]) -> list[int]:
        """Return the alternatives of a goal, as bits of places."""
        found = [sum({1 << self.place(*each) for each in one}) for one in goal]
        demand(found and all(found), "there is no goal")
        return found

    def solved(self, layout: int) -> bool:
        """Whether a layout is a goal."""
        return any(layout & goal == goal for goal in self.goals)

    def moves(self, layout: int) -> list[int]:
        """Return the moves at a layout, as the bits that each move changes: the places before and after."""
        places, cells, realm, leads = bits(layout), self.cells, self.realm, self.leads
        taken = sum([cells[place] for place in places])
        near = [(place, (taken ^ cells[place]) & realm(place)) for place in places]
        return [change for place, others in near for change in leads(place, others)]

    def around(self, at: int) -> int:
        """Return the cells that a piece covers at its place or after one move on an otherwise empty board."""
        places = {place for it in self.changes(at, 0) for place in bits(it)}
        return sum({1 << cell for place in places for cell in bits(self.cells[place])})

    def changes(self, place: int, others: int) -> list[int]:
        """Return the moves of one piece that avoid the cells `others`, as the bits that each move changes."""
        found = []
        for way, to in self.steps[place].items():
            while to >= 0 and not self.cells[to] & others:
                found.append(to)
                to = self.steps[to].get(way, -1) if self.metric == "slide" else -1
        for at in found if self.metric == "move" else ():
            for to in self.steps[at].values():
                if to != place and to not in found and not self.cells[to] & others:
                    found.append(to)
        return [1 << place | 1 << to for to in found]

    def mirror(self) -> Values:
        """Return the mirror image of each place; refuse a puzzle that is not its own mirror image."""
        twins, image, w = [], {}, self.width
        for shape, directions, gates in self.kinds:
            x0 = max(shape, key=lambda cell: (-cell[1], cell[0]))[0]
            swapped = frozenset({"L": "R", "R": "L"}.get(way, way) for way in directions)
            twin = (frozenset((x0 - x, y) for x, y in shape), swapped, gates)
            demand(self.kinds.count(twin) == 1, "a kind has not one mirror image")
            twins.append(self.kinds.index(twin))
        for place, (kind, _) in enumerate(self.pairs):
            head = min([cell - cell % w * 2 + w - 1 for cell in bits(self.cells[place])])
            image[place] = self.place(twins[kind], head)
        goals = {mirrored(goal, image) for goal in self.goals}
        demand(goals == set(self.goals), "the goal is not its own mirror image")
        return image

    def bound(self, layout: int) -> int:
        """A lower bound on a layout's distance by patterns: 0 at a goal, and lowered by at most 1 with each move."""
        return max([sum([far[layout & at] for at, far in group]) for group in self.groups] or [0])

    def draw(self, layout: int) -> str:
        """Return a board as text or, if that is impossible, a sentence that says why."""
        grid = ["#" if i in self.walls else ".-"[i in self.gates] for i in range(self.size)]
        signs, taken = [*map(list, self.signs)], 0
        for place in bits(layout):
            kind, cells = self.pairs[place][0], self.cells[place]
            if not signs[kind] or taken & cells:
                return f"    (never met: {'two pieces overlap' if signs[kind] else 'there are too few such pieces'})"
            sign, taken = signs[kind].pop(0), taken | cells
            grid = [sign if cells >> i & 1 else old for i, old in enumerate(grid)]
        rows = zip(*[iter(grid)] * self.width, strict=True)
        return "\n".join(["    " + "".join(row) for row in rows])

    def statement(self, metric: str) -> str:
        """Return everything on which the theorem depends."""
        what = f"Let this be the start (`#`: wall, `.`: empty):\n\n{self.draw(self.start)}\n\n"
        what += f"on this board (`-`: gate):\n\n{self.draw(0)}\n\n" if self.gates else ""
        what += f"and this the goal (`.`: anything):\n\n{OR.join(map(self.draw, self.goals))}\n\n"
        what += "The pieces, interchangeable if on one line, and where they slide:\n\n"
        for signs, (_, ways, gates) in sorted(zip(self.signs, self.kinds, strict=True)):
            how = ", ".join([WORDS[way] for way in WORDS if way in ways]) or "nowhere"
            how += "; may enter gates" if gates and self.gates else ""
            what += f"    {' '.join(signs)}: {how}\n" if signs else ""
        return f"{what}\nA {metric} takes a piece {METRICS[metric]}, over empty cells only."

    def replay(self, solution: list[list[int]]) -> None:
        """Replay the moves of a solution, each given as a kind and the heads before and after."""
        layout = self.start
        for kind, start, stop in solution:
            at, to = 1 << self.place(kind, start), 1 << self.place(kind, stop)
            demand(layout & at and at | to in self.moves(layout), "a move is not legal")
            layout ^= at | to
        demand(self.solved(layout), "the solution does not end in a goal")


def parity(puzzle: GivenPuzzle, region: int) -> None:
    """Check that swaps of tiles with the only empty cell of a region (cells as bits) lead to no goal.

    The tiles are 1x1, all different, and stay in the region. Each move swaps a tile with the empty cell, which then is
    on a cell of the other color of a chessboard. No other piece enters: no step of its kind leads in from outside
    unless it covers a cell of a piece that never moves. Each step of such a piece would enter two cells of the region,
    or a cell of another such piece.
    """
    cells, steps, pairs, start = puzzle.cells, puzzle.steps, puzzle.pairs, bits(puzzle.start)
    tiles = {cells[at]: pairs[at][0] for at in start if cells[at] & region}
    still, loose, held = {at for at in start if not cells[at] & region}, {-1}, 0
    while loose:
        held = sum(cells[at] for at in still)
        entered = [(at, cells[to] & ~cells[at]) for at in still for to in steps[at].values()]
        loose = {at for at, new in entered if not new & held and (new & region).bit_count() < 2}
        still -= loose
    movers = {pairs[at][0] for at in start if at not in still}
    for at, (kind, _) in enumerate(pairs):
        for to in steps[at].values() if kind in movers and not cells[at] & held else ():
            demand(cells[to] & held or (not cells[at] & region) == (not cells[to] & region), "the region has a way out")
    kinds = set(tiles.values())
    demand(all(spot.bit_count() == 1 for spot in tiles), "a piece of the region is no tile")
    demand(len(kinds) == len(tiles) == region.bit_count() - 1, "two tiles are alike, or not one cell is empty")
    for goal in puzzle.goals:
        here = [at for at in bits(goal) if cells[at] & region]
        wanted = {cells[at]: pairs[at][0] for at in here}
        rest, free = kinds - {*wanted.values()}, [1 << cell for cell in bits(region) if 1 << cell not in wanted]
        if {*wanted.values()} <= kinds and len(here) == len(wanted) == len({*wanted.values()}):  # else never met
            demand(len(rest) < 2, "the goal leaves two tiles free")
            for blank in free:
                full = wanted | {spot: kind for spot in free if spot != blank for kind in rest}
                if all((kind, spot.bit_length() - 1) in puzzle.places for spot, kind in full.items()):
                    demand(odd(puzzle.width, tiles, full, region), "swaps of tiles may make the goal")


def odd(width: int, tiles: Values, goal: Values, region: int) -> bool:
    """Whether two numbers have an odd sum: the swaps between two orders of tiles (kinds by their cells' bits), and the
    moves of the empty cell between its two places.
    """
    spots = [1 << cell for cell in bits(region)]
    order = {kind: spot for spot, kind in goal.items()}
    begin, end = (next(spot for spot in spots if spot not in each) for each in (tiles, goal))
    left, swaps = {*spots}, 0
    while left:
        first = spot = left.pop()
        while (spot := order[tiles[spot]] if spot in tiles else end) != first:
            left.remove(spot)
            swaps += 1
    (y, x), (v, u) = (divmod(spot.bit_length() - 1, width) for spot in (begin, end))
    return (swaps + y - v + x - u) % 2 == 1


def reach(puzzle: GivenPuzzle, start: int, within: int | None, most: int, image: Values) -> Links:
    """The layouts that fewer than `within` moves reach, nearer first, each with its moves, as the bits that change."""
    found: Links = {}
    turned = cache(lambda change: mirrored(change, image))
    level, depth = {start}, 0
    while level and (within is None or depth < within):
        for at in level:
            other, by = mirrored(at, image), puzzle.moves(at)
            found[at] = [min(at ^ it, other ^ turned(it)) ^ at for it in by] if image else by
        demand(len(found) <= most, "there are more layouts than the certificate says")
        level = {to for at in level for by in found[at] if (to := at ^ by) not in found}
        depth += 1
        if puzzle.groups and within:
            level = {at for at in level if depth + puzzle.bound(at) < within}
    return found


def pattern(puzzle: GivenPuzzle, group: list[int], which: int) -> tuple[int, Values]:
    """Return a pattern's places, as bits, and the moves to a goal of each layout of its pieces, alone on the board."""
    mask = sum(1 << place for (kind, _), place in puzzle.places.items() if group[kind] == which)
    near, far, depth = reach(puzzle, puzzle.start & mask, None, 1 << 32, {}), Values(), 0
    level = {it for it in near if any(it & goal == goal & mask for goal in puzzle.goals)}
    while level:
        far.update(dict.fromkeys(level, depth))
        level = {to for it in level for by in near[it] if (to := it ^ by) not in far}
        depth += 1
    return mask, far


def heights(puzzle: GivenPuzzle, found: Links, packed: bytes, start: int, length: int) -> Values:
    """Return the height of each layout; the bytes behind the header have them in ascending order of the layouts."""
    many, size = len(found), -(-len(found) // 4) if puzzle.two_way else 2 * len(found)
    inflate = zlib.decompressobj()
    values = inflate.decompress(packed, size + 1)
    demand(inflate.eof and not inflate.unused_data and len(values) == size, "numbers are missing")
    if not puzzle.two_way:
        height = {x: values[2 * i] + 256 * values[2 * i + 1] for i, x in enumerate(sorted(found))}
    else:
        demand(not many % 4 or not values[-1] >> 2 * (many % 4), "a number is of no layout")
        height = {x: (values[i >> 2] >> 2 * (i & 3) & 3) - 3 for i, x in enumerate(sorted(found))}
        demand(max(height.values()) < 0, "a number modulo 3 is none")
        height[start] += (length - height[start]) // 3 * 3  # below 0: so far known only modulo 3
    demand(height[start] == length, "the start has another number")
    for layout, changes in found.items():  # nearer ones come first: their height is known
        own = least = height[layout]
        for change in changes:
            its = height.get(to := layout ^ change)
            if its is None:
                its = puzzle.bound(to)
            elif its < 0:
                its = height[to] = own + (its - own + 1) % 3 - 1
            least = its if its < least else least
        demand(least >= own - 1, "a move takes the number down by more than 1")
    return height


def count(puzzle: GivenPuzzle, start: int, found: Links, height: Values) -> int:
    """Return the number of paths to a goal whose moves each lower the height by 1."""
    ways = {start: 1}
    for layout in sorted(found, key=lambda it: -height[it]):
        for change in found[layout] if layout in ways else ():
            if height.get(to := layout ^ change, 0) == height[layout] - 1:
                ways[to] = ways.get(to, 0) + ways[layout]
    return sum(many for layout, many in ways.items() if puzzle.solved(layout))


def passed(puzzle: GivenPuzzle, gate: list[int], nearer: Values, image: Values) -> None:
    """Check that all paths from the start to a goal (if `nearer`, all shortest ones) meet an alternative of `gate`."""
    left, seen = [puzzle.start], {puzzle.start}
    far = cache(lambda layout: nearer[min(layout, mirrored(layout, image))])
    for layout in left:
        if not any(layout & each == each for each in gate):
            demand(not puzzle.solved(layout), "a solution does not pass what all shall pass")
            ways = {layout ^ by for by in puzzle.moves(layout)} - seen
            left += (new := {to for to in ways if not nearer or far(to) < far(layout)})
            seen |= new


def whole(
    puzzle: GivenPuzzle, header: dict[str, Any], packed: bytes, found: Links, start: int, image: Values
) -> tuple[Values, str]:
    """The checked distances of all reachable layouts, and what they prove besides the length.

    A distance is 0 at a goal, else one more than the least distance of a neighbor; `NOWHERE` if no goal can be reached.
    """
    length, metric, passes = header["length"], header["metric"], header.get("passes", ())
    if length is None and puzzle.two_way:
        far = dict.fromkeys(found, NOWHERE)
    else:
        far = heights(puzzle, found, packed, start, NOWHERE if length is None else length)
    for layout, own in far.items():
        least = -1 if puzzle.solved(layout) else min([far[layout ^ by] for by in found[layout]], default=NOWHERE)
        demand(own == min(least + 1, NOWHERE), "a distance is wrong")
    lost, farthest = [*far.values()].count(NOWHERE), max({*far.values()} - {NOWHERE}, default=None)
    hardest = sorted([layout for layout, own in far.items() if own == farthest])
    claims, folded = [header[it] for it in TALLY], " (mirror images counted once)" if image else ""
    demand(claims == [lost, farthest, len(hardest)], "the layouts are not that far")
    what = f"\nTheorem. Exactly {len(found):,} layouts are in reach{folded}. From {lost:,}, no goal can be reached."
    what += "\nTheorem. The distance of each of the others is exactly that of the table."
    if farthest is not None:
        pairs = [map(puzzle.draw, (it, mirrored(it, image))) for it in hardest[:SHOWN]]
        drawn = [max(both, key=lambda text: "(" not in text) for both in pairs]
        what += f"\nTheorem. The greatest distance is {farthest:,} {metric}s, of {len(hardest):,}{folded}:\n\n"
        what += "\n\n".join(drawn + ["    ..."] * (len(hardest) > SHOWN)) + "\n"
    for which, alternatives in passes:
        gate = puzzle.alternatives(alternatives)
        demand(which in ("every", "shortest"), "only every or every shortest solution passes something")
        passed(puzzle, gate, far if which == "shortest" else {}, image)
        which = "Every" if which == "every" else "Every shortest"
        what += f"\nTheorem. {which} solution passes (`.`: anything)\n\n{OR.join(map(puzzle.draw, gate))}\n"
    return far, what.removesuffix("\n")


def theorem(header: dict[str, Any], packed: bytes, table: bool) -> str:
    """Check everything in a certificate and return the facts that it proves."""
    puzzle, most = GivenPuzzle(header), number(header["layouts"], 0, 1 << 31, "layouts")
    image = puzzle.mirror() if header["mirror"] else {}
    start = min(puzzle.start, mirrored(puzzle.start, image))
    what, length, metric = puzzle.statement(header["metric"]), header["length"], header["metric"]
    none = (length is None and puzzle.two_way) if table else not length  # no numbers are listed
    number(length or 0, 0, NOWHERE + (not table), "length")
    demand(not (none and packed), "something is behind the header")
    if "region" in header:
        demand(not (most or image), "parity needs no layouts")
        parity(puzzle, sum({1 << number(cell, 0, puzzle.size, "a cell") for cell in header["region"]}))
        return f"{what}\n\nTheorem. There is no solution: each move swaps a tile with the only empty cell (parity)."
    groups, folded = header.get("patterns"), " (mirror images counted once)" if image else ""
    if groups is not None:
        demand(groups and puzzle.two_way and not image, "patterns do not go with this")
        for group in groups:
            demand(len(group) == len(puzzle.kinds), "a pattern is not given by kinds")
            demand(0 <= min(group) <= max(group) <= len(group), "there are not so many patterns")
        puzzle.groups = [[pattern(puzzle, group, it) for it in {*group} - {0}] for group in groups]
    found = reach(puzzle, start, None if table else length, most, image)
    demand(len(found) == most, "there are fewer layouts than the certificate says")
    height, more = whole(puzzle, header, packed, found, start, image) if table else (Values(), "")
    demand(table or not any(map(puzzle.solved, found)), "a goal is nearer than is claimed")
    if length is None:
        text = f"There is no solution: of all layouts in reach ({most:,}){folded}, none is a goal"
        return f"{what}\n\nTheorem. {text}.{more}"
    if not table:
        demand(len(header["solution"]) == length, "the solution has not this length")
        puzzle.replay(header["solution"])
        height = heights(puzzle, found, packed, start, length) if length else {}
        demand(min(height.values(), default=1) > 0, "a number is not above 0")
    claim = f"{length:,} {metric}s solve it, and no fewer do"
    if groups is None:
        many = count(puzzle, start, found, height)
        demand(header["solutions"] == many, "there are not so many shortest solutions")
        what += " Ways differ if their layouts do."
        claim += f"; there are {many:,} ways to do so"
    more = more or f"\nChecked: {most:,} layouts{folded}, with all their moves."
    return f"{what}\n\nTheorem. {claim}.{more}"


def check(data: bytes) -> str:
    """Return the theorem that a certificate proves, as text. Raises `Refused`."""
    demand(isinstance(data, bytes) and data.startswith((MAGIC, TABLE)), "this is no certificate")
    demand(zlib.crc32(data[:-4]).to_bytes(4, "little") == data[-4:], "the file is damaged")
    try:
        end = data.index(b"\n", len(MAGIC), len(data) - 4)
        table = data.startswith(TABLE)
        return theorem(parsed(data[len(MAGIC) : end], table), data[end + 1 : -4], table)
    except (LookupError, RecursionError, ValueError, zlib.error) as error:
        raise Refused(f"it makes no sense ({type(error).__name__}: {error})") from None


if __name__ == "__main__":
    try:
        print(check(Path(sys.argv[1]).read_bytes()))
    except (IndexError, OSError) as problem:
        sys.exit(f"usage: python checker.py FILE ({problem})")
    except Refused as problem:
        sys.exit(f"REFUSED: {problem}")
