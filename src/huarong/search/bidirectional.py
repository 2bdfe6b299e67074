"""Bidirectional search: level by level from the start and from all goal layouts, until the frontiers meet."""

import math
from array import array
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from huarong.limits import Watch
from huarong.model.board import Board
from huarong.model.puzzle import Puzzle, Solution
from huarong.model.rules import Rules
from huarong.search.bfs import BreadthFirst
from huarong.search.keys import KeyPacking
from huarong.search.task import Task
from huarong.space.numbering import NotNumberedError
from huarong.space.space import Space, goal_layouts, goal_spaces

_BYTES = 64
"""Bytes of memory that must be free for each word of a goal layout's key."""


def run(task: Task) -> Solution:
    """Find a shortest solution, or prove that there is none. The side with the smaller frontier is expanded next."""
    puzzle, metric, watch = task.puzzle, task.metric, task.watch
    packing = KeyPacking.of(puzzle, lists=False)
    goals = goal_count(puzzle, watch)
    if goals * packing.words * _BYTES > watch.memory:
        raise watch.reached("memory")
    if watch.limits.layouts is not None and goals > watch.limits.layouts:
        raise watch.reached("layouts")
    keys = goal_keys(puzzle, packing, watch)
    there = BreadthFirst(puzzle, metric, watch, packing, 0.5, goals=False)
    back = BreadthFirst(puzzle, metric, watch, packing, 0.5, goals=False, reverse=True, starts=keys.reshape(-1).data)
    sides = (there, back)

    def look() -> None:
        watch.look(there.depth + back.depth, there.count + back.count)

    meeting = _meeting(there, back, 0)
    while meeting is None:
        side, other = sorted(sides, key=lambda side: side.count - side.expanded)
        first = side.count
        if not side.deepen(look):
            none = replace(there.unsolvable(), depth=side.depth)
            return replace(none, explored=there.count + back.count, method="bidirectional")
        meeting = _meeting(side, other, first)
        if meeting is not None and side is back:
            meeting = meeting[::-1]
        watch.lower += 1
    explored = there.count + back.count
    path = [*there.chain(meeting[0])[-2::-1], *_met(there, back, meeting[1])]
    return replace(there.solution(there.follow(path)), explored=explored, method="bidirectional")


def _met(there: BreadthFirst, back: BreadthFirst, number: int) -> list[int]:
    """Return the path from a layout of the backward search to a goal, in the numbers of the forward search."""
    words, keys = back.packing.words, array("Q")
    for each in back.chain(number)[1:]:
        keys.extend(back.queue.view[each * words : (each + 1) * words])
    numbers = array("q", bytes(8 * len(keys) // words))
    there.enter(keys, len(numbers), numbers)
    return numbers.tolist()


def _meeting(side: BreadthFirst, other: BreadthFirst, first: int) -> tuple[int, int] | None:
    """Return the numbers, on both sides, of a layout from number `first` on that the other side has found too."""
    words, last = side.packing.words, side.count
    numbers = np.empty(1 << 16, np.int64)
    for begin in range(first, last, len(numbers)):
        side.watch.look()
        count = min(len(numbers), last - begin)
        other.find(side.queue.view[begin * words :], count, numbers.data)
        hits = np.flatnonzero(numbers[:count] >= 0)
        if len(hits):
            return begin + int(hits[0]), int(numbers[hits[0]])
    return None


def reachable(puzzle: Puzzle) -> Space:
    """Return the space of a puzzle's pieces on the cells that they can reach; all other cells are walls."""
    board, kinds, rules = puzzle.board, puzzle.kinds, Rules.of(puzzle.board, puzzle.kinds)
    held = {rules.place[piece.kind, piece.head] for piece in puzzle.pieces}
    places = [p for group in rules.groups if held & set(group) for p in group]
    used = {cell for p in places for cell in board.cells(kinds[rules.kind[p]], rules.head[p]) or ()}
    walls = frozenset(range(board.size)) - used
    counts = ((len(group), len(group)) for group in puzzle.start.heads)
    return Space(Board(board.width, board.height, walls, board.gates - walls), kinds, tuple(counts))


def goal_count(puzzle: Puzzle, watch: Watch) -> float:
    """Return the number of solved layouts of the pieces; infinity if they cannot be numbered."""
    try:
        return sum(space.measured(watch) for _, space in goal_spaces(reachable(puzzle), puzzle.goal))
    except NotNumberedError:
        return math.inf


def goal_keys(puzzle: Puzzle, packing: KeyPacking, watch: Watch) -> NDArray[np.uint64]:
    """The keys (n x words) of all solved layouts in which each piece is in a part of the board it can reach alone.

    Some keys may repeat. The packing must have no lists. The watch may end it.
    """
    rules = packing.rules
    # Pieces never leave their group of places: layouts with other numbers of pieces in a group cannot be reached.
    member = np.zeros((len(puzzle.kinds) + 1, puzzle.board.size, len(rules.groups)), np.int16)
    member[np.array(rules.kind) + 1, np.array(rules.head), np.array(rules.group)] = 1
    held = sum(member[piece.kind + 1, piece.head] for piece in puzzle.pieces)
    parts = [np.zeros((0, packing.words), np.uint64)]
    for letters in goal_layouts(reachable(puzzle), puzzle.goal, watch.look):
        counts = sum(member[letters[:, cell], cell] for cell in puzzle.board.free)
        parts.append(least(packing.pack(letters[(counts == held).all(axis=1)])))
    return np.concatenate(parts)


def least(keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the least of the images' keys (n x images x words), compared word by word from the first."""
    best = keys[:, 0].copy()
    for image in range(1, keys.shape[1]):
        other = keys[:, image]
        less = np.zeros(len(keys), bool)
        for word in reversed(range(keys.shape[2])):
            less = (other[:, word] < best[:, word]) | (less & (other[:, word] == best[:, word]))
        best[less] = other[less]
    return best
