"""Recording 华容道 by 马旭's recursion: each kind of piece with its sign matrix, as his section 4 proposes."""

from __future__ import annotations

from huarong.model.puzzle import Puzzle
from huarong.study.classic import Classic
from huarong.study.ma.pieces import PieceRecursion
from huarong.study.traces.levels import moved_in
from huarong.study.traces.tape import LETTER, Tape, layout_text


def pieces(puzzle: Puzzle, tape: Tape, most: int) -> None:
    """The recursion within m steps, call by call and place by place.

    Each kind of piece has a matrix of signs. Table `sign` has the rows of the current kind's matrix, as texts;
    `at.kind` is that kind, and `at.sign` the row and the place in the row. Table `tree` has the calls: the call above,
    its depth, the letter moved, and the layout.
    """
    classic = Classic.of(puzzle, empty=None)
    run = PieceRecursion(classic, most)
    run.watch = tape.watch
    stack: list[int] = []
    nodes = 0
    kind = ""
    shown: list[str] = []

    def text(state: tuple[int, ...]) -> str:
        return layout_text(zip(run.sizes, state, strict=True))

    def witness(what: str, n: int, piece: int, cell: int, state: tuple[int, ...]) -> None:
        nonlocal nodes, kind
        board = text(state) if tape.on else ""
        tape.put("at", "try", None)
        if what == "call":
            while len(stack) > n:
                stack.pop()
                shown.pop()
            letter = moved_in(shown[-1], board)["who"] if shown and board else ""
            tape.put("tree", nodes, [stack[-1] if stack else None, n, letter, board])
            tape.put("at", "node", nodes)
            stack.append(nodes)
            shown.append(board)
            nodes += 1
            tape.put("at", "board", board)
            tape.put("count", "calls", run.calls)
            tape.frame("piece_call", n=n)
            return
        if what in ("back", "pass"):
            tape.put("at", "board", board)
            if what == "back":
                tape.put("at", "node", stack[n])
            else:
                tape.put("count", "ways", len(run.ways))
            tape.frame(f"piece_{what}", n=n)
            return
        size = run.sizes[piece]
        if kind != size:
            kind = size
            for p, row in enumerate(run.signs[piece]):
                tape.put("sign", p, "".join(map(str, row)))
        tape.puts("at", kind=LETTER[size], sign=[cell, "".join(map(str, run.signs[piece][cell])), state[piece]])
        tape.put("at", "try", [LETTER[size], state[piece], "" if what == "fits" else what])
        tape.put("count", "tests", run.tests)
        way = {-4: "U", 4: "D", -1: "L", 1: "R"}[state[piece] - cell]
        tape.frame(f"piece_{what}", who=LETTER[size], way=way, **{"from": cell, "to": state[piece]})

    for counter in ("calls", "tests", "ways"):
        tape.put("count", counter, 0)
    tape.put("at", "board", text(run.start))
    tape.frame("enter", m=most)
    run.witness = witness
    run.run()
    tape.put("at", "try", None)
    tape.frame("total", n=len(run.ways))
    tape.figures = {"calls": run.calls, "tests": run.tests, "ways": len(run.ways)}
