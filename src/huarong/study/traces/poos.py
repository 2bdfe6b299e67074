"""Recording poos's programs: the 50 bits, his three branches, the formula of the mirror image, and A* with weights."""

from __future__ import annotations

from huarong.model.puzzle import Puzzle
from huarong.study.classic import Classic
from huarong.study.poos.bits import identity, mirrored, mirrored_as_printed
from huarong.study.poos.cells import blocks_of, start_cells
from huarong.study.poos.nodes import AnyNode, ArrayNode, IdentityNode, StringNode
from huarong.study.poos.search import LevelSearcher
from huarong.study.traces.levels import Levels
from huarong.study.traces.tape import Tape, layout_text

BRANCHES: tuple[type[AnyNode], ...] = (StringNode, ArrayNode, IdentityNode)
"""master, Preview, Ultimate."""


def text_of(node: AnyNode) -> str:
    """The layout of a node as a text."""
    return layout_text(blocks_of(node))


def _held(node: AnyNode, parent: AnyNode | None, tape: Tape) -> None:
    """Write what the nodes of each of his three branches hold of a layout; `was` are the parent's bits."""
    if not tape.on:
        return
    values, empty = node.cells()
    first, second = sorted(empty)
    master = StringNode.of(values, (first, second))
    preview = ArrayNode.of(values, (first, second))
    tape.put("held", "master", master.data)
    tape.put("held", "preview", preview.data)
    tape.put("held", "bits", format(preview.identifier, "050b"))
    if parent is not None:
        values, empty = parent.cells()
        tape.put("held", "was", format(identity(values, (min(empty), max(empty))), "050b"))


def branch(puzzle: Puzzle, tape: Tape, which: int) -> None:
    """Breadth first by one of his branches: master (0), Preview (1) or Ultimate (2)."""
    classic = Classic.of(puzzle, empty=2)
    goals = classic.goals

    def witness(child: AnyNode, parent: AnyNode, known: bool, solved: bool) -> None:
        _held(child, parent, tape)
        text = text_of(child) if tape.on else ""
        levels.generated(child.identifier, parent.identifier, text, known, solved)

    start: AnyNode = BRANCHES[which].of(*start_cells(classic.blocks))
    levels = Levels(tape, start.identifier, text_of(start))
    _held(start, None, tape)
    tape.frame("start")
    searcher: LevelSearcher[AnyNode] = LevelSearcher(
        start, lambda node: node.at_home(goals), witness=witness
    )
    if classic.solved:
        levels.ended(None, [])
        return
    searcher.search()
    chain = searcher.path_with_state()
    levels.ended(searcher.tally, [text_of(node) for node in chain])


def mirror(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """The formula of the mirror image, row by row, as meant and as printed; then of every layout that a search meets.

    Tables: `right` and `printed` have where the bits of each row come to lie, as 50 bits.
    """
    classic = Classic.of(puzzle, empty=2)
    start = IdentityNode.of(*start_cells(classic.blocks))
    code, text = start.identifier, text_of(start)
    tape.put("at", "board", text)
    tape.put("at", "bits", format(code, "050b"))
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
            tape.put("at", "board", text_of(node))
            tape.put("at", "bits", format(node.identifier, "050b"))
            tape.put("at", "mirror", text_of(IdentityNode(right)))
            tape.put("at", "right", format(right, "050b"))
            tape.put("at", "printed", format(wrong & (1 << 50) - 1, "050b"))
        tape.put("count", "layouts", met)
        tape.put("count", "right_images", len(images["right"]))
        tape.put("count", "printed_images", len(images["printed"]))
        tape.put("count", "agree", good)
        tape.frame("mirror_of", n=met, images=len(images["printed"]))

    image_of(start)

    def success(node: IdentityNode) -> bool:
        solved = node.at_home(classic.goals)
        if not solved:
            image_of(node)
        return solved

    if not classic.solved:
        LevelSearcher(start, success).search()
    tape.figures = {
        "layouts": met,
        "right_images": len(images["right"]),
        "printed_images": len(images["printed"]),
        "agree": good,
    }
