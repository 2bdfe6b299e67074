"""Limits: what each long function says of too little memory, and of numbers just within and beyond what it takes."""

import functools
from collections.abc import Callable
from typing import Any

import huarong as hr
from huarong import atlas, design, draw, explore, graph, study, tiles
from huarong.proof import prove
from huarong.search import count, paths
from huarong.space import Space
from huarong.study.traces import trace
from tests.golden import Work

WORKS: dict[str, Work] = {}

SWAP = "A.B/.../goal:/B.A/..."
TURN = "AABC/AADC/..../goal:/..../AA../AA.."
SET = "3x3 2x1:1 1x1:3"


def _space() -> Space:
    return Space.of(hr.puzzle(TURN))


def _atlas() -> atlas.Atlas:
    return atlas.Atlas.of(TURN)


def _start() -> Any:
    return hr.puzzle(TURN).start


LONG: dict[str, Callable[..., Any]] = {
    "solve": lambda **most: hr.solve(TURN, **most).length,
    "solve anyhow": lambda **most: hr.solve(TURN, optimal=False, **most).solved,
    **{
        f"solve {method}": functools.partial(
            lambda method, **most: hr.solve(TURN, method=method, **most).length, method
        )
        for method in ("bfs", "bidirectional", "astar", "idastar")
    },
    "paths": lambda **most: [each.length for each in paths(SWAP, most=5, **most)],
    "count": lambda **most: count(SWAP, most=5, **most),
    "atlas": lambda **most: atlas.Atlas.of(TURN, **most).facts.longest,
    "ways": lambda **most: _atlas().count_solutions(_start(), **most),
    "sets": lambda **most: len(_atlas().piece_sets(**most)),
    "component": lambda **most: len(atlas.Component.of(TURN, **most)),
    "map": lambda **most: len(atlas.Map.of(TURN, **most).xy),
    "reach": lambda **most: atlas.reach(_space(), _start(), **most).eccentricity,
    "diameter": lambda **most: atlas.diameter(_space(), _start(), **most).to_json(),
    "through": lambda **most: len(atlas.through(_atlas(), _start(), [_start()], **most)),
    "explore": lambda **most: explore.run(TURN, "step", explore.Resources(workers=1), **most).total,
    "levels": lambda **most: len(design.generate(SET, moves="3..", count=1, **most)),
    "harder": lambda **most: len(design.harder(SWAP, rated=False, **most)),
    "hardest": lambda **most: design.hardest(SET, ".../.../.aa", **most).facts.longest,
    "hardest sets": lambda **most: len(design.hardest_sets(SET, ".../.../.aa", **most)),
    "hardest goals": lambda **most: len(design.hardest_goals("3x2 1x1:2", **most)),
    "rate": lambda **most: design.rate(SWAP, **most).score,
    "report": lambda **most: design.report(SWAP, picture=False, **most).solution.length,
    "prove": lambda **most: prove(SWAP, "step", **most).layouts,
    "tiles": lambda **most: tiles.solve_tiles([1, 2, 3, 4, 0, 5, 6, 7, 8], width=3, **most).length,
    "stations": lambda **most: len(study.stations(TURN, within=4, **most).ranks),
    "key points": lambda **most: len(study.key_points(TURN, **most).points),
    "widest": lambda **most: len(study.widest_levels(9, **most)),
    "bfs": lambda **most: graph.bfs(TURN, **most).length,
}


def _called(call: Callable[..., Any], **given: Any) -> Any:
    try:
        return call(**given)
    except hr.errors.LimitReached as error:
        return [type(error).__name__, error.limit]
    except hr.HuarongError as error:
        return [type(error).__name__, str(error)]


def _limited(name: str) -> Any:
    found = {f"memory {most}": _called(LONG[name], max_memory=most) for most in (2000, "1G")}
    return found | {f"clock {most}": _called(LONG[name], max_seconds=most) for most in (0, -1)}


for name in LONG:
    WORKS[name] = functools.partial(_limited, name)


def _solution() -> Any:
    return hr.solve("A./../goal:/../.A")


EDGES: dict[str, tuple[Callable[[Any], Any], tuple[Any, ...]]] = {
    "listing": (lambda n: len(study.listing("123/456/7.8", n).ways), (-1, 0, 1, 201)),
    "page across": (lambda n: draw.Page(across=n).across, (0, 1, 8, 9)),
    "page down": (lambda n: draw.Page(down=n).down, (0, 1, 10, 11)),
    "animation cell": (lambda n: len(draw.animation(_solution(), cell=n)) > 0, (3, 4, 401)),
    "animation speed": (lambda n: len(draw.animation(_solution(), speed=n, cell=4)) > 0, (0.009, 0.01, 100, 101)),
    "svg cell": (lambda n: len(draw.svg(SWAP, cell=n)), (0, 1, 2, 1000)),
    "strip": (lambda n: len(draw.strip(_solution(), across=n)), (0, 1, 2)),
    "paths": (lambda n: count(SWAP, most=n), (-1, 0, 1, 65536)),
    "frames": (lambda n: len(trace("ma-tree", frames=n, whole=False).frames), (-1, 0, 1, 4000, 4001)),
    "given": (lambda n: trace("zhou-all", option=n, frames=1, whole=False).option, (-1, 0, 9, 10)),
    "stations": (lambda n: len(study.stations(TURN, within=n).ranks), (0, 1)),
    "hardest": (lambda n: len(design.hardest(SET, ".../.../.aa", top=n).starts), (-1, 0, 1)),
    "harder": (lambda n: len(design.harder(SWAP, top=n, rated=False)), (-1, 0, 1)),
    "levels": (lambda n: len(design.generate(SET, moves="3..", count=n)), (-1, 0, 1)),
    "tiles wide": (lambda n: tiles.solve_tiles(list(range(n)), list(range(n)), width=n).length, (1, 2, 16, 17)),
    "rank": (lambda n: _space().layout(n), (-1, 0, 359, 360)),
    "workers": (lambda n: explore.run(SWAP, "step", explore.Resources(workers=n)).total, (0, 1, 1025)),
}


def _edges(name: str) -> Any:
    call, values = EDGES[name]
    return {str(value): _called(functools.partial(call, value)) for value in values}


for name in EDGES:
    WORKS[f"edges of {name}"] = functools.partial(_edges, name)
