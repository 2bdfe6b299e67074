"""The symmetries of a whole space: mirror images and turns of its layouts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from huarong.model.board import Layout
from huarong.model.goal import Goal
from huarong.model.symmetry import preserving
from huarong.space.space import Space


@dataclass(frozen=True)
class Images:
    """The symmetries of a space and a goal: a layout and its images are equally far from the goal.

    `maps` has for each symmetry, by kind, the kind that its pieces become and the head that each head becomes.

    >>> space = Space.parse("4x5 2x2:1 1x1:1")
    >>> images = Images.of(space, Goal.of([[(0, 13)]]))
    >>> [each.heads for each in images.all(Layout(((0,), (11,))))]
    [((2,), (8,))]
    """

    maps: tuple[tuple[tuple[int, dict[int, int]], ...], ...]

    @classmethod
    def of(cls, space: Space, goal: Goal) -> Images:
        """The symmetries of a space and a goal in it."""
        board, found = space.board, []
        for symmetry, to in preserving(board, space.kinds, space.counts, goal):
            heads = ({head: symmetry.head(board, kind, head) for head in board.heads(kind)} for kind in space.kinds)
            found.append(tuple(zip(to, heads, strict=True)))
        return cls(tuple(found))

    def all(self, layout: Layout) -> Iterator[Layout]:
        """The images of a layout, one for each symmetry; it may be among them itself."""
        for each in self.maps:
            groups: list[tuple[int, ...]] = [()] * len(each)
            for (kind, heads), group in zip(each, layout.heads, strict=True):
                groups[kind] = tuple(heads[head] for head in group)
            yield Layout(tuple(groups), layout.home)

    def once(self, space: Space, ranks: Iterable[int]) -> Iterator[int]:
        """The first rank of each set of images, of ascending ranks that are closed under the symmetries."""
        for rank in ranks:
            images = self.all(space.layout(rank))
            if all(space.rank(image) >= rank for image in images):
                yield rank
