"""Recording poos's programs: the 50 bits, his three branches, the formula of the mirror image, and A* with weights."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from huarong.graph import Watcher, bfs
from huarong.model.puzzle import Puzzle
from huarong.study.classic import Classic
from huarong.study.plain import Plain
from huarong.study.poos.bits import identity, mirrored, mirrored_as_printed
from huarong.study.poos.keys import key_points
from huarong.study.poos.nodes import AnyNode, ArrayNode, IdentityNode, StringNode, blocks_of, start_cells
from huarong.study.poos.protocol import HuaSearch, PuzzleState, target_of
from huarong.study.poos.search import Nodes
from huarong.study.record import UNBOUNDED
from huarong.study.traces.levels import Levels
from huarong.study.traces.tape import Tape, layout_text, text_of_layout

BRANCHES: tuple[type[AnyNode], ...] = (StringNode, ArrayNode, IdentityNode)
"""master, Preview, Ultimate."""


def text_of(node: AnyNode) -> str:
    """The layout of a node as a text."""
    return layout_text(blocks_of(node))


def _held(node: AnyNode, parent: AnyNode | None, tape: Tape) -> None:
    """Write what the nodes of each of his three branches hold of a layout; `was` are the parent's bits."""
    if not tape.on:
        return
    master, preview = (kind.of(*_cells(node)) for kind in (StringNode, ArrayNode))
    tape.puts("held", master=master.data, preview=preview.data, bits=format(preview.identifier, "050b"))
    if parent is not None:
        tape.put("held", "was", format(identity(*_cells(parent)), "050b"))


def _cells(node: AnyNode) -> tuple[list[int], tuple[int, int]]:
    values, empty = node.cells()
    return values, (min(empty), max(empty))


def branch(puzzle: Puzzle, tape: Tape, which: int) -> None:
    """Breadth first by one of his branches: master (0), Preview (1) or Ultimate (2)."""
    classic = Classic.of(puzzle, empty=2)
    graph: Nodes[AnyNode] = Nodes(lambda node: node.at_home(classic.goals))
    start: AnyNode = BRANCHES[which].of(*start_cells(classic.blocks))
    levels = Levels(tape, start, text_of, graph.key, lambda node, parent, solved: _held(node, parent, tape))
    _held(start, None, tape)
    tape.frame("start")
    levels.ended(bfs(graph, start, watcher=levels, **UNBOUNDED).path, told=False)


def _spaced(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


def protocol(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """His searcher over his protocols: HuaSearch, whose states are PuzzleStates.

    Table `member` has for each member of a protocol the value that it has at the step.
    """
    plain = Plain(puzzle)
    target, compare = target_of(puzzle, plain)
    Classic.of(puzzle)

    def text(state: Any) -> str:
        return text_of_layout(puzzle.kinds, plain.layout(tuple(state.data)))

    def state_of(state: Any) -> None:
        above = state.parent_state
        tape.put("member", "parentState", None if above is None else levels.number.get(above.identifier))
        tape.puts("member", data=_spaced(state.data), identifier=_spaced(state.identifier))

    def made(state: Any, parent: Any, solved: bool) -> None:
        state_of(state)
        tape.puts("member", successComparator=solved, historyIdentifier=len(levels.number))

    start = PuzzleState(plain, plain.start)
    search = HuaSearch(start, target, compare)
    search.watcher = levels = Levels(tape, start, text, search.key, made)
    state_of(start)
    tape.puts("member", startState=0, targetState=_spaced(search.target_state.data))
    tape.frame("start")
    search.search()
    levels.ended(search.path_with_state())


def keys(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """The key points ("木桩") of a puzzle, one by one: layouts that every shortest solution passes.

    Table `post` has for each its layout and the steps made by then.
    """
    classic = Classic.of(puzzle, empty=2)
    tape.put("at", "board", layout_text(classic.blocks))
    tape.frame("start")
    found = key_points(puzzle, "step", cancel=tape.watch.cancel)
    for n, (made, layout) in enumerate(found.points):
        text = text_of_layout(puzzle.kinds, layout)
        tape.put("post", n, [text, made])
        tape.put("at", "board", text)
        tape.put("count", "posts", n + 1)
        tape.frame("post", n=n + 1, made=made, left=found.length - made)
    tape.frame("posts" if found.points else "none", n=len(found.points), solutions=found.solutions)
    tape.figures = {"posts": len(found.points), "length": found.length if found.points else None}


def mirror(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """The formula of the mirror image, row by row, as meant and as printed; then of every layout that a search meets.

    Tables: `right` and `printed` have where the bits of each row come to lie, as 50 bits.
    """
    classic = Classic.of(puzzle, empty=2)
    start = IdentityNode.of(*start_cells(classic.blocks))
    code, text = start.identifier, text_of(start)
    tape.puts("at", board=text, bits=format(code, "050b"))
    tape.frame("mirror_start")
    # Each row by itself through the functions: what the other rows and the empty cells give is the same without it.
    for row in range(5):
        part = code & 0xFF << 42 - 8 * row
        tape.put("at", "row", row)
        for name, image in (("right", mirrored), ("printed", mirrored_as_printed)):
            bits = image(part) >> 10 << 10 & (1 << 50) - 1
            tape.put(name, row, format(bits, "050b"))
        tape.frame("mirror_row", n=row + 1, right=42 - 8 * row, printed=26 - 4 * row)
    tape.put("at", "row", None)
    images: dict[str, set[int]] = {"right": set(), "printed": set()}
    good = met = 0

    def image_of(node: IdentityNode) -> None:
        nonlocal met, good
        met += 1
        right, wrong = mirrored(node.identifier), mirrored_as_printed(node.identifier)
        images["right"].add(right)
        images["printed"].add(wrong)
        good += right == wrong
        if tape.on:
            tape.puts(
                "at",
                board=text_of(node),
                bits=format(node.identifier, "050b"),
                mirror=text_of(IdentityNode(right)),
                right=format(right, "050b"),
                printed=format(wrong & (1 << 50) - 1, "050b"),
            )
        tape.puts(
            "count", layouts=met, right_images=len(images["right"]), printed_images=len(images["printed"]), agree=good
        )
        tape.frame("mirror_of", n=met, images=len(images["printed"]))

    class Met(Watcher[IdentityNode]):
        def generated(self, state: IdentityNode, parent: IdentityNode, known: bool, solved: bool) -> None:
            if not (known or solved):
                image_of(state)

    image_of(start)
    graph: Nodes[IdentityNode] = Nodes(lambda node: node.at_home(classic.goals))
    bfs(graph, start, watcher=Met(), **UNBOUNDED)
    tape.figures = {"layouts": met} | {f"{name}_images": len(found) for name, found in images.items()} | {"agree": good}
