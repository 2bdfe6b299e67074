"""The graphics processor of this machine: all that the package asks of CuPy. Its kernels are in the folder `cuda`."""

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
"""The processor, or a graphics processor."""

_PAUSE = 0.03
"""Seconds of work that are launched before the host waits for it, and may stop."""
_BLOCKS = 1 << 8
"""The blocks that are launched first, before it is known how long they take."""


class Device:
    """The graphics processor of this machine, through CuPy; `xp` is the module of its arrays.

    Tests have a stand-in with the same methods, whose arrays are NumPy's. Raises `InputError` if there is no device
    that CuPy can use; the message says which package to install.
    """

    threads = 128
    """The threads of a block, at most the number in `cuda/common.h`."""

    def __init__(self) -> None:
        driver, self.kept = _driver(), dict[str, Any]()
        package = f'"cupy-cuda{12 if driver == 12 else 13}x[ctk]"'
        if not driver:
            template = "there is no NVIDIA driver here; gpu needs one, and CuPy: python -m pip install {package}"
            raise InputError(template, package=package)
        try:
            self.xp: Any = importlib.import_module("cupy")
            self.blocks = 12 * int(self.xp.cuda.Device().attributes["MultiProcessorCount"])
            """The blocks of threads that work at a time, about."""
            self.compiled('extern "C" __global__ void nothing() {}', ())
        except (ImportError, OSError, RuntimeError) as error:
            template = "the engine gpu needs a graphics processor and CuPy: python -m pip install {package} ({why})"
            raise InputError(template, package=package, why=str(error).partition("\n")[0]) from error

    @property
    def room(self) -> int:
        """How many bytes of its memory are free."""
        self.xp.get_default_memory_pool().free_all_blocks()
        return int(self.xp.cuda.runtime.memGetInfo()[0])

    def compiled(self, text: str, options: Sequence[str]) -> Callable[[str], Any]:
        """The functions of a source text, by their names."""
        module = self.xp.RawModule(code=text, options=("-std=c++17", *options))
        module.compile()
        found: Callable[[str], Any] = module.get_function
        return found

    def launch(self, function: Any, blocks: int, args: tuple[Any, ...]) -> None:
        """Begin to run blocks of threads of a function; arguments are arrays of `xp` and NumPy scalars."""
        function((blocks,), (self.threads,), args)

    def wait(self) -> None:
        """Wait until all that was launched is done."""
        self.xp.cuda.get_current_stream().synchronize()

    def host(self, values: Any) -> Any:
        """An array of the device as one of NumPy."""
        return self.xp.asnumpy(values)

    def require(self, size: int) -> None:
        """Raise `InputError` if so many bytes do not fit into its memory."""
        if size > (room := self.room):
            template = "the graphics processor has too little memory: this takes {size}, and {room} are free"
            raise InputError(template, size=size_text(size), room=size_text(room))


def _driver() -> int:
    """The version of CUDA that this machine's driver is for; 0 without a driver."""
    number = ctypes.c_int(0)
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL("nvcuda.dll" if os.name == "nt" else "libcuda.so.1").cuDriverGetVersion(ctypes.byref(number))
    return number.value // 1000


@functools.cache
def here() -> Device:
    """The device of this process."""
    return Device()


def chosen(processor: Processor | None, size: Callable[[], int], many: bool) -> Device | None:
    """The device to compute with; None for the processor.

    Without a choice, a device is taken for many layouts, if CuPy is installed and there is room for `size()` bytes. If
    it is chosen, raises `InputError` where there is none, or too little memory.
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

    `look` is called every few hundredths of a second while they run, and may raise.
    """

    def __init__(self, device: Device, name: str, look: Callable[[], object], **constants: int | str) -> None:
        folder = resources.files("huarong").joinpath("cuda")
        text = "".join(folder.joinpath(each).read_text("utf-8") for each in ("common.h", f"{name}.cu"))
        self.device, self.look = device, look
        self._function = device.compiled(text, [f"-D{key}={value}" for key, value in constants.items()])
        self._most, self._used, self._left = dict[str, float](), set[str](), 1.0
        self._began = time.perf_counter()

    def run(self, name: str, blocks: int, *args: Any) -> None:
        """Run blocks of threads of a kernel, in pieces: each is passed the number of blocks before it."""
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
        """Wait until all is done, look, and adapt the number of blocks that are launched at a time to the speed."""
        self.device.wait()
        factor = _PAUSE / max(time.perf_counter() - self._began, _PAUSE / 4)
        self._most |= {name: max(1.0, self._most[name] * factor) for name in self._used}
        self._used, self._left = set(), 1.0
        self.look()
        self._began = time.perf_counter()
