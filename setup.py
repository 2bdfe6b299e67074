"""Compile the kernels; an install without a C compiler goes on without them (they run as plain Python)."""

import multiprocessing
import os
import shutil
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_py import build_py

CORES = os.cpu_count() or 1
# One wheel for a system runs on this version of Python and all later ones (the stable ABI), as fast as one of its own
# (docs/releasing.md). A Python without the global lock has no such ABI.
LOCKED = not sysconfig.get_config_var("Py_GIL_DISABLED")
STABLE = (
    {"define_macros": [("Py_LIMITED_API", "0x030B0000")], "py_limited_api": True} if LOCKED else {}
)
# What all kernels need to take arrays is compiled once, into a module that they share, and not for speed.
SHARED = "huarong.kernels._shared"
FAST = ["-O3", "-g0"]
# What gains nothing from more (`benchmarks/compare.py` tells): the helpers that Cython writes are not inlined either.
PLAIN = ["-O2", "-g0", "-DCYTHON_INLINE=", "-Wno-unused-function"]
# What loses at most 2 % without it, and compiles sooner.
FREE = [*FAST, *PLAIN[2:]]
FLAGS = dict.fromkeys(("automaton", "dense", "packings", "patterns"), FREE) | dict.fromkeys(
    ("eight", "embed", "frames", "regions", "residues", "tiles", "tours"), PLAIN
)

kernels = cythonize(
    [
        Extension(
            SHARED,
            ["src/huarong/kernels/_shared.c"],
            extra_compile_args=["-O0", "-g0"],
            **STABLE,
        ),
        *(
            Extension(
                f"huarong.kernels.{path.stem}",
                [path.as_posix()],
                extra_compile_args=FLAGS.get(path.stem, FAST),
                **STABLE,
            )
            for path in sorted(Path("src/huarong/kernels").glob("*.py"))
            if not path.stem.startswith("_")
        ),
    ],
    build_dir="build/cython",
    shared_utility_qualified_name=SHARED,
    # Where processes are not forked, each would run this file again.
    nthreads=CORES if multiprocessing.get_start_method() == "fork" else 0,
    compiler_directives={
        "language_level": "3",
        "boundscheck": False,
        "wraparound": False,
        "cdivision": True,
        "initializedcheck": False,
        "auto_pickle": False,
    },
)
for kernel in kernels:
    kernel.optional = True


class Build(build_py):
    """What is installed has the cases of `suite/` within the package."""

    def run(self):
        super().run()
        if not self.editable_mode:
            shutil.copy("suite/cases.jsonl", Path(self.build_lib, "huarong", "suite"))


setup(
    cmdclass={"build_py": Build},
    ext_modules=kernels,
    options={
        "build_ext": {"parallel": CORES},
        "bdist_wheel": {"py_limited_api": "cp311"} if LOCKED else {},
    },
)
