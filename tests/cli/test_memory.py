"""Each command stays within its memory limit from 160M on, below that within 100 MB more, by the peak of a process of
its own (Linux).
"""

import subprocess
import sys
from pathlib import Path

import pytest

SHARK, TRANSEUROPA = "gnome-klotski: Shark", "gnome-klotski: Transeuropa"
FAMILY = ("--board", "4x5", "--pieces", "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..")
PROGRAM = """
import sys
from huarong.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit as end:
    status = open("/proc/self/status").read()
    print("\\n", end.code, status.split("VmHWM:")[1].split()[0])
"""
CASES = [
    ("40M", "solve", SHARK),
    ("60M", "solve", TRANSEUROPA),
    ("40M", "solve", TRANSEUROPA, "--method", "astar"),
    ("100M", "solve", SHARK, "--method", "bidirectional"),
    ("40M", "solve", SHARK, "--quick"),
    ("40M", "hint", SHARK),
    ("60M", "atlas", SHARK, "--reach"),
    ("60M", "atlas", *FAMILY),
    ("16M", "atlas", *FAMILY, "--save", "bytes.atlas"),
    ("28M", "atlas", *FAMILY, "--save", "bits.atlas"),
    ("40M", "prove", SHARK, "--output", "shark.hrc"),
    ("40M", "design", "rate", SHARK),
    ("256M", "explore", SHARK),
    ("100M", "design", "hardest", *FAMILY),
    ("40M", "design", "report", SHARK),
    ("380M", "atlas", "tables", *FAMILY, "--output", "tables"),
    ("60M", "draw", "map", "横刀立马", "--output", "map.png"),
    ("40M", "tiles", "solve", "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"),
    ("60M", "tiles", "tables", "build", "tiles-5x5-5-5-5-5-4"),
    ("40M", "design", "harder", SHARK),
    ("60M", "design", "generate", *FAMILY, "--moves", "60..", "--count", "3"),
    ("60M", "design", "records", "build", "klotski-4x5", "--output", "book"),
    ("40M", "draw", "strip", SHARK, "--output", "strip.svg"),
    ("40M", "draw", "animation", SHARK, "--output", "way.gif"),
    ("60M", "study", "run", "weights", "横刀立马"),
    ("60M", "study", "run", "stations", "横刀立马"),
    ("60M", "site", "app"),
    ("160M", "solve", SHARK),
    ("160M", "hint", "Lodzianka"),
    ("160M", "prove", "Lodzianka", "--output", "large.hrc"),
    ("160M", "design", "rate", "Lodzianka"),
    ("160M", "atlas", "横刀立马"),
    ("160M", "draw", "map", "横刀立马", "--output", "map.png"),
    ("200M", "atlas", *FAMILY),
    ("200M", "design", "report", "Lodzianka"),
]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="nobody tells the peak")
@pytest.mark.parametrize("words", CASES, ids=" ".join)
def test_peak(words: tuple[str, ...], tmp_path: Path) -> None:
    limit, *command = words
    promised = int(limit[:-1]) >= 160
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *command, "--max-memory", limit, "--max-seconds", "10" if promised else "2"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=120,
    )
    assert "Traceback" not in done.stderr
    status, peak = done.stdout.split()[-2:]
    assert status in "013", done.stderr
    assert int(peak) << 10 <= (int(limit[:-1]) << 20) + (0 if promised else 100_000_000)
