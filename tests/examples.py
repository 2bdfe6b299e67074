"""How much the everyday tests try: of examples an eighth of those in CI, of long lists of cases a few."""

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

DATA = Path(__file__).parent / "data"
CI = os.environ.get("CI", "").lower() == "true"
OFTEN = 60 if CI else 8
"""Where a test does not say otherwise."""


def data(name: str) -> Any:
    """What a file of `tests/data` holds: tables of tests are lists of rows."""
    return json.loads((DATA / f"{name}.json").read_text("utf-8"))


def examples(most: int, **options: Any) -> settings:
    """Settings of a test that tries `most` examples in CI."""
    return settings(max_examples=tries(most), **options)


def tries(most: int) -> int:
    """How often a loop of a test runs that runs `most` times in CI."""
    return most if CI else max(5, most // 8)


def few(cases: Iterable[Any], most: int) -> list[Any]:
    """Cases of a parametrized test: `most` of them, evenly spread, are everyday ones, the others slow."""
    found = list(cases)
    step = max(1, -(-len(found) // most))
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=[pytest.mark.slow] * bool(number % step))
        for number, case in enumerate(found)
    ]
