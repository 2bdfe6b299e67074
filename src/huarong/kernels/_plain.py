"""A stand-in for the `cython` module, for kernels that run as plain Python: with Cython installed or without."""

import contextlib
from collections.abc import Callable
from typing import Any

compiled = False


def _unchanged(function: Any) -> Any:
    return function


cfunc = ccall = cclass = inline = final = address = _unchanged


def exceptval(*_: Any, **__: Any) -> Callable[[Any], Any]:
    """Do nothing, because plain Python raises exceptions by itself."""
    return _unchanged


boundscheck = wraparound = cdivision = locals = returns = exceptval


class _Nogil(contextlib.nullcontext[None]):
    def __call__(self, function: Any) -> Any:
        return function


nogil = _Nogil()


def cast(_: Any, value: Any, **__: Any) -> Any:
    """Return the value; kernels mask explicitly if a C type would wrap."""
    return value


def declare(_: Any = None, value: Any = None, **__: Any) -> Any:
    """Return the value: a C variable is a plain Python variable here; a declaration by keyword needs nothing."""
    return value


_TYPES = "void bint char uchar short ushort int uint long ulong longlong ulonglong Py_ssize_t size_t float double"
# Every C type is `int` here: casts do nothing.
globals().update(dict.fromkeys(_TYPES.split(), int))
