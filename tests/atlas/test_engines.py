"""The engine of a whole space and its reason; distances of tiles by orders; two atlases compared."""

from pathlib import Path
from unittest import mock

import numpy as np
import pytest

import huarong as hr
from huarong.atlas import Atlas, bitparallel, dense, engines, largest_difference, tile_distances
from huarong.atlas.engines import ENGINES, REASONS, engine_of
from huarong.errors import Cancelled, InputError
from huarong.kernels import kernel
from huarong.library.reader import puzzle
from huarong.limits import Limits, Watch
from huarong.model.board import Goal, Metric
from huarong.space.space import Space
from huarong.tiles import orders as order_tables
from tests.cli.running import read

CASES = [
    ("横刀立马", "frames", "frames"),
    ("876543210", "scan", "no frames"),
    ("slide: along/..AA./....B/CC..B/XX.../goal:/...../...../...../...XX", "scan", "no frames"),
    ("A.B/.../goal:/B.A/...", "scan", "no frames"),
]


@pytest.mark.parametrize(("text", "engine", "reason"), CASES)
def test_the_engine_and_its_reason(text: str, engine: str, reason: str, tmp_path: Path) -> None:
    atlas = Atlas.of(text, save=tmp_path / "kept")
    again = Atlas.open(tmp_path / "kept")
    for each in (atlas, again):
        assert each.why is not None
        assert (engine_of(each.reason), each.reason, str(each.why)) == (engine, reason, REASONS[reason])
        data = each.to_json(components=False)
        assert (data["engine"], data["why"]["key"], data["why"]["text"]) == (engine, reason, REASONS[reason])


def test_tiles_of_a_size_that_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines.tile_distances, "_SIZES", ((3, 3),))
    atlas = Atlas.of("876543210")
    assert (atlas.reason, engine_of(atlas.reason)) == ("tiles", "tiles")


def test_every_reason_against_frames() -> None:
    one_way, pieces = Space.parse("3x2 1x1=R:1 1x1:2"), Space.parse("4x5 2x2:1 2x1:1 1x2:4 1x1:4")
    goal, box = Goal.of([[(0, 2)]]), Goal.of([[(0, 13)]])
    metric = hr.Metric.STEP
    assert engines.distances(one_way, goal, metric, Watch())[1] == "one way"
    with mock.patch.object(bitparallel.BitsetSearch, "levels", return_value=False):
        values, reason = engines.distances(pieces, box, metric, Watch())
    assert reason == "deep" and (values == dense.distances(pieces, box, metric)).all()
    with mock.patch.object(bitparallel.frames.SpaceFrames, "fit", return_value=False):
        assert engines.distances(pieces, box, metric, Watch(Limits()))[1] == "no room"
    assert {"tiles", "frames", "one way", "no frames", "no room", "gpu", "deep"} == set(REASONS)
    assert [each.name for each in ENGINES if each.build] == ["frames", "scan"]


def test_frames_that_take_too_much_memory_are_not_called_absent(tmp_path: Path) -> None:
    space = Space.parse("4x5 2x2:1 1x2:4 2x1:1 1x1:4")
    atlas = Atlas.build(space, Goal.of([[(0, 13)]]), save=tmp_path / "kept", max_memory="120K")
    assert atlas.why is not None and atlas.why.key == "no room"


def test_the_command_says_the_engine() -> None:
    assert read("atlas", "捷足先登")["engine"] == "frames"
    reached = read("atlas", "捷足先登", "--reach")
    assert (reached["engine"], reached["why"]) == (None, None)


def test_the_metrics_differ_most() -> None:
    classic = {metric: Atlas.of(puzzle("横刀立马"), metric) for metric in ("step", "move")}
    most, ranks = largest_difference(classic["step"], classic["move"])
    gap = [a - b for a, b in zip(classic["step"].distances.tolist(), classic["move"].distances.tolist(), strict=True)]
    assert most == max(gap) and ranks.tolist() == [r for r, g in enumerate(gap) if g == most]
    with pytest.raises(InputError, match="different spaces"):
        largest_difference(classic["step"], Atlas.of(puzzle("AB/..", goal="../AB"), "step"))


ELEVEN = "1 2 3/4 5 6/7 8 9/10 11 0"


@pytest.mark.parametrize(
    ("goal", "pure"),
    [
        ("123/456/78.", False),
        (".12/345/678", False),
        ("213/456/78.", False),
        ("8.1/273/465", False),
        ("8.1/273/465", True),
    ],
)
def test_eight_tiles(goal: str, pure: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tile_distances, "_SIZES", ((3, 3),))
    if pure:
        monkeypatch.setattr(order_tables, "kernel", lambda each: kernel(each, pure=True))
    puzzle = hr.Puzzle.parse("123/456/78.", goal=goal)
    space = Space.of(puzzle)
    found = tile_distances.distances(space, puzzle.goal, Metric.MOVE, threads=2)
    assert not isinstance(found, str) and np.array_equal(found, dense.distances(space, puzzle.goal, "move"))


def test_only_tiles_of_3x4_with_a_whole_goal_and_enough_memory() -> None:
    puzzle = hr.puzzle(ELEVEN)
    space = Space.of(puzzle)
    little = Watch(Limits(memory=500 << 20))
    assert tile_distances.distances(space, puzzle.goal, Metric.MOVE, watch=little) == ""
    assert tile_distances.distances(space, Goal.of([[(0, 0)]]), Metric.MOVE) == ""
    two = Goal.of([*puzzle.goal.alternatives, [(k, 10 - k) for k in range(11)]])
    assert tile_distances.distances(space, two, Metric.MOVE) == ""
    for text in ("1 2 3/4 5 6/7 8 0", "1 2 3 4/5 6 7 8/9 10 11 0", "横刀立马"):
        other = hr.puzzle(text)
        assert tile_distances.distances(Space.of(other), other.goal, Metric.MOVE) == ""


def test_cancelled_between_two_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tile_distances, "_SIZES", ((3, 3),))
    puzzle, asked = hr.puzzle("1 2 3/4 5 6/7 8 0"), iter(range(1000))
    watch = Watch.of(cancel=lambda: next(asked) > 90)
    pytest.raises(Cancelled, tile_distances.distances, Space.of(puzzle), puzzle.goal, Metric.MOVE, watch=watch)
    assert next(asked) == 92


def test_an_atlas_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tile_distances, "_SIZES", ((3, 3),))
    atlas = Atlas.of("1 2 3/4 5 6/7 8 0", "slide")
    assert (atlas.facts.longest, atlas.facts.solvable, atlas.facts.goals) == (31, 181440, 1)
    assert atlas.solution(hr.puzzle("8 6 7/2 5 4/3 0 1")).length == 31
