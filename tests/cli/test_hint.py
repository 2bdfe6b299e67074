"""`huarong hint`."""

from tests.cli.running import read, run

HERO = "横刀立马"


def test_json():
    data = read("hint", HERO)
    assert (data["distance"], data["solvable"], data["solutions"]) == (81, True, 256)
    assert len(data["best"]) == 4
    assert [row["distance"] for row in data["moves"]] == [80] * 4 + [81] * 4
    assert set(data["best"]) == {row["move"] for row in data["moves"] if row["best"]}


def test_what_a_person_sees():
    out = run("hint", HERO).output
    assert "81 moves to the goal; 256 shortest solutions" in out
    assert out.count("best") == 4
    assert out.count("loses 1") == 4
    solved = ("..BB/AABB/AA../..../....", "--goal", "..../AA../AA../..../....")
    assert "This is solved" in run("hint", *solved).output
    assert "No goal can be reached from here: a search proves it." in run("hint", "走投无路", status=1).output
    assert "from here: each move swaps a tile with the blank" in run("hint", "123456870", status=1).output
    assert "从这里到不了目标：每走一步" in run("hint", "123456870", lang="zh", status=1).output
    for why in ((), ("--why",)):
        assert read("hint", "123456870", *why, status=1)["reason"]["key"] == "parity"
    assert "1 move to the goal; 1 shortest solution\n" in run("hint", "A./..", "--goal", ".A/..").output
    chinese = run("hint", HERO, lang="zh").output
    assert "离目标 81 步；最短解有 256 个" in chinese
    assert "卒" in chinese


def test_pieces_are_said_with_their_characters_on_the_board():
    assert "Soldier 3 (P) R1" in run("hint", HERO).output
    assert "卒三(P) R1" in run("hint", HERO, lang="zh").output
    coloured = {"FORCE_COLOR": "1", "NO_COLOR": "", "COLUMNS": "100", "TERM": "xterm-256color"}
    assert "Cao Cao" in run("hint", HERO, env=coloured).output
    assert "卒" not in run("hint", HERO, env=coloured).output
    assert "卒三" in run("hint", HERO, env=coloured, lang="zh").output


def test_mistakes():
    assert "is not a known name" in run("hint", "no such thing", status=2).output
    assert "limit" in run("hint", "Ithaca", "--max-seconds", "0.2", status=3).output
