"""Recording modern methods: bit boards, mirror images, ranks, bit-parallel search.

The compiled loops record nothing while they run. Traces are made from their data: the queue of a search has all layouts
in the order in which they were found, and a bit-parallel search pauses after each level.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from huarong.atlas.atlas import Atlas
from huarong.atlas.bitparallel.bitsets import BitsetSearch as Sweep
from huarong.atlas.bitparallel.frames import SpaceFrames, budget, frames_of
from huarong.atlas.goals import goal_in
from huarong.errors import InputError
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.search.bfs import BreadthFirst
from huarong.search.expander import NeighbourFinder
from huarong.search.keys import BOARD, KeyPacking
from huarong.space.space import Space
from huarong.study.classic import Classic
from huarong.study.traces.codes import read_word
from huarong.study.traces.tape import LETTER, Tape, layout_text, text_of_layout

WORDS = 240
"""About how many words of a bit-parallel search are recorded."""


class _Queue:
    """A search that has run to its end: its keys in the order in which they were found, each with its parent."""

    def __init__(self, puzzle: Puzzle, tape: Tape, symmetric: bool) -> None:
        if Classic.of(puzzle).solved:
            raise InputError("this puzzle is already solved; there is nothing to step through")
        self.packing = KeyPacking.of(puzzle, symmetric=symmetric)
        self.search = BreadthFirst(puzzle, Metric.MOVE, tape.watch, self.packing)
        self.solved = bool(self.search.run())
        count = min(self.search.count, tape.most + 1)
        keys = np.frombuffer(self.search.queue.view, np.uint64, self.search.count)[:count]
        self.keys = keys.tolist()
        self.grids = self.packing.decode(keys)
        self.letters = [".", *(LETTER[kind.size] for kind in self.packing.rules.kinds)]
        back = NeighbourFinder(self.packing, Metric.MOVE, True, room=1).kernel
        self.parents = [None, *(self.search.kernel.earliest(back, n) for n in range(1, count))]
        ends = [int(n) for n in self.search.levels[: self.search.depth + 2]]
        self.depth = [sum(n >= end for end in ends[1:]) for n in range(count)]

    def text(self, n: int) -> str:
        """The layout of a number."""
        return "".join(self.letters[letter] for letter in self.grids[n])

    def way(self) -> list[str]:
        """The layouts on the path to the goal; empty if there is none."""
        if not self.solved:
            return []
        solution = self.search.solution(self.search.trace())
        return [text_of_layout(self.packing.rules.kinds, layout) for layout in solution.layouts]

    def found(self, tape: Tape, n: int) -> None:
        """Record that a layout is found."""
        parent = self.parents[n]
        tape.put("list", n, [parent, self.depth[n], self.text(n)])
        tape.puts("at", n=n, parent=parent, depth=self.depth[n], board=self.text(n), key=str(self.keys[n]))
        tape.put("at", "from", None if parent is None else str(self.keys[parent]))
        tape.put("count", "layouts", n + 1)

    def ended(self, tape: Tape) -> None:
        """Record the path to the goal, and the figures."""
        for n in range(len(self.keys), self.search.count):
            tape.frame("new", n=n)
        tape.path(way := self.way())
        tape.figures = {"layouts": self.search.count, "depth": len(way) - 1 if self.solved else None}


def bit_boards(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """The compiled search: each layout one key, made of its parent's by an exclusive or.

    Table `field` has for each part of the key: letter, form (`board`: a bit a place, or `number`), first bit, bits, and
    the head cells of its places.
    """
    queue = _Queue(puzzle, tape, symmetric=False)
    packing = queue.packing
    for f, mask in enumerate(packing.masks):
        _, shift, base, form, _ = packing.fields[5 * f : 5 * f + 5]
        group = next(group for group in packing.rules.groups if base in group)
        letter = LETTER[packing.rules.kinds[packing.rules.kind[base]].size]
        cells = [packing.rules.head[p] for p in group]
        name = "board" if form == BOARD else "number"
        tape.put("field", f, [letter, name, shift, mask.bit_length(), cells])
    for n in range(len(queue.keys)):
        queue.found(tape, n)
        tape.frame("key" if n else "start", n=n, parent=queue.parents[n] or 0)
    queue.ended(tape)


def mirror_images(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """The compiled search with mirror images as one: of a layout's two keys the smaller stands for both.

    `at` has both keys and both layouts; `count` the layouts with and without their images.
    """
    queue = _Queue(puzzle, tape, symmetric=True)
    if not queue.packing.images:
        raise InputError("this exhibit needs a goal that is its own mirror image")
    with_images = 0
    for n, (other, image) in enumerate(_images(queue)):
        own = other == queue.keys[n]
        with_images += 2 - own
        queue.found(tape, n)
        tape.puts("at", image=image, other=str(other))
        tape.put("count", "with_images", with_images)
        tape.frame("own_image" if own else "pair", n=n)
    queue.ended(tape)
    apart = BreadthFirst(puzzle, Metric.MOVE, tape.watch, KeyPacking.of(puzzle, symmetric=False))
    apart.run()
    tape.figures["apart"] = apart.count


def _images(queue: _Queue) -> Iterator[tuple[int, str]]:
    """The mirror image of each layout of a queue as a key and as a text, some hundreds at a time."""
    packing = queue.packing
    place = packing.rules.place
    for begin in range(0, len(queue.keys), 500):
        keys = [
            packing.encode([place[int(k) - 1, cell] for cell, k in enumerate(grid) if k], 1)[0]
            for grid in queue.grids[begin : begin + 500]
        ]
        for key, grid in zip(keys, packing.decode(np.array(keys, np.uint64)), strict=True):
            yield int(key), "".join(queue.letters[k] for k in grid)


def ranks(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """The atlas: the layout's word and rank, then the table of distances as it fills level by level, then the way down.

    Table `level` has how many layouts each level adds; `at.fill` is the level up to which the table is filled.
    """
    tape.puts("at", board=layout_text(Classic.of(puzzle).blocks), fill=-1)
    tape.frame("start")
    rank = read_word(puzzle, tape)
    atlas = Atlas.of(puzzle, Metric.STEP)
    known = 0
    for depth, n in enumerate(atlas.histogram):
        known += n
        tape.put("level", depth, n)
        tape.put("at", "fill", depth)
        tape.put("count", "known", known)
        tape.frame("fill", depth=depth, n=n)
    distance = atlas.distance(rank)
    tape.figures = {"size": atlas.space.size, "known": known, "depth": distance}
    if distance is None:
        tape.frame("no_entry")
        return
    layouts = [puzzle.start, *(atlas.space.layout(step.rank) for step in atlas.line(puzzle.start))]
    for n, layout in enumerate(layouts):
        tape.puts("at", rank=atlas.space.rank(layout), board=text_of_layout(atlas.space.kinds, layout))
        tape.frame("down", rank=atlas.space.rank(layout), distance=distance - n)


def sweep(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """The bit-parallel sweep: the larger pieces held fixed make a frame, and all layouts of a frame are bits of a word.

    There are three tables. `frame` has, for evenly spaced words, the larger pieces as a layout. `word` has the set bits
    as hexadecimal digits, and `new` the bits that this level added.
    """
    Classic.of(puzzle)
    space = Space.of(puzzle)
    goal = goal_in(space, puzzle)
    frames = frames_of(space, goal.kinds, tape.watch)
    if isinstance(frames, str) or frames.most_axes > 6:
        raise InputError("this exhibit needs small pieces that fit into one word for each frame")
    search = Sweep(space, frames, 0, 8, 1, tape.watch)
    search.begin(goal)
    seen = search.bits[search.seen : search.seen + frames.words]
    before, total, every = seen.copy(), 0, -(-frames.words // WORDS)
    shown = {w: n for n, w in enumerate(range(0, frames.words, every))}
    never = before.copy()
    for w, number in shown.items():
        tape.put("frame", number, _frame(frames, w))
        tape.put("word", number, f"{0:016x}")
    tape.puts("count", words=frames.words, drawn=len(shown), layouts=space.size)
    tape.frame("sweep_begin", words=frames.words, layouts=space.size)
    depth = 0
    while True:
        while search.core.run(0, budget()):
            tape.watch.look(depth, total)
        n = int(search.core.new())
        if not n:
            break
        total += n
        changed = np.flatnonzero(seen != before)
        for w, number in shown.items():
            came = int(seen[w] & ~before[w])
            tape.put("word", number, f"{int(seen[w] & ~never[w]):016x}")
            tape.put("new", number, f"{came:016x}" if came else None)
        before = seen.copy()
        tape.put("level", depth, n)
        tape.puts("count", known=total, touched=len(changed))
        tape.frame("swept", depth=depth, n=n, words=len(changed))
        depth += 1
        search.core.deepen()
    tape.figures = {"known": total, "levels": depth, "words": frames.words, "depth": depth - 1}


def _frame(frames: SpaceFrames, word: int) -> str:
    """The larger pieces of the frame that a word belongs to."""
    base: Any = frames.arrays["base"]
    i = int(np.searchsorted(base, word, "right")) - 1
    slots = frames.arrays["slot"][i : i + 2]
    places = frames.arrays["place"][int(slots[0]) : int(slots[1])]
    rules = frames.rules
    cells = ["."] * 20
    for p in places.tolist():
        cells[rules.head[p]] = LETTER[rules.kinds[rules.kind[p]].size]
    return "".join(cells)
