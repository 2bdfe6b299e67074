"""`huarong explore`."""

import itertools
import shlex

import pytest

from huarong.explore.checkpoint import Checkpoint
from huarong.limits import Watch
from huarong.resuming import Journal
from tests.cli.running import read, run


def test_what_a_person_sees():
    out = run("explore", "876543210", "--until-goal").output
    assert "181,438 layouts within 30 moves" in out
    assert "the first goal is at depth 30" in out
    assert "stopped at the goal" in out
    assert "1 layout within 0 moves" in run("explore", "A/B", "--goal", "A/B").output
    assert "4 layouts within 1 move," in run("explore", "A./..", "--goal", ".A/..").output
    assert "个布局" in run("explore", "A./..", "--goal", ".A/..", lang="zh").output


def test_a_number_after_plan_is_no_puzzle():
    """1e10 is also a code of 华容道: it is read so where its notation is named."""
    assert "PUZZLE --plan --layouts 1" in run("explore", "--plan", "1e10", status=2).output
    assert read("explore", "--plan", "1e10", "--from", "code")["room"] > 0


def test_a_number_of_layouts_as_a_power_of_ten():
    plan = ["explore", "876543210", "--plan", "--layouts"]
    assert read(*plan, "1e10") == read(*plan, 10**10) != read(*plan, 10**9)


def test_a_plan_knows_bytes():
    assert read("explore", "--plan", "876543210")["words"] == 0
    assert read("explore", "--plan", "876543210", "--by", "keys")["words"] == 1
    out = run("explore", "--plan", "横刀立马").output
    assert "65,880" in out and "room on disks" in out
    assert "are stored as bits" in run("explore", "--plan", "横刀立马", "--by", "bits", status=2).output
    assert "--layouts" in run("explore", "--plan", "Traffic Jam", status=2).output


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("explore 横刀立马 --dir DIR", "DIR: resume it with --resume"),
        (
            "design hardest --board 3x2 --pieces '2x1:1 1x1:2' --goal .../.aa --metric step --dir DIR",
            "DIR: resume it with --resume",
        ),
        (
            "design hardest --board 3x2 --pieces '2x1:1 1x1:3' --goals all --journal DIR/file",
            "DIR/file: the same command resumes it",
        ),
        ("design records build simple-3x3 -o DIR", "DIR: the same command resumes it"),
    ],
)
def test_an_interrupt_says_how_to_resume(words, said, tmp_path, monkeypatch):
    """Interrupted after two levels or parts; interrupted before there is anything, nothing is said to be kept."""
    for cls, name in ((Checkpoint, "write"), (Journal, "get")):
        monkeypatch.setattr(cls, name, interrupted(getattr(cls, name), after=2))
    err = run(*shlex.split(words.replace("DIR", str(tmp_path))), status=130).stderr
    flat = " ".join(err.split())
    assert said.replace("DIR", str(tmp_path)) in flat
    assert flat.endswith("huarong: interrupted")
    for cls, name in ((Checkpoint, "write"), (Journal, "__init__")):
        monkeypatch.setattr(cls, name, interrupted(getattr(cls, name), after=0))
    err = run(*shlex.split(words.replace("DIR", str(tmp_path / "new"))), status=130).stderr
    assert "is kept" not in err


def interrupted(call, after):
    """The call, which raises an interrupt once it was made so often."""
    made = itertools.count()

    def wrapped(*args):
        if next(made) >= after:
            raise KeyboardInterrupt
        return call(*args)

    return wrapped


def test_what_an_engine_prints_itself_is_no_part_of_the_answer(monkeypatch):
    """Ray prints messages about its nodes to standard output, which must not get into the answer."""
    look = Watch.look

    def talkative(self, *args, **options):
        print("(raylet) a node is dead")
        look(self, *args, **options)

    monkeypatch.setattr(Watch, "look", talkative)
    assert read("explore", "876543210")["total"] == 181_440
