"""Certificates: an answer with a proof that any program can check.

`docs/en/reference/certificates.md` describes the file; `huarong.proof.checker` needs nothing else of Huarong. The
height of a layout is the length of the solution minus the number of moves that reach it; heights are found breadth
first. If that takes too many layouts for a checker, A* finds the layouts that the lower bounds of patterns do not rule
out. A certificate of a table has the distances of all layouts that the start can reach.
"""

import contextlib
import itertools
import json
import os
import stat
import sys
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Unpack

import numpy as np
from numpy.typing import NDArray

from huarong.atlas.goals import check_goal, read_goal
from huarong.atlas.kept import described, header_of, keep
from huarong.errors import FileError, InputError, LimitReached, choices, expect
from huarong.files import readable, replacing
from huarong.i18n import say
from huarong.limits import GivenLimits, Limits, Watch, limited, usable_memory
from huarong.model.board import Goal, Metric, MetricLike
from huarong.model.impossible import parity_region
from huarong.model.puzzle import Puzzle, PuzzleLike, Solution
from huarong.model.rules import reversible
from huarong.processes import finished
from huarong.proof import checker
from huarong.search.best_first import BestFirst
from huarong.search.bfs import BreadthFirst
from huarong.search.bidirectional import least
from huarong.search.expander import ROOM
from huarong.search.expansion import FAR, Batches, WordArray, solved
from huarong.search.keys import KeyPacking
from huarong.search.pattern_database import Heuristic, patterns
from huarong.search.solver import solve
from huarong.space.space import Space

Passes = tuple[Literal["every", "shortest"], str | Goal]
"""A claim: every solution, or every shortest one, passes a layout that meets a goal (or rows for `read_goal`)."""
MAX_LAYOUTS = 4_000_000
"""The default limit on the layouts of a certificate; a checker in plain Python takes a few minutes for this many."""
_WHOLE = 2_500_000
"""If more layouts than these can be reached, patterns are tried first."""
_CHUNK = 1 << 14
_SORTED = 40
"""The bytes that sorting takes for each layout, besides its keys."""
_FEW, _MANY = 300_000, 4_000_000
"""The most layouts, reachable or not, of a pattern's pieces: the limit tried first, and the limit tried second."""


@dataclass(frozen=True, eq=False)
class Certificate:
    """A proof of the length of a puzzle's shortest solution, or a proof that the puzzle cannot be solved.

    `layouts` is the number of layouts that it covers, and `data` the bytes of the file. `solutions` is the number of
    shortest solutions; it is None if there is no solution, or if patterns are used, because solutions are then not
    counted.
    """

    solution: Solution
    layouts: int
    solutions: int | None
    data: bytes = field(repr=False)

    def save(self, path: str | Path) -> None:
        """Write the file completely or not at all. Raises `FileError`."""
        with replacing(path) as file:
            file.write(self.data)

    def to_json(self) -> dict[str, Any]:
        """Return the proved facts as JSON."""
        return told(self.data)


def told(data: bytes) -> dict[str, Any]:
    """Return the claims of a certificate as JSON."""
    header = header_of(data)
    about = {"name": header.get("name") or None, "metric": header["metric"], "solved": header["length"] is not None}
    counted = {each: header.get(each) for each in ("length", "solutions", "layouts")}
    return {**about, **counted, "bytes": len(data), **{each: header[each] for each in checker.TALLY if each in header}}


class UncheckableError(LimitReached):
    """No certificate is written, because checking it would take too long.

    `solution` is the result of the search, and `lower` the solution's length, if there is a solution.
    """

    def __init__(self, found: LimitReached, solution: Solution) -> None:
        bound, length = found.values["bound"], solution.length
        super().__init__("layouts", bound, found.depth, found.explored, found.seconds, length)
        self.solution = solution
        self.template = (
            "no certificate was written: a checker would have to go through more than {bound} {bound:layout|layouts}; "
            "--max-layouts raises the limit"
        )
        self.args = (self.message(),)

    def message(self, lang: str = "en") -> str:
        """Return the message that no certificate is written, with the result of the search."""
        text = say(self.template, lang, **self.values)
        found = say("the search proved that there is no solution", lang)
        if self.lower is not None:
            template = "the search found {length:,} {length:move|moves} and no shorter solution"
            found = say(template, lang, length=self.lower)
        return say("{text}; {proved}", lang, text=text, proved=found)


@limited
def prove(
    puzzle: PuzzleLike | Solution,
    metric: MetricLike = Metric.MOVE,
    *,
    table: bool = False,
    passes: Iterable[Passes] = (),
    max_layouts: int = MAX_LAYOUTS,
    **limits: Unpack[GivenLimits],
) -> Certificate:
    """Prove the length and the number of a puzzle's shortest solutions, or that it has no solution; return a
    certificate.

    If a checker would have to visit too many layouts, patterns may rule out most of them; the certificate then proves
    the length only. If a solution is given, this solution is certified, in its metric. With `table`, the certificate
    proves the distances of all layouts that the start can reach, and therefore which are the farthest. It also proves
    what all solutions, or all shortest ones, pass (`passes`).

    Raises `UncheckableError` if a checker would have to visit more than `max_layouts` layouts, `InputError` if a
    solution contradicts `passes`, `LimitReached`, and `Cancelled`.

    >>> certificate = prove("A./../goal:/../.A", "step")
    >>> certificate.solution.length, certificate.solutions, certificate.layouts
    (2, 2, 3)
    >>> prove("A./../goal:/../.A", "step", table=True).to_json()["farthest"]
    2
    """
    watch, passes = Watch.of(**limits), list(passes)
    if passes and not table:
        raise InputError("claims about what solutions pass can be proved only together with the table of all layouts")
    solution = puzzle if isinstance(puzzle, Solution) else solve(puzzle, metric, watch=watch)
    watch.stage()
    return certify(solution, max_layouts, watch, passes if table else None)


@limited
def verify(path: str | Path, **limits: Unpack[GivenLimits]) -> dict[str, Any]:
    """Check a file; return whether it is `valid`, with its `theorem` and its claims as JSON, or why not (`reason`). A
    valid table is cached, so that hints from it count as proved.

    The checker runs in a separate process, because it has no limits. Raises `FileError`, `LimitReached`, `Cancelled`.
    """
    expect(path, str, os.PathLike)
    watch = Watch.of(**limits)
    with readable(path):
        if not stat.S_ISFIFO(os.stat(path).st_mode):  # a pipe would wait for its writer
            open(path, "rb").close()
    command = [sys.executable, "-I", "-X", "utf8", checker.__file__, str(path)]
    done = finished(command, Limits.of(watch.memory, None), watch.look)
    if done.ended == "memory":
        raise watch.reached("memory")
    verdict = {"valid": not done.status, "theorem": done.out.strip() or None}
    if done.status or not os.path.isfile(path):
        return verdict | {"reason": done.error.removeprefix("REFUSED:").strip() or None}
    data = Path(path).read_bytes()
    with contextlib.suppress(OSError, FileError):
        keep(data)
    return verdict | {"reason": None} | told(data)


def certify(solution: Solution, max_layouts: int, watch: Watch, passes: list[Passes] | None = None) -> Certificate:
    """Write the certificate of a solution, or of the table (if `passes` is a list), under the caller's watch. It lists
    what a checker must see: all layouts that are nearer to the start than the goal or, if these are more than
    `max_layouts`, patterns that bound the rest. If parity rules out the goal, it lists only the region of the tiles.
    `huarong.prove` calls it for a puzzle.

    Raises `UncheckableError`, `LimitReached`, `Cancelled`, and `InputError` for a solution that is not proved to be
    shortest and for too large a puzzle.
    """
    expect(solution, Solution)
    puzzle = solution.puzzle
    if not solution.optimal:
        raise InputError("this solution is not proved to be shortest, so it has no certificate")
    pairs = len(puzzle.kinds) * puzzle.board.size
    if pairs >= 1 << 16:
        raise InputError(
            "the puzzle is too large for a certificate: its number of kinds times its number of cells is {pairs:,}; "
            "the limit is 65,535",
            pairs=pairs,
        )
    if passes is not None:
        return _whole(solution, passes, max_layouts, watch)
    region = None if solution.solved else parity_region(puzzle)
    if region is not None:
        return _signed(solution, np.zeros(0, np.int64), {"mirror": False, "region": sorted(region)})
    with watch.setting_up():
        try:
            search, depth = _reached(solution, solution.length, min(max_layouts, _WHOLE), watch)
        except UncheckableError:
            watch.stage()
            bounded = _bounded(solution, max_layouts, watch)
            if bounded is not None:
                return _signed(solution, *bounded)
            if max_layouts <= _WHOLE:
                raise
            watch.stage()
            search, depth = _reached(solution, solution.length, max_layouts, watch)
    image = _image(described(puzzle, solution.metric))
    more: dict[str, Any] = {"mirror": image is not None}
    height = np.uint16(solution.length or 0) - depth
    heights = height[_distinct(puzzle, search, len(depth), image)]
    if solution.length is not None:
        more["solutions"] = _solutions(search, height, solution.length)
    return _signed(solution, heights, more)


def _whole(solution: Solution, passes: list[Passes], most: int, watch: Watch) -> Certificate:
    """Return the certificate of all reachable layouts' distances and of what solutions pass, which is checked first."""
    puzzle, space = solution.puzzle, Space.of(solution.puzzle)
    named = {piece.symbol: piece.kind for piece in puzzle.pieces}
    gates: list[tuple[str, Goal]] = []
    for which, goal in passes:
        if which not in (words := ("every", "shortest")):
            template = "{value!r} is not a valid {place}; {expected}"
            raise InputError(template, place="passes", value=which, expected=choices(which, words))
        gates.append((which, read_goal(space, goal, named=named) if isinstance(goal, str) else goal))
        check_goal(space, gates[-1][1])
    if gates and not solution.solved:
        raise InputError("there is no solution, so no layout is passed")
    search, depth = _reached(solution, None, most, watch)
    far, batches, level = np.full(len(depth), FAR, np.uint16), Batches(search, True), solved(search, 0, len(depth))
    far[level] = farthest = 0
    while len(level := batches.nearer(level, far, farthest + 1)):
        farthest += 1
    image = _image(described(puzzle, solution.metric))
    values = far[_distinct(puzzle, search, len(far), image)]
    hardest, lost = (int(np.count_nonzero(values == each)) for each in (farthest, FAR))
    more: dict[str, Any] = {"mirror": image is not None, "unsolvable": lost, "hardest": hardest}
    more["farthest"] = farthest if hardest else None
    if solution.length is not None:
        more["solutions"] = _solutions(search, far, solution.length)
    if not gates:
        return _signed(solution, values, more)
    found = _signed(solution, values, more | {"passes": [[which, gate.alternatives] for which, gate in gates]})
    with tempfile.TemporaryDirectory() as folder:
        found.save(path := Path(folder, "table"))
        if not verify(path, watch=watch)["valid"]:
            raise InputError("the claim is wrong: a solution, or a shortest one, avoids these layouts")
    return found


def _signed(solution: Solution, values: NDArray[Any], more: dict[str, Any]) -> Certificate:
    """Return the certificate with these heights, or a table's distances; `more` has further fields of its header."""
    puzzle, two_way, table = solution.puzzle, reversible(solution.puzzle.kinds), "hardest" in more
    header = {"name": puzzle.name_zh or puzzle.name} | described(puzzle, solution.metric)
    header |= {"length": solution.length} | more | {"layouts": len(values)}
    if solution.length is not None and not table:
        ends = {piece.symbol: piece.kind for piece in puzzle.pieces}
        header["solution"] = [[ends[m.piece], m.start, m.stop] for m in solution.moves]
    body = checker.TABLE if table else checker.MAGIC
    body += json.dumps(header, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"
    if solution.length or (table and not (two_way and solution.length is None)):
        body += zlib.compress(_packed(values, two_way), 9)
    data = body + zlib.crc32(body).to_bytes(4, "little")
    return Certificate(solution, len(values), header.get("solutions"), data)


def _image(header: dict[str, Any]) -> dict[int, int] | None:
    """Return for each bit of a key the bit of its mirror image; None if the puzzle is not its own mirror image."""
    try:
        puzzle = checker.GivenPuzzle(header)
        bit = [kind * puzzle.size + head for kind, head in puzzle.pairs]
        return {bit[place]: bit[other] for place, other in puzzle.mirror().items()}
    except checker.Refused:
        return None


def _packed(heights: NDArray[Any], two_way: bool) -> bytes:
    """Return the heights as bytes of the file: two bits each, modulo 3, or two bytes each."""
    if not two_way:
        return heights.astype("<u2").tobytes()
    modulo = np.zeros(-(-len(heights) // 4) * 4, np.uint8)
    modulo[: len(heights)] = heights % 3
    return bytes(modulo.reshape(-1, 4) @ np.array([1, 4, 16, 64], np.uint8))


def _bounded(solution: Solution, most: int, watch: Watch) -> tuple[NDArray[np.int64], dict[str, Any]] | None:
    """Return the heights of the layouts that patterns do not rule out, and the header's fields of the patterns; None if
    there are too many.

    With A* (`huarong.search.best_first`), a layout is listed if the moves that reach it plus the patterns' bound are
    less than the length. The patterns' layouts count among `most`, because a checker visits them too.
    """
    puzzle, length = solution.puzzle, solution.length
    if not length or not reversible(puzzle.kinds):
        return None
    covered = sum(len(puzzle.kinds[piece.kind].shape) for piece in puzzle.pieces)
    empty = puzzle.board.size - len(puzzle.board.walls) - covered
    # With one empty cell every move is one step; alone on the board, a piece would go further in a move.
    metric = Metric.STEP if empty == 1 else solution.metric
    limits = min(_FEW, most), min(_MANY, 2 * most)
    for groups in dict.fromkeys(patterns(puzzle, limit, watch) for limit in limits):
        if not groups:
            continue
        heights = _ruled_in(solution, groups, metric, most, watch)
        if heights is not None:
            numbers = [{kind: i for i, each in enumerate(group, 1) for kind in each} for group in groups]
            named = [[each.get(kind, 0) for kind in range(len(puzzle.kinds))] for each in numbers]
            return heights, {"mirror": False, "patterns": named}
    return None


def _ruled_in(
    solution: Solution, groups: tuple[tuple[tuple[int, ...], ...], ...], metric: Metric, most: int, watch: Watch
) -> NDArray[np.int64] | None:
    """Return the heights of the layouts that patterns do not rule out; None if these and the patterns' layouts are more
    than `most`.
    """
    puzzle, length = solution.puzzle, solution.length or 0
    part = watch.part(memory=watch.memory // 4)
    heuristic = Heuristic.of(puzzle, groups, metric, watch=part)
    watch.stage()
    room = most - sum(map(len, heuristic.tables.values()))
    if room <= 0:
        return None
    packing = KeyPacking.of(puzzle, symmetric=False)
    search = BestFirst(puzzle, solution.metric, watch, heuristic.on(packing))
    try:
        found, count = search.run(2 * room), search.search.count
        watch.stage()
        if found is None:
            return None
        listed = np.ones(count, bool)
        for first in range(1, count, _CHUNK):
            last = min(first + _CHUNK, count)
            bound = search.far[first:last].astype(np.int64) + search.estimates[first:last]
            listed[first:last] = bound < length
        if np.count_nonzero(listed) > room:
            return None
        far = search.far[:count][listed]
        keys = np.frombuffer(search.search.queue.view, np.uint64).reshape(-1, packing.words)
        keys = keys[:count][listed]
    finally:
        search.search.close(search.watch.ask)
    del heuristic, search, listed  # sorting needs the memory
    written = _written(puzzle, packing, keys, watch)
    del keys
    return length - far.astype(np.int64)[np.lexsort(tuple(written.T))]


def _written(
    puzzle: Puzzle, packing: KeyPacking, keys: WordArray, watch: Watch, image: dict[int, int] | None = None
) -> WordArray:
    """A search's keys in the certificate's form (rows of words); with `image`, the lesser of each key and its image's
    key.

    Raises `LimitReached` if the keys, and the memory to sort them, exceed the limit.
    """
    plain = np.arange(len(puzzle.kinds) * puzzle.board.size)
    if len(keys) * (8 * (-(-len(plain) // 64) + packing.words) + _SORTED) > usable_memory(watch.memory):
        raise watch.reached("memory")
    turned = plain.copy()
    for place, other in (image or {}).items():
        turned[place] = other
    result = np.zeros((len(keys), -(-len(plain) // 64)), np.uint64)
    for first in range(0, len(keys), _CHUNK):
        watch.look()
        grid = packing.decode(keys[first : first + _CHUNK]).astype(np.int64)
        some = result[first : first + _CHUNK]
        _write(some, grid, plain)
        if image:
            mirrored = np.zeros_like(some)
            _write(mirrored, grid, turned)
            some[:] = least(np.stack([some, mirrored], axis=1)[:, :, ::-1])[:, ::-1]
    return result


def _write(words: WordArray, grid: NDArray[np.int64], to: NDArray[np.int64]) -> None:
    """Set the bits of layouts, given as rows of letters; `to` has the bit of each kind and cell."""
    for cell in np.flatnonzero(grid.any(axis=0)):
        rows = np.flatnonzero(grid[:, cell])
        at = to[(grid[rows, cell] - 1) * grid.shape[1] + cell]
        words[rows, at // 64] |= np.uint64(1) << (at % 64).astype(np.uint64)


def _reached(
    solution: Solution, within: int | None, most: int, watch: Watch
) -> tuple[BreadthFirst, NDArray[np.uint16]]:
    """Return the layouts that fewer than `within` moves reach (None: any number of moves), without merging mirror
    images, and their depths. Raises `UncheckableError` if there are more than `most`.
    """
    packing = KeyPacking.of(solution.puzzle, symmetric=False)
    search = BreadthFirst(solution.puzzle, solution.metric, watch, packing, goals=False)

    def look() -> None:
        watch.look(search.depth, search.count)
        if search.count > most:
            reached = LimitReached("layouts", f"{most:,}", search.depth, search.count, watch.seconds)
            raise UncheckableError(reached, solution)

    try:
        ends = [0, *itertools.islice(search.deepened(look), within)]
    except BaseException:  # what is tried next needs the memory
        search.close()
        raise
    return search, np.repeat(np.arange(len(ends) - 1, dtype=np.uint16), np.diff(ends))


def _distinct(puzzle: Puzzle, search: BreadthFirst, count: int, image: dict[int, int] | None) -> NDArray[np.int64]:
    """The numbers of the first `count` layouts in the order of the file's keys; of two images, the one found first."""
    keys = np.frombuffer(search.queue.view, np.uint64).reshape(-1, search.packing.words)
    written = _written(puzzle, search.packing, keys[:count], search.watch, image)
    # Sorting is stable: of equal keys, the one that was reached first remains the first.
    order = np.lexsort(tuple(written.T))
    distinct = np.ones(count, bool)
    for first in range(1, count, _CHUNK):
        some = written[order[first - 1 : first + _CHUNK]]
        distinct[first : first + _CHUNK] = (some[1:] != some[:-1]).any(axis=1)
    return order[distinct]


def _solutions(search: BreadthFirst, height: NDArray[np.uint16], length: int) -> int:
    """The number of shortest solutions: paths from the start to a goal whose moves each lower the height by 1."""
    batches, words = Batches(search), search.packing.words
    keys = np.frombuffer(batches.out, np.uint64).reshape(-1, words)
    level, ways = np.zeros(1, np.int64), np.array([1], object)
    for left in range(length - 1, 0, -1):
        found, counted = [level[:0]], [ways[:0]]
        for begin, counts in _expanded(search, level, batches):
            to = batches.find(sum(counts))
            on = to >= 0
            on[on] = height[to[on]] == left
            found.append(to[on])
            counted.append(np.repeat(ways[begin : begin + len(counts)], counts)[on])
        level, at = np.unique(np.concatenate(found), return_inverse=True)
        ways = np.zeros(len(level), object)
        np.add.at(ways, at, np.concatenate(counted))
    total = int(not length)
    for begin, counts in _expanded(search, level, batches) if length else ():
        on = search.packing.solved(keys[: sum(counts)])
        total += int(np.repeat(ways[begin : begin + len(counts)], counts)[on].sum())
    return total


def _expanded(search: BreadthFirst, level: NDArray[np.int64], batches: Batches) -> Iterator[tuple[int, list[int]]]:
    """Write neighbors to `batches.out` batch by batch; yield for each batch the index of its first layout, and the
    number of neighbors of each of its layouts.
    """
    words, keys, numbers, first = search.packing.words, search.queue.view, level.tolist(), 0
    while first < len(numbers):
        search.watch.look()
        counts: list[int] = []
        room = 0
        while first + len(counts) < len(numbers) and room < ROOM:
            number = numbers[first + len(counts)]
            _, n = batches.expander(keys, number, number + 1, batches.out[room * words :])
            counts.append(n)
            room += n
        yield first, counts
        first += len(counts)
