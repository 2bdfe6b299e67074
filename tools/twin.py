"""The pages' rules against the naive twin: random puzzles with every feature of the grid text, all that the modules say
of them in Node.

    python -m tools.twin --count 100000 --seed 1

Of each puzzle are compared: the reader's puzzle, and the text that it writes; every layout in reach and its distance in
each metric; the shortest solutions, replayed; the facts; the legal moves, their paths, grades and hints at the start
and after a walk (going on with the last piece is free there); a game's counts; and the verdict on a true certificate
and on
false ones.
"""

from __future__ import annotations

import argparse
import base64
import itertools
import json
import random
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from tests import naive
from tests.proof.test_proof import parts, signed
from tests.shared.make import distances, ways

import huarong as hr
from huarong.errors import PuzzleError
from huarong.library.reader import read
from huarong.model.board import Leg, Move
from huarong.proof import prove
from huarong.web.answers import puzzle_json
from tools.fuzz import in_node

SCRIPT = Path(__file__).with_suffix(".mjs")
MOST = 40
"""The most layouts in reach."""
BATCH = 500
SIZES = ((2, 2), (3, 2), (2, 3), (3, 3), (4, 2), (4, 3), (3, 4), (5, 3), (4, 4), (5, 1), (1, 6), (7, 1), (2, 5))
SHAPES = (
    [(0, 0)],
    [(0, 0), (1, 0)],
    [(0, 0), (0, 1)],
    [(0, 0), (1, 0), (0, 1), (1, 1)],
    [(0, 0), (1, 0), (0, 1)],
    [(0, 0), (0, 1), (1, 1)],
    [(0, 0), (1, 0), (1, 1)],
    [(0, 0), (-1, 1), (0, 1)],
    [(0, 0), (2, 0)],
    [(0, 0), (1, 1)],
    [(0, 0), (-1, 1)],
    [(0, 0), (0, 2)],
    [(0, 0), (1, 0), (2, 0)],
)
SYMBOLS = ("ABCDEFGHIJKLMNOPQ", "ABCDEFGHIJKLMNOPQ", "ba1é曹😀ﬀ*@&Zz9赵Ａ𝒜🀄")
WAYS = ("UDLR", "LR", "UD", "", "UDL", "R", "DLR")
TURNS = {"LR": "RL", "UD": "DU", "": ""}


class Drawn:
    """A random text, not always of a puzzle. Most boards are symmetric, and goals nearly so; in half of them the goal
    means pieces that are alike, so that a mirror image of a goal may be dealt out to its alternatives in another way.
    """

    def __init__(self, draw: random.Random) -> None:
        self.draw = draw
        self.width, self.height = draw.choice(SIZES)
        self.axis = draw.choice(("LR", "LR", "LR", "UD", "UD", ""))
        self.alike = draw.random() < 0.5
        self.cells = list(itertools.product(range(self.width), range(self.height)))
        self.pieces: dict[str, tuple[list[tuple[int, int]], str, bool]] = {}
        self.grid: dict[tuple[int, int], str] = {}
        self.gates: set[tuple[int, int]] = set()

    def image(self, cells: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """The mirror image of cells of the board, which is the cells themselves where the board has none."""
        across, down = self.axis == "LR", self.axis == "UD"
        return [(self.width - 1 - x if across else x, self.height - 1 - y if down else y) for x, y in cells]

    def ground(self) -> None:
        """Walls and gates."""
        for mark in self.draw.choice(("", "", "", "#", "##", "-", "--", "#-")):
            both = [cell := self.draw.choice(self.cells), *self.image([cell])]
            for each in both[: 2 if self.alike else self.draw.choice((1, 2))]:
                if mark == "#":
                    self.grid[each] = "#"
                    self.gates.discard(each)
                elif each not in self.grid:
                    self.gates.add(each)

    def fits(self, shape: Iterable[tuple[int, int]], gates: bool) -> list[list[tuple[int, int]]]:
        """The places of a shape on the board, whatever pieces lie there."""
        places = [[(x + dx, y + dy) for dx, dy in shape] for x, y in self.cells]
        walls = {each for each, mark in self.grid.items() if mark == "#"}
        free = set(self.cells) - walls - (set() if gates else self.gates)
        return [each for each in places if free.issuperset(each)]

    def fill(self) -> None:
        """The pieces: half of them with one of the mirrored kind."""
        draw, symbols = self.draw, iter(self.draw.choice(SYMBOLS))
        turn = str.maketrans(self.axis, TURNS[self.axis])
        one_way = draw.random() < 0.35
        few = [
            (shape, draw.choice(WAYS) if one_way else "UDLR", draw.random() < 0.3)
            for shape in draw.choices(SHAPES, (6, 4, 4, 2, 2, 2, 1, 1, 1, 1, 1, 1, 1), k=draw.choice((1, 1, 2, 3)))
        ]
        empty = draw.randint(1, 5)
        for _ in range(draw.choice((2, 3, 4) if self.alike else (1, 2, 3, 4, 6))):
            shape, directions, gates = draw.choice(few)
            image = "".join(sorted(directions.translate(turn), key="UDLR".index))
            twins = [(shape, directions), (self.image(shape), image)]
            for form, slides in twins[: draw.choice((1, 2))]:
                free = [at for at in self.fits(form, gates) if not self.grid.keys() & set(at)]
                spare = len(self.cells) - len(self.grid) - len(form)
                if free and (spare >= empty or not self.pieces):
                    symbol = next(symbols)
                    self.pieces[symbol] = (at := draw.choice(free)), slides, gates
                    self.grid |= dict.fromkeys(at, symbol)

    def base(self, symbol: str) -> Any:
        """What pieces have in common that are alike."""
        at, slides, gates = self.pieces[symbol]
        y0, x0 = min((y, x) for x, y in at)
        return sorted((y - y0, x - x0) for x, y in at), slides, gates

    def places(self, symbol: str) -> list[list[tuple[int, int]]]:
        """The places of a piece, whatever others lie there."""
        at, _, gates = self.pieces[symbol]
        return self.fits([(x - at[0][0], y - at[0][1]) for x, y in at], gates)

    def goals(self) -> Iterator[dict[tuple[int, int], str]]:
        """A nearly symmetric set of places, dealt out to some goals: of pieces that are alike, places in a line, in
        order.
        """
        draw, symbols = self.draw, sorted(self.pieces)
        if self.alike:
            symbols = [each for each in symbols if self.base(each) == self.base(symbols[0])]
            across = self.axis != "UD"
            places = self.places(symbols[0])
            at = draw.choice(places)[0][across]
            line = [each for each in places if each[0][across] == at]
            line = draw.sample(line, min(len(line), draw.choice((1, 2, 2, 3))))
            images = [sorted(self.image(each)) for each in line]
            line += [each for each in images if each not in map(sorted, line)]
            line.sort(key=lambda each: min((y, x) for x, y in each))
            wants = [("", each) for each in line]
        else:
            wants = []
            for symbol in draw.choices(symbols, k=draw.choice((1, 1, 2, 3))):
                place = draw.choice(self.places(symbol))
                wants.append((symbol, place))
                like = [each for each in symbols if len(self.pieces[each][0]) == len(place)]
                other = draw.choice(like)
                wants += [(draw.choice((symbol, other)), self.image(place))][: draw.randrange(2)]
        many = draw.choice((1, 2, 2, 3))
        dealt = zip(sorted(draw.randrange(many) for _ in wants), wants, strict=True)
        for _, run in itertools.groupby(dealt, key=lambda each: each[0]):
            goal: dict[tuple[int, int], str] = {}
            for _, (symbol, place) in run:
                choice = [symbol] if symbol else symbols
                free = [each for each in choice if each not in goal.values()]
                if free and not goal.keys() & set(place):
                    goal |= dict.fromkeys(place, free[0])
            yield goal

    def headers(self) -> Iterator[str]:
        draw = self.draw
        slides = {symbol: each for symbol, (_, each, _) in self.pieces.items()}
        if any(each != "UDLR" for each in slides.values()):
            own = [f"{s}={each or 'none'}" for s, each in slides.items() if each != "UDLR"]
            yield "slide: " + " ".join(own)
        elif draw.random() < 0.15:
            yield "slide: along" + draw.choice(("", f" {min(slides)}=LR"))
        if draw.random() < (0.5 if self.alike else 0.2):
            yield "match: shape"
        elif self.alike or draw.random() < 0.3:
            kinds: dict[str, str] = {}
            for symbol in self.pieces:
                base = str(self.base(symbol))
                kinds[base] = kinds.get(base, "") + symbol
            groups = [group[: draw.randint(2, 9)] for group in kinds.values() if len(group) > 1]
            yield from ["same: " + " ".join(groups)] if groups else []
        if open_ := [symbol for symbol, (_, _, gates) in self.pieces.items() if gates]:
            yield "gate: " + "".join(open_)
        if draw.random() < 0.05:
            yield f"names: {min(self.pieces)}=曹操"

    def rows(self, marks: dict[tuple[int, int], str]) -> list[str]:
        return ["".join(marks.get((x, y), ".") for x in range(self.width)) for y in range(self.height)]

    def text(self) -> str:
        self.ground()
        self.fill()
        if not self.pieces:
            return ""
        gates = dict.fromkeys(self.gates, "-")
        lines = [*self.headers(), *self.rows(gates | self.grid)]
        if self.gates & self.grid.keys():
            lines += ["gates:", *self.rows(gates)]
        for goal in self.goals():
            lines += ["goal:", *self.rows(goal)]
        return self.draw.choice("/\n").join(lines)


class Twin:
    """The naive twin's answers on one puzzle; `reach` has the layouts in reach, empty where there are too many."""

    def __init__(self, puzzle: hr.Puzzle, draw: random.Random, most: int) -> None:
        self.puzzle = puzzle
        self.kinds = [piece.kind for piece in puzzle.pieces]
        self.reach: dict[str, dict[naive.State, set[naive.State]]] = {m: {} for m in naive.METRICS}
        start = naive.start(puzzle)
        found = {start}
        near = self.reach["step"]
        for state in (queue := [start]):
            near[state] = naive.neighbours(puzzle, state, "step")
            queue += near[state] - found
            found |= near[state]
            if len(queue) > most:
                near.clear()
                return
        for metric in naive.METRICS[1:]:
            self.reach[metric] = {each: naive.neighbours(puzzle, each, metric) for each in queue}
        goals = [each for each in queue if naive.solved(puzzle, each)]
        self.far = {metric: distances(self.reach[metric], goals) for metric in naive.METRICS}
        self.ways = {metric: ways(self.reach[metric], self.far[metric], start) for metric in naive.METRICS}
        self.start = tuple(piece.head for piece in puzzle.pieces)
        heads, self.walk = list(self.start), []
        for _ in range(draw.randrange(1, 5)):
            all_ = [(i, to) for i in range(len(heads)) for to in self.targets(heads, i, "move")]
            if all_:
                i, to = draw.choice(all_)
                self.walk.append((i, to))
                heads[i] = to
        self.walked = tuple(heads)

    def targets(self, heads: Any, i: int, metric: str) -> set[int]:
        others = self.state(heads) - {(self.kinds[i], heads[i])}
        return naive.reach(self.puzzle, self.kinds[i], heads[i], others, metric)

    def state(self, heads: Any) -> naive.State:
        return frozenset(zip(self.kinds, heads, strict=True))

    def moves(self, moves: Iterable[tuple[int, int, int, Any]]) -> list[Move]:
        """Moves (piece, from, to, legs) of the page as the library's."""
        symbols = [piece.symbol for piece in self.puzzle.pieces]
        return [Move(symbols[i], "", a, b, tuple(Leg(way, n) for way, n in legs)) for i, a, b, legs in moves]

    def graded(self, heads: Any, last: Any, metric: str) -> tuple[int | None, list[list[Any]]]:
        """The distance and the graded moves [piece, from, to, distance, loses, best] at a position reached by moving
        `last` that way.
        """
        far, width = self.far[metric], self.puzzle.board.width
        rows = []
        for i in range(len(heads)):
            for to in self.targets(heads, i, metric):
                x, y = to % width - heads[i] % width, to // width - heads[i] // width
                straight = last and (x * y, (x > 0) - (x < 0), (y > 0) - (y < 0)) == (0, *last[1])
                free = bool(last) and last[0] == i and {"step": False, "slide": straight}.get(metric, True)
                after = far.get(self.state([*heads[:i], to, *heads[i + 1 :]]))
                rows.append((i, heads[i], to, after, free))
        own = far.get(self.state(heads))
        if own is None:
            return None, [[*row[:4], None, False] for row in rows]
        total = min([own, *(after for *_, after, free in rows if free and after is not None)])
        graded = []
        for i, at, to, after, free in rows:
            loses = None if after is None else after + (not free) - total
            graded.append([i, at, to, after, loses, loses == 0 and free == (total < own)])
        return total, graded


def certificates(puzzle: hr.Puzzle, metric: str) -> list[bytes]:
    """A true certificate, and a false one: with a length that is not the least, or another number of layouts."""
    data = prove(puzzle, metric).data
    header, values = parts(data)
    key = "layouts" if header["length"] is None else "length"
    return [data, signed(header | {key: header[key] + 1}, values)]


def differences(text: str, twin: Twin, metric: str, told: Any) -> Iterator[str]:
    """What the page says of a puzzle and the twin does not."""
    puzzle, start = twin.puzzle, naive.start(twin.puzzle)
    if "error" in told:
        yield told["error"]
        return
    mine = puzzle_json(puzzle) | {"table": None, "library": False}
    how, page = read(text).read_as, told["puzzle"].pop("read_as")
    assert how is not None
    told_as = page["notation"], page["others"], [note["template"] for note in page["notes"]]
    if told_as != (how.notation, list(how.others), [note.template for note in how.notes]):
        yield f"read as {told_as}, not {how}"
    if (told["puzzle"], told["again"]) != (json.loads(json.dumps(mine)), puzzle.line()):
        yield "reader"
        return
    layouts = {twin.state(heads): far for heads, far in told["layouts"]}
    far = {each: [twin.far[m].get(each, -1) for m in naive.METRICS] for each in twin.reach["step"]}
    if layouts != far:
        yield "layouts or distances"
    solvable = twin.far["move"].values()
    facts = {
        "best": {m: twin.far[m].get(start) for m in naive.METRICS},
        "solutions": twin.ways["move"],
        "layouts": len(far),
        "goals": sum(each == 0 for each in solvable),
        "solvable": len(solvable),
        "longest": max(solvable, default=0),
    }
    if {key: told["facts"][key] for key in facts} != facts:
        yield "facts"
    for metric_, found in zip(naive.METRICS, told["solutions"], strict=True):
        best = twin.far[metric_].get(start)
        if (found["solved"], found["length"]) != (best is not None, best):
            yield f"{metric_}: the length {found['length']}, not {best}"
        elif best is not None:
            made = ((m["i"], m["from"], m["to"], m["legs"]) for m in found["moves"])
            end = naive.replay(puzzle, twin.moves(made))
            right = naive.solved(puzzle, end.state) and end.counts[metric_] == best
            if not right or end.counts != found["counts"]:
                yield f"{metric_}: the solution"
    last = None
    if twin.walk:
        heads, walked = list(twin.start), []
        for (i, to), legs in zip(twin.walk, told["walked"], strict=True):
            walked.append((i, heads[i], to, legs or ()))
            heads[i] = to
            # A piece that is carried back to where its move began has not moved.
            run = list(itertools.takewhile(lambda move: move[0] == i, reversed(walked)))  # noqa: B023
            if run[-1][1] == to:
                del walked[-len(run) :]
        end = naive.replay(puzzle, twin.moves(walked))
        if end.counts != told["counts"] or naive.solved(puzzle, end.state) != told["solved"]:
            yield "the game"
        if walked:
            i, _, _, legs = walked[-1]
            last = i, naive.DELTA[legs[-1][0]]
    asked = ((twin.start, None), (twin.walked, last))
    for (heads_, before), positions in zip(asked, told["positions"], strict=True):
        for metric_, found in zip(naive.METRICS, positions, strict=True):
            total, rows = twin.graded(heads_, before, metric_)
            where = f"{metric_} at {heads_} after {before}"
            if found["distance"] != total or sorted(found["moves"]) != sorted(rows):
                yield f"{where}: the hint"
            if found["counted"] != total or sorted(found["game"]) != sorted(rows):
                yield f"{where}: the game's hint"
            if found["length"] != total:
                yield f"{where}: the search"
            for (i, a, to, *_), legs in zip(found["moves"], found["paths"], strict=True):
                at = puzzle.started(heads_) if heads_ != twin.start else puzzle
                naive.replay(at, twin.moves([(i, a, to, legs)]))
    if told["certificates"]:
        good, *bad = told["certificates"]
        best = twin.far[metric].get(start)
        if good != [best, "null" if best is None else str(twin.ways[metric])] or any(bad):
            yield f"{metric}: the certificates"


def compared(texts: Iterable[str], draw: random.Random, most: int = MOST) -> tuple[int, list[tuple[str, str]]]:
    """How many of some texts are puzzles small enough, and those about which the page is wrong, with what is wrong."""
    asked, twins, faults = [], [], []
    for text in texts:
        try:
            twin = Twin(hr.Puzzle.parse(text), draw, most)
        except PuzzleError as error:
            asked.append({"text": text, "walk": [], "certificates": []})
            twins.append([[fault.line, fault.column, fault.message()] for fault in error.faults])
            continue
        if twin.reach["step"]:
            metric = draw.choice(naive.METRICS)
            made = certificates(twin.puzzle, metric) if not draw.randrange(3) else []
            files = [base64.b64encode(each).decode() for each in made]
            asked.append({"text": text, "walk": twin.walk, "certificates": files})
            twins.append((twin, metric))
    for row, mine, told in zip(asked, twins, in_node(SCRIPT, asked), strict=True):
        if isinstance(mine, list):
            found = [] if told == mine else [f"refused: {mine}, by the page {told}"]
        else:
            try:
                found = list(differences(row["text"], *mine, told))
            except AssertionError as error:
                found = [f"a path: {error}"]
        faults += [(row["text"], each) for each in found]
    return sum(not isinstance(each, list) for each in twins), faults


def tried(count: int, seed: int) -> list[tuple[str, str]]:
    """The faults of the page in so many random puzzles."""
    draw, faults = random.Random(seed), []
    with mock.patch("huarong.errors.nearest", return_value=()):  # it takes long
        while count > 0:
            texts = (Drawn(draw).text() for _ in range(min(2 * count, BATCH)))
            done, found = compared(filter(None, texts), draw)
            count -= done
            faults += found
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began = time.perf_counter()
    faults = tried(asked.count, asked.seed)
    for text, fault in faults[:20]:
        print(f"{text!r}\n    {fault}")
    print(f"{asked.count:,} puzzles in {time.perf_counter() - began:.0f} s: {len(faults)} differences")
    return bool(faults)


if __name__ == "__main__":
    raise SystemExit(main())
