"""The graphics processor of this machine, through CuPy. Its kernels are in the folder `cuda`."""

import contextlib
import ctypes
import functools
import importlib.util
import os
import time
from collections.abc import Callable, Sequence
from importlib import resources
from typing import Any, Literal

import numpy as np

from huarong.errors import InputError, UnknownName
from huarong.i18n import size_text

Processor = Literal["cpu", "gpu"]
"""Where to compute: on the processor (`"cpu"`) or on a graphics processor (`"gpu"`)."""

_PAUSE = 0.03
"""Seconds of work to launch before the host waits, and may stop."""
_BLOCKS = 1 << 8
"""The number of blocks launched first, before the speed of the kernel is known."""


class Device:
    """The graphics processor of this machine, through CuPy. `xp` is the array module.

    Raises `InputError` if CuPy finds no usable device; the message says which package to install. Tests use a stand-in
    with the same methods and NumPy arrays.
    """

    threads = 128
    """The number of threads in a block; at most the number in `cuda/common.h`."""

    def __init__(self) -> None:
        driver, self.kept = _driver(), dict[str, Any]()
        package = f'"cupy-cuda{12 if driver == 12 else 13}x[ctk]"'
        if not driver:
            template = "there is no NVIDIA driver here; gpu needs one, and CuPy: python -m pip install {package}"
            raise InputError(template, package=package)
        try:
            self.xp: Any = importlib.import_module("cupy")
            self.blocks = 12 * int(self.xp.cuda.Device().attributes["MultiProcessorCount"])
            """About how many blocks of threads work at a time."""
            self.compiled('extern "C" __global__ void nothing() {}', ())
        except (ImportError, OSError, RuntimeError) as error:
            template = "the engine gpu needs a graphics processor and CuPy: python -m pip install {package} ({why})"
            raise InputError(template, package=package, why=str(error).partition("\n")[0]) from error

    @property
    def room(self) -> int:
        """The bytes of free memory on the device."""
        self.xp.get_default_memory_pool().free_all_blocks()
        return int(self.xp.cuda.runtime.memGetInfo()[0])

    def compiled(self, text: str, options: Sequence[str]) -> Callable[[str], Any]:
        """Compile CUDA source; return a function that gives each kernel by its name."""
        module = self.xp.RawModule(code=text, options=("-std=c++17", *options))
        module.compile()
        found: Callable[[str], Any] = module.get_function
        return found

    def launch(self, function: Any, blocks: int, args: tuple[Any, ...]) -> None:
        """Start `blocks` blocks of threads of a kernel. `args` are arrays of `xp` and NumPy scalars."""
        function((blocks,), (self.threads,), args)

    def wait(self) -> None:
        """Wait until everything launched is done."""
        self.xp.cuda.get_current_stream().synchronize()

    def host(self, values: Any) -> Any:
        """Return an array of the device as a NumPy array."""
        return self.xp.asnumpy(values)

    def require(self, size: int) -> None:
        """Raise `InputError` if `size` bytes do not fit into the device's memory."""
        if size > (room := self.room):
            template = "the graphics processor has too little memory: this takes {size}, and {room} are free"
            raise InputError(template, size=size_text(size), room=size_text(room))


def _driver() -> int:
    """Return the CUDA version of this machine's driver; 0 without a driver."""
    number = ctypes.c_int(0)
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("nvcuda.dll" if os.name == "nt" else "libcuda.so.1").cuDriverGetVersion(ctypes.byref(number))
    return number.value // 1000


@functools.cache
def here() -> Device:
    """Return the device of this process."""
    return Device()


def chosen(processor: Processor | None, size: Callable[[], int], many: bool) -> Device | None:
    """Return the device to compute with; None for the processor.

    If `processor` is None, a device is chosen only for many layouts, and only if CuPy is installed and `size()` bytes
    fit. Raises `InputError` if `processor` is `"gpu"` and there is no device or too little memory.
    """
    if processor not in (None, "cpu", "gpu"):
        raise UnknownName(processor, ("cpu", "gpu"))
    if processor == "cpu" or (processor is None and not (many and importlib.util.find_spec("cupy"))):
        return None
    try:
        device = here()
        device.require(size())
    except InputError:
        if processor is None:
            return None
        raise
    return device


class Program:
    """The kernels of a file in the folder `cuda`, compiled with constants.

    While they run, `look` is called every few hundredths of a second; it may raise an error to stop.
    """

    def __init__(self, device: Device, name: str, look: Callable[[], object], **constants: int | str) -> None:
        folder = resources.files("huarong").joinpath("cuda")
        text = "".join(folder.joinpath(each).read_text("utf-8") for each in ("common.h", f"{name}.cu"))
        self.device, self.look = device, look
        self._function = device.compiled(text, [f"-D{key}={value}" for key, value in constants.items()])
        self._most, self._used, self._left = dict[str, float](), set[str](), 1.0
        self._began = time.perf_counter()

    def run(self, name: str, blocks: int, *args: Any) -> None:
        """Run `blocks` blocks of threads of a kernel, in parts; each part receives the number of blocks before it."""
        function, first, most = self._function(name), 0, self._most
        while first < blocks:
            each = most.setdefault(name, _BLOCKS)
            many = min(blocks - first, max(1, int(self._left * each)))
            self.device.launch(function, many, (*args, np.uint32(first)))
            self._used.add(name)
            first, self._left = first + many, self._left - many / each
            if self._left * each < 1:
                self.pause()

    def pause(self) -> None:
        """Wait until all is done, call `look`, and adapt the number of blocks in each launch to the speed."""
        self.device.wait()
        factor = _PAUSE / max(time.perf_counter() - self._began, _PAUSE / 4)
        self._most |= {name: max(1.0, self._most[name] * factor) for name in self._used}
        self._used, self._left = set(), 1.0
        self.look()
        self._began = time.perf_counter()
