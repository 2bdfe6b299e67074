"""Have the proved checker check a certificate of everything in the library, in three metrics, and note time and memory.

    make -C proof huarong-check
    python benchmarks/proof/proved.py [GROUP ...]    some hour; resumes a run that was stopped
    python benchmarks/proof/proved.py --table        print medians and greatest values by group

The puzzles are those of `certificates.csv`: first what has few layouts, then the openings, then the rest. `proved.csv`
beside this file has a line for each: group, puzzle, metric, length, layouts, the processor's seconds and the peak of
memory in MiB. A certificate that is refused
ends the run.
"""

import csv
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import certificates

from huarong.library import entries
from huarong.proof import prove

DATA = Path(__file__).with_name("proved.csv")
PROGRAM = os.environ.get("HUARONG_CHECK", Path(__file__).parents[2] / "proof" / "huarong-check")
FEW = 100_000
FIELDS = ["group", "puzzle", "metric", "length", "layouts", "seconds", "mebibytes"]


def measured(data):
    """The verdict on a certificate as text, the processor's seconds, and the peak of memory in MiB."""
    with tempfile.NamedTemporaryFile(suffix=".proof") as file:
        file.write(data)
        file.flush()
        running = subprocess.Popen([PROGRAM, file.name], stdout=subprocess.PIPE, text=True)
        said = running.stdout.read()
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
    assert running.returncode == 0
    return said, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def turn(row):
    """When a certificate has its turn: of the openings the largest is first, of all others the smallest."""
    layouts, opening = int(row["layouts"]), row["group"] == "openings"
    return 1 if opening else 0 if layouts < FEW else 2, -layouts if opening else layouts


def run(groups):
    """Measure the certificates that the file lacks, of some groups or all."""
    known = {(row["group"], row["puzzle"], row["metric"]) for row in certificates.rows(DATA)}
    found = {(entry.group, entry.name_zh or entry.name): entry.puzzle for entry in entries()}
    wanted = [row for row in certificates.rows() if row["length"]]
    with DATA.open("a", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        if not known:
            out.writerow(FIELDS)
        for row in sorted(wanted, key=turn):
            at = row["group"], row["puzzle"], row["metric"]
            if at in known or (groups and at[0] not in groups):
                continue
            made = prove(found[at[:2]], at[2])
            said, seconds, mebibytes = measured(made.data)
            length = "none" if made.solution.length is None else f"{made.solution.length:,}"
            assert f"Theorem. {length} {at[2]}s solve it" in said or (length, "no solution" in said) == ("none", True)
            out.writerow([*at, row["length"], made.layouts, f"{seconds:.2f}", f"{mebibytes:.0f}"])
            file.flush()


def table():
    """Medians and greatest values of each group."""
    lines = ["group: certificates; layouts, seconds, MiB"]
    for group in certificates.GROUPS:
        mine = [row for row in certificates.rows(DATA) if row["group"] == group]
        if mine:
            of = sum(row["group"] == group and row["length"] != "" for row in certificates.rows())
            values = [[float(row[key]) for row in mine] for key in FIELDS[4:]]
            cells = [f"{statistics.median(each):,g} to {max(each):,g}" for each in values]
            lines.append(f"{group}: {len(mine):,} of {of:,}; {', '.join(cells)}")
    return "\n".join(lines)


if __name__ == "__main__":
    if sys.argv[1:] == ["--table"]:
        print(table())
    else:
        run(sys.argv[1:])
