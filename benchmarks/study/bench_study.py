"""How long each exhibit takes on 横刀立马 (the recursions on the 8-puzzle)."""

from __future__ import annotations

from typing import Any

import pytest

from huarong.library.reader import puzzle
from huarong.study import EXHIBITS, Exhibit

SLOW = {"lv-linear", "ma-matrix", "ma-string", "ma-sign", "ma-path"}


@pytest.mark.parametrize("each", [e for e in EXHIBITS if e.name not in SLOW], ids=lambda e: e.name)
def bench_exhibit(benchmark: Any, each: Exhibit) -> None:
    solve = each.prepare(puzzle("876543210" if each.name.startswith("ma-") else "横刀立马"))
    assert benchmark.pedantic(solve, rounds=3, warmup_rounds=1).depth
