"""Recording 马旭's recursions: the tree of calls, four representations side by side, the pieces of 华容道, the knight.

The programs are the printed ones. The frames of a program are `call`, `test_ok` and `test_no`, `pass`, and `restore`, a
copy that changes the state back. A copy that changes nothing is only counted. Tables:

    tree    for each call the call above, its depth, the number (or letter) moved, and the state
    stack   for each depth the state, the bytes of local storage, and the backup y, if there is one
    pass    pass[k]: the states of the path, and beyond `at.n` what is left there of other paths
    mc      mc[k]: the numbers moved, and beyond `at.n` what is left there
    ways    the ways found
    sign    the rows of the sign matrix, as texts; of pieces, of the kind `at.kind`
    held    `sign`: the row at hand, its number and its entry
"""

import functools
from collections.abc import Iterable, Sequence
from typing import Any

from huarong.errors import InputError
from huarong.model.puzzle import Puzzle
from huarong.study.classic import Classic
from huarong.study.ma import RECURSIONS, read, recursions as programs
from huarong.study.ma.knight import tours
from huarong.study.ma.pieces import PieceRecursion
from huarong.study.ma.recursions import FOUR
from huarong.study.traces.levels import moved_in
from huarong.study.traces.tape import LETTER, Ended, Tape, abreast, beside, layout_text

MOST = 16
"""The largest board, in cells, of a trace."""
NEAR = 2
"""The number of moves before the end of a way at which the recording of a jump to it begins."""


def text_of(state: Any) -> str:
    """Return a state of any of the programs as traces write it."""
    if isinstance(state, (bytes, bytearray)):
        return "".join(f"{each - 48:x}" for each in state)
    return "".join(f"{each:x}" for row in state for each in (row if isinstance(row, list) else [row]))


def _joined(numbers: Iterable[int], between: str = "") -> str:
    return between.join(map(str, numbers))


class _Writer:
    """The witness of a program; it writes the frames.

    A recording may begin in the middle: the calls above the last one that the program is made to follow have no frames.
    """

    def __init__(self, name: str, tape: Tape, run: Any) -> None:
        self.tape, self.run, self.bytes, self.counting = tape, run, programs.frame_bytes(name), not run.follow
        self.stack: list[tuple[int, str]] = []
        self.nodes = self.copies = 0

    def __call__(self, what: str, n: int, *values: Any) -> None:
        getattr(self, f"_{what}")(n, *values)

    def _call(self, n: int, x: Any) -> None:
        tape, run, number, state = self.tape, self.run, self.nodes, text_of(x)
        backup = not isinstance(run, programs.PathRecursion)
        self.nodes += 1
        moved = run.moved[n] if n else None
        tape.put(tree={number: [self.stack[-1][0] if self.stack else None, n, moved, state]})
        tape.put(at={"board": state, "node": number, "tested": None, "n": n})
        tape.put(count={"calls": run.calls, "tests": run.tests})
        self._copied(backup)
        tape.put(stack={n: [n, state, self.bytes, state if backup else None]}, mc={n: moved} if n else {})
        if not n:
            tape.put(**{"pass": {0: state}})
        self.stack.append((number, state))
        if n + 1 == len(run.follow):
            run.follow = ()
        self._frame("call", n=n, moved=moved or 0, first=moved is None)

    def _return(self, n: int, x: Any) -> None:
        self.stack.pop()
        self.tape.put(stack={n: None}, at={"node": self.stack[-1][0] if self.stack else None, "n": n - 1})

    def _test(self, n: int, x: Any, ok: bool) -> None:
        tape, run, state = self.tape, self.run, text_of(x)
        at, to = self.stack[-1][1].index("0"), state.index("0")
        tape.put(at={"board": state, "tested": [at, to, ok]})
        if isinstance(run, programs.SignRecursion | programs.PathRecursion):
            tape.put(held={"sign": [at, _joined(run.sign[at]), to]})
        if ok:
            tape.put(**{"pass": {n: state}})
        tape.put(count={"tests": run.tests})
        # Which way the number at `to` goes when the blank leaves `at`.
        toward = {run.width: "U", -run.width: "D", 1: "L", -1: "R"}[to - at]
        told = {"from": at, "to": to, "n": n, "moved": int(state[at], 16), "toward": toward}
        self._frame("test_ok" if ok else "test_no", **told)

    def _copy(self, n: int, x: Any, kept: Any) -> None:
        self._copied(1)
        if (after := text_of(kept)) != text_of(x):
            self.tape.put(at={"board": after, "tested": None})
            self._frame("restore", n=n)

    def _copied(self, n: int) -> None:
        self.copies += n
        if self.counting:
            self.tape.put(count={"copies": self.copies})

    def _pass(self, n: int) -> None:
        way, number = _joined(self.run.moved[1 : n + 1], ","), len(self.run.ways)
        self.tape.put(ways={number: way}, count={"ways": number + 1})
        self.tape.frame("pass", n=number + 1, moves=n)

    def _frame(self, what: str, **values: Any) -> None:
        if not self.run.follow:
            self.tape.frame(what, **values)


def _read(puzzle: Puzzle) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return the start, the goal and the width of a board that a trace can write."""
    start, goal, width = read(puzzle)
    if len(start) > MOST:
        template = "this exhibit accepts at most {most} {most:cell|cells}; the puzzle has {got}"
        raise InputError(template, most=MOST, got=len(start))
    return start, goal, width


def begun(
    name: str,
    puzzle: Puzzle,
    most: int,
    tape: Tape,
    follow: Sequence[list[int]] = (),
    ways: Sequence[programs.Way] = (),
) -> programs.Recursion:
    """Run a program from its start, or recorded from the end of `follow` on, after some ways; return it."""
    start, goal, width = _read(puzzle)
    tape.put(at={"width": width, "goal": text_of(goal)}, count={"calls": 0, "tests": 0, "ways": 0})
    tape.put(at={"board": text_of(start)}, ways={n: _joined(way, ",") for n, way in enumerate(ways)})
    run = RECURSIONS[name](start, goal, most, width=width)
    form: Any = {"ma-string": lambda state: bytes(48 + each for each in state), "ma-path": run.rows}.get(name, list)
    run.follow, run.ways = [form(state) for state in follow], [*ways]
    run.witness = _Writer(name, tape, run)
    if isinstance(run, programs.SignRecursion | programs.PathRecursion):
        tape.put(sign={p: _joined(row) for p, row in enumerate(programs.signs_of(width, len(start) // width))})
    if not follow:
        tape.frame("enter", m=most)
    run.run()
    tape.put(at={"tested": None})
    tape.frame("total", n=len(run.ways))
    return run


def tree(puzzle: Puzzle, tape: Tape, most: int, names: Sequence[str] = FOUR[:1]) -> None:
    """Record the recursion with a matrix, call by call. Several programs advance together, one frame at a time, and
    their tables are named by number, `0:at` to `3:at`. The compiled twin counts the whole run.
    """
    runs = {name: functools.partial(begun, name, puzzle, most) for name in names}
    ended = tape.fill(functools.partial(abreast, runs=runs) if len(runs) > 1 else runs[names[0]])
    if tape.whole:
        twin = _twin(names[0], puzzle, most, tape)
        first = twin.at[0] if twin.at else (None, None)
        tape.figures = {"calls": twin.calls, "tests": twin.tests, "ways": len(twin.ways)}
        tape.figures |= {"first_calls": first[0], "first_tests": first[1]}
        # Each test changes the state, and one copy changes it back.
        tape.steps = 2 + twin.calls + 2 * twin.tests + len(twin.ways)
    elif not ended:
        raise Ended


def _twin(name: str, puzzle: Puzzle, most: int, tape: Tape) -> programs.Compiled:
    start, goal, width = _read(puzzle)
    recursion = programs.CompiledSigns if name in ("ma-sign", "ma-path") else programs.Compiled
    twin = recursion(start, goal, most, width=width)
    twin.watch = tape.watch
    return twin.run()


def to_way(puzzle: Puzzle, tape: Tape, most: int, number: int, names: Sequence[str]) -> None:
    """Record the runs around path `number` (from 1), found by compiled twins. Raises `InputError` if there is none."""
    tapes = [_around(name, puzzle, tape, most, number) for name in names]
    tape.first = tapes[0].first
    if len(tapes) == 1:
        tape.frames, tape.target = tapes[0].frames[: max(tape.most, 1)], tapes[0].target
    else:
        tape.fill(functools.partial(beside, tapes=tapes, what="abreast_way", number=number))
    if (tape.target or 0) >= len(tape.frames):
        tape.target = None
    raise Ended


def _around(name: str, puzzle: Puzzle, tape: Tape, most: int, number: int) -> Tape:
    """Record one program around its path `number`."""
    twin = _twin(name, puzzle, most, tape)
    if not 1 <= number <= len(twin.ways):
        template = "there is no solution number {n}; the run finds {count:,}"
        raise InputError(template, n=number, count=len(twin.ways))
    way, (calls, tests) = twin.ways[number - 1], twin.at[number - 1]
    states = [programs.states_on(twin.start, each) for each in twin.ways[:number]]
    follow = states[-1][: max(1, len(way) - NEAR + 1)]
    # Of the ways before this one, those that lie above the recorded calls.
    above = [twin.ways[i] for i in range(number - 1) if states[i][: len(follow)] != follow]
    own = Tape(max(tape.most, 2), watch=tape.watch)
    own.sought = lambda n, what, values: what == "pass" and values["n"] == number
    own.fill(functools.partial(begun, name, puzzle, most, follow=follow, ways=above))
    assert own.target is not None
    # The counts of the recorded calls follow from those at the way.
    shown = {(table, key): value for frame in own.frames[: own.target + 1] for table, key, value in frame[2]}
    before = {"calls": calls - shown["count", "calls"], "tests": tests - shown["count", "tests"]}
    for _, _, puts in own.frames:
        puts[:] = [(t, k, v + before[str(k)] if t == "count" and k in before else v) for t, k, v in puts]
    own.first = calls + 2 * tests - len(way) + number - own.target
    return own


def pieces(puzzle: Puzzle, tape: Tape, most: int) -> None:
    """Record the recursion on 华容道 within m steps, by call and by place; each kind of piece has a sign matrix.

    `at.sign` is the row and the place in the row.
    """
    run = PieceRecursion(Classic.of(puzzle, empty=None), most)
    run.watch = tape.watch
    stack, shown = list[int](), list[str]()
    nodes, kind = 0, ""

    def text(state: tuple[int, ...]) -> str:
        return layout_text(zip(run.sizes, state, strict=True))

    def witness(what: str, n: int, piece: int, cell: int, state: tuple[int, ...]) -> None:
        nonlocal nodes, kind
        board = text(state) if tape.on else ""
        tape.put(at={"try": None})
        if what == "call":
            del stack[n:], shown[n:]
            letter = moved_in(shown[-1], board)["who"] if shown and board else ""
            tape.put(tree={nodes: [stack[-1] if stack else None, n, letter, board]}, at={"node": nodes, "board": board})
            stack.append(nodes)
            shown.append(board)
            nodes += 1
            tape.put(count={"calls": run.calls})
        elif what == "back":
            tape.put(at={"board": board, "node": stack[n]})
        elif what == "pass":
            tape.put(at={"board": board}, count={"ways": len(run.ways)})
        else:
            size, to = run.sizes[piece], state[piece]
            letter = LETTER[size]
            if kind != size:
                kind = size
                tape.put(sign={p: _joined(row) for p, row in enumerate(run.signs[piece])})
            tape.put(at={"kind": letter, "sign": [cell, _joined(run.signs[piece][cell]), to]})
            tape.put(at={"try": [letter, to, "" if what == "fits" else what]}, count={"tests": run.tests})
            way = {-4: "U", 4: "D", -1: "L", 1: "R"}[to - cell]
            tape.frame(f"piece_{what}", who=letter, way=way, **{"from": cell, "to": to})
            return
        tape.frame(f"piece_{what}", n=n)

    tape.put(count={"calls": 0, "tests": 0, "ways": 0}, at={"board": text(run.start)})
    tape.frame("enter", m=most)
    run.witness = witness
    run.run()
    tape.put(at={"try": None})
    tape.frame("total", n=len(run.ways))
    tape.figures = {"calls": run.calls, "tests": run.tests, "ways": len(run.ways)}


def knight(_: Puzzle, tape: Tape, size: int, fewest: bool = False) -> None:
    """Record the knight's tours of a square board from its corner by a sign matrix, or by Warnsdorff's rule (`fewest`).

    Table `visit` has each visited cell's number in the tour; `at.row` is the cell's row of the sign matrix.
    """
    sign = programs.knight_matrix(size, size)
    calls = toured = 0
    trail: list[int] = []

    def visited(what: str, p: int, n: int) -> None:
        nonlocal calls, toured
        entered = what == "enter"
        trail[n:] = [p] if entered else []
        row = _joined(sign[trail[-1]]) if trail else None
        tape.put(visit={p: n + 1 if entered else None}, at={"cell": trail[-1] if trail else None, "row": row})
        calls += entered
        tape.put(count={"calls": calls})
        tape.frame("knight" if entered else "knight_back", n=n + 1, cell=p)
        if entered and n + 1 == size * size:
            toured += 1
            tape.put(count={"tours": toured})
            tape.frame("tour", n=toured)

    def run(own: Tape) -> None:
        own.put(at={"size": size}, count={"tours": 0})
        own.frame("knight_begin", size=size)
        tours("signs", size, size, own.watch, visited, fewest)

    if size < 5 or not tape.whole:
        run(tape)
        tape.figures = {"calls": calls, "tours": toured}
        return
    tape.fill(run)
    if size > 5:
        raise Ended
    # Millions of calls: the quickest of the programs counts the tours, without frames.
    tape.figures, tape.steps = {"tours": tours("ones", size, size, tape.watch).number}, 0
