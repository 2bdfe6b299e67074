"""The values of figures when they were last computed: rows of claims quote them and are checked against them.

`data/claims/values.json` has them by figure: its values and the seconds it took; for a figure of times its
measurements, each with the machine and the date. `python -m huarong.study.checking FIGURE...` computes figures anew and
writes them there. `measured.toml` has the tables of `docs/study.md`, with their machine.
"""

from __future__ import annotations

import functools
import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

_FOLDER = Path(__file__).parents[1] / "data" / "claims"
_UNITS = {"ms": 1e-3, "s": 1.0, "µs": 1e-6}
FILE = _FOLDER / "values.json"
"""Where they are kept."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """The values of a figure of times on one machine."""

    machine: str
    date: str
    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Kept:
    """A figure's values, and how many seconds it takes to compute them; `measured` if they depend on the machine."""

    values: Mapping[str, Any]
    seconds: float
    measured: tuple[Measurement, ...] = ()


@functools.cache
def kept() -> Mapping[str, Kept]:
    """All figures by name.

    >>> kept()["lv_shift"].values
    mappingproxy({'bits': '00101101'})
    """
    return MappingProxyType({name: _read(**row) for name, row in rows_of().items()})


def rows_of() -> dict[str, Any]:
    """The rows of the file, as they stand in it."""
    rows: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
    return rows


def _read(seconds: float, values: dict[str, Any] | None = None, measured: Iterable[dict[str, Any]] = ()) -> Kept:
    some = tuple(Measurement(**each) for each in measured)
    found = values or envelope([each.values for each in some])
    return Kept(MappingProxyType(found), seconds, some)


def envelope(measured: list[Mapping[str, Any]]) -> dict[str, Any]:
    """The range over several measurements: the least of what ends in `low`, the greatest of what ends in `high`.

    >>> envelope([{"low": 1, "high": 2}, {"low": 0.5, "high": 1}])
    {'low': 0.5, 'high': 2}
    """
    found: dict[str, Any] = {}
    for name, value in (item for values in measured for item in values.items()):
        found[name] = (max if name.endswith("high") else min)(found.get(name, value), value)
    return found


@functools.cache
def tables() -> tuple[dict[str, Any], ...]:
    """The tables of the file, in order: titles, texts, heads and rows in both languages."""
    return tuple(tomllib.loads((_FOLDER / "measured.toml").read_text("utf-8"))["table"])


def recorded_times() -> dict[str, Any]:
    """The recorded times of exhibits on some openings, in seconds, and the machine, as JSON.

    >>> times = recorded_times()
    >>> times["puzzles"][0], times["seconds"]["lv-avl"][0], times["seconds"]["zhou-table"][0]
    ('捷足先登', 0.0462, 8e-07)
    """
    table = tables()[0]
    seconds = {row[0].strip("`"): [_seconds(text) for text in row[1:-2]] for row in table["rows"]}
    machine = {name: table[name] for name in ("machine", "machine_zh")}
    return machine | {"puzzles": table["head"][1:-2], "seconds": seconds}


def _seconds(text: str) -> float:
    """A time of the table; milliseconds where no unit is given."""
    number, _, unit = text.partition(" ")
    return float(f"{float(number) * _UNITS[unit or 'ms']:.3g}")
