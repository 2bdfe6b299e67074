"""The figures of zhoutk's article, computed again: each a function that a row of claims names."""

from __future__ import annotations

import re
from typing import Any

from huarong.study.figures.lv import lv_metrics
from huarong.study.zhoutk import HENGDAO as WARRIORS, GameState, Warrior, add_hero, children, printed

_PRINTED = [
    [-1, -1, -1, -1, -1, -1],
    [-1, 1, 2, 2, 3, -1],
    [-1, 1, 2, 2, 3, -1],
    [-1, 4, 5, 5, 6, -1],
    [-1, 4, 8, 9, 6, -1],
    [-1, 7, 0, 0, 10, -1],
    [-1, -1, -1, -1, -1, -1],
]
"""The board that the article prints."""


def zhoutk_board() -> dict[str, Any]:
    """The board that is printed, its size, and what can be put where."""
    state = GameState()
    placed = state.init_state(list(WARRIORS))
    again = add_hero(state, 10, Warrior("1x1", 0, 0))
    over = [add_hero(GameState(), 0, Warrior("2x2", left, top)) for left, top in ((-1, 0), (3, 0), (0, -1), (0, 4))]
    far = sum(
        not add_hero(GameState(), 0, Warrior("2x2", left, top)) for left, top in ((-2, 0), (4, 0), (0, -2), (0, 5))
    )
    rows = printed(state).splitlines()
    numbers = [[int(n) for n in re.findall(r"-?\d+", row)] for row in rows]
    return {
        "far": far,
        "first": state.board[1][1],
        "same": sum(a == b for a, b in zip(numbers, _PRINTED, strict=True)),
        "rows": len(state.board),
        "columns": rows[0].count("-1"),
        "placed": placed,
        "again": again,
        "over": any(over),
        "children": len(list(children(state))),
    }


def zhoutk_layouts() -> dict[str, Any]:
    """The layouts of 横刀立马 nearer than the goal, in his steps."""
    metrics = lv_metrics()
    return {"layouts": metrics["step_layouts"]}
