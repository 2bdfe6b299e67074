"""Better bounds for levels of gnome-klotski that nobody has solved: the table of `docs/en/reference/records.md`.

    python benchmarks/search/levels.py [--runs N] [--width W] [--again] [--memory SIZE] LEVEL [LEVEL ...]

Each run of a level looks for a solution with a beam search, whose weights are drawn at random from the number of the
run: from the start or, with `--again`, from a layout of the best known solution. It shortens what it finds: by a search
of the layouts near it, and window by window, each solved again from its first layout to its last. Run number 0 shortens
the best known solution, and is made again when a shorter one is known.

A solution shorter than all before goes to `tests/data/hard_levels.json`; what each run did goes to `levels.json` beside
this file. A command that was stopped or killed goes on with the first run that is not there.
"""

from __future__ import annotations

import argparse
import bisect
import datetime
import itertools
import json
import re
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import huarong as hr
from huarong.errors import LimitReached
from huarong.files import replacing
from huarong.limits import Watch
from huarong.model.board import Goal, Metric
from huarong.model.puzzle import Puzzle, Solution, replay
from huarong.search.anytime import PathCosts, shorten
from huarong.search.bfs import BreadthFirst
from huarong.search.expansion import Batches, chain, solved
from huarong.search.keys import KeyPacking

RUNS = Path(__file__).with_name("levels.json")
BEST = Path(__file__).parents[2] / "tests" / "data" / "hard_levels.json"
DEPTH = 160
"""The most moves of a beam."""


def beam(
    puzzle: Puzzle, width: int, random: np.random.Generator, watch: Watch, depth: int = DEPTH
) -> tuple[Solution | None, dict[str, Any]]:
    """A solution, or None, and the weights: of each level the `width` layouts that score best are expanded.

    The score is the cost of the key's way (`PathCosts`), a random number, and for each piece its place times a slope
    that is drawn for its kind, so that different runs put pieces to different sides.
    """
    block, noise, slope = (random.choice(some) for some in ([1, 2, 3, 4, 6, 8], [1, 2, 4], [0, 0.1, 0.2, 0.5]))
    weights = {"width": width, "block": int(block), "noise": int(noise), "slope": float(slope)}
    packing = KeyPacking.of(puzzle)
    estimate = PathCosts(puzzle, packing, int(block))
    cells = np.array(packing.rules.head)
    at = np.stack([cells // puzzle.board.width, cells % puzzle.board.width], axis=1)
    slopes = random.normal(0, slope, (len(puzzle.kinds), 2)).astype(np.float32)
    place = (slopes[np.array(packing.rules.kind)] * at).sum(axis=1).astype(np.float32)
    search = BreadthFirst(puzzle, Metric.MOVE, watch, packing, 0.9, goals=False)
    batches, bounds, level = Batches(search), [0, 1], np.zeros(1, np.int64)
    try:
        while len(bounds) < depth and len(level):
            for n in batches.neighbours(level):
                batches.enter(n)
                watch.look(len(bounds), search.count)
            first, last = bounds[-1], search.count
            bounds.append(last)
            goals = solved(search, first, last)
            if len(goals):
                path = chain(search, int(goals[0]), lambda n: bisect.bisect_right(bounds, n) - 1)
                return search.solution(search.follow(path[-2::-1])), weights
            score = estimate.values(search.queue.view, first, last) + noise * random.random(
                last - first, dtype=np.float32
            )
            if slope:
                keys = np.array(search.queue.view[first * packing.words : last * packing.words])
                for rows, places in packing.lying(keys.reshape(-1, packing.words)):
                    score[rows] += place[places]
            best = np.argpartition(score, width)[:width] if last - first > width else np.arange(last - first)
            level = np.sort(best) + first
        return None, weights
    finally:
        search.close()


def part(solution: Solution, first: int, goal: Goal) -> Puzzle:
    """The puzzle that begins with one of the layouts of a solution, with another goal."""
    puzzle = solution.puzzle
    heads = zip(puzzle.pieces, solution.heads[first], strict=True)
    pieces = tuple(replace(piece, head=head) for piece, head in heads)
    return replace(puzzle, pieces=pieces, goal=goal)


def joined(solution: Solution, first: int, middle: Solution, last: int) -> Solution:
    """The solution with other moves between two of its layouts."""
    moves = (*solution.moves[:first], *middle.moves, *solution.moves[last:])
    ends = [(move.start, move.stop) for move in moves]
    return replay(solution.puzzle, solution.metric, ends)


def between(solution: Solution, first: int, last: int, layouts: int, watch: Watch) -> Solution:
    """A shortest way from one layout of a solution to another. Raises `LimitReached` where it takes more layouts."""
    end = zip(solution.puzzle.pieces, solution.heads[last], strict=True)
    puzzle = part(solution, first, Goal.of([[(piece.kind, head) for piece, head in end]]))
    limits = {"max_layouts": layouts, "max_memory": watch.memory, "max_seconds": watch.left}
    return hr.solve(puzzle, solution.metric, method="bidirectional", **limits)


def windows(solution: Solution, layouts: int, watch: Watch) -> tuple[Solution, int]:
    """The solution with windows of it made as short as can be, and the length of the last windows.

    A window that takes more than so many layouts is too long; it and all later windows are made shorter.
    """
    first, length = 0, 30
    while first + 2 < len(solution) and length > 3:
        watch.look()
        last = min(first + length, len(solution))
        try:
            found = between(solution, first, last, layouts, watch)
        except LimitReached as reached:
            if reached.limit != "layouts":
                raise
            length -= 2
            continue
        if len(found) < last - first:
            solution = joined(solution, first, found, last)
            first = max(0, first - length)
        else:
            first += max(1, length // 3)
    return solution, length


def known(name: str) -> Solution | None:
    """The best known solution of a level."""
    puzzle = hr.puzzle(name)
    moves = json.loads(BEST.read_text("utf-8"))[name]["moves"]
    if moves is None:
        return None
    heads = {piece.symbol: piece.head for piece in puzzle.pieces}
    step = {"U": -puzzle.board.width, "D": puzzle.board.width, "L": -1, "R": 1}
    ends = []
    for move in moves.split(", "):
        piece, way = move.split(" ")
        begin = heads[piece]
        for direction, cells in re.findall(r"([UDLR])(\d+)", way):
            heads[piece] += step[direction] * int(cells)
        ends.append((begin, heads[piece]))
    return replay(puzzle, Metric.MOVE, ends)


def tried(name: str, number: int, width: int, memory: str, again: bool) -> tuple[Solution | None, dict[str, Any]]:
    """What a run of a level finds, and its row; `again` begins the beam at a layout of the best known solution."""
    watch = Watch.of(memory, None)
    random = np.random.default_rng(number)
    if number and again:
        best = known(name)
        assert best is not None
        first = int(random.integers(len(best)))
        rest = part(best, first, best.puzzle.goal)
        found, row = beam(rest, width, random, watch, len(best) - first + 8)
        solution = joined(best, first, found, len(best)) if found else None
        row |= {"of": len(best), "first": first, "found": solution.length if solution else None}
        near, layouts = 1 << 18, 1 << 18
    elif number:
        solution, row = beam(hr.puzzle(name), width, random, watch)
        row["found"] = solution.length if solution else None
        near, layouts = 1 << 18, 1 << 18
    else:
        solution, row = known(name), {}
        near, layouts = 1 << 21, 1 << 21
    before = None
    while solution is not None and solution.length != before:
        before = solution.length
        watch.stage()
        solution = shorten(solution, watch, near)
        watch.stage()
        solution, row["windows"] = windows(solution, layouts, watch)
        row["length"] = solution.length
    return solution, row


def keep(path: Path, data: dict[str, Any]) -> None:
    """Write data, an object a line for each of its lists."""
    text = json.dumps(data, ensure_ascii=False, indent=1)
    with replacing(path) as file:
        file.write((text + "\n").encode())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("levels", nargs="+", metavar="LEVEL")
    parser.add_argument("--runs", type=int, default=10, help="the last number of a run")
    parser.add_argument("--width", type=int, default=5000, help="the layouts of a beam")
    parser.add_argument("--again", action="store_true", help="begin beams at layouts of the best known solution")
    parser.add_argument("--memory", default="3G")
    given = parser.parse_args()
    for level, number in itertools.product(given.levels, range(given.runs + 1)):
        name = f"gnome-klotski: {level}"
        rows = json.loads(RUNS.read_text("utf-8")) if RUNS.exists() else {}
        best = json.loads(BEST.read_text("utf-8"))
        run = f"{number} again" if given.again and number else str(number)
        done = rows.get(name, {}).get(run)
        if done and (number or best[name]["length"] == done.get("length")):
            continue
        began, used = time.perf_counter(), time.process_time()
        solution, row = tried(name, number, given.width, given.memory, given.again)
        if solution and (best[name]["length"] is None or solution.length < best[name]["length"]):
            assert solution.verify()
            best = json.loads(BEST.read_text("utf-8"))
            best[name] |= {"length": solution.length, "moves": ", ".join(map(str, solution.moves))}
            keep(BEST, best)
        row |= {
            "seconds": round(time.perf_counter() - began, 1),
            "processor": round(time.process_time() - used, 1),
            "day": str(datetime.datetime.now(datetime.UTC).date()),
        }
        rows.setdefault(name, {})[run] = row
        keep(RUNS, rows)
        print(level, run, row, flush=True)


if __name__ == "__main__":
    main()
