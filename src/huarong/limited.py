"""Functions that take the four arguments of every long computation as `**limits`, and show them one by one."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypedDict, TypeVar, cast

from huarong.limits import MAX_MEMORY, MAX_SECONDS, Cancel, Report, Watch


class GivenLimits(TypedDict, total=False):
    """The keyword arguments that every long function takes, for the types of one that passes them on.

    A function below passes its own `watch` instead; signatures do not show it.
    """

    max_memory: int | str
    max_seconds: float | None
    progress: Report | None
    cancel: Cancel | None
    watch: Watch


_Limited = TypeVar("_Limited", bound=Callable[..., Any])
_SHOWN: dict[str, tuple[str, object]] = {
    "max_memory": ("int | str", MAX_MEMORY),
    "max_seconds": ("float | None", MAX_SECONDS),
    "progress": ("Report | None", None),
    "cancel": ("Cancel | None", None),
}
"""The type and the default of each argument of `GivenLimits`, as signatures show them."""


def limited(function: _Limited, seconds: float | None = MAX_SECONDS) -> _Limited:
    """Show the arguments of `GivenLimits` one by one in the signature of a function that takes them as `**limits`, and
    refuse others. `seconds` is the limit of time unless one is given.

    >>> @limited
    ... def half(n: int, **limits: Unpack[GivenLimits]) -> float:
    ...     return n / 2
    >>> str(inspect.signature(half)).partition("progress")[0]
    "(n: 'int', *, max_memory: 'int | str' = 4294967296, max_seconds: 'float | None' = 600.0, "
    """
    shown = inspect.signature(function)
    limits = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in {**_SHOWN, "max_seconds": ("float | None", seconds)}.items()
    ]
    own = [each for each in shown.parameters.values() if each.kind is not each.VAR_KEYWORD]
    names = {"watch", *(each.name for each in (*own, *limits))}

    def asked(*args: Any, **given: Any) -> Any:
        for name in given.keys() - names:
            message = f"{function.__qualname__}() got an unexpected keyword argument {name!r}"
            raise TypeError(message)
        return function(*args, **{"max_seconds": seconds, **given} if seconds != MAX_SECONDS else given)

    found: Any = functools.update_wrapper(asked, function)
    found.__signature__ = shown.replace(parameters=[*own, *limits])
    return cast("_Limited", found)


def patient(function: _Limited) -> _Limited:
    """`limited`, for functions that have no limit of time unless one is given."""
    return limited(function, None)
