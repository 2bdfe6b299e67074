"""Environments of Gymnasium: steps of 1,024 boards of 横刀立马 by random legal actions, at least 5 million a second on
one core.

One step counts with all that a learner is given: the action and its legality, the observation, the mask of legal
actions, the reward, whether the episode ended or was cut off, and a new start where one did; `exact` with the exact
distance of each board. Drawing the actions is not counted. Measured in processor time of this process, which other work
disturbs less.
"""

import time

import gymnasium
import pytest

import huarong.learn

gymnasium.register_envs(huarong.learn)
BOARDS = 1024


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("exact", [False, True], ids=["plain", "exact"])
@pytest.mark.parametrize("metric", ["step", "slide", "move"])
def bench_steps_of_many_boards(benchmark, metric, exact):
    boards = gymnasium.make_vec("huarong/Puzzle-v0", num_envs=BOARDS, metric=metric, distance=(1, None), exact=exact)
    boards.reset(seed=1)
    for _ in range(100):
        boards.step(boards.sample_legal())
    benchmark.pedantic(boards.step, setup=lambda: ((boards.sample_legal(),), {}), rounds=1000, warmup_rounds=50)
    rate = BOARDS / benchmark.stats.stats.median / 1e6
    benchmark.extra_info["million steps a second"] = round(rate, 1)
    assert rate > 2.5, "half of what docs/en/howto/learn.md says"


@pytest.mark.benchmark(timer=time.process_time)
def bench_steps_of_one_board(benchmark):
    board = gymnasium.make("huarong/Puzzle-v0", metric="move").unwrapped
    board.reset(seed=1)
    benchmark(board.step, 0)
