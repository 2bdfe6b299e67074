"""The figures of zhoutk's article, computed again: each a function that a row of claims names."""

from __future__ import annotations

from typing import Any

from huarong.study.figures.lv import lv_metrics
from huarong.study.zhoutk import (
    HENGDAO as WARRIORS,
    GameState,
    Warrior,
    add_hero,
    children,
    printed,
)


def zhoutk_board() -> dict[str, Any]:
    """The board that is printed, its size, and what can be put where."""
    state = GameState()
    placed = state.init_state(list(WARRIORS))
    again = add_hero(state, 10, Warrior("1x1", 0, 0))
    over = [
        add_hero(GameState(), 0, Warrior("2x2", left, top))
        for left, top in ((-1, 0), (3, 0), (0, -1), (0, 4))
    ]
    rows = printed(state).splitlines()
    return {
        "rows": len(state.board),
        "columns": rows[0].count("-1"),
        "placed": placed,
        "again": again,
        "over": any(over),
        "children": len(list(children(state))),
    }


def zhoutk_layouts() -> dict[str, Any]:
    """The layouts of 横刀立马 nearer than the goal, in his steps."""
    return {"layouts": lv_metrics()["step_layouts"]}
