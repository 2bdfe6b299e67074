"""Recording the bench of visited sets: all structures are fed the same codes, some at a time.

Each frame feeds the next codes. Table `curve` has for each structure and frame the codes so far, the codes compared
per look-up, the bytes, and the nanoseconds per look-up; null if a structure does not report it, or if bytes were not
counted.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from huarong.errors import HuarongError
from huarong.model.puzzle import Puzzle
from huarong.study.lv.visited import VisitedSet
from huarong.study.sets import ranked, sequence, timed
from huarong.study.traces.tape import Tape
from huarong.study.visited_sets import STRUCTURES, RankBitmap, footprint

_FRAMES, _WEIGHED = 60, 5
"""The number of frames, and how many frames there are for each count of the bytes, which takes long."""


def fed(puzzle: Puzzle, tape: Tape, codes: int) -> None:
    """Eight structures, which get this many different codes of the puzzle in sixty frames."""
    looked, states, different = sequence(puzzle, codes, tape.watch)
    tape.put("at", "codes", different)
    tape.frame("sets_begin", n=different, looked=len(looked))
    known: dict[str, VisitedSet] = {name: each.make() for name, each in STRUCTURES.items()}
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
        for name, each in known.items():
            spent[name] += timed(each, fed_to[name][at:end])
            tells = name in STRUCTURES and STRUCTURES[name].compares
            compared = round(each.compared / end, 2) if tells else None
            size = footprint(each) if tape.on and frame % _WEIGHED == 0 else None
            point = [len(seen), compared, size, round(1e9 * spent[name] / end)]
            tape.put("curve", f"{name}:{frame}", point)
            tape.watch.look(0, end)
        at = end
        tape.put("count", "layouts", len(seen))
        tape.put("count", "lookups", at)
        tape.frame("sets_fed", n=len(seen), looked=at)
    tape.figures = {"layouts": len(seen), "lookups": at}
