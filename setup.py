"""Compile the kernels; an install without a C compiler goes on without them (they run as plain Python)."""

import multiprocessing
import os
import shutil
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from Cython.Compiler import Options
from setuptools import Extension, setup
from setuptools.command.build_py import build_py

# All arrays have one dimension, and Cython wants room for one more. By default it has room for eight in each, which is
# copied wherever an array is passed on or stored: more code to compile, and slower calls.
Options.buffer_max_dims = 2
# What is compiled as a C function raises nothing, unless it says `cython.exceptval(check=True)`.
Options.get_directive_defaults()["exceptval"] = None, False
CORES = os.cpu_count() or 1
# One wheel for a system runs on this version of Python and all later ones (the stable ABI), as fast as one of its own
# (docs/en/contributing/releasing.md). A Python without the global lock has no such ABI.
LOCKED = not sysconfig.get_config_var("Py_GIL_DISABLED")
STABLE = {"define_macros": [("Py_LIMITED_API", "0x030B0000")], "py_limited_api": True} if LOCKED else {}
# What all kernels need to take arrays is compiled once, into a module that they share, and not for speed.
SHARED = "huarong.kernels._shared"
TRANSLATED = Path("build/cython/src/huarong/kernels/_shared.c")
kernels = cythonize(
    [
        Extension(SHARED, ["src/huarong/kernels/_shared.c"], extra_compile_args=["-O0", "-g0"], **STABLE),
        *(
            Extension(f"huarong.kernels.{path.stem}", [path.as_posix()], extra_compile_args=["-O3", "-g0"], **STABLE)
            for path in sorted(Path("src/huarong/kernels").glob("*.py"))
            if not path.stem.startswith("_")
        ),
    ],
    build_dir="build/cython",
    shared_utility_qualified_name=SHARED,
    # Cython itself does not look whether its options have changed, and modules of other options would not fit together.
    force=not TRANSLATED.exists() or TRANSLATED.stat().st_mtime < Path(__file__).stat().st_mtime,
    # Where processes are not forked, each would run this file again.
    nthreads=CORES if multiprocessing.get_start_method() == "fork" else 0,
    compiler_directives={
        "language_level": "3",
        "boundscheck": False,
        "wraparound": False,
        "cdivision": True,
        "initializedcheck": False,
        "auto_pickle": False,
        "infer_types": True,  # a local variable has the C type of what is assigned to it
        "binding": False,
        "always_allow_keywords": False,  # in the stable ABI, what takes keywords is called with a tuple
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
    options={"build_ext": {"parallel": CORES}, "bdist_wheel": {"py_limited_api": "cp311"} if LOCKED else {}},
)
