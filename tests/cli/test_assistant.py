"""The tools for assistants, called without a client: what they answer, and the schemas that they promise."""

import json
import os
import threading
from pathlib import Path

import jsonschema
import pytest

from huarong.cli.assistant import ABOUT, TOOLS
from huarong.errors import Cancelled, HuarongError, InputError, LimitReached
from huarong.i18n import catalogue
from huarong.limits import Limits, Watch
from huarong.web.fields import read
from tests.cli.running import read as printed
from tests.clock import ticking

SMALL = "AAB/AA./.../goal:/.../.AA/.AA"
RIGHT = {"solve": {"puzzle": SMALL, "metric": "step"}, "hint": {"puzzle": "横刀立马", "moves": ["N D1"]}}
RIGHT |= {"check_moves": {"puzzle": SMALL, "moves": ["A D1R1"]}, "prove": {"puzzle": SMALL}}
RIGHT |= {"verify_certificate": {"path": "small.proof"}}
RIGHT |= {"find_puzzle": {"words": "openings", "length": "30..35", "rating": "medium", "top": 2}}
RIGHT |= {"rate": {"puzzle": SMALL}, "hardest": {"board": "3x3", "pieces": "2x1:1 1x1:3", "goal": ".../.../.aa"}}
WRONG = {
    "solve": ({"puzzle": "横刀立牛"}, "the nearest: 横刀立马"),
    "hint": ({"puzzle": SMALL, "moves": ["A U1"]}, "'A U1' is not possible"),
    "check_moves": ({"puzzle": SMALL}, "this field is missing"),
    "prove": ({"puzzle": SMALL, "path": "small.txt"}, "ends in .proof"),
    "verify_certificate": ({"path": "no.proof"}, "no.proof cannot be read"),
    "find_puzzle": ({"rating": "very"}, "'very' is not a valid range"),
    "rate": ({"puzzle": "AAB/AA./..."}, "no goal"),
    "hardest": ({"board": "40x40", "pieces": "1x1:400", "goal": f"a{'.' * 39}{('/' + '.' * 40) * 39}"}, "≈10^38"),
}


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    call("prove", puzzle=SMALL, path="small.proof")


def call(name, watch=None, lang="en", **arguments):
    return TOOLS[name].call(read(arguments, TOOLS[name].fields), lang, watch or Watch())


@pytest.mark.parametrize("name", TOOLS)
def test_answers_are_as_the_schema_says(name):
    schema = TOOLS[name].answers()
    assert "$ref" not in json.dumps(schema)
    answer = call(name, **RIGHT[name])
    jsonschema.validate(answer, schema)
    assert len(json.dumps(answer)) < 4000
    jsonschema.validate(RIGHT[name], TOOLS[name].takes("en"))


@pytest.mark.parametrize("name", ["solve", "hint"])
def test_why_there_is_no_solution(name):
    answer = call(name, lang="zh", puzzle="123456870")
    jsonschema.validate(answer, TOOLS[name].answers())
    assert answer["reason"]["key"] == "parity" and "7 与 8 对调" in answer["reason"]["text"]


@pytest.mark.parametrize("name", TOOLS)
def test_a_wrong_call_is_told_what_is_wrong(name):
    arguments, told = WRONG[name]
    with pytest.raises(HuarongError) as caught:
        call(name, **arguments)
    assert told in caught.value.message()


@pytest.mark.parametrize("name", TOOLS)
def test_tools_and_arguments_are_described_in_both_languages(name):
    english, chinese = (TOOLS[name].takes(lang)["properties"] for lang in ("en", "zh"))
    assert TOOLS[name].about in catalogue("zh")
    assert all(ABOUT[key] in catalogue("zh") for key in english)
    assert all(english[key] != chinese[key] for key in english)


def test_keys_are_those_that_commands_print():
    def told(name, *left_out):
        arguments = {key: value for key, value in RIGHT[name].items() if key != "moves"}
        return set(call(name, **arguments)) - set(left_out)

    assert told("solve", "version") == set(printed("solve", SMALL)) - {"layouts", "heads"}
    assert told("hint", "version") | {"solutions"} == set(printed("hint", "横刀立马", "--why"))
    assert told("rate", "version", "read") == set(printed("design", "rate", SMALL))
    proof = printed("prove", SMALL, "-o", "more.proof")
    assert told("prove", "version", "path", "read") == set(proof)
    words = ["--board", "3x3", "--pieces", "2x1:1 1x1:3", "--goal", ".../.../.aa"]
    assert told("hardest", "version") == set(printed("design", "hardest", *words))
    assert call("find_puzzle", words="横刀立马")["puzzles"] == printed("list", "横刀立马")["puzzles"][:10]


def test_moves_are_played():
    found = call("check_moves", puzzle=SMALL, moves=["A R1", "B D1"])
    assert (found["valid"], found["made"], found["layout"]) == (False, 0, "AAB/AA./...")
    assert found["reason"].startswith("'A R1' is not possible")
    moves = call("solve", puzzle="捷足先登")["moves"]
    found = call("check_moves", puzzle="捷足先登", moves=moves)
    assert (found["valid"], found["solved"], found["counts"]["move"]) == (True, True, 32)
    assert call("solve", puzzle="捷足先登", moves=moves[:30])["length"] == 2
    assert "下" in call("check_moves", puzzle=SMALL, moves=["A 下9"], lang="zh")["reason"]


def test_a_certificate_is_checked_by_the_checker():
    found = call("verify_certificate", path="small.proof")
    assert found["valid"] and "no fewer do" in found["theorem"]
    data = bytearray(Path("small.proof").read_bytes())
    data[-9] ^= 1
    Path("bad.proof").write_bytes(data)
    found = call("verify_certificate", path="bad.proof")
    assert (found["valid"], found["theorem"]) == (False, None)
    assert found["reason"] == "the file is damaged"
    with pytest.raises(HuarongError, match="expected a new file"):
        call("prove", puzzle=SMALL, path="small.proof")


def test_limits_and_cancel_end_the_work():
    with ticking():
        found = call("solve", Watch(Limits(seconds=200)), puzzle="gnome-klotski: Lodzianka")
    assert (found["solved"], found["length"], found["stopped"]) == (None, None, "time")
    jsonschema.validate(found, TOOLS["solve"].answers())
    stop = threading.Event()
    stop.set()
    large = {"board": "4x5", "pieces": "2x2:1 2x1:0.. 1x2:0.. 1x1:0.. empty:2..", "goal": "..../..../..../.aa./.aa."}
    for name in TOOLS.keys() - {"find_puzzle", "verify_certificate"}:
        arguments = large if name == "hardest" else {**RIGHT[name], "puzzle": "gnome-klotski: Lodzianka"}
        if "moves" in arguments:
            arguments["moves"] = ["zzz"] if name == "check_moves" else []
        with pytest.raises(Cancelled):
            call(name, Watch(cancel=stop), **arguments)
    call("prove", puzzle="横刀立马", path="long.proof")
    with pytest.raises(Cancelled):
        call("verify_certificate", Watch(cancel=stop), path="long.proof")
    with pytest.raises(LimitReached):
        call("verify_certificate", Watch(Limits(memory=1 << 20)), path="long.proof")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_that_nobody_writes_is_left_at_the_limit():
    os.mkfifo("pipe")
    with pytest.raises(LimitReached):
        call("verify_certificate", Watch(Limits(seconds=0.1)), path="pipe")


def test_an_invalid_range_is_named_once():
    with pytest.raises(InputError) as caught:
        call("find_puzzle", length="x")
    assert (caught.value.message().count("length"), getattr(caught.value, "about", "")) == (1, "")
