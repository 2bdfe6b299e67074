"""The errors of Huarong: a small tree of classes, each with its message in English and Chinese.

A message is a template with values, so it can be given in either language, and programs can read the values. Each class
also has a fitting built-in error (`ValueError`, `KeyError`) as a base.
"""

import copy
import importlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from huarong.i18n import UNITS, say

MOST_SHOWN = 20
"""The most faults that a message lists."""

_FEW = 12
"""The most choices that a message lists in full."""


def nearest(word: object, choices: Iterable[str], count: int = 3, least: float = 0.5) -> tuple[str, ...]:
    """Return the valid choices most similar to a mistyped word, best first: at most `count`, each with a similarity (0
    to 1) of at least `least`.

    >>> nearest("slid", ["step", "slide", "move"])
    ('slide',)
    """
    import difflib

    return tuple(difflib.get_close_matches(str(word), list(choices), count, least))


def expect(value: object, *kinds: type) -> None:
    """Check that an argument has one of the types `kinds`; an `int` may also be a NumPy integer. Raises `InputError`.

    >>> expect(None, str)
    Traceback (most recent call last):
    huarong.errors.InputError: expected str, not NoneType
    """
    if not isinstance(value, kinds) and not (int in kinds and hasattr(value, "__index__")):
        names = " / ".join(kind.__name__ for kind in kinds)
        raise InputError("expected {expected}, not {got}", expected=names, got=type(value).__name__)


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in a text or a layout, and its place; line and column count from 1.

    >>> print(Fault("the board has no cells", line=2))
    line 2: the board has no cells
    """

    template: str
    line: int | None = None
    column: int | None = None
    args: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def of(cls, template: str, **args: Any) -> "Fault":
        """Create a fault without a place; `args` are the values of the template."""
        return cls.at(None, None, template, **args)

    @classmethod
    def at(cls, line: int | None, column: int | None, template: str, **args: Any) -> "Fault":
        """Create a fault at a line and column; `args` are the values of the template."""
        return cls(template, line, column, tuple(args.items()))

    def message(self, lang: str = "en") -> str:
        """Return the place and the fault as text, in the language `lang`."""
        text = say(self.template, lang, **dict(self.args))
        if self.line is None:
            return text
        place = "line {line}: {text}"
        if self.column is not None:
            place = "line {line}, column {column}: {text}"
        return say(place, lang, line=self.line, column=self.column, text=text)

    def __str__(self) -> str:
        return self.message()


def choices(word: object, names: Iterable[str], near: Iterable[str] = (), listing: str = "") -> Fault:
    """Return the end of a message about an invalid word: up to twelve valid words, and the nearest.

    If there are more than twelve words, it gives only the nearest. If none is near, it gives the number of words, a few
    examples, and the command that lists them (`listing`). `near` overrides the nearest words.

    >>> print(choices("slid", ["step", "slide", "move"]))
    expected one of step, slide, move; the nearest: slide
    >>> print(choices("x", map(str, range(100)), listing="huarong study list"))
    expected one of 100 names, such as 0, 1, 2 (huarong study list)
    """
    names = list(names)
    near, few = tuple(near) or nearest(word, names), len(names) <= _FEW
    if len(names) == 1:
        template = "expected {names}"
    elif near and few:
        template = "expected one of {names}; the nearest: {near}"
    elif near:
        template = "the nearest: {near}"
    elif few:
        template = "expected one of {names}"
    elif listing:
        template = "expected one of {count:,} names, such as {names} ({listing})"
    else:
        template = "expected one of {count:,} names, such as {names}"
    return Fault.of(
        template, near=", ".join(near), count=len(names), listing=listing, names=", ".join(names if few else names[:3])
    )


def _work(count: int, unit: str) -> Fault:
    """Return the amount of work done as a value for a message, written in that message's language."""
    return Fault(UNITS[unit], args=(("count", count),))


class HuarongError(Exception):
    """The base class of all errors that Huarong raises on purpose.

    `template` is the English message with names in braces, and `values` are their values; `message("zh")` is the
    message in Chinese. Some errors have more: `PuzzleError.faults`, `LimitReached.lower`, `UnknownName.nearest`.

    >>> import huarong as hr
    >>> try:
    ...     hr.puzzle("AAB/AA/...")
    ... except hr.HuarongError as error:
    ...     print(error.message("zh"))
    第 1 行第 7 列：这一行有 2 格；应与第一行一样是 3 格
    没有给出目标，这个棋盘也没有惯用的目标：请加上 goal 一节
    """

    def __init__(self, template: str, /, **args: Any) -> None:
        self.template = template
        self.values = args
        super().__init__(say(template, "en", **args))

    def __reduce__(self) -> tuple[Any, ...]:
        return _revived, (type(self), self.args, self.__dict__)

    def message(self, lang: str = "en") -> str:
        """Return the message in the language `lang` (`en` or `zh`)."""
        return say(self.template, lang, **self.values)

    def __str__(self) -> str:
        return self.message()


def _revived(kind: type[HuarongError], args: tuple[Any, ...], values: dict[str, Any]) -> HuarongError:
    """Rebuild an error that was pickled in another process."""
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(values)
    return error


class InputError(HuarongError, ValueError):
    """An unusable value from outside: an option, a file, a size."""


class MissingPackageError(HuarongError, ImportError):
    """An optional package is not installed; the message names the extra that installs it."""


class PuzzleError(InputError):
    """An invalid puzzle: a text, a layout or a set of pieces.

    `faults` lists everything that is wrong. The message gives the first `MOST_SHOWN` faults, one per line.
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("{text}", text=self.message())

    def message(self, lang: str = "en") -> str:
        """Return the faults, one per line, in the language `lang`."""
        shown = [fault.message(lang) for fault in self.faults[:MOST_SHOWN]]
        if len(self.faults) > MOST_SHOWN:
            shown.append(say("and {count:,} more", lang, count=len(self.faults) - MOST_SHOWN))
        return "\n".join(shown)


class CannotExpress(HuarongError, ValueError):
    """A notation cannot express this layout; the message says why."""


class UnknownName(HuarongError, KeyError):
    """An unknown name. `nearest` has the most similar valid names, or names that begin with the unknown one.

    >>> print(UnknownName("x", ["step", "slide", "move"]))
    'x' is not a known name; expected one of step, slide, move
    """

    def __init__(self, name: object, names: Iterable[str], listing: str = "") -> None:
        self.name = name
        names, word = list(names), str(name)
        begun = [each for each in names if word and each.casefold().startswith(word.casefold())]
        self.nearest = nearest(name, names) or tuple(begun[:3])
        if names:
            expected = choices(name, names, self.nearest, listing)
            super().__init__("{name!r} is not a known name; {expected}", name=name, expected=expected)
        else:
            super().__init__("{name!r} is not a known name", name=name)


class FileError(InputError):
    """A file that cannot be read or written, or has invalid content; the message says which file and why."""


class LimitReached(HuarongError, RuntimeError):
    """A computation reached one of its limits; the error holds what was known by then.

    `limit` is `"memory"`, `"time"`, `"layouts"` or `"disk"`. The computation had reached `depth`, with `explored`
    layouts (or another `unit`, see `huarong.i18n.UNITS`) after `seconds`. For a search for a solution, `lower` is a
    lower bound on the solution's length, and `solution` is the best solution found, not proved optimal, or None.
    """

    depth: int = 0
    explored: int = 0
    seconds: float = 0.0
    lower: int | None = None
    solution: Any = None
    unit: str = "layout"

    def __init__(
        self,
        limit: str,
        bound: str,
        depth: int = 0,
        explored: int = 0,
        seconds: float = 0.0,
        lower: int | None = None,
        solution: Any = None,
        unit: str = "layout",
    ) -> None:
        self.limit, self.depth, self.explored, self.seconds = limit, depth, explored, seconds
        self.lower, self.solution, self.unit = lower, solution, unit
        template = {
            "memory": "stopped by the memory limit of {bound} at depth {depth} ({work}, {seconds:.1f} s)",
            "time": "stopped by the time limit of {bound} at depth {depth} ({work}, {seconds:.1f} s)",
            "layouts": "stopped by the limit of {bound} {bound:layout|layouts} at depth {depth} ({seconds:.1f} s)",
        }[limit]
        values = {"bound": bound, "depth": depth, "explored": explored, "seconds": seconds}
        super().__init__(template, **values, work=_work(explored, unit))

    def message(self, lang: str = "en") -> str:
        """Return the message, with the proved lower bound, in the language `lang`."""
        text = super().message(lang)
        if not self.lower:
            return text
        proved = say("no solution has fewer than {lower:,} {lower:move|moves}", lang, lower=self.lower)
        return say("{text}; {proved}", lang, text=text, proved=proved)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """Return the details as JSON."""
        told = {"stopped": self.limit, "bound": self.lower, "message": self.message(lang)}
        return {**told, "explored": self.explored, "depth": self.depth, "seconds": round(self.seconds, 6)}

    def proving(self, lower: int, solution: Any = None) -> "LimitReached":
        """Return this error with a lower bound and the best known solution, if they are better than its own."""
        if lower <= (self.lower or 0) and solution is None:
            return self
        more = copy.copy(self)
        more.lower = max(lower, self.lower or 0)
        more.solution = solution or self.solution
        return more

    def of_many(self, found: Any = None) -> "LimitReached":
        """Return this error for work on many puzzles: with what was found, without the last puzzle's bound."""
        more = copy.copy(self)
        more.lower, more.solution = None, found
        return more


class Cancelled(HuarongError, RuntimeError):
    """The user cancelled a computation; the error holds the depth and the number of layouts reached.

    `unit` names what is counted if not layouts (see `huarong.i18n.UNITS`).
    """

    unit: str = "layout"

    def __init__(self, depth: int = 0, explored: int = 0, unit: str = "layout") -> None:
        self.depth, self.explored, self.unit = depth, explored, unit
        template, work = "cancelled at depth {depth} ({work})", _work(explored, unit)
        super().__init__(template, depth=depth, explored=explored, work=work)


def optional(module: str, extra: str) -> Any:
    """Import a module of an optional package.

    Raises `MissingPackageError` if the package is not installed; the message has the command that installs `extra`, the
    extra with the package, from a checkout.

    >>> optional("json", "export").__name__
    'json'
    >>> optional("no_such_package.part", "no_such_extra")
    Traceback (most recent call last):
    huarong.errors.MissingPackageError: this requires no_such_package: python -m pip install ".[no_such_extra]"
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        name = (getattr(error, "name", None) or module).partition(".")[0]
        template = 'this requires {package}: python -m pip install ".[{extra}]"'
        raise MissingPackageError(template, package=name, extra=extra) from None
