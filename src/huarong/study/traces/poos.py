"""Recording poos's programs: the 50 bits, his three branches, the formula of the mirror image, and A* with weights."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from huarong.model.puzzle import Puzzle
from huarong.study.classic import Classic
from huarong.study.poos.bits import identity, mirrored, mirrored_as_printed
from huarong.study.poos.cells import blocks_of, start_cells
from huarong.study.poos.nodes import AnyNode, ArrayNode, IdentityNode, StringNode
from huarong.study.poos.search import LevelSearcher
from huarong.study.record import Tally
from huarong.study.traces.levels import Levels
from huarong.study.traces.tape import Tape, layout_text

__all__ = ["branch", "mirror", "taped_node", "text_of"]

BRANCHES: tuple[type[AnyNode], ...] = (StringNode, ArrayNode, IdentityNode)
"""master, Preview, Ultimate."""


def text_of(node: AnyNode) -> str:
    """The layout of a node as a text."""
    return layout_text(blocks_of(node))


class _Known(set[int | str]):
    """The set of identifiers that were met, which reports each that is met again."""

    def __init__(self, known: set[int | str], told: Callable[[int | str], None]) -> None:
        super().__init__(known)
        self.told = told

    def __contains__(self, identifier: object) -> bool:
        known = super().__contains__(identifier)
        if known:
            self.told(identifier)  # type: ignore[arg-type]
        return known


def taped_node(kind: type[AnyNode], told: Callable[[Any, Any], None]) -> Any:
    """A subclass of his node that reports each child that it makes."""

    class Taped(kind):  # type: ignore[valid-type,misc]
        __slots__ = ()

        def children(self) -> Iterator[Any]:
            for child in super().children():
                told(child, self)
                yield child

    return Taped


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
    made: list[Any] = [None, None]

    def told(child: Any, parent: Any) -> None:
        made[:] = child, parent

    def write(known: bool, solved: bool) -> None:
        child, parent = made
        _held(child, parent, tape)
        levels.generated(
            child.identifier, parent.identifier, text_of(child) if tape.on else "", known, solved
        )

    start = taped_node(BRANCHES[which], told).of(*start_cells(classic.blocks))
    levels = Levels(tape, start.identifier, text_of(start))
    _held(start, None, tape)
    tape.frame("start")

    def success(node: Any) -> bool:
        solved: bool = node.at_home(goals)
        write(False, solved)
        return solved

    searcher: LevelSearcher[Any] = LevelSearcher(start, success)
    searcher.history = _Known(searcher.history, lambda _: write(True, False))
    if classic.solved:
        tape.figures = {"layouts": 0, "duplicates": 0, "depth": 0}
        return
    found = searcher.search()
    chain = searcher.path_with_state()
    if found:
        levels.way([text_of(node) for node in chain])
    else:
        tape.frame("none")
    tally: Tally = searcher.tally
    tape.figures = {
        "layouts": sum(tally.levels),
        "duplicates": tally.duplicates,
        "depth": len(chain) - 1 if found else None,
    }


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
