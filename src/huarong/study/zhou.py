"""周扬, 陈伊琳, 韦妮君, 周一诺: optimal solutions of 华容道 by hash table; Python.

All layouts of the classic pieces are enumerated, solved, stored in a file, read into a dict, and then looked up.
Listing the P(20, 10) arrangements one by one would take days, so here a piece that does not fit ends a branch at once.
`huarong.study.zhou_file` writes and checks the file.
"""

import functools
import re
import statistics
import time
import timeit
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, NamedTuple, TypeVar, Unpack

from huarong.errors import InputError
from huarong.graph import Route, Watcher, bfs
from huarong.library.notations.codes import decode_zhou
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import DELTA, DIRECTIONS, Layout, Metric
from huarong.model.puzzle import Puzzle
from huarong.study.classic import BOX, HBAR, MASKS, SHAPES, SINGLE, VBAR, Classic
from huarong.study.record import UNBOUNDED, Exhibit, Found, Solver, Witness, breadth_first, note, unseen

ORDER = (VBAR,) * 4 + (SINGLE,) * 4 + (HBAR, BOX)
"""Definition 7: the sizes of the ten coordinates A1 to A4, B1 to B4, C and D."""

PERSONS = ("赵云", "马超", "张飞", "黄忠", "兵1", "兵2", "兵3", "兵4", "关羽", "曹操")
"""Definition 6: the persons of a state's ten coordinates, if persons are distinguished."""

SET = "2x2:1 2x1:1 1x2:4 1x1:4"
HOME = 13
"""The default goal of the 2x2."""

T = TypeVar("T")
BasicState = tuple[int, ...]
"""A basic state: the ten cells, with pieces of one size in ascending order."""

BY = tuple(dx + 4 * dy for dx, dy in (DELTA[direction] for direction in DIRECTIONS))
"""The offsets of a piece that goes up, down, left and right."""


class Enumeration(NamedTuple):
    """The basic states, in the order found, and the number of trials to place a piece."""

    states: list[BasicState]
    trials: int


LARGEST_FIRST = (9, 8, 0, 1, 2, 3, 4, 5, 6, 7)
"""The order in which pieces are placed, by their places in a state."""


def enumerate_states(given: Sequence[int] = (), witness: Witness = unseen, watch: Watch | None = None) -> Enumeration:
    """Return all valid basic states by algorithm 1; each piece is checked as soon as it is placed, largest first.

    `given` are the cells of the first pieces, which are fixed. The witness gets `try` with each trial: the number of
    pieces placed, the piece, the cell, and the cells taken, as bits.

    >>> len(enumerate_states([1, 9, 0, 3, 8, 11]).states)
    15
    """
    found, state, trials = list[BasicState](), [0] * 10, 0

    def place(count: int, taken: int) -> None:
        nonlocal trials
        if count == 10:
            found.append(tuple(state))
            return
        if count == 4 and watch is not None:
            watch.look(0, len(found))
        index = LARGEST_FIRST[count]
        masks = MASKS[ORDER[index]]
        for cell in range(state[index - 1] + 1 if index % 4 and index < 8 else 0, 20):
            trials += 1
            mask = masks[cell]
            witness("try", count, index, cell, taken)
            if mask and not mask & taken:
                state[index] = cell
                place(count + 1, taken | mask)

    taken = 0
    for index, cell in zip(LARGEST_FIRST, given, strict=False):
        state[index] = cell
        taken |= MASKS[ORDER[index]][cell]
    place(len(given), taken)
    return Enumeration(found, trials)


@dataclass(frozen=True, slots=True)
class Check:
    """A step of algorithm 1: a person's cell, the cells that it covers, and the fault, if any.

    `fault` is empty, `off` if the piece leaves the board, or the person that it overlaps.
    """

    person: str
    size: str
    cell: int
    covers: tuple[int, ...]
    fault: str = ""


def algorithm1(arrangement: Sequence[int]) -> tuple[Check, ...]:
    """Run algorithm 1 on one arrangement, piece by piece, up to the first fault. Raises `InputError`.

    The arrangement is ten cells from 0 to 19 in the order of `PERSONS`.

    >>> algorithm1([16, 1, 2, 3, 4, 5, 6, 7, 8, 9])[-1].fault
    'off'
    >>> [check.fault for check in algorithm1([0, 8, 4, 11, 13, 14, 16, 19, 9, 1])]
    ['', '', '赵云']
    """
    if len(arrangement) != 10 or not all(0 <= cell < 20 for cell in arrangement):
        raise InputError("expected ten cells from 0 to 19, in the order {order}", order=" ".join(PERSONS))
    holds: dict[int, str] = {}
    checks = []
    for person, size, cell in zip(PERSONS, ORDER, arrangement, strict=True):
        covers = tuple(cell + 4 * dy + dx for dx, dy in SHAPES[size] if cell % 4 + dx < 4 and cell // 4 + dy < 5)
        fault = "off" if len(covers) < len(SHAPES[size]) else ""
        fault = fault or next((holds[each] for each in covers if each in holds), "")
        checks.append(Check(person, size, cell, covers, fault))
        if fault:
            break
        holds.update(dict.fromkeys(covers, person))
    return tuple(checks)


def basic(arrangement: Sequence[int]) -> BasicState:
    """Return the basic state of an arrangement (definition 7): the cells of each size sorted, without persons.

    >>> basic([8, 0, 11, 3, 19, 16, 14, 13, 9, 1])
    (0, 3, 8, 11, 13, 14, 16, 19, 9, 1)
    """
    return (*sorted(arrangement[:4]), *sorted(arrangement[4:8]), arrangement[8], arrangement[9])


_STATE = re.compile(r"\s*\d{1,2}(\s*,\s*\d{1,2}){9}\s*")


def ten_cells(text: str) -> list[int]:
    """Return ten numbers, separated by commas or spaces, as the cells of the ten `PERSONS`. Raises `InputError`."""
    try:
        return [int(word) for word in re.split("[\\s,，]+", text.strip())]
    except ValueError:
        template = "{text!r} is not an arrangement; expected ten numbers from 0 to 19, separated by commas"
        raise InputError(template, text=text) from None


def persons(text: str) -> Puzzle | None:
    """Return the puzzle of a state that names the persons (definition 6): ten cells separated by commas, in the order
    of `PERSONS`.

    None for any other text. Raises `InputError` for an arrangement that is not a layout.

    >>> found = persons("3,0,8,11,13,14,16,19,9,1")
    >>> {piece.label: piece.head for piece in found.pieces}["赵云"]
    3
    """
    if not _STATE.fullmatch(text):
        return None
    cells = ten_cells(text)
    if (wrong := algorithm1(cells)[-1]).fault:
        template = "{person} cannot be at cell {cell}: the arrangement is not a layout"
        raise InputError(template, person=wrong.person, cell=wrong.cell)
    found = decode_zhou(f"{state_code(basic(cells)):016X}")
    who = dict(zip(cells, PERSONS, strict=True))
    # The house calls the four 1x1 pieces 卒, the article 兵.
    named = tuple(replace(p, label=who[p.head].replace("兵", "卒")) for p in found.pieces)
    return replace(found, pieces=named)


def restored(arrangement: Sequence[int], steps: bytes) -> list[tuple[str, str]]:
    """Return a stored solution with the persons restored: who goes in which direction (U, D, L or R).

    >>> restored([8, 0, 11, 3, 19, 16, 14, 13, 9, 1], bytes([6 << 2 | 3]))
    [('兵2', 'R')]
    """
    who = dict(zip(arrangement, PERSONS, strict=True))
    state, told = basic(arrangement), []
    for step in steps:
        index, to = step >> 2, state[step >> 2] + BY[step & 3]
        person = who[to] = who.pop(state[index])
        told.append((person, DIRECTIONS[step & 3]))
        state = basic((*state[:index], to, *state[index + 1 :]))
    return told


def children(state: BasicState) -> Iterator[tuple[BasicState, int]]:
    """The states one step away, with the step: the piece's index in the state times 4, plus the direction's in UDLR."""
    taken = 0
    for size, cell in zip(ORDER, state, strict=True):
        taken |= MASKS[size][cell]
    for index, cell in enumerate(state):
        masks = MASKS[ORDER[index]]
        others = taken ^ masks[cell]
        for number, by in enumerate(BY):
            to = cell + by
            beside = 0 <= to < 20 and (number < 2 or to // 4 == cell // 4)
            if beside and (mask := masks[to]) and not mask & others:
                moved = (*state[:index], to, *state[index + 1 :])
                yield basic(moved) if index < 8 else moved, index << 2 | number


def solve_all(
    states: Iterable[BasicState], goals: frozenset[int], watch: Watch | None = None
) -> dict[BasicState, bytes]:
    """Return the steps from every solvable state to the nearest goal, one byte per step.

    One search from all goals finds the next state on each state's way; the steps are then read off backwards.
    """
    steps = {state: b"" for state in states if state[9] in goals}
    level = list(steps)
    while level:
        following = []
        for state in watched(level, watch):
            for child, step in children(state):
                if child not in steps:
                    back = child.index(state[step >> 2] + BY[step & 3]) << 2 | step & 3 ^ 1
                    steps[child] = bytes([back]) + steps[state]
                    following.append(child)
        level = following
    return steps


def watched(items: Iterable[T], watch: Watch | None) -> Iterator[T]:
    """Iterate over the items; the watch, if there is one, checks at every 1,024th."""
    for n, item in enumerate(items):
        if watch is not None and not n & 1023:
            watch.look(0, n)
        yield item


def after(state: BasicState, step: int) -> BasicState | None:
    """Return the state after a stored step; None if the piece cannot make it."""
    return next((child for child, each in children(state) if each == step), None)


def play(state: BasicState, steps: bytes) -> list[BasicState]:
    """Return the states along stored steps.

    >>> state = (0, 3, 8, 11, 13, 14, 16, 19, 9, 1)
    >>> play(state, bytes([6 << 2 | 3]))[-1]
    (0, 3, 8, 11, 13, 14, 17, 19, 9, 1)
    """
    states = [state]
    for step in steps:
        states.append(next(child for child, s in children(states[-1]) if s == step))
    return states


def hardest(solutions: dict[BasicState, bytes], count: int = 8) -> list[BasicState]:
    """Return the states with the most steps, as in table 1; ties are in the order of their cells."""
    return sorted(solutions, key=lambda state: (-len(solutions[state]), state))[:count]


def state_code(state: BasicState) -> int:
    """Return a basic state in 50 bits: for each piece 5 bits, 3 for y and 2 for x, which together are its cell.

    >>> hex(state_code((0, 3, 8, 11, 13, 14, 16, 19, 9, 1)))
    '0x342dae84d21'
    """
    return functools.reduce(lambda code, cell: code << 5 | cell, state, 0)


def pack(solutions: dict[BasicState, bytes], watch: Watch | None = None) -> bytes:
    """Return the file of section 4: for each state, by rising codes, 8 bytes, the number of steps, the steps."""
    return b"".join(
        state_code(state).to_bytes(8, "big") + bytes([len(steps)]) + steps
        for state, steps in watched(sorted(solutions.items()), watch)
    )


def state_of(code: int) -> BasicState:
    """Return the ten cells of a code of 50 bits."""
    return tuple(code >> shift & 31 for shift in range(45, -1, -5))


def is_basic(state: BasicState) -> bool:
    """Whether ten cells are a basic state: all pieces on the board, no overlaps, pieces of one size sorted."""
    taken = 0
    for size, cell in zip(ORDER, state, strict=True):
        mask = MASKS[size][cell] if cell < 20 else 0
        if not mask or mask & taken:
            return False
        taken |= mask
    return state == basic(state)


def unpack(data: bytes) -> dict[BasicState, bytes]:
    """Return the dict in a file's bytes.

    >>> state = (0, 3, 8, 11, 13, 14, 16, 19, 9, 1)
    >>> unpack(pack({state: b"ab"})) == {state: b"ab"}
    True
    """
    solutions, at = {}, 0
    while at < len(data):
        end = at + 9 + data[at + 8]
        solutions[state_of(int.from_bytes(data[at : at + 8], "big"))] = data[at + 9 : end]
        at = end
    return solutions


class SolutionTable(NamedTuple):
    """All solutions for a goal: the number of states, the file's bytes, and the dict read from them."""

    states: int
    data: bytes
    solutions: dict[BasicState, bytes]


_TABLES: dict[frozenset[int], SolutionTable] = {}


def table(goals: frozenset[int], watch: Watch | None = None) -> SolutionTable:
    """The solutions of all states for given goal cells of the 2x2; they are cached, because they take seconds."""
    if goals not in _TABLES:
        states = enumerate_states(watch=watch).states
        data = pack(solve_all(states, goals, watch), watch)
        _TABLES[goals] = SolutionTable(len(states), data, unpack(data))
    return _TABLES[goals]


class BasicSteps(NamedTuple):
    """The states as a graph with one step a move; the goal is the 2x2 at one of these cells."""

    goals: frozenset[int]

    def neighbours(self, state: BasicState) -> Iterator[BasicState]:
        return (child for child, _ in children(state))

    def is_goal(self, state: BasicState) -> bool:
        return state[9] in self.goals


def search(start: BasicState, goals: frozenset[int], watcher: Watcher[BasicState] | None = None) -> Route[BasicState]:
    """Search breadth first from a state, one step per level."""
    return bfs(BasicSteps(goals), start, watcher=watcher, **UNBOUNDED)


def basic_state(classic: Classic) -> BasicState:
    """Return the basic state of a puzzle's start.

    >>> basic_state(Classic.of(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J")))
    (0, 3, 8, 11, 13, 14, 16, 19, 9, 1)
    """
    return tuple(
        cell for size in dict.fromkeys(ORDER) for cell in sorted(head for kind, head in classic.blocks if kind == size)
    )


def _layout(classic: Classic, state: BasicState) -> Layout:
    return classic.layout(zip(ORDER, state, strict=True))


def _prepare_search(puzzle: Puzzle) -> Solver:
    classic = Classic.of(puzzle, pieces=SET)
    start, layout = basic_state(classic), functools.partial(_layout, classic)
    return lambda: breadth_first(BasicSteps(classic.goals), start, layout)


def _prepare_table(puzzle: Puzzle) -> Solver:
    classic = Classic.of(puzzle, pieces=SET)
    start = basic_state(classic)
    known = table(classic.goals)
    template = "{states:,} {states:state|states}, {solvable:,} solvable, file of {size:,} {size:byte|bytes}"
    notes = (note(template, states=known.states, solvable=len(known.solutions), size=len(known.data)),)

    def solve() -> Found:
        if (steps := known.solutions.get(start)) is None:
            return Found(0, 0, None, notes=notes)
        return Found(0, 0, len(steps), path=lambda: tuple(_layout(classic, s) for s in play(start, steps)), notes=notes)

    return solve


EXHIBITS = (Exhibit("zhou-search", Metric.STEP, _prepare_search), Exhibit("zhou-table", Metric.STEP, _prepare_table))


# Table 1 of section 5, measured again in Python on the hardest layouts, by search and by look-up: his program is lost.


@dataclass(frozen=True, slots=True)
class TableRow:
    """A state (its ten cells), its distance in steps, and times in nanoseconds, all in plain Python.

    `search` is a breadth-first search, and `lookup` the dict's answer for the basic state. `answer` is a user's whole
    wait: removing the persons, the look-up, and restoring who moves in every step. `listed` is False for the two states
    that follow the eight and are as hard as the last four of them.
    """

    state: tuple[int, ...]
    steps: int
    listed: bool
    search: int
    lookup: int
    answer: int

    def to_json(self) -> dict[str, Any]:
        """Return the row as JSON, with the times as `search_ns` and so on."""
        return {f"{k}_ns" if k in ("search", "lookup", "answer") else k: v for k, v in asdict(self).items()}


@limited
def hardest_eight(repeats: int = 3, **limits: Unpack[GivenLimits]) -> tuple[TableRow, ...]:
    """Time the eight hardest states and states as hard as the eighth; the median of `repeats` runs counts.

    Raises `Cancelled` and `LimitReached`.
    """
    if repeats < 1:
        raise InputError("{got} is not a valid number of repeats; expected 1 or more", got=repeats)
    watch = Watch.of(**limits)
    watch.look(0, 0)
    solutions = table(frozenset({HOME})).solutions
    last = len(solutions[hardest(solutions)[-1]])
    chosen = hardest(solutions, sum(len(steps) >= last for steps in solutions.values()))
    rows: list[TableRow] = []
    for n, state in enumerate(chosen):
        times, steps = [], len(solutions[state])
        for _ in range(repeats):
            watch.look(0, n, len(chosen))
            began = time.process_time_ns()
            route = search(state, frozenset({HOME}))
            times.append(time.process_time_ns() - began)
            assert route.length == steps
        look_up = _nanoseconds(functools.partial(solutions.__getitem__, state), 20_000, repeats)
        answer = _nanoseconds(functools.partial(lambda at: restored(at, solutions[basic(at)]), state), 200, repeats)
        rows.append(TableRow(state, steps, n < 8, int(statistics.median(times)), look_up, answer))
    return tuple(rows)


def _nanoseconds(call: Callable[[], object], number: int, repeats: int) -> int:
    """Return the median time of one of `number` calls."""
    timer = timeit.Timer("call()", globals={"call": call}, timer=time.process_time)
    empty = min(timeit.Timer("pass", timer=time.process_time).repeat(3, number))
    return round(1e9 * (statistics.median(timer.repeat(repeats, number)) - empty) / number)
