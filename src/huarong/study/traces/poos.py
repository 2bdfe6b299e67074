"""Recording poos's programs: the three branches, the formula of the mirror image, and ideas for speed: A* with weights,
A* with a pattern database in place of a weight, and posts to leap between.

Searches run side by side: each frame has one expansion of each search. If endings are recorded, `at.ending` is the
nearest to `at.board`, and `at.differ` has the cells in which the two differ. `at.post` is the last post reached, with
the remaining steps that the record has for it.
"""

import functools
from collections.abc import Callable, Collection, Iterable
from operator import attrgetter
from typing import Any

from huarong.graph import Watcher, bfs
from huarong.model.board import Metric
from huarong.model.puzzle import Puzzle
from huarong.search.pattern_database import Heuristic
from huarong.study.classic import SINGLE, Classic
from huarong.study.plain import Plain
from huarong.study.poos.bits import identity, mirrored, mirrored_as_printed
from huarong.study.poos.intermediate import record
from huarong.study.poos.keys import key_points, key_record
from huarong.study.poos.nodes import AnyNode, ArrayNode, IdentityNode, StringNode, blocks_of, chain_layouts, start_cells
from huarong.study.poos.posts import Posts
from huarong.study.poos.protocol import HuaSearch, PuzzleState, target_of
from huarong.study.poos.recorded import Weight, nearest, recorded_endings, weights
from huarong.study.poos.search import Guide, Nodes, Weighed
from huarong.study.record import UNBOUNDED
from huarong.study.traces.levels import Expansions, Levels, level_by_level
from huarong.study.traces.tape import Tape, abreast, layout_text, text_of_layout

BRANCHES: tuple[type[AnyNode], ...] = (StringNode, ArrayNode, IdentityNode)
"""The branches master, Preview and Ultimate."""

_WHOLE = (1 << 50) - 1
"""The bits of an identifier."""


def text_of(node: AnyNode) -> str:
    """Return the layout of a node as a text."""
    return layout_text(blocks_of(node))


def _held(tape: Tape, _: object, node: AnyNode, parent: AnyNode | None, solved: bool) -> None:
    """Record what a node of each of the three branches stores for a layout; `was` are the parent's bits."""
    if not tape.on:
        return
    master, preview = (kind.of(*_cells(node)) for kind in (StringNode, ArrayNode))
    was = parent and format(identity(*_cells(parent)), "050b")
    bits = format(preview.identifier, "050b")
    tape.put(held={"master": master.data, "preview": preview.data, "bits": bits, "was": was})


def _cells(node: AnyNode) -> tuple[list[int], tuple[int, int]]:
    values, empty = node.cells()
    return values, (min(empty), max(empty))


def branch(puzzle: Puzzle, tape: Tape, which: int) -> None:
    """Record breadth-first search by one of poos's branches: master (0), Preview (1) or Ultimate (2)."""
    classic = Classic.of(puzzle, empty=2)
    graph: Nodes[AnyNode] = Nodes(lambda node: node.at_home(classic.goals))
    start: AnyNode = BRANCHES[which].of(*start_cells(classic.blocks))
    level_by_level(tape, graph, start, text_of, functools.partial(_held, tape), told=False)


def _spaced(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def protocol(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """Record poos's searcher over the protocols: HuaSearch, whose states are PuzzleStates.

    Table `member` has the value of each member of a protocol at the step.
    """
    plain = Plain(puzzle)
    target, compare = target_of(puzzle, plain)
    Classic.of(puzzle)

    def text(state: Any) -> str:
        return text_of_layout(puzzle.kinds, plain.layout(tuple(state.data)))

    def made(levels: Levels, state: Any, parent: Any, solved: bool) -> None:
        number = None if parent is None else levels.number[parent.identifier]
        held = {"parentState": number, "data": _spaced(state.data), "identifier": _spaced(state.identifier)}
        if parent is None:
            tape.put(member=held | {"startState": 0, "targetState": _spaced(search.target_state.data)})
        else:
            tape.put(member=held | {"successComparator": solved, "historyIdentifier": len(levels.number)})

    start = PuzzleState(plain, plain.start)
    search = HuaSearch(start, target, compare)
    level_by_level(tape, search, start, text, made)


def keys(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """Record the key points ("木桩") of a puzzle, one by one: layouts that every shortest solution passes.

    Table `post` has the layout of each and the number of steps before it.
    """
    classic = Classic.of(puzzle, empty=2)
    tape.put(at={"board": layout_text(classic.blocks)})
    tape.frame("start")
    found = key_points(puzzle, "step", cancel=tape.watch.cancel)
    for n, (made, layout) in enumerate(found.points):
        text = text_of_layout(puzzle.kinds, layout)
        tape.put(post={n: [text, made]}, at={"board": text}, count={"posts": n + 1})
        tape.frame("post", n=n + 1, made=made, left=found.length - made)
    tape.frame("posts" if found.points else "none", n=len(found.points), solutions=found.solutions)
    tape.figures = {"posts": len(found.points), "length": found.length if found.points else None}


def mirror(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """Record the formula of the mirror image, row by row, as meant and as printed; then for every layout of a search.

    Tables `right` and `printed` have the new places of each row's bits, as 50 bits.
    """
    classic = Classic.of(puzzle, empty=2)
    start = IdentityNode.of(*start_cells(classic.blocks))
    code = start.identifier
    tape.put(at={"board": text_of(start), "bits": format(code, "050b")})
    tape.frame("mirror_start")
    # Each row by itself through the functions: what the other rows and the empty cells give is the same without it.
    for row in range(5):
        part = code & 0xFF << 42 - 8 * row
        right, printed = (f"{f(part) >> 10 << 10 & _WHOLE:050b}" for f in (mirrored, mirrored_as_printed))
        tape.put(at={"row": row}, right={row: right}, printed={row: printed})
        tape.frame("mirror_row", n=row + 1, right=42 - 8 * row, printed=26 - 4 * row)
    tape.put(at={"row": None})
    rights, wrongs = set[int](), set[int]()
    good = met = 0

    def image_of(node: IdentityNode) -> None:
        nonlocal met, good
        met += 1
        right, wrong = mirrored(node.identifier), mirrored_as_printed(node.identifier)
        rights.add(right)
        wrongs.add(wrong)
        good += right == wrong
        if tape.on:
            at = {"board": text_of(node), "bits": f"{node.identifier:050b}", "mirror": text_of(IdentityNode(right))}
            tape.put(at=at | {"right": f"{right:050b}", "printed": f"{wrong & _WHOLE:050b}"})
        counts = {"layouts": met, "right_images": len(rights), "printed_images": len(wrongs), "agree": good}
        tape.put(count=counts)
        tape.frame("mirror_of", n=met, images=len(wrongs))

    class Met(Watcher[IdentityNode]):
        def generated(self, state: IdentityNode, parent: IdentityNode, known: bool, solved: bool) -> None:
            if not (known or solved):
                image_of(state)

    image_of(start)
    bfs(Weighed(classic.goals), start, watcher=Met(), **UNBOUNDED)
    tape.figures = {"layouts": met, "right_images": len(rights), "printed_images": len(wrongs), "agree": good}


Making = Callable[[list[Collection[int]]], Guide | None]
"""Creates a guide, and appends the recorded endings to a list, if there are any."""


def _weighed(classic: Classic, tape: Tape, make: Making = lambda known: None, breadth: bool = False) -> None:
    """Record A*, or a breadth-first search, by expansions; the guide is created after the first frame has the start."""
    start, known = IdentityNode.of(*start_cells(classic.blocks)), list[Collection[int]]()

    def differing(node: IdentityNode) -> None:
        for endings in known:
            cells, ending = nearest(node.identifier, endings)
            tape.put(at={"ending": text_of(IdentityNode(ending)), "differ": cells})

    recorder = Expansions(tape, text_of, attrgetter("identifier"), differing)
    tape.put(at={"board": text_of(start)})
    recorder.meet(start)
    tape.frame("start")
    if breadth:
        route = bfs(Weighed(classic.goals), start, watcher=recorder, **UNBOUNDED)
    else:
        route = Weighed(classic.goals, make(known)).search(start, recorder)
    recorder.ended(route.path)


def _recorded(classic: Classic, tape: Tape, weight: Weight, by: int) -> Callable[[Tape], None]:
    """Run A* with weights from other openings; record how many there are on the tape of the whole show."""

    def make(known: list[Collection[int]]) -> Guide | None:
        guide, number = weights(classic, weight, by, tape.watch)
        tape.put(count={"recorded": number})
        code = identity(*start_cells(classic.blocks))
        if weight == "endings" and (found := recorded_endings(classic.pieces, (code, mirrored(code)))):
            known.append(found)
        return guide

    return functools.partial(_weighed, classic, make=make)


def weighed(puzzle: Puzzle, tape: Tape, pull: int) -> None:
    """Record breadth-first search, A* with poos's weight, and A* with remembered solutions (`pull` is in steps)."""
    classic = Classic.of(puzzle, empty=2)
    runs = {"bfs": functools.partial(_weighed, classic, breadth=True), "astar": functools.partial(_weighed, classic)}
    abreast(tape, runs | {"recorded": _recorded(classic, tape, "solutions" if pull else "alone", pull)})


def endings(puzzle: Puzzle, tape: Tape, factor: int) -> None:
    """Record A* with poos's weight, and A* with a weight for each cell that differs from the nearest ending."""
    classic = Classic.of(puzzle, empty=2)
    weighed_by = _recorded(classic, tape, "endings", factor)
    abreast(tape, {"astar": functools.partial(_weighed, classic), "endings": weighed_by})


def patterns(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """Record A* with poos's weight, and with a pattern database in its place: the distances without the 1x1 pieces."""
    classic = Classic.of(puzzle, empty=2)
    kinds = [n for n, kind in enumerate(puzzle.kinds) if kind.size != SINGLE]

    def from_table(_: object) -> Guide:
        alone = Weighed(classic.goals)
        database = Heuristic.of(puzzle, [[kinds]], Metric.STEP, watch=tape.watch)
        tape.put(count={"table": len(database.tables[tuple(kinds)])})

        @functools.cache
        def weigh(code: int) -> float:
            node = IdentityNode(code)
            return max(0.0, database(chain_layouts(classic, [node])[0]) - alone.heuristic(node))

        return weigh

    by_table = functools.partial(_weighed, classic, make=from_table)
    abreast(tape, {"astar": functools.partial(_weighed, classic), "patterns": by_table})


def leapt(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """Record solving by stations with their ways, by posts alone, and by the puzzle's own key points."""
    classic = Classic.of(puzzle, empty=2)
    records: dict[str, Callable[[], Posts]] = {"stations": functools.partial(record, puzzle)}
    records |= {"posts": functools.partial(record, puzzle, leaps=True), "keys": functools.partial(key_record, puzzle)}
    abreast(tape, {name: functools.partial(_leaps, classic, each) for name, each in records.items()})


def _leaps(classic: Classic, known: Callable[[], Posts], tape: Tape) -> None:
    """Record leaps between posts, which are found after the start so that a request for one frame need not wait."""
    start = IdentityNode.of(*start_cells(classic.blocks))
    board, met = text_of(start), {start.identifier}

    def seen(node: IdentityNode) -> None:
        met.add(node.identifier)
        if tape.on:
            board = text_of(node)
            tape.put(at={"board": board}, met={board: len(met)}, count={"met": len(met)})
        tape.frame("post_met", n=len(met))

    tape.put(at={"board": board}, way={0: board}, met={board: 1}, count={"met": 1})
    tape.frame("start")
    posts = known()
    tape.put(count={"posts": len(posts.left)})
    steps, number, end = 0, 0, start
    for number, part in enumerate(posts.leaps(start, seen), 1):
        for node in part.nodes[1:]:
            steps, end, board = steps + 1, node, text_of(node)
            tape.put(way={steps: board})
            if not part.met:
                tape.put(at={"board": board})
                tape.frame("post_way", left=part.length)
        tape.put(count={"leaps": number}, at={"board": board})
        if part.met and end.identifier in posts.left:
            tape.put(at={"post": [board, posts.left[end.identifier]]})
            tape.frame("leap", n=number, steps=part.length, met=part.met)
    home = end.at_home(classic.goals)
    length = steps if home else None
    tape.put(count={"length": length})
    tape.frame("found" if home else "none", n=steps, met=len(met))
    tape.figures = {"met": len(met), "leaps": number, "length": length}
