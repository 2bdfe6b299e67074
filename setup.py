"""Compile the kernels; an install without a C compiler goes on without them (they run as plain Python)."""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

KERNELS = [
    Extension(
        f"huarong.kernels.{path.stem}",
        [path.as_posix()],
        extra_compile_args=["-O3"],
        optional=True,
    )
    for path in sorted(Path("src/huarong/kernels").glob("*.py"))
    if not path.stem.startswith("_")
]

setup(
    ext_modules=cythonize(
        KERNELS,
        compiler_directives={
            "language_level": "3",
            "boundscheck": False,
            "wraparound": False,
            "cdivision": True,
            "initializedcheck": False,
        },
    )
)
