"""Run tests with kernels that detect accesses out of bounds: `python -m tools.sanitize [WHAT ...]`.

The kernels are compiled anew, in a folder of their own, and some tests run with them. Each WHAT is one of

`bounds`      Cython's own checks of every index (`boundscheck`, and no index below zero taken from the end)
`address`     GCC's AddressSanitizer and UndefinedBehaviorSanitizer; a finding ends the run

(both, if nothing is named). `--tests PATH ...` runs those instead of the usual ones, `--wide` all tests of the folders
that use kernels, with the slow ones (hours); what else is given goes to pytest (`--tests tests/tiles -m slow`);
`--profile thorough` gives each property 2,000 random puzzles. It takes a C compiler, some 2 minutes for compiling, and
Linux for
`address`.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
USUAL = (
    "tests/kernels",
    "tests/test_properties.py",
    "tests/space",
    "tests/search/test_search.py",
    "tests/search/test_best_first.py",
    "tests/search/test_task.py",
    "tests/search/test_all_paths.py",
    "tests/design/test_simple.py",
    "tests/atlas/test_dense.py",
    "tests/atlas/test_bitparallel.py",
    "tests/tiles/test_solver.py",
    "tests/explore/test_driver.py",
)
"""The tests that reach every kernel."""
WIDE = (
    "tests/kernels",
    "tests/space",
    "tests/search",
    "tests/graph",
    "tests/atlas",
    "tests/tiles",
    "tests/explore",
    "tests/design",
    "tests/study",
    "tests/test_properties.py",
    "tests/test_boundaries.py",
    "-m",
    "",
    "-k",
    "not hard_levels",
)
"""All tests of the folders that use kernels, the slow ones among them; but for levels that take a hundred times too
long so.
"""
CHECKS = "-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer"


def built(folder: Path, what: str) -> dict[str, str]:
    """Compile the kernels into a copy of the project; the environment to run it in."""
    for name in ("src", "tests", "tools", "docs", "benchmarks", "suite", "examples"):
        shutil.copytree(
            ROOT / name,
            folder / name,
            ignore=shutil.ignore_patterns("*.so", "__pycache__", ".built"),
            dirs_exist_ok=True,
        )
    for name in ("pyproject.toml", "README.md", "README.zh-CN.md", "CHANGELOG.md", "LICENSE"):
        shutil.copy(ROOT / name, folder)
    setup = (ROOT / "setup.py").read_text("utf-8")
    environ = {**os.environ, "PYTHONPATH": str(folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    if what == "bounds":
        assert '"boundscheck": False' in setup and '"wraparound": False' in setup
        checked = setup.replace('"boundscheck": False', '"boundscheck": True, "show_performance_hints": False')
        (folder / "setup.py").write_text(checked.replace("-O3", "-O2"), "utf-8")
    else:
        (folder / "setup.py").write_text(setup.replace("-O3", "-O1").replace("-g0", "-g1"), "utf-8")
        environ |= {"CFLAGS": CHECKS, "LDFLAGS": CHECKS}
    args = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    subprocess.run(args, cwd=folder, env=environ, check=True, stdout=subprocess.DEVNULL)
    kernels = folder / "src" / "huarong" / "kernels"
    for source in kernels.glob("[!_]*.py"):
        assert list(kernels.glob(f"{source.stem}.*.so")), f"{source.name} was not compiled"
    if what == "address":
        libraries = [
            subprocess.run(
                ["gcc", f"-print-file-name={name}"], capture_output=True, text=True, check=True
            ).stdout.strip()
            for name in ("libasan.so", "libubsan.so", "libstdc++.so")
        ]
        environ |= {
            "LD_PRELOAD": " ".join(libraries),
            # Python itself frees little at exit, and tests run out of memory on purpose.
            "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1:handle_segv=1",
            "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
            "PYTHONMALLOC": "malloc",
        }
    return environ


def main() -> None:
    """Compile, run the tests, and report which runs failed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("what", nargs="*", choices=[[], "bounds", "address"], default=[])
    parser.add_argument("--tests", nargs="+", default=USUAL)
    parser.add_argument("--wide", dest="tests", action="store_const", const=WIDE)
    parser.add_argument("--profile", default="everyday")
    parser.add_argument(
        "--keep", type=Path, help="a folder to compile in and keep, where only what has changed is compiled again"
    )
    given, more = parser.parse_known_args()
    failed = []
    for what in given.what or ["bounds", "address"]:
        with tempfile.TemporaryDirectory() as spare:
            folder = given.keep / what if given.keep else Path(spare)
            environ = built(folder, what)
            args = ["-m", "pytest", "-q", "-n", "0", "--maxfail=9", "-p", "no:cacheprovider"]
            args += [f"--hypothesis-profile={given.profile}", *given.tests, *more]
            print(f"== {what}", flush=True)
            if subprocess.run([sys.executable, *args], cwd=folder, env=environ).returncode:
                failed.append(what)
    if failed:
        sys.exit("failed: " + ", ".join(failed))


if __name__ == "__main__":
    main()
