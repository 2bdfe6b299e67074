"""Details of 吕震宇's program as the article writes them (parts 11, 12, 14 and 15), for which other versions use modern
forms. Also the worked example (part 8) in this form: 横刀立马 with downward moves only.
"""

from collections.abc import Sequence
from typing import Any

from huarong.model.puzzle import Puzzle
from huarong.study.classic import BOX, Classic
from huarong.study.lv.chessmen import Plane, Step, steps
from huarong.study.lv.search import ChessLayout, ChessStep, CircularLinkedList, Mediator, Sort
from huarong.study.lv.visited import AvlTree
from huarong.study.record import Witness, unseen


class DuplicateError(Exception):
    """The tree has the code already."""


class RaisingTree(AvlTree):
    """A tree that raises an exception for a duplicate code."""

    def insert(self, code: int) -> bool:
        """Add a code. Raises `DuplicateError` if it is there already."""
        if not super().insert(code):
            raise DuplicateError(code)
        return True


class CatchingMediator(Mediator):
    """The mediator whose `check_step` tries to add a code and ignores the exception for a duplicate."""

    def check_step(self, step: ChessStep) -> None:
        """Keep a layout unless adding it raises."""
        try:
            super().check_step(step)
        except DuplicateError:
            self.duplicates += 1


def quick_sort(items: list[Any], witness: Witness = unseen) -> None:
    """Sort a list in place by quicksort, with the middle item, moved to the front, as the pivot.

    `small` is 吕震宇's smallindex: the last place of the part that is smaller than the pivot. A witness gets each step
    with the first and last place of the part, `index` and `small`. The steps are `part`, `middle` (the pivot is at the
    front now), `less` (an item was swapped to the smaller ones), `more`, and `parted`.
    """

    def sort(first: int, last: int) -> None:
        if first < last:
            witness("part", first, last, first, first)
            middle = partition(first, last)
            sort(first, middle - 1)
            sort(middle + 1, last)

    def partition(first: int, last: int) -> int:
        middle = (first + last) // 2
        items[first], items[middle] = items[middle], items[first]
        pivot, small = items[first], first
        witness("middle", first, last, middle, small)
        for index in range(first + 1, last + 1):
            less = items[index] < pivot
            if less:
                small += 1
                items[small], items[index] = items[index], items[small]
            witness("less" if less else "more", first, last, index, small)
        items[first], items[small] = items[small], items[first]
        witness("parted", first, last, small, small)
        return small

    sort(0, len(items) - 1)


class SortedLayout(ChessLayout):
    """A layout with two arrays of the same pieces: one to copy from, and one in reading order, with the empty cells."""

    __slots__ = ("blank_men", "is_finished", "sorted_chessmen")
    is_finished: bool

    def __init__(
        self, chessmen: Sequence[Plane], goals: frozenset[int], mediator: Mediator, bits: int, sort: Sort = list.sort
    ) -> None:
        super().__init__(chessmen, goals, mediator, bits, sort)
        self.blank_men = [type(chessmen[0])("", 0, -1, ()) for _ in range(2)]
        self.sorted_chessmen = [*chessmen, *self.blank_men]

    def init_layout_map(self) -> None:
        """Sort `sorted_chessmen` by 10 y + x."""
        for man, blank in zip(self.blank_men, self.blanks, strict=True):
            man.position = blank
        for man in self.sorted_chessmen:
            y, x = divmod(man.cell(man.position), 4)
            man.key = 10 * y + x
        self.sort(self.sorted_chessmen)

    def check_available_steps(self) -> None:
        """Let each piece find its moves, in reading order; an empty cell has none."""
        for number, man in enumerate(self.sorted_chessmen):
            if man.size:
                self.moving = man
                if man.number != 99:
                    man.number = number
                man.check_available_steps(self.blanks, self.encapsulate)

    def to_int32(self) -> int:
        """Return the 26-bit code, read from the sorted array; set `is_finished`."""
        self.init_layout_map()
        code = general = 0
        for index, man in enumerate(self.sorted_chessmen, 1):
            if man.number == 99:
                general, self.is_finished = index, man.cell(man.position) in self.goals
            else:
                code = code << 2 | man.type32
        return general << 2 * (len(self.sorted_chessmen) - 1) | code


class RecursiveRing(CircularLinkedList):
    """A pool whose search calls itself once for each level."""

    def begin_process(self) -> bool:
        """Search this level, then, by recursion, the next; return False if there is no solution."""
        if self.search_level():
            return True
        going = self.next_step()
        self.mediator.level_done(going)
        return going and self.begin_process()


class Downward(Plane):
    """A piece that can only go down, by one cell or two."""

    __slots__ = ()

    @classmethod
    def ways(cls, size: str, far: bool) -> tuple[Step, ...]:
        """Return the ways of this size that go down."""
        return tuple(step for step in steps(size, far) if step.method in ("Down", "Down2"))


def supposed(source: Puzzle) -> Classic:
    """Return a puzzle as in the example: solved once the 2x2 has moved down by one cell."""
    classic = Classic.of(source, empty=2, count=10)
    goals = frozenset(cell + 4 for size, cell in classic.blocks if size == BOX)
    return Classic(classic.puzzle, classic.blocks, goals)
