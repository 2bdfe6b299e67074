"""Recording 周扬's system: the enumeration, the search that it replaces, and the file with one look-up."""

import itertools
import time
import timeit
from collections.abc import Sequence

from huarong.model.puzzle import Puzzle
from huarong.study import zhou, zhou_file
from huarong.study.classic import MASKS, Classic
from huarong.study.traces.codes import read_word
from huarong.study.traces.levels import level_by_level
from huarong.study.traces.tape import LETTER, Tape, layout_text
from huarong.study.zhou import LARGEST_FIRST, ORDER, PERSONS, BasicState


def _text(state: BasicState) -> str:
    return layout_text(zip(ORDER, state, strict=True))


def enumerated(puzzle: Puzzle, tape: Tape, given: int) -> None:
    """Record the enumeration of all layouts in which the first pieces, the largest first, lie as in the puzzle.

    Table `placed` has the letter and the cell of each placed piece. `at.try` is the trial: letter, cell, and why it
    does not fit, `edge` or `taken`, else an empty text. Table `row` has each piece's letter, and its trials since the
    previous piece was placed.
    """
    state = zhou.basic_state(Classic.of(puzzle, pieces=zhou.SET))
    cells = [state[index] for index in LARGEST_FIRST]
    found, trials, placed, rows = 0, 0, given, [list[tuple[int, str]]() for _ in ORDER]
    lie = {n: [LETTER[ORDER[LARGEST_FIRST[n]]], cells[n]] for n in range(given)}
    tape.put(placed=lie, count={"trials": 0, "states": 0})
    tape.frame("enumerate", given=given)

    def tried(_: str, count: int, index: int, cell: int, taken: int) -> None:
        nonlocal found, trials, placed
        trials += 1
        letter, mask = LETTER[ORDER[index]], MASKS[ORDER[index]][cell]
        why = "edge" if not mask else "taken" if mask & taken else ""
        if tape.on:
            tape.put(placed=dict.fromkeys(range(count, placed)), row=dict.fromkeys(range(count + 1, 10)))
            rows[count + 1 :] = [[] for _ in range(count + 1, 10)]
            rows[count].append((cell, why))
            tape.put(row={count: [letter, rows[count][:]]}, at={"try": [letter, cell, why]}, count={"trials": trials})
        placed = count
        what = f"no_{why}" if why else "fits"
        if not why:
            tape.put(placed={count: [letter, cell]})
            placed = count + 1
            if count == 9:
                found += 1
                tape.put(count={"states": found})
                what = "state"
        tape.frame(what, cell=cell, x=cell % 4, y=cell // 4, piece=letter, n=found)

    result = zhou.enumerate_states(cells[:given], tried)
    tape.put(at={"try": None})
    tape.frame("enumerated", trials=result.trials, states=len(result.states))
    tape.figures = {"trials": result.trials, "states": len(result.states)}


def checked(arrangement: Sequence[int], tape: Tape, _: int) -> None:
    """Record algorithm 1 on an arrangement up to the first piece that does not fit; tables as in `enumerated`."""
    for n, check in enumerate(zhou.algorithm1(arrangement)):
        letter, cell = LETTER[check.size], check.cell
        why = "edge" if check.fault == "off" else check.fault and "taken"
        tape.put(row={n: [letter, [(cell, why)]]}, at={"try": [letter, cell, why]}, count={"trials": n + 1})
        tape.put(placed={} if why else {n: [letter, cell]})
        what = f"no_{why}" if why else "fits" if n < 9 else "valid"
        tape.frame(what, cell=cell, piece=letter, state=" ".join(map(str, zhou.basic(arrangement))))


def searched(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """Record the search that is compared with the look-up."""
    classic = Classic.of(puzzle, pieces=zhou.SET)
    graph, start = zhou.BasicSteps(classic.goals), zhou.basic_state(classic)
    level_by_level(tape, graph, start, _text, lambda _, state, *__: tape.put(at={"cells": list(state)}))


def look_up(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """Record one layout as ten cells, 50 bits, its entry in the file, and its word with the rank.

    Tables: `cells`, `bits` (5 a piece), `bytes` of the entry, and `word` (for each cell that the word reads, the letter
    and the number of words before it).
    """
    classic = Classic.of(puzzle, pieces=zhou.SET)
    start = zhou.basic_state(classic)
    tape.put(at={"board": _text(start)})
    tape.frame("start")
    for n, cell in enumerate(start):
        bits = format(cell, "05b")
        tape.put(cells={n: cell}, bits={n: bits}, at={"lit": cell})
        tape.frame("cell", n=n, cell=cell, x=cell % 4, y=cell // 4, bits=bits)
    code = zhou.state_code(start)
    tape.put(at={"lit": None}, bytes=dict(enumerate(code.to_bytes(8, "big"))))
    tape.frame("code", code=code)
    read_word(puzzle, tape)
    if way := zhou_file.entry(classic):
        size = {piece.head: LETTER[puzzle.kinds[piece.kind].size] for piece in puzzle.pieces}
        who = size | {piece.head: piece.label for piece in puzzle.pieces if piece.label in NAMES}
        _entry(way, tape, who)
    else:
        tape.frame("no_entry")
    if tape.whole:
        _measured(start, classic.goals, tape)


NAMES = {person.replace("兵", "卒") for person in PERSONS}
"""The persons of definition 6, as Huarong names them."""


def _entry(way: Sequence[BasicState], tape: Tape, who: dict[int, str]) -> None:
    """Record the entry's other bytes, step by step along the solution; `who` has the text for the piece at a cell."""
    tape.put(bytes={8: len(way) - 1})
    tape.frame("length", n=len(way) - 1)
    for n, (before, state) in enumerate(itertools.pairwise(way)):
        byte = next(step for child, step in zhou.children(before) if child == state)
        cell = before[byte >> 2]
        person = who[cell + (-4, 4, -1, 1)[byte & 3]] = who.pop(cell)
        tape.put(bytes={9 + n: byte}, at={"board": _text(state)})
        tape.frame("step", n=n + 1, byte=byte, which=byte >> 2, person=person, way="UDLR"[byte & 3])


def _measured(start: BasicState, goals: frozenset[int], tape: Tape) -> None:
    """Build the whole table, and time the look-up against the search on this machine."""
    known = zhou.table(goals, tape.watch)
    # The least of several times is the look-up's own: whatever else the machine does only adds to it.
    look = min(timeit.repeat(lambda: known.solutions.get(start), number=1000, repeat=20)) * 1e6
    began = time.perf_counter_ns()
    zhou.search(start, goals)
    took = round((time.perf_counter_ns() - began) / 1e6, 2)
    tape.figures = {"file": len(known.data), "entries": len(known.solutions), "look_ns": round(look), "search_ms": took}
