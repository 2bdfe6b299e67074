"""A stand-in for a graphics processor."""

import ctypes
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

from huarong.device import Device

LIBRARIES = {}
"""What was compiled, by source text and options."""
KERNEL = re.compile(r"^KERNEL (\w+)\(", re.MULTILINE)


class Host(Device):
    """A stand-in for a device: NumPy's arrays, and the same CUDA source compiled as C++ for this processor.

    `data/cuda.hpp` has what CUDA gives: blocks run one by one, the threads of a block take turns.
    """

    xp = np
    room = 1 << 32
    blocks = 2
    checked = True
    """Whether undefined behaviour ends the program; large works are quicker without."""

    def __init__(self, folder: Path, threads: int = 32) -> None:
        self.compiler = shutil.which("g++") or shutil.which("c++")
        if self.compiler is None:
            pytest.skip("there is no C++ compiler")
        self.folder, self.threads, self.kept = folder, threads, {}

    def compiled(self, text, options):
        key = (text, self.checked, *options)
        if key not in LIBRARIES:
            LIBRARIES[key] = self._compiled(text, options)
        return lambda name: LIBRARIES[key][f"launch_{name}"]

    def _compiled(self, text, options):
        names = KERNEL.findall(text)
        path = self.folder / f"{len(list(self.folder.iterdir()))}.cpp"
        path.write_text(text + "".join(f"LAUNCH({name})\n" for name in names), "utf-8")
        args = [
            self.compiler,
            "-std=c++17",
            "-O2",
            "-Wall",
            "-Werror",
            "-Wno-unused",
            "-Wno-unknown-pragmas",
            "-shared",
            "-fPIC",
        ]
        args += ["-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"] * self.checked
        header = Path(__file__).parent / "data" / "cuda.hpp"
        args += ["-include", header, *options, "-o", path.with_suffix(".so"), path]
        subprocess.run(args, check=True)
        return ctypes.CDLL(str(path.with_suffix(".so")))

    def wait(self):
        """Nothing is left to wait for."""

    def host(self, values):
        return values

    def launch(self, function, blocks, args):
        values = [
            ctypes.c_void_p(each.ctypes.data)
            if isinstance(each, np.ndarray)
            else np.ctypeslib.as_ctypes_type(each.dtype)(each)
            for each in args
        ]
        pointers = (ctypes.c_void_p * len(args))(*map(ctypes.addressof, values))
        function(blocks, self.threads, pointers)
