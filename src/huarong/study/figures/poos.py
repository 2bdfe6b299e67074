"""The figures of poos's article, computed again: each a function that a row of claims names."""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any

from huarong.atlas.atlas import Atlas
from huarong.library.reader import puzzle
from huarong.space.space import Space
from huarong.study.classic import Classic, openings
from huarong.study.poos import depth_reached
from huarong.study.poos.bits import identity, mirrored, mirrored_as_printed, value_at
from huarong.study.poos.cells import start_cells
from huarong.study.poos.intermediate import stations
from huarong.study.poos.keys import key_points
from huarong.study.poos.recorded import (
    TRIED,
    guided,
    record,
    recorded_endings,
    recorded_solution,
    search,
)
from huarong.study.registry import exhibit

HENGDAO = "横刀立马"


@functools.cache
def _classic() -> Classic:
    return Classic.of(puzzle(HENGDAO))


def poos_example() -> dict[str, Any]:
    """The 50 bits of the example."""
    code = identity(map(int, "33221122001100113333"), (18, 19))
    return {"bits": f"{code:050b}"}


def poos_mirror() -> dict[str, Any]:
    """The map of the mirror image as printed: on how many layouts of 横刀立马's pieces it is right, and how many images are shared."""
    start = puzzle(HENGDAO)
    space = Space.of(start)
    codes = [
        identity(*start_cells(Classic.of(start.started(space.layout(rank))).blocks))
        for rank in range(0, space.size, 7)
    ]
    images = Counter(map(mirrored_as_printed, codes))
    return {
        "layouts": len(codes),
        "right": sum(mirrored(code) == mirrored_as_printed(code) for code in codes),
        "images": len(images),
    }


def poos_depth() -> dict[str, Any]:
    """The layouts within 15 steps of 横刀立马."""
    return {"layouts": depth_reached(puzzle(HENGDAO))}


@functools.cache
def poos_astar() -> dict[str, Any]:
    """A* on 横刀立马 with each weight: his, the nearest recorded ending by three factors, remembered solutions.

    Shares are percentages of the layouts that his weight alone meets.
    """
    rows = {(weight, by): guided(puzzle(HENGDAO), weight, by) for weight, by in TRIED}
    way = recorded_solution(HENGDAO)
    passes, _ = record(_classic().pieces, (way[0], mirrored(way[0])))
    alone, recorded = rows["alone", 0], rows["solutions", 160]
    one, eight, sixteen = (rows["endings", by] for by in (1, 8, 16))
    return {
        "alone": alone.met,
        "alone_length": alone.length,
        "alone_share": round(100 * alone.met / 23_975, 1),
        "endings": eight.recorded,
        "solutions": recorded.recorded,
        "one": one.met,
        "one_length": one.length,
        "eight": eight.met,
        "eight_length": eight.length,
        "eight_share": round(100 * eight.met / alone.met, 1),
        "sixteen": sixteen.met,
        "sixteen_length": sixteen.length,
        "recorded": recorded.met,
        "length": recorded.length,
        "best": recorded.best,
        "way": len(way),
        "known": sum(code in passes for code in way),
    }


def poos_one_ending() -> dict[str, Any]:
    """A* on 横刀立马 weighed by the cells in which a layout differs from the ending of its recorded solution."""
    ending = recorded_solution(HENGDAO)[-1]

    def differing(code: int) -> int:
        return sum(value_at(code, cell) != value_at(ending, cell) for cell in range(20))

    once = search(_classic(), differing)
    eight = search(_classic(), lambda code: 8 * differing(code))
    return {
        "once": len(once.steps),
        "once_length": len(once.path_with_state()) - 1,
        "eight": len(eight.steps),
        "eight_length": len(eight.path_with_state()) - 1,
    }


def poos_openings() -> dict[str, Any]:
    """The openings with two empty cells, by flat generals, and their endings."""
    flat = Counter(
        sum(size == "2x1" for size, _ in classic.blocks)
        for _, classic in openings()
        if len(classic.blocks) == 10
    )
    return {
        "openings": len(openings()),
        "ten": sum(flat.values()),
        "one": flat[1],
        "two": flat[2],
        "three": flat[3],
        "four": flat[4],
        "five": flat[5],
        "none": flat[0],
    }


def poos_endings() -> dict[str, Any]:
    """The layouts in which recorded solutions of all openings end."""
    endings = recorded_endings()
    return {"solved": sum(endings.values()), "endings": len(endings)}


@functools.cache
def poos_stations() -> dict[str, Any]:
    """Stations within 15 steps for the pieces of 横刀立马, any loss and none."""
    found, strict = stations(HENGDAO, "step"), stations(HENGDAO, "step", lost=0)
    plain = found.to_json()
    del plain["ranks"]
    return {
        **{
            k: plain[k]
            for k in ("stations", "bytes", "layouts", "lost_mean", "lost_most", "lost_none")
        },
        "strict": len(strict.ranks),
    }


def poos_keys() -> dict[str, Any]:
    """Key points of two openings, in moves."""
    found, hengdao = key_points("峰回路转"), key_points(HENGDAO)
    return {
        "points": len(found.points),
        "moves": found.length,
        "hengdao": len(hengdao.points),
        "hengdao_moves": hengdao.length,
    }


def poos_spaces() -> dict[str, Any]:
    """华容道 beside the 8-puzzle: layouts, those that can be solved, goals, and the most steps."""
    atlas, eight = Atlas.of(puzzle(HENGDAO), "step"), Atlas.of(puzzle("876543210"), "step")
    return {
        "layouts": atlas.space.size,
        "solvable": len(atlas),
        "goals": len(atlas.ranks(0)),
        "most": len(atlas.histogram) - 1,
        "eight": len(eight),
        "eight_goals": len(eight.ranks(0)),
        "eight_most": len(eight.histogram) - 1,
    }


def poos_protocol() -> dict[str, Any]:
    """His protocol on three games."""
    games = {"huarong": "捷足先登", "tiles": "123/456/.78", "cars": "Rush Hour 1"}
    return {
        name: exhibit("poos-protocol").prepare(puzzle(text))().depth for name, text in games.items()
    }
