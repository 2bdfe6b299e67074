"""The recomputed figures of poos's article; `MEASURED` has the function of each by its name."""

import functools
import inspect
import json
import math
import statistics
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from huarong.atlas.atlas import Atlas
from huarong.library.reader import puzzle
from huarong.search.solver import solve
from huarong.study import zhou
from huarong.study.classic import HENGDAO, Classic, hengdao, openings
from huarong.study.figures.lv import Figure, layouts, named
from huarong.study.plain import Plain
from huarong.study.poos import depth_reached
from huarong.study.poos.bits import exchanged, identity, mirrored, mirrored_as_printed, value_at
from huarong.study.poos.intermediate import stations
from huarong.study.poos.keys import key_record
from huarong.study.poos.nodes import ArrayNode, IdentityNode, StringNode, start_cells
from huarong.study.poos.posts import Posts
from huarong.study.poos.protocol import HuaSearch, NodeState, PuzzleState, target_of
from huarong.study.poos.recorded import TRIED, guided, nearest, record, recorded_endings, recorded_solution
from huarong.study.poos.search import AStar, Nodes, Weighed
from huarong.study.record import breadth_first
from huarong.study.registry import exhibit
from huarong.study.zhou_file import SIZE


def _unique() -> dict[str, Any]:
    """Encode every seventh layout in 50 bits, with the empty cells in order and in either order; read the bits back.
    Count for how many the printed mirror image is right, and its different results.
    """
    every = [start_cells(Classic.of(each).blocks) for each in layouts(7)]
    ordered = {identity(*each): each for each in every}
    either = {*ordered} | {identity(values, (second, first)) for values, (first, second) in every}
    read = sum([value_at(code, cell) for cell in range(20)] == values for code, (values, _) in ordered.items())
    holes = sum((code >> 5 & 31, code & 31) == empty for code, (_, empty) in ordered.items())
    threes = sum(value_at(identity(*each), hole) == 3 for each in every for hole in each[1])
    found = {"layouts": len(every), "ordered": len(ordered), "either": len(either), "read": read, "holes": holes}
    found |= {"right": sum(mirrored(code) == mirrored_as_printed(code) for code in ordered)}
    return found | {"threes": threes, "empty": 2 * len(every), "images": len({*map(mirrored_as_printed, ordered)})}


def _exchange() -> dict[str, Any]:
    """Run `exchangeByte` as printed: cells 16 and 18 change places, with either as the first empty cell."""
    code, cells, spaces = identity(map(int, "33221122001100113333"), (18, 19)), 0, 0
    for first, hole, to, empty in ((True, 18, 16, 16 << 5 | 19), (False, 19, 17, 18 << 5 | 17)):
        found = _exchanged_as_printed(code, hole, to, first)
        cells += found >> 10 == exchanged(code, ((hole, to),)) >> 10
        spaces += found & 0x3FF == empty
    return {"tried": 2, "cells": cells, "spaces": spaces}


def _exchanged_as_printed(code: int, source: int, to: int, is_space0: bool) -> int:
    """Return the result of the printed function, in Swift's order of operators: `<<` first, then `&`, then `+`."""
    value, length = code >> 10, 40
    one, two = length - 2 * (source + 1), length - 2 * (to + 1)
    kept = value & ~(3 << one) & ~(3 << two)
    prefix = kept + ((value >> two & 3) << one) + ((value >> one & 3) << two)
    suffix = (code & 0b1111100000) + to if is_space0 else (code & 0b11111) + (to << 5)
    return (prefix << 10) + suffix


def _levels() -> dict[str, Any]:
    """Run the three branches of poos and a plain set on 横刀立马: compare their levels. Count the layouts nearer than
    the goal if `master` joins the generals' names, as the article draws it, and the branches with texts as identifiers.
    """
    names = ("poos-strings", "poos-arrays", "poos-identity", "set-step")
    found = [exhibit(name).prepare(puzzle(HENGDAO))() for name in names]
    start = StringNode([*"张曹曹赵张曹曹赵马关关黄马卒卒黄卒〇〇卒"])
    graph = Nodes[StringNode](lambda node: node.at_home(hengdao().goals))
    kinds, cells = (StringNode, ArrayNode, IdentityNode), start_cells(hengdao().blocks)
    levels = {"same_levels": all(each.levels == found[0].levels for each in found), "step_layouts": found[0].layouts}
    levels |= {"texts": sum(isinstance(kind.of(*cells).identifier, str) for kind in kinds), "branches": len(kinds)}
    levels |= {"strings": sum(isinstance(each, str) for each in StringNode.of(*cells).data)}
    levels["step_made"] = (found[0].layouts or 0) + (found[0].duplicates or 0)
    return levels | {"named": breadth_first(graph, start, lambda _: hengdao().puzzle.start).layouts}


@functools.cache
def _astar() -> dict[str, Any]:
    """Run A* on 横刀立马 with each weight: poos's, the nearest recorded ending by three factors, remembered solutions.
    Shares are percentages of the layouts that the search with only poos's weight meets.
    """
    rows = {(weight, by): guided(puzzle(HENGDAO), weight, by) for weight, by in TRIED}
    way = recorded_solution(HENGDAO)
    passes, _ = record(hengdao().pieces, (way[0], mirrored(way[0])))
    alone, recorded, eight = rows["alone", 0], rows["solutions", 160], rows["endings", 8]
    found: dict[str, Any] = {"alone": alone.met, "alone_length": alone.length}
    for name, by in (("one", 1), ("eight", 8), ("sixteen", 16)):
        found |= {name: rows["endings", by].met, f"{name}_length": rows["endings", by].length}
    found |= {"endings": eight.recorded, "eight_share": round(100 * eight.met / alone.met, 1)}
    found |= {"solutions": recorded.recorded, "recorded": recorded.met, "length": recorded.length}
    found |= {"best": recorded.best, "way": len(way), "known": sum(code in passes for code in way)}
    return found | {"alone_share": round(100 * alone.met / 23_975, 1)}


def _one_ending() -> dict[str, Any]:
    """Run A* on 横刀立马, weighted by the cells in which a layout differs from the ending of its recorded solution;
    also without the weight to the target (`blind`), and with so much of it that the weight to the start hardly counts.
    """
    way, found, weight = recorded_solution(HENGDAO), dict[str, Any](), Weighed(hengdao().goals).heuristic
    ending, target = lambda code: nearest(code, way[-1:])[0], lambda code: weight(IdentityNode(code))
    some = {"once": (ending, 1), "eight": (ending, 8), "sixteen": (ending, 16)}
    for name, (far, by) in (some | {"blind": (target, -1), "greedy": (target, 10**6)}).items():
        tried = AStar(hengdao(), functools.partial(lambda far, by, code: by * far(code), far, by))
        found |= {name: len(tried.met), f"{name}_length": tried.route.length}
    return found | {"best": len(way) - 1, "once_share": round(100 * found["once"] / 23_975, 1)}


def _solved_alone(record: Posts) -> dict[str, Any]:
    """Solve 横刀立马 with only the file of a record, in a separate process; the size is that of the file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "posts"
        record.write(path)
        words = ("-m", "huarong", "study", "run", "leap", HENGDAO, "--posts", path, "--json")
        told = subprocess.run([sys.executable, *words], check=True, capture_output=True).stdout
        solved: dict[str, Any] = json.loads(told)
        return solved | {"bytes": path.stat().st_size}


@functools.cache
def _stations() -> dict[str, Any]:
    """Choose stations within 15 steps for 横刀立马's pieces, with any loss and with none; solve 横刀立马 with their
    file. The memory is the growth of the process, rounded up to whole MiB.
    """
    found, strict = stations(HENGDAO, "step"), stations(HENGDAO, "step", lost=0)
    plain, alone = found.to_json(), _solved_alone(found.record(puzzle(HENGDAO)))
    size, names = alone["bytes"], ("stations", "layouts", "lost_mean", "lost_most")
    more = {"bytes": size, "times": round(SIZE / size), "zhou": SIZE, "strict": len(strict.ranks)}
    more |= {"length": alone["length"], "met": alone["met"], "memory": math.ceil((alone["memory"] or 1) / 2**20)}
    return {name: plain[name] for name in names} | more


def _posts() -> dict[str, Any]:
    """Leap from post to post: 横刀立马 with only the file of posts, and all layouts of its pieces."""
    found = stations(HENGDAO, "step", leaps=True)
    plain, alone = found.to_json(), _solved_alone(found.record(puzzle(HENGDAO)))
    start = puzzle("峰回路转")
    keys = key_record(start)
    legs, _ = keys.solve(IdentityNode.of(*start_cells(Classic.of(start).blocks)))
    posts = {name: plain[name] for name in ("layouts", "lost_mean", "lost_most", "search_most")}
    posts |= {"solvable": len(zhou.table(frozenset({zhou.HOME})).solutions)}
    posts |= {name: alone[name] for name in ("bytes", "met", "length")} | {"leaps": len(alone["leaps"])}
    posts |= {"posts": plain["stations"], "hengdao_keys": len(key_record(puzzle(HENGDAO)).left)}
    posts |= {"keys": len(keys.left), "keys_length": sum(each.length for each in legs)}
    return posts | {"keys_met": sum(each.met for each in legs)}


def _spaces() -> dict[str, Any]:
    """Count the layouts, solvable layouts and goals of 华容道 and of the 8-puzzle, and their most steps; over every
    seventh solvable layout, average poos's weight and the remaining steps.
    """
    atlas, eight = (Atlas.of(puzzle(text), "step") for text in (HENGDAO, "876543210"))
    found: dict[str, Any] = {"layouts": atlas.space.size, "goals": len(atlas.ranks(0))}
    found |= {"eight": len(eight), "eight_goals": len(eight.ranks(0))}
    some, weight = [*zhou.table(frozenset({zhou.HOME})).solutions.items()][::7], Weighed(hengdao().goals).heuristic
    nodes = [IdentityNode.of(*start_cells(zip(zhou.ORDER, state, strict=True))) for state, _ in some]
    found |= {"weight": round(statistics.mean(map(weight, nodes)), 1)}
    found |= {"mean": round(statistics.mean(len(steps) for _, steps in some), 1)}
    return found | {"most": len(atlas.histogram) - 1, "eight_most": len(eight.histogram) - 1}


def _protocol() -> dict[str, Any]:
    """Run the protocol of poos on three games; count steps, and games solved in the fewest. Count the members of the
    node protocol, those that the search class has, the variables that it adds, the parameters of poos's weight; and how
    often a search reads the weights of its states.
    """
    texts = {"huarong": "捷足先登", "tiles": "123/456/.78", "cars": "Rush Hour 1"}
    found = {name: exhibit("poos-protocol").prepare(puzzle(text))().depth for name, text in texts.items()}
    found["right"] = sum(found[name] == solve(puzzle(text), "step").length for name, text in texts.items())
    read, plain = list[Any](), Plain(tiles := puzzle(texts["tiles"]))
    weights = dict.fromkeys(("from_value", "to_value", "total_value"), property(read.append))
    search = HuaSearch(type("Weighted", (PuzzleState,), weights)(plain, plain.start), *target_of(tiles, plain))
    found |= {"weights": len(weights), "searched": search.search(), "weights_read": len(read)}
    members = ("start_state", "target_state", "success_comparator", "search", "path_with_state")
    found |= {"searcher": sum(hasattr(search, name) for name in members), "added": len({*vars(search)} - {*members})}
    found["points"] = len(inspect.signature(Weighed.heuristic).parameters)
    return found | {"members": len([*NodeState.__annotations__, *(n for n in vars(NodeState) if n == "child_states")])}


MEASURED: dict[str, Figure] = {
    **named("poos", _unique, _exchange, _levels, _astar, _one_ending, _stations, _posts, _spaces, _protocol),
    # The 50 bits of the example; the layouts within 15 steps of 横刀立马.
    "poos_example": lambda: {
        "bits": f"{identity(*start_cells(Classic.of(puzzle('ABCD/EECD/FFGG/FFHH/IJ..')).blocks)):050b}"
    },
    "poos_depth": lambda: {"layouts": depth_reached(puzzle(HENGDAO))},
    # The layouts in which recorded solutions of all openings end.
    "poos_endings": lambda: {"solved": sum((found := recorded_endings()).values()), "endings": len(found)},
    # The openings with ten pieces, by flat generals.
    "poos_openings": lambda: Counter(
        f"flat{sum(size == '2x1' for size, _ in each.blocks)}" for _, each in openings() if len(each.blocks) == 10
    ),
}
