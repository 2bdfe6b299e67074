"""The goal of a puzzle, and the usual goal of a board where a text gives none."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from huarong.errors import InputError, expect
from huarong.model.board import Board, Kind, Layout

Requirement = tuple[int, int]
"""A kind (by its index) and the head at which a piece of it must lie."""


@dataclass(frozen=True, slots=True)
class Goal:
    """What solves a puzzle: any one of its alternatives, each a set of (kind, head) that must hold.

    >>> Goal.of([[(0, 13)]]).alternatives
    (((0, 13),),)
    """

    alternatives: tuple[tuple[Requirement, ...], ...]

    @classmethod
    def of(cls, alternatives: Iterable[Iterable[Requirement]]) -> "Goal":
        """A goal in its canonical order, without repetition."""
        expect(alternatives, Iterable)
        found = set()
        for each in alternatives:
            expect(each, Iterable)
            found.add(tuple(sorted(set(each))))
        return cls(tuple(sorted(found)))

    @property
    def kinds(self) -> frozenset[int]:
        """The kinds of pieces that some alternative names."""
        return frozenset(kind for each in self.alternatives for kind, _ in each)

    def holds(self, layout: Layout) -> bool:
        """Whether a layout is solved."""
        try:
            heads = layout.heads
            return any(all(head in heads[kind] for kind, head in each) for each in self.alternatives)
        except (AttributeError, TypeError):
            expect(layout, Layout)
            raise
        except IndexError:
            template = "the layout has {got} {got:kind|kinds} of pieces; expected {expected}"
            raise InputError(template, got=len(heads), expected=1 + max(self.kinds)) from None


def usual_goal(board: Board, kinds: Sequence[Kind]) -> Requirement | None:
    """The goal of 华容道: on an open 4x5 board the only 2x2 kind must come to the bottom centre.

    Returns the index of that kind in `kinds` and the head it must have, or None for any other board or kinds. The
    number of pieces of the kind is not looked at. (Tiles in order are the other usual goal; `huarong.model.text`
    knows it, as the tiles' characters give the order.)

    >>> usual_goal(Board(4, 5), [Kind.of([(0, 0)]), Kind.of([(0, 0), (1, 0), (0, 1), (1, 1)])])
    (1, 13)
    """
    squares = [k for k, kind in enumerate(kinds) if kind.size == "2x2"]
    return (squares[0], 13) if board == Board(4, 5) and len(squares) == 1 else None


def corner_goal(board: Board, kinds: Sequence[Kind]) -> Requirement | None:
    """The goal of the tools of design if there is no usual one: the first kind as far to the bottom right as possible.

    In a space the first kind is a largest. Returns its index and the head, or None if it does not fit on the board.

    >>> corner_goal(Board(4, 4), [Kind.of([(0, 0), (1, 0)]), Kind.of([(0, 0)])])
    (0, 14)
    """
    heads = board.heads(kinds[0]) if kinds else ()
    if not heads:
        return None
    return 0, max(heads, key=lambda head: (head // board.width + head % board.width, head))
