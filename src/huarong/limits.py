"""Limits, progress and cancelling of long computations: `Limits` holds the values, a `Watch` enforces them.

A public function takes `max_memory`, `max_seconds`, `progress` and `cancel`, and creates one `Watch` from them. The
functions that it calls take only the watch (public functions as `watch=`). They ask it how much work to do at a time
and report their progress to it; its errors end them.
"""

import contextlib
import functools
import inspect
import math
import sys
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, TypedDict, TypeVar, cast

from huarong.errors import Cancelled, InputError, LimitReached
from huarong.i18n import size_text

MAX_MEMORY = 4 << 30
"""The default memory limit in bytes: 4 GiB."""
MAX_SECONDS = 600.0
"""The default time limit in seconds: ten minutes."""
RESERVED = 80 << 20
"""The bytes that Python and its libraries take before any computation."""
_REPORT, _CALL = 0.1, 0.01
"""The seconds between two reports, and the seconds that one kernel call should take."""


class _Flag(Protocol):
    def is_set(self) -> bool: ...


Cancel = Callable[[], bool] | _Flag
"""A function that returns whether to stop, or an object with `is_set`, such as a `threading.Event`."""


def asker(cancel: Cancel | None) -> Callable[[], bool] | None:
    """Return `cancel` as a function that says whether to stop; None for None. Raises `InputError`."""
    found = cancel if cancel is None or callable(cancel) else getattr(cancel, "is_set", cancel)
    if found is not None and not callable(found):
        template = "cancel is {value!r}; expected a function, or a flag such as threading.Event"
        raise InputError(template, value=cancel)
    return found


def memory_size(text: str | int) -> int:
    """Return a number of bytes, from a number or a text with K, M, G or T (powers of 1,024). Raises `InputError`.

    >>> memory_size("4G") == 4 << 30
    True
    >>> memory_size("much")
    Traceback (most recent call last):
    huarong.errors.InputError: 'much' is not a valid amount of memory; expected a number such as 500M or 4G
    """
    word = str(text).strip().upper().removesuffix("B").removesuffix("I")
    scale = {"K": 10, "M": 20, "G": 30, "T": 40}.get(word[-1:], 0)
    try:
        size = int(float(word[:-1] if scale else word) * (1 << scale))
    except (ValueError, OverflowError):
        size = 0
    if size <= 0:
        raise InputError("{text!r} is not a valid amount of memory; expected a number such as 500M or 4G", text=text)
    return size


def usable_memory(memory: int) -> int:
    """Return the bytes of a memory limit that remain for tables: all but Python's own, and at least half of the limit.

    >>> usable_memory(1 << 30) == (1 << 30) - RESERVED, usable_memory(100)
    (True, 50)
    """
    return max(memory - RESERVED, memory // 2)


def process_memory(
    process: int | Literal["self"] = "self", field: Literal["VmRSS", "VmHWM", "RssFile"] = "VmHWM"
) -> int | None:
    """A process's memory in bytes: resident now (`VmRSS`), of mapped files (`RssFile`), or its peak (`VmHWM`). None if
    it is unknown.

    >>> process_memory(2**40) is None
    True
    """
    with contextlib.suppress(OSError, ValueError):
        with open(f"/proc/{process}/status", encoding="utf-8") as status:
            lines = status.readlines()
        for line in lines:
            if line.startswith(field):
                return int(line.split()[1]) << 10
    return None


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a computation: memory in bytes, time in seconds, and layouts. None means no limit.

    >>> Limits.of("500M", 2).memory
    524288000
    >>> Limits.of(seconds=-1)
    Traceback (most recent call last):
    huarong.errors.InputError: -1 is not a valid number of seconds; expected more than 0
    """

    memory: int = MAX_MEMORY
    seconds: float = MAX_SECONDS
    layouts: int | None = None

    @classmethod
    def of(
        cls, memory: int | str = MAX_MEMORY, seconds: float | None = MAX_SECONDS, layouts: int | None = None
    ) -> "Limits":
        """Check the limits that a user gives. `seconds` of None means no time limit. Raises `InputError`."""
        seconds = math.inf if seconds is None else seconds
        try:
            good = float(seconds) > 0
        except (TypeError, ValueError):
            good = False
        if not good:
            raise InputError("{value} is not a valid number of seconds; expected more than 0", value=seconds)
        if layouts is not None and layouts < 1:
            raise InputError("{value} is not a valid number of layouts; expected more than 0", value=layouts)
        return cls(memory_size(memory), float(seconds), layouts)


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a computation.

    Either every layout within `depth` moves is found, or no solution has fewer than `depth` moves. After `seconds`,
    `layouts` are done, of `total` if that is known. `part` names the current part, if there are several. `unit` names
    what is counted if not layouts (see `huarong.i18n.UNITS`).
    """

    depth: int
    layouts: int
    seconds: float
    total: int | None = None
    part: str = ""
    unit: str = "layout"
    found: Any = None
    """A better solution that the search has just found; else None."""

    @property
    def rate(self) -> float:
        """Layouts per second."""
        return self.layouts / self.seconds if self.seconds else 0.0

    @property
    def left(self) -> float | None:
        """The seconds until `total` layouts are done at the present rate; None if the total is unknown.

        >>> Progress(3, 200, 2.0, total=500).left
        3.0
        """
        if self.total is None or not self.layouts:
            return None
        return max(0, self.total - self.layouts) * self.seconds / self.layouts


Report = Callable[[Progress], None]
"""A function that receives the progress of a computation about ten times a second."""


@dataclass
class _Figures:
    """The progress of a computation, shared by a watch and its parts."""

    depth: int = 0
    layouts: int = 0
    before: int = 0
    """The layouts of finished stages."""
    reported: float = 0.0


@dataclass
class Watch:
    """The limits of one computation, its clock, its progress function and its cancel function.

    >>> watch = Watch(Limits(seconds=60), cancel=lambda: True)
    >>> watch.look(3, 1000)
    Traceback (most recent call last):
    huarong.errors.Cancelled: cancelled at depth 3 (1,000 layouts)
    """

    limits: Limits = field(default_factory=Limits)
    progress: Report | None = None
    cancel: Cancel | None = None
    lower: int = 0
    """The lower bound proved so far: no solution has fewer moves."""
    unit: str = "layout"
    """What the computation counts, one of `huarong.i18n.UNITS`."""
    began: float = field(default_factory=lambda: time.perf_counter())
    whole: Limits | None = None
    """In a part of a computation, the limits of the whole, which messages name."""
    _piece: int = 512
    _called: float = 0.0
    _figures: _Figures = field(default_factory=_Figures)

    def __post_init__(self) -> None:
        self._asker = asker(self.cancel)
        if self.progress is not None and not callable(self.progress):
            raise InputError("progress is {value!r}; expected a function", value=self.progress)

    @classmethod
    def of(
        cls,
        max_memory: int | str = MAX_MEMORY,
        max_seconds: float | None = MAX_SECONDS,
        progress: Report | None = None,
        cancel: Cancel | None = None,
        max_layouts: int | None = None,
        unit: str = "layout",
        watch: "Watch | None" = None,
    ) -> "Watch":
        """Create the watch for a public function's arguments, or return its caller's watch. Raises `InputError`."""
        return watch or cls(Limits.of(max_memory, max_seconds, max_layouts), progress, cancel, unit=unit)

    @property
    def memory(self) -> int:
        """The memory limit in bytes."""
        return self.limits.memory

    @property
    def seconds(self) -> float:
        """Seconds since the computation began."""
        return time.perf_counter() - self.began

    @property
    def left(self) -> float:
        """Seconds until the time limit."""
        return self.limits.seconds - self.seconds

    @property
    def layouts(self) -> int:
        """The layouts done in all stages together."""
        return self._figures.layouts

    @property
    def depth(self) -> int:
        """The greatest depth reported so far."""
        return self._figures.depth

    def part(self, memory: int | None = None, seconds: float | None = None) -> "Watch":
        """Return a watch over a part of the work; its limits are at most what this watch has left.

        `seconds` count from now. The part shares the clock, the progress and cancel functions, and the count of
        layouts.
        """
        limits = replace(
            self.limits,
            memory=self.memory if memory is None else max(1, min(memory, self.memory)),
            seconds=min(self.limits.seconds, self.seconds + (math.inf if seconds is None else seconds)),
        )
        return replace(self, limits=limits, whole=self.whole or self.limits)

    def within(self, layouts: int) -> "Watch":
        """Return this watch with a limit of `layouts` more layouts, unless its own limit is lower."""
        most = min(self.layouts + layouts, self.limits.layouts or sys.maxsize)
        return replace(self, limits=replace(self.limits, layouts=most))

    def apart(self) -> "Watch":
        """Return this watch for one of many searches: it counts its own layouts and does not report them."""
        return replace(self, progress=None, _figures=_Figures())

    def stage(self) -> None:
        """Begin a stage that counts its layouts from 0; earlier stages are added to its count."""
        self._figures.before = self._figures.layouts

    def ask(self) -> None:
        """Raise `Cancelled` if the user cancels; ignore limits. For work that must be finished even at a limit."""
        if self._asker is not None and self._asker():
            raise Cancelled(self._figures.depth, self._figures.layouts, self.unit)

    def stopping(self) -> bool:
        """Call `look` and return False: the cancel function of a part that has no limits of its own."""
        self.count(0)
        return False

    def look(self, depth: int = 0, layouts: int = 0, total: int | None = None, part: str = "") -> None:
        """Report this stage's depth and layouts. Raises `Cancelled` or `LimitReached` if the computation must stop.

        It may be called at any rate; about ten reports a second are passed on.
        """
        now = self._figures
        now.depth, now.layouts = max(depth, now.depth), max(now.before + layouts, now.layouts)
        self.ask()
        seconds = self.seconds
        if seconds > self.limits.seconds:
            raise self.reached("time")
        if self.limits.layouts is not None and now.layouts > self.limits.layouts:
            raise self.reached("layouts")
        if self.progress is not None and seconds - now.reported >= _REPORT:
            now.reported = seconds
            self.progress(Progress(now.depth, now.layouts, seconds, total, part, self.unit))

    def tell(self, found: Any) -> None:
        """Report a better solution at once."""
        now = self._figures
        if self.progress is not None:
            self.progress(Progress(now.depth, now.layouts, self.seconds, unit=self.unit, found=found))

    def count(self, layouts: int, depth: int = 0, part: str = "") -> None:
        """Report that `layouts` more are done. Raises `Cancelled` or `LimitReached`."""
        self.look(depth, self._figures.layouts - self._figures.before + layouts, part=part)

    def reached(self, limit: str) -> LimitReached:
        """Return the error for a limit that was reached: `"memory"`, `"time"` or `"layouts"`."""
        asked = self.whole or self.limits
        bound = {
            "memory": size_text(asked.memory),
            "time": f"{asked.seconds:.3g} s" if asked.seconds < 1 else f"{asked.seconds:g} s",
            "layouts": f"{asked.layouts or 0:,}",
        }[limit]
        now = self._figures
        return LimitReached(limit, bound, now.depth, now.layouts, self.seconds, self.lower or None, unit=self.unit)

    @contextlib.contextmanager
    def proving(self, best: Callable[[], Any] = lambda: None) -> Iterator[None]:
        """A context that adds the proved lower bound and the best known solution to any `LimitReached`."""
        try:
            yield
        except LimitReached as error:
            raise error.proving(self.lower, best()) from None

    @contextlib.contextmanager
    def setting_up(self) -> Iterator[None]:
        """A context in which `ask_watch` asks this watch while shared tables are set up."""
        before = _SETTING_UP.set(self)
        try:
            yield
        finally:
            _SETTING_UP.reset(before)

    @contextlib.contextmanager
    def paused(self) -> Iterator[None]:
        """A context in which the clock stands still."""
        left = time.perf_counter()
        try:
            yield
        finally:
            self.began += time.perf_counter() - left

    def call(self, most: int | None = None) -> int:
        """Return how much work the next kernel call may do, at most `most`, to take about 10 ms."""
        if most is not None or not self._called:
            self._piece = min(self._piece, most or 512)
        self._called = time.perf_counter()
        if self.limits.layouts is not None:
            return min(self._piece, max(64, self.limits.layouts - self._figures.layouts))
        return self._piece

    def back(self, whole: bool = True) -> None:
        """Measure the kernel call that has just ended; `whole` says whether it did all the work requested."""
        took = time.perf_counter() - self._called
        if took > 0.02 or (took < 0.005 and whole):
            fits = self._piece * _CALL / max(took, _CALL / 8)
            self._piece = int(min(max(fits, self._piece / 8, 1), 1 << 24))


_SETTING_UP: ContextVar[Watch | None] = ContextVar("setting_up", default=None)


def ask_watch(memory: int = 0) -> None:
    """Ask the watch of this thread, if there is one: for setting up shared tables, which receive no watch.

    `memory` is the number of bytes that the tables take. Raises `Cancelled` and `LimitReached` if the watch of the
    current `Watch.setting_up` context does.

    >>> with Watch(Limits(memory=1 << 20)).setting_up():
    ...     ask_watch(memory=1 << 30)
    Traceback (most recent call last):
    huarong.errors.LimitReached: stopped by the memory limit of 1 MiB at depth 0 (0 layouts, 0.0 s)
    """
    watch = _SETTING_UP.get()
    if watch is not None:
        if memory > watch.memory:
            raise watch.reached("memory")
        watch.count(0)


class GivenLimits(TypedDict, total=False):
    """The keyword arguments that every long function takes: types for functions that pass them on.

    Internal callers pass their `watch` instead, which signatures do not show.
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
    """Replace `**limits` in a function's signature by the arguments of `GivenLimits`, and refuse all others. `seconds`
    is the default time limit.

    >>> @limited
    ... def half(n: int, **limits: int) -> float:
    ...     return n / 2
    >>> str(inspect.signature(half)).partition("progress")[0]
    "(n: int, *, max_memory: 'int | str' = 4294967296, max_seconds: 'float | None' = 600.0, "
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
    """`limited` for functions that have no default time limit."""
    return limited(function, None)
