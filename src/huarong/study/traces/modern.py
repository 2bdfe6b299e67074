"""Recording modern methods: bit boards, mirror images, ranks, bit-parallel search. For a visitor's own puzzle: four
searches side by side, and eight visited sets with the same codes.

The compiled loops record nothing while they run. Traces are made from their data: the queue of a search has all layouts
in the order of discovery, and a bit-parallel search pauses after each level.

Side by side, each frame is an expansion of each search; `at.bound` is the bound of IDA*'s iteration. A layout is a
text: the letter of a piece at its first cell (`T` and `U` are 3x1 and 1x3, small letters are pieces that the goal
names), or digits for numbered tiles. Each frame of the visited sets adds codes. For each structure and frame, table
`curve` has the codes so far, the codes compared per look-up, the bytes, and the nanoseconds per look-up; null if a
structure does not report it, or if bytes were not counted.
"""

import contextlib
import functools
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from huarong.atlas import dense
from huarong.atlas.atlas import Atlas
from huarong.atlas.bitparallel.bitsets import BitsetSearch as Sweep
from huarong.atlas.bitparallel.frames import SpaceFrames, frames_of
from huarong.atlas.goals import goal_in
from huarong.errors import HuarongError, InputError
from huarong.graph import astar, bfs, bidirectional, idastar
from huarong.model.board import Metric
from huarong.model.puzzle import Puzzle
from huarong.model.rules import reversible
from huarong.model.tiles import tile_orders
from huarong.search.bfs import BreadthFirst
from huarong.search.expander import NeighbourFinder
from huarong.search.keys import BOARD, KeyPacking
from huarong.space.space import Space
from huarong.study.classic import BOX, Classic
from huarong.study.lv.visited import VisitedSet
from huarong.study.plain import BoundedPlain, Plain, PlainState
from huarong.study.record import UNBOUNDED, Enough
from huarong.study.sets import ranked, sequence, timed
from huarong.study.traces.codes import read_word
from huarong.study.traces.levels import Expansions
from huarong.study.traces.tape import LETTER, Tape, abreast, layout_text, text_of_layout
from huarong.study.visited_sets import STRUCTURES, RankBitmap, footprint

WORDS = 240
"""The approximate number of words of a bit-parallel search to record."""
_LETTERS = LETTER | {"3x1": "T", "1x3": "U"}
_FEW_GOALS = 400
"""The most goal layouts that are drawn as met."""
_MOST_GOALS = 20_000
"""The most goal layouts from which a search begins."""
_PATIENCE = 20_000
"""Expansions after which IDA* gives up."""
_CELLS = 64
"""The most cells of a drawn board."""
_FRAMES, _WEIGHED, _SECONDS = 60, 5, 2.0
"""The number of frames of the sets, the frames between two counts of the bytes, and the seconds that a set may take."""


class _Queue:
    """A search that has run to its end: its keys in the order of discovery, each with its parent."""

    image: Callable[[int], dict[str, Any]] = staticmethod(lambda n: {})

    def __init__(self, puzzle: Puzzle, tape: Tape, symmetric: bool) -> None:
        if Classic.of(puzzle).solved:
            raise InputError("this puzzle is already solved; there is nothing to step through")
        self.packing = KeyPacking.of(puzzle, symmetric=symmetric)
        self.search = BreadthFirst(puzzle, Metric.MOVE, tape.watch, self.packing)
        self.solved = bool(self.search.run())
        count = self.search.count if tape.sought else min(self.search.count, tape.most + 1)
        keys = np.frombuffer(self.search.queue.view, np.uint64, self.search.count)[:count]
        self.keys, self.boards = keys.tolist(), _boards(self.packing, keys)
        back = NeighbourFinder(self.packing, Metric.MOVE, True, room=1).kernel
        self.parents: list[Any] = [None, *(self.search.kernel.earliest(back, n) for n in range(1, count))]
        self.depth = [0]
        for parent in self.parents[1:]:
            self.depth.append(self.depth[parent] + 1)

    def found(self, tape: Tape, n: int) -> None:
        """Record a layout of the queue."""
        parent, depth, board = self.parents[n], self.depth[n], self.boards[n]
        at = {"n": n, "parent": parent, "depth": depth, "board": board, "key": str(self.keys[n])}
        at["from"] = None if parent is None else str(self.keys[parent])
        tape.put(list={n: [parent, depth, board]}, at=at | self.image(n))

    def ended(self, tape: Tape) -> None:
        """Record the path to the goal, and the figures."""
        for n in range(len(self.keys), self.search.count):
            tape.frame("new", n=n)
        layouts = self.search.solution(self.search.trace()).layouts if self.solved else ()
        numbers = self.search.chain(self.search.count - 1)[::-1] if self.solved else []
        boards = [text_of_layout(self.packing.rules.kinds, layout) for layout in layouts]
        tape.path(boards, lambda n: self.found(tape, numbers[n]))
        tape.figures = {"layouts": self.search.count, "depth": len(layouts) - 1 if self.solved else None}


def _boards(packing: KeyPacking, keys: Any) -> list[str]:
    letters = [".", *(LETTER[kind.size] for kind in packing.rules.kinds)]
    return ["".join(letters[k] for k in grid) for grid in packing.decode(keys)]


def bit_boards(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """Record the compiled search: each layout is one key, computed from its parent's key by an exclusive or.

    Table `field` has for each part of the key: letter, form (`board`: one bit per place, or `number`), first bit,
    number of bits, and the head cells of its places.
    """
    queue = _Queue(puzzle, tape, symmetric=False)
    packing = queue.packing
    for f, mask in enumerate(packing.masks):
        _, shift, base, form, _ = packing.fields[5 * f : 5 * f + 5]
        group = next(group for group in packing.rules.groups if base in group)
        letter = LETTER[packing.rules.kinds[packing.rules.kind[base]].size]
        cells = [packing.rules.head[p] for p in group]
        name = "board" if form == BOARD else "number"
        tape.put(field={f: [letter, name, shift, mask.bit_length(), cells]})
    for n in range(len(queue.keys)):
        queue.found(tape, n)
        tape.put(count={"layouts": n + 1})
        tape.frame("key" if n else "start", n=n, parent=queue.parents[n] or 0)
    queue.ended(tape)


def mirror_images(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """Record the compiled search with mirror images as one: the smaller of a layout's two keys represents both.

    `at` has both keys and both layouts; `count` has the number of layouts with and without their images.
    """
    queue = _Queue(puzzle, tape, symmetric=True)
    packing, place, with_images = queue.packing, queue.packing.rules.place, 0
    if not packing.images:
        raise InputError("this exhibit needs a goal that is its own mirror image")
    grids = packing.decode(np.array(queue.keys, np.uint64))
    placed = ([place[int(k) - 1, cell] for cell, k in enumerate(grid) if k] for grid in grids)
    others = [int(packing.encode(places, 1)[0]) for places in placed]
    images = _boards(packing, np.array(others, np.uint64))
    queue.image = lambda n: {"image": images[n], "other": str(others[n])}
    for n, other in enumerate(others):
        own = other == queue.keys[n]
        with_images += 2 - own
        queue.found(tape, n)
        tape.put(count={"layouts": n + 1, "with_images": with_images})
        tape.frame("own_image" if own else "pair", n=n)
    queue.ended(tape)
    apart = BreadthFirst(puzzle, Metric.MOVE, tape.watch, KeyPacking.of(puzzle, symmetric=False))
    apart.run()
    tape.figures["apart"] = apart.count


def ranks(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """Record the atlas: a layout's word and rank, then the table of distances as it fills, then the way down.

    Table `level` has how many layouts each level adds; `at.fill` is the level up to which the table is filled.
    """
    tape.put(at={"board": layout_text(Classic.of(puzzle).blocks), "fill": -1})
    tape.frame("start")
    rank = read_word(puzzle, tape)
    atlas = Atlas.of(puzzle, Metric.STEP)
    known = 0
    for depth, n in enumerate(atlas.histogram):
        known += n
        tape.put(level={depth: n}, at={"fill": depth}, count={"known": known})
        tape.frame("fill", depth=depth, n=n)
    distance = atlas.distance(rank)
    tape.figures = {"size": atlas.space.size, "known": known, "depth": distance}
    if distance is None:
        tape.frame("no_entry")
        return
    layouts = [puzzle.start, *(atlas.space.layout(step.rank) for step in atlas.line(puzzle.start))]
    for n, layout in enumerate(layouts):
        rank = atlas.space.rank(layout)
        tape.put(at={"rank": rank, "board": text_of_layout(atlas.space.kinds, layout)})
        tape.frame("down", rank=rank, distance=distance - n)


def sweep(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """Record the bit-parallel sweep: the larger pieces, held fixed, form a frame, and its layouts are bits of a word.

    There are three tables. `frame` has, for evenly spaced words, the larger pieces as a layout. `word` has the set bits
    as hexadecimal digits, and `new` the bits that this level added.
    """
    Classic.of(puzzle)
    space = Space.of(puzzle)
    goal = goal_in(space, puzzle)
    frames = frames_of(space, goal.kinds, tape.watch)
    if isinstance(frames, str) or frames.most_axes > 6:
        raise InputError("this exhibit requires small pieces whose layouts fit into one machine word")
    search = Sweep(space, frames, 0, 8, 1, tape.watch)
    search.begin(goal)
    seen = search.bits[search.seen : search.seen + frames.words]
    before, total, every = seen.copy(), 0, -(-frames.words // WORDS)
    shown = {w: n for n, w in enumerate(range(0, frames.words, every))}
    never = before.copy()
    for w, number in shown.items():
        tape.put(frame={number: _frame(frames, w)}, word={number: f"{0:016x}"})
    tape.put(count={"words": frames.words, "drawn": len(shown), "layouts": space.size})
    tape.frame("sweep_begin", words=frames.words, layouts=space.size)
    depth = 0
    while True:
        search.expand()
        n = int(search.core.new())
        if not n:
            break
        total += n
        changed = np.flatnonzero(seen != before)
        for w, number in shown.items():
            came = int(seen[w] & ~before[w])
            word = f"{int(seen[w] & ~never[w]):016x}"
            tape.put(word={number: word}, new={number: f"{came:016x}" if came else None})
        before = seen.copy()
        tape.put(level={depth: n}, count={"known": total, "touched": len(changed)})
        tape.frame("swept", depth=depth, n=n, words=len(changed))
        depth += 1
        search.core.deepen()
    tape.figures = {"known": total, "levels": depth, "words": frames.words, "depth": depth - 1}


def _frame(frames: SpaceFrames, word: int) -> str:
    """Return the larger pieces of the frame to which a word belongs."""
    base: Any = frames.arrays["base"]
    i = int(np.searchsorted(base, word, "right")) - 1
    slots = frames.arrays["slot"][i : i + 2]
    places = frames.arrays["place"][int(slots[0]) : int(slots[1])]
    rules = frames.rules
    return layout_text((rules.kinds[rules.kind[p]].size, rules.head[p]) for p in places.tolist())


def _texts(puzzle: Puzzle, plain: Plain) -> Callable[[PlainState], str]:
    """Return a function that writes a layout as a text. Raises `InputError` for a puzzle that cannot be drawn."""
    board, rules = puzzle.board, plain.rules
    if board.walls or board.size > _CELLS:
        raise InputError("only boards of at most {most} {most:cell|cells} without walls can be drawn", most=_CELLS)
    letters: list[str] = []
    if tiles := tile_orders(puzzle) is not None and board.size <= 10:
        names = {piece.kind: piece.symbol for piece in puzzle.pieces}
        order = sorted(names, key=names.__getitem__)
        letters = [str(order.index(kind) + 1) for kind in range(len(puzzle.kinds))]
    named = {kind for needs in puzzle.goal.alternatives for kind, _ in needs}
    for n, kind in enumerate(puzzle.kinds if not tiles else ()):
        if kind.size not in _LETTERS or len(kind.shape) != int(kind.size[0]) * int(kind.size[2]):
            template = "the searches can only be drawn for pieces of these sizes: {sizes}"
            raise InputError(template, sizes=", ".join(_LETTERS))
        letter = _LETTERS[kind.size]
        letters.append(letter.lower() if n in named and kind.size != BOX else letter)

    def text(state: PlainState) -> str:
        return layout_text(((rules.kind[p], rules.head[p]) for p in state), letters, board.size, "0" if tiles else ".")

    return text


class _WithGoals(BoundedPlain):
    """A puzzle with the goal layouts from which a search from both ends begins."""

    ends: Sequence[PlainState] = ()

    def goal_states(self) -> Sequence[PlainState]:
        return self.ends


def stepped(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """Record the four searches side by side; each frame has an expansion of each."""
    plain = _WithGoals(puzzle)
    text = _texts(puzzle, plain)

    def run(search: Callable[..., Any], own: Tape, most: int = 0, both: bool = False) -> None:
        own.put(at={"board": text(plain.start), "width": puzzle.board.width})
        own.frame("start")
        recorder, way = Expansions(own, text, full=True, most=most), ()
        if both:
            try:
                plain.ends = _goals(puzzle, plain, own)
            except HuarongError:
                own.frame("no_goals", most=f"{_MOST_GOALS:,}")
                return
            if len(plain.ends) > _FEW_GOALS:
                recorder.met.update(plain.ends)
        for state in (plain.start, *plain.ends):
            recorder.meet(state)
        with contextlib.suppress(Enough):
            way = search(plain, plain.start, watcher=recorder, **UNBOUNDED).path
        # The layout at which two searches meet is counted by each.
        recorder.ended(way, len(recorder.met) + (both and len(way) > 1))

    partial, deepening = functools.partial, functools.partial(idastar, table=True)
    runs = {"bfs": partial(run, bfs), "astar": partial(run, astar), "idastar": partial(run, deepening, most=_PATIENCE)}
    abreast(tape, runs | {"bidirectional": partial(run, bidirectional, both=True)})


def _goals(puzzle: Puzzle, plain: Plain, tape: Tape) -> list[PlainState]:
    """Return all goal layouts. Raises `InputError` if there are too many, or if moves are not reversible."""
    if not reversible(puzzle.kinds):
        raise InputError("a search from both ends requires reversible moves")
    space = Space.of(puzzle)
    ranks = dense.goal_ranks(space, puzzle.goal, tape.watch) if space.measured(tape.watch) < 1 << 26 else ()
    if not 0 < len(ranks) <= _MOST_GOALS:
        raise InputError("a search from both ends begins from at most {most:,} goal layouts", most=_MOST_GOALS)
    return list(dict.fromkeys(plain.state(space.layout(int(rank))) for rank in ranks))


def fed(puzzle: Puzzle, tape: Tape, codes: int) -> None:
    """Record eight structures that get `codes` different codes of the puzzle, in sixty frames."""
    looked, states, different = sequence(puzzle, codes, tape.watch)
    tape.put(at={"codes": different})
    tape.frame("sets_begin", n=different, looked=len(looked))
    known: dict[str, VisitedSet] = {name: make() for name, make in STRUCTURES.items()}
    fed_to: dict[str, Sequence[int]] = dict.fromkeys(known, looked)
    with contextlib.suppress(HuarongError):  # of a space without numbering, or too large for a bitmap
        most, fed_to["bitmap"], _ = ranked(puzzle, states, tape.watch)
        known["bitmap"] = RankBitmap(most)
    spent = dict.fromkeys(known, 0.0)
    seen, at = set[int](), 0
    for frame in range(1, _FRAMES + 1):
        end = len(looked) * frame // _FRAMES
        if end == at:
            continue
        seen.update(looked[at:end])
        for name, each in ((name, each) for name, each in known.items() if spent[name] < _SECONDS):
            spent[name] += timed(each, fed_to[name][at:end])
            compared = round(each.compared / end, 2) if getattr(each, "compares", True) else None
            size = footprint(each) if tape.on and frame % _WEIGHED == 0 else None
            tape.put(curve={f"{name}:{frame}": [len(seen), compared, size, round(1e9 * spent[name] / end)]})
            tape.watch.look(0, end)
        at = end
        tape.put(count={"layouts": len(seen), "lookups": at})
        tape.frame("sets_fed", n=len(seen), looked=at)
    tape.figures = {"layouts": len(seen), "lookups": at}
