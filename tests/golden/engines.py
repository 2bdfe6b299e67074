"""Golden answers: searches, atlases, explorations, tables, graphs and proofs on small puzzles, with their
figures.
"""

import itertools
import json
import tempfile
import zlib
from pathlib import Path
from typing import Any

from suite.invent import KINDS, invented

import huarong as hr
from huarong import graph, tiles
from huarong.atlas import (
    Atlas,
    Component,
    Map,
    Oracle,
    dense,
    diameter,
    largest_difference,
    reach,
    through,
    unavoidable,
)
from huarong.atlas.export import layouts_csv, piece_sets_csv
from huarong.atlas.file import cache_path
from huarong.atlas.waypoints import passes
from huarong.explore import Resources, run as explore
from huarong.kernels import kernel
from huarong.limits import Watch
from huarong.model.board import METRICS, Metric
from huarong.proof import Refused, check, prove
from huarong.proof.checker import MAGIC
from huarong.search import METHODS, count, paths, solve
from huarong.search.keys import KeyPacking
from huarong.search.task import Task
from huarong.space import Space
from huarong.tiles.tableset import cell_bits, default_set, strides, symmetries, table_set, targets
from tests.golden import Work, cases

WORKS: dict[str, Work] = {}

SMALL = "AABC/AADC/..../goal:/..../AA../AA.."
TEXTS = {"small": SMALL, "swap": "A.B/.../goal:/B.A/...", "stuck": "AB/CD/goal:/BA/CD", "solved": "A./../goal:/A./.."}
TEXTS |= {"eight": "1 2 3/4 0 6/7 5 8", "cars": "slide: along/..AA./....B/CC..B/XX.../goal:/...../...../...../...XX"}
TEXTS |= {"one way": "slide: A=D B=L C=UL/.../CAA/.BB/goal:/.../AA./..."}
TEXTS |= {"two goals": "A.B/.C./goal:/..A/.../goal:/B../...", "shapes": "AA./.AB/CBB/goal:/.../.AA/..A"}


def _read(name: str) -> Any:
    if name in TEXTS:
        return hr.puzzle(TEXTS[name])
    kind, number = name.rsplit(" ", 1)
    return next(itertools.islice(invented(kind, 1), int(number), None))


def _solved(name: str, method: str) -> Any:
    puzzle, found = _read(name), {}
    for metric in METRICS:
        try:
            answer = solve(puzzle, metric, method=method, max_layouts=3000)  # type: ignore[arg-type]
        except hr.HuarongError as error:
            found[metric.value] = [type(error).__name__, getattr(error, "lower", None)]
            continue
        found[metric.value] = answer.to_json()
    return found


ASKED = [(name, method) for name in [*TEXTS, *(f"{kind} 0" for kind in KINDS)] for method in ("auto", *METHODS)]
cases(WORKS, "solve", _solved, [each for each in ASKED if each != ("rails 0", "idastar")])  # which takes long


def _anytime(name: str) -> Any:
    return [solve(_read(name), metric, optimal=False, max_layouts=3000).to_json() for metric in METRICS]


cases(WORKS, "anytime", _anytime, ["small", "swap", "eight", "cars", "shapes"])


def _paths(name: str, most: int) -> Any:
    found = {}
    for prune in (True, False):
        found[f"{prune}"] = count(_read(name), "step", most=most, prune=prune)
        found[f"{prune} ways"] = [each.length for each in paths(_read(name), "step", most=most, prune=prune)][:50]
    return found


cases(WORKS, "paths", _paths, [("small", 6), ("swap", 6), ("solved", 3), ("two goals", 4), ("one way", 5)])


def _atlas(name: str, metric: str) -> Any:
    puzzle = _read(name)
    space = Space.of(puzzle)
    if space.size > 30_000:
        return space.size
    atlas = Atlas.of(puzzle, metric)  # type: ignore[arg-type]
    layout = atlas.layout(puzzle)
    found = atlas.to_json(hardest=5) | {
        "space": [space.size, space.rank(layout), space.layout(space.size // 2)],
        "options": atlas.options(layout),
        "line": atlas.line(layout) if atlas.distance(space.rank(layout)) is not None else None,
        "lines": list(itertools.islice(atlas.lines(layout), 5)) if atlas.distance(space.rank(layout)) else None,
        "ways": atlas.count_solutions(layout),
        "sets": atlas.piece_sets(components=True),
        "hardest": atlas.hardest_puzzles(3, puzzle),
        "ranks": [atlas.ranks(0)[:20], atlas.ranks(None)[:20], atlas.ranks(2)[:20]],
        "distances": atlas.distances[:2000],
        "survey": atlas.survey(5, puzzle=puzzle),
    }
    if atlas.distance(space.rank(layout)):
        found["unavoidable"] = unavoidable(atlas, layout)
        found["through"] = through(atlas, layout, [atlas.hardest()[0]]) if space.size < 2000 else None
    return found


cases(WORKS, "atlas", _atlas, [(name, metric.value) for name in TEXTS for metric in METRICS])


def _estimates(name: str) -> Any:
    """What things are said to take, but for what other tests may have cached: bytes, layouts at a time, layouts in
    all.
    """
    puzzle = _read(name)
    space, packing = Space.of(puzzle), KeyPacking.of(puzzle)
    return {
        "rules": puzzle.rules.bytes,
        "budget": dense.budget(space) / kernel("dense").budget,  # plain Python does less at a time
        "moves": dense.Moves(space, Metric.STEP).bytes,
        "fan out": packing.fan_out,
        "words": packing.words,
        "layouts": Task(puzzle, Metric.STEP, Watch()).layouts,
        "patterns": Task(puzzle, Metric.STEP, Watch()).patterns,
    }


cases(WORKS, "estimates", _estimates, [name for name in TEXTS if name not in ("stuck", "eight")])


def _files(name: str) -> Any:
    atlas = Atlas.of(_read(name), "step")
    with tempfile.TemporaryDirectory() as folder:
        one, two = Path(folder) / "a.csv", Path(folder) / "b.csv"
        sets = piece_sets_csv(one, atlas)
        layouts_csv(two, atlas)
        return {"sets": sets, "one": one.read_text("utf-8"), "two": two.read_text("utf-8")}


cases(WORKS, "csv", _files, ["small", "swap", "shapes", "one way"])


def _parts(name: str) -> Any:
    puzzle = _read(name)
    space, found = Space.of(puzzle), {}
    for metric in METRICS:
        layout = puzzle.start
        found[f"{metric} reach"] = reach(space, layout, metric)
        found[f"{metric} diameter"] = diameter(space, layout, metric)
        part = Component.of(puzzle)
        found[f"{metric} neighbours"] = part.neighbours(metric)
        found[f"{metric} distances"] = part.distances(metric)
        found[f"{metric} back"] = part.neighbours(metric, reverse=True)
    return found | {"goals": Component.of(puzzle).goals()}


cases(WORKS, "component", _parts, ["small", "swap", "solved", "two goals"])


def _passing() -> Any:
    solution = hr.solve("横刀立马")
    atlas = Atlas.of("横刀立马")
    numbers = range(len(atlas.space.kinds))
    one = [kind for kind in numbers if len(solution.layouts[0].heads[kind]) == 1]
    return [passes(atlas, solution.layouts, a, b) for a in one for b in one if a != b]


WORKS["passing"] = _passing
WORKS["truth"] = lambda: [bool(Atlas.of(text)) for text in (SMALL, TEXTS["stuck"])]
WORKS["cache"] = lambda: cache_path("title").name
WORKS["difference"] = lambda: largest_difference(Atlas.of(SMALL, "step"), Atlas.of(SMALL, "move"))


def _map(name: str) -> Any:
    found = Map.of(hr.puzzle(TEXTS[name]))
    return {
        "shape": found.xy.shape,
        "least": [round(float(each), 2) for each in found.xy.min(axis=0)],
        "most": [round(float(each), 2) for each in found.xy.max(axis=0)],
        "edges": found.edges,
        "stress": round(float(found.stress), 2),
    }


cases(WORKS, "map", _map, ["small", "two goals"])


def _hints(name: str) -> Any:
    puzzle, found = _read(name), {}
    for metric in METRICS:
        oracle = Oracle(puzzle, metric)
        moves = puzzle.moves(metric)
        found[f"{metric}"] = oracle.hint()
        found[f"{metric} again"] = oracle.at_hand()
        for move in moves[:2]:
            found[f"{metric} after {move}"] = oracle.hint(puzzle.after(move), last=None)
    return found


cases(WORKS, "hint", _hints, list(TEXTS))


def _explored(name: str, engine: str) -> Any:
    found: dict[str, Any] = {}
    for metric in ("step", "move"):
        for until in (False, True):
            try:
                with tempfile.TemporaryDirectory() as folder:
                    log = Path(folder) / "log"
                    answer = explore(_read(name), metric, Resources(engine, workers=1), until_goal=until, log=log)  # type: ignore[arg-type]
                    lines = log.read_text("utf-8").splitlines()
                found[f"{metric} {until}"] = answer.to_json() | {"log": [json.loads(line) for line in lines]}
            except hr.HuarongError as error:
                found[f"{metric} {until}"] = type(error).__name__
    return found


EXPLORED = ("small", "swap", "cars", "one way", "shapes")
cases(WORKS, "explore", _explored, [(name, engine) for name in EXPLORED for engine in ("memory", "disk")])


def _tiles(order: str, width: int, metric: str) -> Any:
    return tiles.solve_tiles([int(digit) for digit in order], width=width, metric=metric).to_json()  # type: ignore[arg-type]


cases(WORKS, "tiles", _tiles, [("123405678", 3, "tile"), ("134025", 3, "tile"), ("3210", 2, "tile")])
cases(WORKS, "tiles", _tiles, [("876543210", 3, "line"), ("021345", 3, "line")])


def _sets(width: int, height: int, blank: int, lines: bool) -> Any:
    found = default_set(width, height, blank, lines=lines)
    said = {name: getattr(found, name) for name in ("name", "sizes", "offsets", "work")} | {"bytes": found.memory}
    said |= {"set": found, "again": table_set(found.name) == found, "strides": strides(width * height, 3)}
    return said | {
        "targets": targets(width, height),
        "symmetries": symmetries(width, height, True),
        "bits": cell_bits(width * height),
    }


BOARDS = ((3, 3, 8), (4, 4, 0), (4, 4, 15), (2, 3, 5), (5, 5, 24))
cases(WORKS, "tables", _sets, [(*board, lines) for board in BOARDS for lines in (False, True)])


def _solvable(width: int) -> Any:
    orders = list(itertools.permutations(range(2 * width)))[:200]
    goal = [*range(1, 2 * width), 0]
    return [tiles.solvable(order, goal, width) for order in orders]


cases(WORKS, "solvable", _solvable, [2, 3])


class Steps:
    """A graph of the numbers up to 60: from each, arrows to its double, and to 1 and 7 more; with an admissible
    heuristic.
    """

    def neighbours(self, n: int) -> list[int]:
        return [m for m in (2 * n, n + 1, n + 7) if m <= 60]

    def before(self, n: int) -> list[int]:
        return [m for m in range(1, n) if n in self.neighbours(m)]

    def heuristic(self, n: int) -> float:
        return max(0, 23 - n) / 30


def _graph() -> Any:
    found: dict[str, Any] = {}
    for name in ("bfs", "bidirectional", "dijkstra", "astar", "idastar"):
        for goal in (23, 1, 61):
            if (name, goal) == ("idastar", 61):  # IDA* would try all paths of all lengths
                continue
            answer = getattr(graph, name)(Steps(), 1, goal).to_json()
            if goal == 61:  # the depth last reported, which depends on time
                del answer["depth"]
            found[f"{name} {goal}"] = answer
    for most in (7, 8):
        found[f"paths {most}"] = [each.path for each in graph.paths(Steps(), 1, 47, most=most)]
        found[f"whole paths {most}"] = [each.path for each in graph.paths(Steps(), 1, 23, most=most - 1, prune=False)]
    return found


WORKS["graph"] = _graph


def _proof(name: str, metric: str) -> Any:
    try:
        found = prove(_read(name), metric)  # type: ignore[arg-type]
    except hr.HuarongError as error:
        return type(error).__name__
    return {"json": found.to_json(), "size": len(found.data), "theorem": check(found.data)}


cases(WORKS, "proof", _proof, [(name, metric) for name in TEXTS for metric in ("step", "move")])


def _leaves(value: Any, path: tuple[Any, ...] = ()) -> Any:
    """The path of every value in a header, lists and objects included."""
    yield path
    if isinstance(value, dict | list):
        for key, each in list(value.items() if isinstance(value, dict) else enumerate(value)):
            yield from _leaves(each, (*path, key))


def _tampered(name: str) -> Any:
    """The checker's answers on a certificate in which each value of the header is replaced, under a right checksum."""
    data = prove(_read(name), "step").data
    begin, end = len(MAGIC), data.index(b"\n", len(MAGIC))
    header, packed = json.loads(data[begin:end]), data[end + 1 : -4]
    found = {}
    for path in list(_leaves(header))[1:]:
        said = []
        for value in (0, 1, 2, -1, 65, 10**6, None, "", "D", True, [], [0]):
            other = json.loads(json.dumps(header))
            at = other
            for key in path[:-1]:
                at = at[key]
            at[path[-1]] = value
            text = json.dumps(other, separators=(",", ":"), ensure_ascii=False)
            body = MAGIC + text.encode() + b"\n" + packed
            try:
                said.append(check(body + zlib.crc32(body).to_bytes(4, "little"))[-60:])
            except Refused:
                said.append("refused")
        found["/".join(map(str, path))] = said
    for cut in (b"", packed[:-1], packed + b"x", zlib.compress(b"")):
        body = MAGIC + data[begin:end] + b"\n" + cut
        try:
            found[f"{len(cut)}"] = check(body + zlib.crc32(body).to_bytes(4, "little"))[-60:]
        except Refused:
            found[f"{len(cut)}"] = "refused"
    return found


cases(WORKS, "tampered", _tampered, ["swap", "one way", "stuck", "two goals", "solved"])
