"""Gymnasium environments for learners. Importing this package registers `huarong/Puzzle-v0` (extra `learn`).

>>> import gymnasium
>>> boards = gymnasium.make_vec("huarong.learn:huarong/Puzzle-v0", num_envs=3, metric="step")
>>> cells, infos = boards.reset(seed=1)
>>> cells.shape, infos["distance"].tolist()
((3, 5, 4), [116, 116, 116])
"""

from huarong.errors import optional
from huarong.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__)

optional("gymnasium", "learn").register(
    "huarong/Puzzle-v0",
    entry_point="huarong.learn.environments:PuzzleEnv",
    vector_entry_point="huarong.learn.environments:PuzzleVectorEnv",
    max_episode_steps=1000,
)
