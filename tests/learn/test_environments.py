"""The environments of Gymnasium: its own checker, the naive twin, and one board against many."""

import copy
import functools
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import huarong as hr
from huarong.errors import InputError, UnknownName
from huarong.kernels import kernel
from huarong.learn import environments
from huarong.learn.environments import PuzzleEnv, PuzzleVectorEnv
from tests import naive
from tests.examples import examples
from tests.strategies import puzzles

gymnasium = pytest.importorskip("gymnasium")
SMALL = "A.B/.../goal:/B.A/..."
METRICS = st.sampled_from(naive.METRICS)


def state(puzzle: Any, cells: np.ndarray) -> naive.State:
    """The layout that an observation shows: in reading order, the first cell of each piece that was not met yet."""
    found, left = set(), {i: int(v) for i, v in enumerate(cells.reshape(-1)) if v}
    for wall in puzzle.board.walls:
        assert left.pop(wall) == len(puzzle.kinds) + 1
    while left:
        head = min(left)
        kind = left[head] - 1
        assert {left.pop(cell) for cell in naive.cells(puzzle, kind, head) or ()} == {kind + 1}
        found.add((kind, head))
    return frozenset(found)


def actions(puzzle: Any, at: naive.State, metric: str) -> dict[int, naive.State]:
    """Every legal action of a layout, as a number, and the layout after it, by the naive rules."""
    found = {}
    for kind, head in at:
        others = at - {(kind, head)}
        if metric == "step":
            ways = {4 * head + d: naive.step(puzzle, kind, head, way, others) for d, way in enumerate("UDLR")}
        else:
            reached = naive.reach(puzzle, kind, head, others, metric)
            ways = {puzzle.board.size * head + to: to for to in reached}
        found |= {a: others | {(kind, to)} for a, to in ways.items() if to is not None}
    return found


def told(distance: int | None) -> int:
    return -1 if distance is None else distance


@examples(120)
@given(puzzles(300), METRICS, st.booleans(), st.integers(0, 2**32))
def test_boards_agree_with_the_naive_twin(puzzle, metric, pure, seed):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(environments, "kernel", functools.partial(kernel, pure=pure))
        boards = PuzzleVectorEnv(4, puzzle, metric=metric, max_episode_steps=6)
    far, random = naive.all_distances(puzzle, metric), np.random.default_rng(seed)
    cells, infos = boards.reset(seed=seed)
    states, played, over = [naive.start(puzzle)] * 4, [0] * 4, [False] * 4
    rewards, ended, late = np.zeros(4), np.zeros(4, bool), np.zeros(4, bool)
    for _ in range(15):
        legal = [actions(puzzle, each, metric) for each in states]
        for i in range(4):
            assert state(puzzle, cells[i]) == states[i]
            assert set(np.flatnonzero(infos["action_mask"][i]).tolist()) == legal[i].keys()
            assert infos["distance"][i] == told(far[states[i]])
            goal = naive.solved(puzzle, states[i])
            assert ended[i] == (played[i] > 0 and (goal or not legal[i]))
            assert late[i] == (played[i] == 6 and not ended[i]) and rewards[i] == (-1 if played[i] else 0)
            over[i] = bool(ended[i] or late[i])
        wanted = boards.sample_legal()
        assert all(not each or int(a) in each for a, each in zip(wanted, legal, strict=True))
        wanted[0] = random.integers(boards.single_action_space.n)  # mostly not legal
        for i in range(4):
            played[i] = 0 if over[i] else played[i] + 1
            after = legal[i].get(int(wanted[i]), states[i])
            states[i] = naive.start(puzzle) if over[i] else after
        cells, rewards, ended, late, infos = boards.step(wanted)


@pytest.mark.parametrize("metric", naive.METRICS)
@pytest.mark.parametrize("pure", [False, True])
def test_boards_of_more_than_64_cells(metric, pure, monkeypatch):
    rows = "AA......./AA...BB../........./....C..../........./........./.D......./........E"
    puzzle = hr.puzzle(f"{rows}/goal:/{'........./' * 6}.......AA/.......AA")
    monkeypatch.setattr(environments, "kernel", functools.partial(kernel, pure=pure))
    boards = PuzzleVectorEnv(3, puzzle, metric=metric, exact=False)
    cells, infos = boards.reset(seed=1)
    for _ in range(25):
        for seen, mask in zip(cells, infos["action_mask"], strict=True):
            legal = actions(puzzle, state(puzzle, seen), metric)
            assert set(np.flatnonzero(mask).tolist()) == legal.keys()
        wanted = boards.sample_legal()
        after = [actions(puzzle, state(puzzle, seen), metric)[int(a)] for seen, a in zip(cells, wanted, strict=True)]
        cells, _, ended, _, infos = boards.step(wanted)
        assert [state(puzzle, seen) for seen in cells] == after and not ended.any()


@examples(40)
@given(puzzles(300), METRICS, st.sampled_from(["cells", "planes"]), st.booleans())
def test_many_boards_are_as_many_single_ones(puzzle, metric, observation, exact):
    terms = {"metric": metric, "observation": observation, "exact": exact, "reward": "sparse"}
    boards = PuzzleVectorEnv(3, puzzle, **terms)
    singles = [PuzzleEnv(puzzle, **terms) for _ in range(3)]
    cells, infos = boards.reset(seed=1)
    each = [single.reset(seed=1) for single in singles]
    ended = np.zeros(3, bool)
    for _ in range(8):
        for i, (seen, info) in enumerate(each):
            assert (seen == cells[i]).all() and seen in singles[i].observation_space
            assert info.keys() == {name for name in infos if name[0] != "_"}
            assert all((info[name] == infos[name][i]).all() for name in info)
        wanted = boards.sample_legal()
        cells, rewards, ended, _, infos = boards.step(wanted)
        steps = [single.step(a) for single, a in zip(singles, wanted.tolist(), strict=True)]
        each = [(step[0], step[4]) for step in steps]
        assert [step[1:4] for step in steps] == [
            (r, e, False) for r, e in zip(rewards.tolist(), ended.tolist(), strict=True)
        ]


@pytest.mark.parametrize("metric", naive.METRICS)
@pytest.mark.parametrize(
    "terms", [{}, {"observation": "planes", "distance": (5, 9), "reward": "potential"}, {"render_mode": "rgb_array"}]
)
def test_gymnasium_checks_it(metric, terms):
    from gymnasium.utils.env_checker import check_env

    check_env(gymnasium.make("huarong/Puzzle-v0", metric=metric, **terms).unwrapped)


def test_both_are_registered_and_cut_off():
    env = gymnasium.make("huarong/Puzzle-v0", puzzle="横刀立马", max_episode_steps=2)
    boards = gymnasium.make_vec("huarong/Puzzle-v0", num_envs=2, max_episode_steps=2)
    assert isinstance(boards, PuzzleVectorEnv) and boards.single_action_space == env.action_space
    env.reset(seed=1), boards.reset(seed=1)
    assert [env.step(0)[3] for _ in range(2)] == [False, True]
    assert [boards.step([0, 0])[3].tolist() for _ in range(2)] == [[False] * 2, [True] * 2]
    *_, rewards, ended, late, infos = boards.step([0, 0])
    assert not late.any() and not ended.any() and not rewards.any()
    assert infos["distance"].tolist() == [81, 81]
    assert gymnasium.make_vec("huarong/Puzzle-v0", num_envs=2).most == 1000


def test_wrappers_and_other_vectors_take_it():
    boards = gymnasium.make_vec("huarong/Puzzle-v0", num_envs=3, puzzle=SMALL, max_episode_steps=9)
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(boards)
    wrapped.reset(seed=1)
    lengths = []
    for _ in range(40):
        *_, infos = wrapped.step(boards.sample_legal())
        lengths += infos["episode"]["l"][infos["_episode"]].tolist() if "episode" in infos else []
    assert lengths and 3 <= min(lengths) <= max(lengths) == 9
    others = gymnasium.make_vec("huarong/Puzzle-v0", num_envs=2, puzzle=SMALL, vectorization_mode="sync")
    assert others.reset(seed=1)[1]["action_mask"].shape == (2, 36)


def test_equal_seeds_draw_equal_starts():
    boards = PuzzleVectorEnv(50, distance=(1, None))
    one, two, other = (boards.reset(seed=seed)[0] for seed in (1, 1, 2))
    assert (one == two).all() and (one != other).any()
    singles = [PuzzleEnv(distance=(1, None)) for _ in range(2)]
    for _ in range(2):
        assert (singles[0].reset(seed=3)[0] == singles[1].reset(seed=3)[0]).all()
    assert (singles[0].reset()[0] == singles[1].reset()[0]).all()  # the second episode, too


@pytest.mark.parametrize("metric", naive.METRICS)
def test_each_layout_at_a_distance_is_as_likely(metric):
    puzzle = hr.puzzle("ABC/D.E/goal:/C../...")
    far = naive.all_distances(puzzle, metric)
    fit = {each for each, d in far.items() if d is not None and 2 <= d <= 4}
    boards = PuzzleVectorEnv(200 * len(fit), puzzle, metric=metric, distance=(2, 4))
    cells, infos = boards.reset(seed=5)
    found = [state(puzzle, each) for each in cells]
    counts = np.array([found.count(each) for each in fit])
    assert counts.sum() == len(found) and ((counts - 200) ** 2 / 200).sum() < 2 * len(fit)
    assert all(d == far[each] for d, each in zip(infos["distance"], found, strict=True))
    _, infos = boards.reset(options={"distance": (1, 1)})
    assert set(infos["distance"].tolist()) == {1}
    _, infos = boards.reset(options={"distance": None})
    assert set(infos["distance"].tolist()) == {far[naive.start(puzzle)]}


def test_episodes_of_a_family_begin_with_all_its_sets():
    family = hr.Space.parse("4x4", "2x2:1 1x2:0..2 1x1:4..9 empty:2..")
    boards = PuzzleVectorEnv(400, family=family.text, goal="..../..../..AA/..AA", metric="step")
    cells, infos = boards.reset(seed=1)
    assert infos["distance"].min() >= 1
    letters = np.stack([(cells == k).sum((1, 2)) for k in (1, 2, 3)], 1)
    assert (letters[:, 0] == 4).all() and len({tuple(each) for each in letters}) > 10
    shown = [boards.starts.shown(grid) for grid in boards._grids[:5]]
    assert [hr.solve(each, "step").length for each in shown] == infos["distance"][:5].tolist()


def test_the_potential_is_the_exact_distance():
    boards = PuzzleVectorEnv(64, reward="potential", discount=0.9, distance=(3, None))
    _, infos = boards.reset(seed=1)
    for _ in range(20):
        before = infos["distance"]
        _, rewards, *_, infos = boards.step(boards.sample_legal())
        assert rewards == pytest.approx(before - 1 - 0.9 * infos["distance"])


def test_without_a_way_back_the_potential_is_one_more_than_the_longest():
    puzzle = "slide: A=R\nA..B/..../goal:/.A../...."
    boards = PuzzleVectorEnv(1, puzzle, metric="step", reward="potential")
    boards.reset()
    (reward,) = boards.step([4 * 0 + 3])[1]
    assert reward == 0  # the goal
    boards = PuzzleVectorEnv(
        1, puzzle.replace("A..B", ".A.B").replace(".A..", "..A."), metric="step", reward="potential"
    )
    boards.reset(), boards.step([4 * 3 + 1])
    infos = boards.step([4 * 1 + 3])[4]
    assert infos["distance"] == [0]
    lost = hr.puzzle("slide: A=R/A..B./goal:/.A..B")
    longest = max(filter(None, naive.all_distances(lost, "step").values()))
    boards = PuzzleVectorEnv(1, lost, metric="step", reward="potential")
    boards.reset()
    assert [boards.step([4 * cell + 3])[1][0] for cell in (0, 1)] == [0, 1 - (longest + 1) - 1]


@pytest.mark.parametrize("reward", ["step", "potential"])
def test_the_first_step_after_an_end_only_draws_a_start_and_rewards_nothing(reward):
    boards = PuzzleVectorEnv(1, "A../goal:/..A", metric="step", reward=reward)
    boards.reset()
    assert [boards.step([4 * cell + 3])[1][0] for cell in (0, 1, 2)] == [0 if reward == "potential" else -1] * 2 + [0]


def test_a_puzzle_too_large_for_a_table():
    env = PuzzleEnv("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", metric="step")
    cells, info = env.reset(seed=1)
    assert info.keys() == {"action_mask"} and info["action_mask"].sum() == 4
    assert (env.reset(options={"distance": (1, None)})[0] != cells).any()
    pytest.raises(InputError, PuzzleEnv, env.boards.starts.puzzle, metric="step", reward="potential").match("potential")


@pytest.mark.parametrize("exact", [True, False])
def test_the_goal_is_known_with_and_without_a_table(exact):
    env = PuzzleEnv("A.B/.../goal:/..A/.../goal:/.B./A..", exact=exact, reward="sparse")
    for way, rewards in (([(2, 4), (0, 2)], [0, 1]), ([(0, 2), (2, 1), (0, 3)], [0, 0, 1])):
        env.reset()
        found = [env.step(6 * here + there)[1:3] for here, there in way]
        assert found == [(float(reward), reward == 1) for reward in rewards]


@pytest.mark.parametrize(("mode", "size"), [("ansi", None), ("rgb_array", 3)])
def test_pictures(mode, size):
    env = PuzzleEnv(SMALL, render_mode=mode)
    env.reset()
    found = env.render()
    assert found == "A.B\n..." if mode == "ansi" else found.ndim == size and found.dtype == np.uint8
    assert PuzzleEnv(SMALL).render() is None
    boards = PuzzleVectorEnv(2, SMALL, render_mode=mode)
    boards.reset()
    assert len(boards.render()) == 2


def test_a_file_and_a_text(tmp_path: Path):
    path = tmp_path / "mine.txt"
    path.write_text(SMALL.replace("/", "\n"), "utf-8")
    for source in (path, SMALL, hr.puzzle(SMALL)):
        assert PuzzleEnv(source, metric="step").reset()[0].tolist() == [[1, 0, 2], [0, 0, 0]]


@pytest.mark.parametrize(
    ("given", "kind", "text"),
    [
        ({"puzzle": "横刀立吗"}, UnknownName, "横刀立马"),
        ({"metric": "hop"}, UnknownName, "step"),
        ({"observation": "pixels"}, UnknownName, "planes"),
        ({"reward": "dense"}, UnknownName, "sparse"),
        ({"puzzle": SMALL, "family": "3x2 2x2:1"}, InputError, "either"),
        ({"family": "3x2 2x2:1"}, hr.PuzzleError, "goal"),
        ({"distance": (0, 3)}, InputError, "0..3"),
        ({"distance": (500, None)}, InputError, "the greatest is"),
        ({"distance": 5}, InputError, "expected tuple"),
        ({"distance": (1, 2, 3)}, InputError, "the least and the greatest"),
        ({"render_mode": "human"}, UnknownName, "rgb_array"),
        ({"discount": 1.5}, InputError, "1.5 is not a valid discount; expected 0 to 1"),
        ({"discount": "1"}, InputError, "expected int / float, not str"),
        ({"max_episode_steps": 0}, InputError, "max_episode_steps is 0; expected 1"),
        ({"max_episode_steps": 2.5}, InputError, "expected int"),
    ],
)
def test_what_is_not_valid_is_named(given, kind, text):
    with pytest.raises(kind, match=text):
        PuzzleEnv(**given).reset()


def test_invalid_actions_boards_and_options_are_named():
    boards = PuzzleVectorEnv(2, SMALL)
    boards.reset()
    for wrong in ([0], [0, -1], [0, 36], [0, 1.5], [0, None], "01"):
        pytest.raises(InputError, boards.step, wrong).match("2 whole numbers from 0 to 35")
    pytest.raises(InputError, PuzzleVectorEnv, 0).match("num_envs is 0; expected 1")


@pytest.mark.parametrize("options", [{"start": 1}, {"distance": (500, None)}, {"distance": "ab"}, 7])
def test_a_refused_reset_leaves_nothing_behind(options):
    refused, other = (PuzzleEnv(SMALL, distance=(1, None)) for _ in range(2))
    for env in (refused, other):
        env.reset(seed=5)
        env.step(int(env.action_masks().argmax()))
    with pytest.raises(InputError):
        refused.reset(seed=9, options=options)
    for _ in range(3):
        assert play(refused, 3) == play(other, 3) and (refused.reset()[0] == other.reset()[0]).all()


def play(env, steps):
    """What the first legal actions lead to."""
    return [env.step(int(env.action_masks().argmax()))[0].tolist() for _ in range(steps)]


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("begun", [False, True])
def test_copies_go_on_alike_and_alone(copied, begun):
    env = PuzzleEnv(SMALL, distance=(1, None), reward="potential")
    if begun:
        env.reset(seed=1)
        play(env, 2)
    other = copied(env)
    assert (env.action_masks() == other.action_masks()).all() and env.action_masks().any() == begun
    if not begun:
        env.reset(seed=1), other.reset(seed=1)
    left = play(env, 5)
    assert play(other, 5) == left and (env.reset()[0] == other.reset()[0]).all()


def test_masks_are_where_sb3_contrib_looks_for_them():
    env = gymnasium.make("huarong/Puzzle-v0", puzzle=SMALL)
    _, info = env.reset(seed=1)
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.dtype == bool and masks.tolist() == info["action_mask"].astype(bool).tolist()


def test_plain_huarong_imports_nothing_of_it():
    code = (
        "import sys, huarong as hr; hr.solve('横刀立马'), hr.hint('横刀立马'), dir(hr); import huarong.cli.main, "
        "huarong.web.server; print({n for n in sys.modules if 'gymnasium' in n or 'huarong.learn' in n})"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "set()\n"


def test_a_missing_package_is_an_import_error_and_no_attribute():
    code = """
import inspect, pydoc, sys
sys.modules["gymnasium"] = None
import huarong as hr
assert not hasattr(hr, "learn") and "solve" in dict(inspect.getmembers(hr)) and pydoc.render_doc(hr)
for attempt in ("import huarong.learn", "from huarong import learn"):
    try:
        exec(attempt)
    except ImportError as error:
        assert isinstance(error, hr.HuarongError) and error.__suppress_context__, attempt
        print(error)
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told == 'this requires gymnasium: python -m pip install ".[learn]"\n' * 2
