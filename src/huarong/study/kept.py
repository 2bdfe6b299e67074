"""The values of figures when they were last computed: rows of claims quote them and are checked against them.

`data/claims/values.json` has them by figure: its values and the seconds it took; for a figure of times its
measurements, each with the machine and the date. `python -m huarong.study.renewing FIGURE...` computes figures anew and
writes them there.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

FILE = Path(__file__).parents[1] / "data" / "claims" / "values.json"
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
    rows: dict[str, Any] = json.loads(FILE.read_text("utf-8")) if FILE.exists() else {}
    return rows


def _read(seconds: float, values: dict[str, Any] | None = None, measured: list[dict[str, Any]] | None = None) -> Kept:
    some = tuple(Measurement(**each) for each in measured or [])
    found = values or envelope([each.values for each in some])
    return Kept(MappingProxyType(found), seconds, some)


def envelope(measured: list[Mapping[str, Any]]) -> dict[str, Any]:
    """The range over several measurements: the least of what ends in `low`, the greatest of what ends in `high`.

    >>> envelope([{"low": 1, "high": 2}, {"low": 0.5, "high": 1}])
    {'low': 0.5, 'high': 2}
    """
    found: dict[str, Any] = {}
    for values in measured:
        for name, value in values.items():
            choose = max if name.endswith("high") else min
            found[name] = choose(found[name], value) if name in found else value
    return found
