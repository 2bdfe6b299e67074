"""A stand-in for a graphics processor."""

import ctypes
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from huarong.explore import gpu


class Host:
    """A stand-in for a device: NumPy's arrays, and the same CUDA source compiled for this processor.

    `data/cuda.hpp` has what CUDA gives: blocks run one by one, the threads of a block take turns.
    """

    xp = np
    threads = 32
    room = 1 << 24

    def __init__(self, folder):
        compiler = shutil.which("g++") or shutil.which("c++")
        if compiler is None:
            pytest.skip("there is no C++ compiler")
        (folder / "dense.cu").write_text(gpu.source(), "utf-8")
        (folder / "host.cpp").write_text('#include "dense.cu"\nLAUNCH(goals)\nLAUNCH(level)\n')
        args = [compiler, "-std=c++17", "-O2", "-Wall", "-Werror", "-shared", "-fPIC"]
        args += ["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]
        args += [
            "-include",
            Path(__file__).parents[1] / "data" / "cuda.hpp",
            "-o",
            folder / "dense.so",
            folder / "host.cpp",
        ]
        subprocess.run(args, check=True)
        self.library = ctypes.CDLL(str(folder / "dense.so"))

    def launch(self, name, blocks, *args):
        values = [
            ctypes.c_void_p(each.ctypes.data)
            if isinstance(each, np.ndarray)
            else np.ctypeslib.as_ctypes_type(each.dtype)(each)
            for each in args
        ]
        pointers = (ctypes.c_void_p * len(args))(*map(ctypes.addressof, values))
        self.library[f"launch_{name}"](blocks, self.threads, pointers)
