"""Dataclasses with methods compiled on first use behave like those of the standard library."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from dataclasses import field
from typing import Any, ClassVar

import pytest

from huarong.values import dataclass


def classes(make: Any) -> dict[str, Any]:
    """The same classes made by either decorator."""

    @make(frozen=True, slots=True)
    class Frozen:
        x: int
        y: tuple[int, ...] = ()
        hidden: Any = field(default=None, repr=False, compare=False)
        kept: int = field(init=False, default=7)
        shared: ClassVar[int] = 5

        def doubled(self) -> Any:
            return dataclasses.replace(self, x=2 * self.x)

    @make(frozen=True)
    class Checked:
        a: int
        b: list[int] = field(default_factory=list)

        def __post_init__(self) -> None:
            if self.a < 0:
                raise ValueError(self.a)

    @make()
    class Plain:
        a: int = 0
        b: str = field(default="b", init=False)

    @make(frozen=True, eq=False)
    class Alone:
        a: int

    @make(frozen=True, slots=True)
    class Hashed:
        a: int

        def __hash__(self) -> int:
            return 5

    return {each.__name__: each for each in (Frozen, Checked, Plain, Alone, Hashed)}


LATE, SOON = classes(dataclass), classes(dataclasses.dataclass)
CALLS = (
    ("Frozen", (1,), {}), ("Frozen", (1, (2, 3)), {"hidden": 4}), ("Frozen", (), {"x": 3}),
    ("Frozen", (), {}), ("Frozen", (1, 2, 3, 4), {}), ("Frozen", (1,), {"x": 1}), ("Frozen", (1,), {"kept": 1}),
    ("Checked", (1,), {}), ("Checked", (-1,), {}), ("Checked", (1, [2]), {}),
    ("Plain", (), {}), ("Plain", (3,), {}), ("Alone", (3,), {}), ("Hashed", (1,), {}),
)  # fmt: skip


def made(classes: dict[str, Any], name: str, args: Any, named: Any) -> Any:
    """The result of a call: the value as text with its fields, or the error."""
    try:
        value = classes[name](*args, **named)
    except (TypeError, ValueError) as error:
        return repr(error).replace("classes.<locals>.", "")
    return repr(value), dataclasses.astuple(value)


@pytest.mark.parametrize(("name", "args", "named"), CALLS)
def test_they_are_called_alike(name: str, args: Any, named: Any) -> None:
    assert made(LATE, name, args, named) == made(SOON, name, args, named)


@pytest.mark.parametrize("name", LATE)
def test_they_look_alike(name: str) -> None:
    late, soon = LATE[name], SOON[name]
    assert dataclasses.is_dataclass(late)
    assert [each.name for each in dataclasses.fields(late)] == [
        each.name for each in dataclasses.fields(soon)
    ]
    assert late.__match_args__ == soon.__match_args__
    late_names, soon_names = (inspect.signature(each).parameters for each in (late, soon))
    assert list(late_names) == list(soon_names)
    assert (late.__hash__ is None) == (soon.__hash__ is None)
    assert hasattr(late, "__slots__") == hasattr(soon, "__slots__")


def test_equal_values_are_equal() -> None:
    make = LATE["Frozen"]
    assert make(1, (2,)) == make(1, (2,), hidden=3) != make(2)
    assert hash(make(1)) == hash(make(1, hidden=9))
    assert make(1) != LATE["Hashed"](1)
    assert LATE["Alone"](1) != LATE["Alone"](1)
    assert LATE["Plain"](1) == LATE["Plain"](1)
    assert hash(LATE["Hashed"](1)) == 5
    assert LATE["Checked"](1).b is not LATE["Checked"](1).b


def test_they_stay_as_they_are() -> None:
    value = LATE["Frozen"](1)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'x'"):
        value.x = 2
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot delete field 'x'"):
        del value.x
    assert value.doubled().x == 2
    assert value.shared == 5


@dataclass(frozen=True, slots=True)
class Kept:
    """A class at module level, which `pickle` can find by its name."""

    a: int
    b: tuple[int, ...] = ()


def test_they_are_copied_and_kept() -> None:
    value = Kept(1, (2, 3))
    assert pickle.loads(pickle.dumps(value)) == value == copy.deepcopy(value)
    assert dataclasses.asdict(value) == {"a": 1, "b": (2, 3)}


def test_a_class_below_has_its_methods() -> None:
    class Below(Kept):
        pass

    assert (Below(1).a, repr(Below(1))) == (
        1,
        "test_a_class_below_has_its_methods.<locals>.Below(a=1, b=())",
    )
