"""Find the cases of the suite anew: `python -m suite.build FILE` (some two hours of one core).

A file that holds some already is gone on with. For each certificate it prints metric, layouts, bytes, and the seconds
of a processor that checking took. Each case is solved in three metrics, its layouts are counted level by
level, and certificates of length and number of shortest solutions are written and checked by `huarong.proof.checker`.

`python -m suite.build FILE --reach` counts the layouts in reach of cases that lack that number, a second to some
minutes each.
"""

import dataclasses
import sys
from pathlib import Path

from suite.invent import KINDS, invented

import huarong as hr
from huarong.files import replacing
from huarong.library import entries
from huarong.limits import Watch
from huarong.model.board import Metric
from huarong.suite.case import case_of, cases, line, perft

LONG, SHORT, NONE = 24, 14, 10
"""Of each kind of invented puzzle: that take ten moves or more, fewer, and without a solution."""
SECONDS = 120
MOST, MEMORY = 200_000_000, "4G"
"""The most layouts that are counted of a case, and the memory for them."""


def library():
    """The named puzzles: group, name, puzzle."""
    for entry in entries():
        yield entry.group, entry.name_zh or entry.name, entry.puzzle


def made_up():
    """Puzzles of every kind, hard and easy ones and some without a solution, none twice."""
    for kind in KINDS:
        room, seen = {"long": LONG, "short": SHORT, "none": NONE}, set()
        for puzzle in invented(kind, 1):
            if not any(room.values()) or len(seen) > 20_000:
                break
            if puzzle in seen:
                continue
            seen.add(puzzle)
            try:
                found = hr.solve(puzzle, max_seconds=60, max_memory="8M")
            except hr.LimitReached:
                continue
            form = "none" if not found.solved else "long" if found.length > 9 else "short"
            if found.length in (0, 1) or (form == "none" and found.explored < 30):
                continue
            if room[form]:
                room[form] -= 1
                yield kind, "", puzzle


def main(path):
    found = list(cases(path)) if Path(path).exists() else []
    known = {case.id for case in found}
    many = {}
    for group, name, puzzle in (*library(), *made_up()):
        many[group] = many.get(group, 0) + 1
        name_of_case = f"{group}-{many[group]:03}"
        if name_of_case in known:
            continue

        def checked(certificate, seconds, case=name_of_case):
            print(case, certificate.solution.metric, certificate.layouts, len(certificate.data), f"{seconds:.2f}")

        watch = Watch.of(max_seconds=SECONDS)
        try:
            found.append(case_of((name_of_case, group, name), puzzle, watch, checked))
        except hr.LimitReached as error:
            print(f"{name_of_case} {name}: {error}", file=sys.stderr)
            continue
        write(path, found)
        sys.stdout.flush()


def write(path, found):
    """Write the file of cases, whole or not at all: what was found before is not lost."""
    with replacing(path) as file:
        file.write("".join(line(each) + "\n" for each in found).encode())


def counted(path):
    """Count the layouts in reach where that is not known, by steps, and write the file anew after each."""
    found = list(cases(path))
    for number, case in enumerate(found):
        if case.reach is not None:
            continue
        levels, complete = perft(case.puzzle, Metric.STEP, Watch.of(MEMORY, 3600), MOST)
        print(case.id, sum(levels) if complete else f"more than {sum(levels)}", flush=True)
        if complete:
            answer = dataclasses.replace(case.answers[Metric.STEP], perft=levels)
            answers = {**case.answers, Metric.STEP: answer}
            found[number] = dataclasses.replace(case, reach=sum(levels), answers=answers)
            write(path, found)


if __name__ == "__main__":
    if sys.argv[2:] == ["--reach"]:
        counted(sys.argv[1])
    else:
        main(sys.argv[1])
