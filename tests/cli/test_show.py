"""`huarong show`."""

import huarong as hr
from tests.cli.running import read, run


def test_what_a_person_sees():
    text = run("show", "横刀立马").output
    assert "board 4x5, 10 pieces: 2x2:1 1x2:4 2x1:1 1x1:4; 2 cells empty" in text
    assert "棋盘 4x5，10 个棋子" in run("show", "横刀立马", lang="zh").output
    assert "1 piece: 1x1:1; 1 cell empty" in run("show", "A./goal:/.A").output


def test_json():
    data = read("show", "横刀立马")
    assert hr.puzzle(data["puzzle"]).start == hr.puzzle("横刀立马").start
    assert (data["piece_set"], data["empty_cells"]) == ("2x2:1 1x2:4 2x1:1 1x1:4", 2)
