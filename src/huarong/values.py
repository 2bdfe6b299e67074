"""Dataclasses whose methods are made when they are first called.

`dataclasses.dataclass` compiles five methods for every class when its module is imported: half a millisecond for a
class, a third of the whole process of `huarong solve`, which calls few of them. `dataclass` of this module replaces it
in modules that every command imports. It supports what the project uses: `frozen`, `slots`, `eq`,
`field` with its defaults, and `dataclasses.replace`, `fields` and `asdict`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError
from operator import attrgetter
from typing import TYPE_CHECKING, Any

__all__ = ["dataclass"]

Defaults = dict[str, Any]
"""The fields of a class in their order, each with its default, `MISSING` where it has none."""


def _dataclass(
    cls: type | None = None, /, *, frozen: bool = False, slots: bool = False, eq: bool = True
) -> Any:
    """What `dataclasses.dataclass` makes of a class; its base classes have no fields.

    >>> @_dataclass(frozen=True, slots=True)
    ... class Cell:
    ...     x: int
    ...     y: int = 0
    >>> Cell(1), Cell(1) == Cell(1, 0), dataclasses.replace(Cell(1), y=2)
    (Cell(x=1, y=0), True, Cell(x=1, y=2))
    >>> Cell(1).x = 2
    Traceback (most recent call last):
    dataclasses.FrozenInstanceError: cannot assign to field 'x'
    """
    if cls is None:
        return lambda cls: _dataclass(cls, frozen=frozen, slots=slots, eq=eq)
    body = dict(vars(cls))
    notes: dict[str, str] = body.get("__annotations__", {})
    given: Defaults = {
        name: body.get(name, MISSING)
        for name, note in notes.items()
        if not str(note).startswith("ClassVar")
    }
    made: dict[str, Any] = {
        "__match_args__": tuple(name for name, each in given.items() if _initial(each)),
        "__init__": _init(given, frozen, slots),
        "__repr__": _repr(given),
        "__dataclass_fields__": _Later(given),
        "__signature__": _Signature(),
    }
    if eq:
        made |= _equality(given, frozen)
    if frozen:
        made |= {"__setattr__": _refuse_to_set, "__delattr__": _refuse_to_delete}
    if frozen and slots:
        made |= {"__getstate__": _state, "__setstate__": _set_state}
    kept = {name: each for name, each in made.items() if name not in body}
    if eq and frozen and body.get("__hash__", MISSING) is None:
        kept["__hash__"] = made["__hash__"]  # a class with an `__eq__` has None
    if slots:
        return _with_slots(cls, body, given, kept)
    for name, value in given.items():
        default = _default(value)
        if default is not MISSING:
            setattr(cls, name, default)
        elif value is not MISSING:
            delattr(cls, name)
    for name, value in kept.items():
        setattr(cls, name, value)
    return cls


def _with_slots(cls: type, body: dict[str, Any], given: Defaults, made: dict[str, Any]) -> type:
    """The class made anew with `__slots__`, one for each of its fields."""
    rest = {
        name: value
        for name, value in body.items()
        if name not in given and name not in ("__dict__", "__weakref__")
    }
    twin = type(cls)(cls.__name__, cls.__bases__, rest | made | {"__slots__": tuple(given)})
    twin.__qualname__ = cls.__qualname__
    return twin


def _initial(given: Any) -> bool:
    return not isinstance(given, Field) or given.init


def _default(given: Any) -> Any:
    return given.default if isinstance(given, Field) else given


def _compared(given: Defaults) -> list[str]:
    return [n for n, each in given.items() if not isinstance(each, Field) or each.compare]


# The methods


def _init(given: Defaults, frozen: bool, slots: bool) -> Callable[..., None]:
    """An `__init__` that compiles itself at its first call."""

    def init(self: Any, *args: Any, **named: Any) -> None:
        cls = next(each for each in type(self).__mro__ if vars(each).get("__init__") is init)
        _compiled(cls, given, frozen, slots)(self, *args, **named)

    return init


def _compiled(cls: type, given: Defaults, frozen: bool, slots: bool) -> Callable[..., None]:
    """Compile the `__init__` of a class and set it on the class."""
    scope: dict[str, Any] = {"_set": object.__setattr__, "_MISSING": MISSING}
    head, lines = ["self"], []
    for name, each in given.items():
        value = name
        factory = each.default_factory if isinstance(each, Field) else MISSING
        if factory is not MISSING:
            scope[f"_make_{name}"] = factory
            value = f"_make_{name}()"
            if _initial(each):
                head.append(f"{name}=_MISSING")
                value = f"{value} if {name} is _MISSING else {name}"
        elif _default(each) is not MISSING:
            scope[f"_default_{name}"] = _default(each)
            value = name if _initial(each) else f"_default_{name}"
            if _initial(each):
                head.append(f"{name}=_default_{name}")
        elif _initial(each):
            head.append(name)
        else:
            continue
        if not frozen:
            lines.append(f"self.{name} = {value}")
        elif slots:
            scope[f"_set_{name}"] = vars(cls)[name].__set__
            lines.append(f"_set_{name}(self, {value})")
        else:
            lines.append(f"_set(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    text = f"def __init__({', '.join(head)}):\n " + "\n ".join(lines or ["pass"])
    exec(text, scope)  # of names that are in the class
    made: Callable[..., None] = scope["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__module__ = cls.__module__
    type.__setattr__(cls, "__init__", made)
    return made


def _repr(given: Defaults) -> Callable[[Any], str]:
    names = [n for n, each in given.items() if not isinstance(each, Field) or each.repr]

    def text(self: Any) -> str:
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{type(self).__qualname__}({values})"

    return text


def _equality(given: Defaults, frozen: bool) -> dict[str, Any]:
    """`__eq__` and `__hash__` by the fields that are compared; a class that is not frozen has no hash."""
    names = _compared(given)
    compared = attrgetter(*names) if names else type

    def equal(self: Any, other: object) -> Any:
        return compared(self) == compared(other) if type(other) is type(self) else NotImplemented

    def hashed(self: Any) -> int:
        return hash(compared(self))

    return {"__eq__": equal, "__hash__": hashed if frozen else None}


def _refuse_to_set(self: Any, name: str, value: Any) -> None:
    raise FrozenInstanceError(f"cannot assign to field {name!r}")


def _refuse_to_delete(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _state(self: Any) -> list[Any]:
    return [getattr(self, each) for each in self.__dataclass_fields__]


def _set_state(self: Any, state: list[Any]) -> None:
    for name, value in zip(self.__dataclass_fields__, state, strict=True):
        object.__setattr__(self, name, value)


# What `dataclasses` and `inspect` read of a dataclass


class _Later:
    """`__dataclass_fields__`, made when it is first asked for."""

    def __init__(self, given: Defaults) -> None:
        self._given = given

    def __get__(self, value: Any, owner: type) -> dict[str, Field[Any]]:
        cls = next(each for each in owner.__mro__ if vars(each).get("__dataclass_fields__") is self)
        present = {name: each for name, each in self._given.items() if each is not MISSING}
        notes = {name: cls.__annotations__[name] for name in self._given}
        body = {"__annotations__": notes, "__module__": cls.__module__, "__doc__": "…", **present}
        twin: Any = type(cls.__name__, (), body)
        found: dict[str, Field[Any]] = dataclasses.dataclass(init=False, repr=False, eq=False)(
            twin
        ).__dataclass_fields__
        type.__setattr__(cls, "__dataclass_fields__", found)
        return found


class _Signature:
    """`__signature__`: what a class is called with, for `help` and `inspect`."""

    def __get__(self, value: Any, owner: type) -> Any:
        import inspect

        fields: dict[str, Field[Any]] = owner.__dataclass_fields__  # type: ignore[attr-defined]
        return inspect.Signature(
            [
                inspect.Parameter(
                    name,
                    inspect.Parameter.POSITIONAL_OR_KEYWORD,
                    default=inspect.Parameter.empty
                    if each.default is each.default_factory
                    else each.default,
                    annotation=each.type,
                )
                for name, each in fields.items()
                if each.init
            ]
        )


if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    dataclass = _dataclass
