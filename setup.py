"""Compile the kernels; an install without a C compiler goes on without them (they run as plain Python)."""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

kernels = cythonize(
    [
        Extension(
            f"huarong.kernels.{path.stem}",
            [path.as_posix()],
            extra_compile_args=["-O3", "-g0"],
        )
        for path in sorted(Path("src/huarong/kernels").glob("*.py"))
        if not path.stem.startswith("_")
    ],
    build_dir="build/cython",
    compiler_directives={
        "language_level": "3",
        "boundscheck": False,
        "wraparound": False,
        "cdivision": True,
        "initializedcheck": False,
    },
)
for kernel in kernels:
    kernel.optional = True

setup(ext_modules=kernels)
