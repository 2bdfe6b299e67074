"""Recorded measurements, with their machine: the tables of `docs/study.md`, and times for a race without a server."""

from __future__ import annotations

import functools
import tomllib
from pathlib import Path
from typing import Any

_FILE = Path(__file__).parents[1] / "data" / "claims" / "measured.toml"
_UNITS = {"ms": 1e-3, "s": 1.0, "µs": 1e-6}


@functools.cache
def tables() -> tuple[dict[str, Any], ...]:
    """The tables of the file, in order: titles, texts, heads and rows in both languages."""
    return tuple(tomllib.loads(_FILE.read_text("utf-8"))["table"])


def recorded_times() -> dict[str, Any]:
    """The recorded times of exhibits on some openings, in seconds, and the machine, as JSON.

    >>> times = recorded_times()
    >>> times["puzzles"][0], times["seconds"]["lv-avl"][0], times["seconds"]["zhou-table"][0]
    ('捷足先登', 0.0462, 8e-07)
    """
    table = tables()[0]
    puzzles = table["head"][1:-2]
    return {
        "machine": table["machine"],
        "machine_zh": table["machine_zh"],
        "puzzles": puzzles,
        "seconds": {row[0].strip("`"): [_seconds(text) for text in row[1 : 1 + len(puzzles)]] for row in table["rows"]},
    }


def _seconds(text: str) -> float:
    """A time of the table; milliseconds where no unit is given."""
    number, _, unit = text.partition(" ")
    return float(f"{float(number) * _UNITS[unit or 'ms']:.3g}")
