"""Each command stays within its memory limit from 160M on, below that within 100 MB more, by the peak of a process of
its own (Linux).
"""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys
from huarong.cli.main import main
try:
    main(sys.argv[1:])
except SystemExit as end:
    status = open("/proc/self/status").read()
    print("\\n", end.code, status.split("VmHWM:")[1].split()[0])
"""
CASES = (Path(__file__).parents[1] / "data" / "memory.txt").read_text("utf-8").splitlines()[1:]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="nobody tells the peak")
@pytest.mark.parametrize("line", CASES)
def test_peak(line: str, tmp_path: Path) -> None:
    limit, *command = shlex.split(line)
    promised = int(limit[:-1]) >= 160
    words = [sys.executable, "-c", PROGRAM, *command, "--max-memory", limit, "--max-seconds", "10" if promised else "2"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, timeout=120)
    assert "Traceback" not in done.stderr
    status, peak = done.stdout.split()[-2:]
    assert status in "013", done.stderr
    assert int(peak) << 10 <= (int(limit[:-1]) << 20) + (0 if promised else 100_000_000)
