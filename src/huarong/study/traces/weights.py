"""Recording poos's ideas for speed: A* with weights side by side, with a pattern database in place of his weight, and
posts to leap between.

Each frame is an expansion, of each search one; the tables of search n are named `n:...`. If endings are recorded,
`at.ending` is the nearest to `at.board`, and `at.differ` has the cells in which the two differ. `at.post` is the post
that was reached last, with the steps left that the record has for it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection
from operator import attrgetter

from huarong.graph import bfs
from huarong.model.board import Layout
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.search.pattern_database import Heuristic
from huarong.study.classic import SINGLE, Classic
from huarong.study.poos.bits import mirrored
from huarong.study.poos.intermediate import record
from huarong.study.poos.keys import key_record
from huarong.study.poos.nodes import IdentityNode, chain_layouts, start_cells
from huarong.study.poos.posts import Posts
from huarong.study.poos.recorded import Weight, nearest, recorded_endings, weights
from huarong.study.poos.search import Guide, Nodes, Weighed
from huarong.study.record import UNBOUNDED
from huarong.study.traces.levels import Expansions
from huarong.study.traces.poos import text_of
from huarong.study.traces.tape import Tape, abreast


def _begun(classic: Classic, tape: Tape) -> tuple[IdentityNode, Expansions, list[Collection[int]]]:
    """The start, recorded, the recorder of a search from it, and the list into which the endings come, if any."""
    start, known = IdentityNode.of(*start_cells(classic.blocks)), list[Collection[int]]()

    def differing(node: IdentityNode) -> None:
        for endings in known:
            cells, ending = nearest(node.identifier, endings)
            tape.puts("at", ending=text_of(IdentityNode(ending)), differ=cells)

    recorder = Expansions(tape, text_of, attrgetter("identifier"), differing)
    tape.put("at", "board", text_of(start))
    recorder.meet(start)
    tape.frame("start")
    return start, recorder, known


def _breadth_first(classic: Classic, tape: Tape) -> None:
    start, recorder, _ = _begun(classic, tape)
    graph: Nodes[IdentityNode] = Nodes(lambda node: node.at_home(classic.goals))
    recorder.ended(bfs(graph, start, watcher=recorder, **UNBOUNDED).path)


def _a_star(classic: Classic, tape: Tape, make: Callable[[], Guide | None] = lambda: None) -> None:
    """The guide is made after the start is recorded, so that a request for one frame need not wait for it."""
    start, recorder, _ = _begun(classic, tape)
    recorder.ended(Weighed(classic.goals, make()).search(start, recorder).path)


def _recorded(classic: Classic, tape: Tape, weight: Weight, by: int, counted: Tape) -> None:
    """A* with the weights from other openings, whose number is put on the tape of the whole show."""
    start, recorder, known = _begun(classic, tape)
    guide, number = weights(classic, weight, by, counted.watch)
    counted.put("count", "recorded", number)
    if weight == "endings" and (
        found := recorded_endings(classic.pieces, (start.identifier, mirrored(start.identifier)))
    ):
        known.append(found)
    recorder.ended(Weighed(classic.goals, guide).search(start, recorder).path)


def weighed(puzzle: Puzzle, tape: Tape, pull: int) -> None:
    """Breadth first, A* with his weight, and A* with the weights of remembered solutions, whose pull is in steps."""
    classic = Classic.of(puzzle, empty=2)
    weight: Weight = "solutions" if pull else "alone"
    runs: dict[str, Callable[[Tape], None]] = {
        "bfs": functools.partial(_breadth_first, classic),
        "astar": functools.partial(_a_star, classic),
    }
    abreast(tape, runs | {"recorded": lambda own: _recorded(classic, own, weight, pull, tape)})


def endings(puzzle: Puzzle, tape: Tape, factor: int) -> None:
    """A* with his weight, and A* with a weight for each cell that differs from the nearest recorded ending."""
    classic = Classic.of(puzzle, empty=2)
    runs: dict[str, Callable[[Tape], None]] = {"astar": functools.partial(_a_star, classic)}
    abreast(tape, runs | {"endings": lambda own: _recorded(classic, own, "endings", factor, tape)})


def patterns(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """A* with his weight, and with a pattern database in its place: the distances without the 1x1 pieces."""
    classic = Classic.of(puzzle, empty=2)
    kinds = [n for n, kind in enumerate(puzzle.kinds) if kind.size != SINGLE]

    def from_table() -> Guide:
        alone = Weighed(classic.goals)
        database = Heuristic.under(tape.watch, puzzle, [[kinds]], Metric.STEP)
        tape.put("count", "table", len(database.tables[tuple(kinds)]))

        @functools.cache
        def weigh(code: int) -> float:
            node = IdentityNode(code)
            layout: Layout = chain_layouts(classic, [node])[0]
            return max(0.0, database(layout) - alone.heuristic(node))

        return weigh

    names = {"astar": lambda: None, "patterns": from_table}
    abreast(tape, {name: functools.partial(_a_star, classic, make=make) for name, make in names.items()})


def leapt(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """By stations with their ways, by posts alone, and by the puzzle's own key points."""
    classic = Classic.of(puzzle, empty=2)
    records: dict[str, Callable[[], Posts]] = {
        "stations": functools.partial(record, puzzle),
        "posts": functools.partial(record, puzzle, leaps=True),
        "keys": functools.partial(key_record, puzzle),
    }
    abreast(tape, {name: functools.partial(_leaps, classic, each) for name, each in records.items()})


def _leaps(classic: Classic, known: Callable[[], Posts], tape: Tape) -> None:
    """A record; it is made after the start is recorded, so that a request for one frame need not wait for it."""
    start, met = IdentityNode.of(*start_cells(classic.blocks)), set[int]()

    def seen(node: IdentityNode) -> None:
        met.add(node.identifier)
        if tape.on:
            tape.put("at", "board", text_of(node))
            tape.put("met", text_of(node), len(met))
            tape.put("count", "met", len(met))
        tape.frame("post_met", n=len(met))

    tape.put("at", "board", text_of(start))
    tape.put("way", 0, text_of(start))
    tape.frame("start")
    posts = known()
    tape.put("count", "posts", len(posts.left))
    steps, number, end = 0, 0, start
    for number, part in enumerate(posts.leaps(start, seen), 1):
        for node in part.nodes[1:]:
            steps, end = steps + 1, node
            tape.put("way", steps, text_of(node))
            if not part.met:
                tape.put("at", "board", text_of(node))
                tape.frame("post_way", left=part.length)
        tape.put("count", "leaps", number)
        tape.put("at", "board", text_of(end))
        if part.met and end.identifier in posts.left:
            tape.put("at", "post", [text_of(end), posts.left[end.identifier]])
            tape.frame("leap", n=number, steps=part.length, met=part.met)
    home = end.at_home(classic.goals)
    length = steps if home else None
    tape.put("count", "length", length)
    tape.frame("found" if home else "none", n=steps, met=len(met))
    tape.figures = {"met": len(met), "leaps": number, "length": length}
