"""The commands that run an article's own program."""

import json
from pathlib import Path

import pytest

from huarong.study import claims
from huarong.study.zhou_file import SIZE
from tests.cli.running import read, run


def test_claims():
    told = run("study", "claims", "poos").output
    assert told.count("verdict:") == len(claims("poos"))
    assert "结论：不成立" in run("study", "claims", "马旭", lang="zh").output
    rows = read("study", "claims")["claims"]
    assert [row["id"] for row in rows] == [each.id for each in claims()]
    wrong = read("study", "claims", "--verdict", "does not hold")["claims"]
    assert {row["verdict"] for row in wrong} == {"does not hold"}
    assert "the nearest: zhou" in run("study", "claims", "zhuo", status=2).output


def test_the_worked_example():
    told = run("study", "run", "example").output
    for code in (11199809, 11198801, 11199557, 11198549, 11144021):
        assert str(code) in told
    assert "11198549 → Move 4 Down → 11144021: new; the AVL tree rotates" in told
    assert "11198549: a duplicate" in told
    assert told.count("push") == told.count("pop ") == 5
    assert "树形链表" in run("study", "run", "example", lang="zh").output
    assert len(read("study", "run", "example")["popped"]) == 5


def test_levels():
    (row, *_) = read("study", "run", "levels", "--pieces", "14")["openings"]
    assert row["pieces"] == 14
    assert "widest in" in run("study", "run", "levels", "--pieces", "14").output


def test_algorithm_1():
    assert "00000342DAE84D21" in run("study", "run", "algorithm1").output
    assert "leaves the board" in run("study", "run", "algorithm1", "16,1,2,3,4,5,6,7,8,9", status=1).output
    assert "与赵云重合" in run("study", "run", "algorithm1", "0,2,3,11,4,13,16,19,9,14", lang="zh", status=1).output
    assert read("study", "run", "algorithm1", "0,2,3,11,1,13,16,19,9,14", status=1)["steps"][4]["fault"] == ""
    for cells in ("1,2,3", "0,1,2,3,4,5,6,7,8,20", "a"):
        assert "from 0 to 19" in run("study", "run", "algorithm1", cells, status=2).output


@pytest.mark.slow
def test_the_file_of_all_solutions(tmp_path):
    path = tmp_path / "solutions"
    assert read("study", "run", "zhou-file", "write", path)["bytes"] == SIZE == path.stat().st_size
    assert "all are shortest" in run("study", "run", "zhou-file", "check", path).output
    told = run("study", "run", "zhou-file", "query", path, "横刀立马", lang="zh").output
    assert "116 格" in told
    assert "曹操" in told
    assert read("study", "run", "zhou-file", "query", path, "横刀立马")["code"] == "00000342DAE84D21"
    path.write_bytes(path.read_bytes()[:-1])
    assert "incomplete" in run("study", "run", "zhou-file", "query", path, "横刀立马", status=2).output


def test_sentinels():
    board = run("study", "run", "sentinels").output
    data = Path(__file__).parents[1] / "data" / "zhoutk_board.txt"
    assert board.strip() == data.read_text("utf-8").strip()
    assert board.splitlines()[5] == "  [ -1, 7, 0, 0, 10, -1 ],"
    tried = read("study", "run", "sentinels", "--empty", "--put", "2x2,1,0", "--put", "1x1,2,1", status=1)
    assert [each["placed"] for each in tried["puts"]] == [True, False]
    assert tried["board"][1] == [-1, 0, 1, 1, 0, -1]
    assert "does not fit" in run("study", "run", "sentinels", "--put", "2x2,9,9", status=1).output
    assert "such as 2x1,0,4" in run("study", "run", "sentinels", "--put", "3x3,0,0", status=2).output


def test_ways():
    told = run("study", "run", "ways", "123/456/7.8", "-m", "3").output
    assert told.startswith("Enter m: 3\nPass No 1:\n8,\nTotal number of the problem solving methods is :1\n")
    plain = read("study", "run", "ways", "321/54.", "-m", "9", "--by", "ma-path", status=1)
    assert (plain["m"], plain["ways"]) == (9, [])
    assert "0 to 200" in run("study", "run", "ways", "-m", "201", status=2).output


def test_signs_and_the_knight():
    assert run("study", "run", "signs").output.splitlines()[0] == "0 1 0 1 0 0 0 0 0"
    assert read("study", "run", "signs", "knight", "8x8")["ones"] == 336
    assert "expected one of blank" in run("study", "run", "signs", "bishop", status=2).output
    assert read("study", "run", "knight", "3x4", "--repeats", "1")["tours"] == 2
    assert "30 cells" in run("study", "run", "knight", "8x8", status=2).output


def test_the_protocol():
    assert "toTarget" not in run("study", "run", "protocol").output
    assert any(each["huarong"] == "the argument start" for each in read("study", "run", "protocol")["members"])


def test_weights():
    rows = read("study", "run", "weights", "退一步海阔天空")["rows"]
    assert rows[0]["weight"] == "alone"
    assert rows[0]["length"] == rows[0]["best"] == 13
    assert rows[-1]["met"] < rows[0]["met"]


def test_stations_of_a_goal_that_nothing_can_meet():
    words = ["study", "run", "stations", "AAB/.BB/goal:/.../.AA"]
    assert run(*words, status=1).output == "No layout can reach the goal.\n"
    assert read(*words, status=1)["layouts"] == 0


def test_stations():
    plain = read("study", "run", "stations", "--within", "60")
    assert plain["layouts"] == 53954
    assert plain["search_most"] <= 60
    assert plain["stations"] == len(plain["ranks"])


def test_a_file_of_stations_solves_alone(tmp_path):
    written = tmp_path / "stations"
    words = ["study", "run", "stations", "--metric", "step", "--write", written]
    assert read(*words)["bytes"] == written.stat().st_size == 21_666
    alone = read("study", "run", "leap", "横刀立马", "--posts", written)
    assert (alone["length"], alone["met"], alone["bytes"]) == (118, 305, 21_666)
    assert [each["steps"] for each in alone["leaps"]] == [13, 105]
    written.write_bytes(written.read_bytes()[:-9] + b"damaged..")
    assert "damaged" in run("study", "run", "leap", "横刀立马", "--posts", written, status=2).output
    run("study", "run", "leap", "横刀立马", "--posts", written, "--key-points", status=2)
    run("study", "run", "stations", "--write", written, status=2)


def test_leaps_along_key_points_are_shortest():
    found = read("study", "run", "leap", "孔明扇", "--key-points")
    assert (found["length"], found["posts"]) == (22, 15)
    assert sum(each["steps"] for each in found["leaps"]) == 22
    text = "BBGA/BBHA/EECI/DJCF/D..F"
    assert "No post" in run("study", "run", "leap", text, "--key-points", status=1).output


def test_key_points(tmp_path):
    assert read("study", "run", "key-points", "峰回路转", "--count")["count"] == 99
    one = read("study", "run", "key-points", "横刀立马")
    assert (one["count"], one["length"], one["points"][0]["moves"]) == (1, 81, 0)
    told = run("study", "run", "key-points", "捷足先登", "--svg", tmp_path / "keys.svg").output
    assert "key points on 32 moves" in told
    drawn = (tmp_path / "keys.svg").read_text("utf-8")
    assert drawn.count('class="huarong"') == read("study", "run", "key-points", "捷足先登")["count"]
    run("study", "run", "key-points", "BBGA/BBHA/EECI/DJCF/D..F", status=1)


@pytest.mark.slow
def test_the_ten_ways():
    told = run("study", "run", "ways", "-m", "30").output
    assert told.count("Pass No") == 10
    assert json.loads(json.dumps(told)).count("6,4,3,6,4,2,1,4,5,8,") == 1


@pytest.mark.slow
def test_table1():
    rows = read("study", "run", "table1", "--repeats", "1")["rows"]
    assert [row["steps"] for row in rows if row["listed"]] == [126] * 4 + [125] * 4
    assert [row["steps"] for row in rows if not row["listed"]] == [125] * 2
    assert rows[0]["state"] == [0, 8, 11, 14, 7, 16, 17, 19, 9, 1]


@pytest.mark.slow
def test_table1_in_words():
    told = run("study", "run", "table1", "--repeats", "1").output
    assert "look-up, ns" in told
    assert told.count(" *") == 2
