"""The Gymnasium environments: one board, or many that a kernel steps together.

>>> import gymnasium
>>> env = gymnasium.make("huarong.learn:huarong/Puzzle-v0", puzzle="横刀立马", metric="move")
>>> cells, info = env.reset(seed=1)
>>> int(info["distance"]), int(info["action_mask"].sum()), int(info["action_mask"][16 * 20 + 17])
(81, 8, 1)
>>> cells, reward, terminated, truncated, info = env.step(16 * 20 + 17)
>>> reward, int(info["distance"])
(-1.0, 80)

An **action** names a piece by its **head**, the first of its cells in reading order; cells are numbered from 0 in
reading order. So a number has the same meaning for every puzzle on boards of one size. In the metric `step`, its two
lowest bits are the direction. In `slide` and `move`, it has two digits in base `cells`, the number of cells::

    step   | head of the piece | direction |    slide, move   | head of the piece | head after the move |
    bits     ... 5  4  3  2      1  0            weights         cells               1
                                 0 up, 1 down, 2 left, 3 right

On 横刀立马 (4x5, 20 cells) the soldier at the bottom left, on cell 16, steps to the right by 16 x 4 + 3 = 67, and moves
one cell to the right by 16 x 20 + 17 = 337: 80 actions in `step`, 400 in `slide` and `move`.
"""

import functools
from dataclasses import dataclass
from io import BytesIO
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from huarong.atlas.atlas import Atlas
from huarong.atlas.goals import puzzle_at, read_goal
from huarong.atlas.oracle import Oracle
from huarong.atlas.table import DistanceTable
from huarong.design.scrambling import check_distance, scrambles
from huarong.draw.picture import png, svg
from huarong.errors import InputError, UnknownName, expect, optional
from huarong.kernels import kernel
from huarong.library.reader import puzzle as read
from huarong.model.board import Goal, Layout, Metric, MetricLike, as_metric
from huarong.model.pieces import Range
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.model.rules import Rules
from huarong.space.space import Space

gymnasium: Any = optional("gymnasium", "learn")
_CHOICES = {"observation": ["cells", "planes"], "reward": ["step", "sparse", "potential"]}
_MOST_KINDS = 254
"""The most kinds: letters are bytes, one for each kind, one for empty cells and one for walls."""


Grids = NDArray[np.uint8]
"""Layouts as rows of letters, one for each cell: the piece whose head is there (see `Space.grids`)."""


@dataclass(frozen=True, eq=False)
class Starts:
    """The layouts of a puzzle or family (`puzzle` is None), their goal, and the table of their distances, if any."""

    space: Space
    goal: Goal
    metric: Metric
    puzzle: Puzzle | None
    table: DistanceTable | None

    @classmethod
    def of(
        cls, puzzle: PuzzleLike | None, family: Space | str | None, goal: str | None, metric: Metric, table: bool
    ) -> "Starts":
        """Read a puzzle (as `huarong.puzzle` does) or a family (as `Space.parse` does), and a goal in place of its own.
        With `table`, distances are computed if the table is small enough; for a family they always are. Raises the
        reader's `InputError` or subclass, and `LimitReached` for a family larger than memory.
        """
        if (puzzle is None) == (family is None):
            raise InputError("give either a puzzle or a family")
        if family is not None:
            space = Space.parse(family) if isinstance(family, str) else family
            wanted = read_goal(space, goal)
            known = Atlas.build(space, wanted, metric)
            return cls(space, wanted, metric, None, known)
        assert puzzle is not None
        found = read(puzzle, goal)
        some = Oracle(found, metric).table() if table else None
        return cls(Space.of(found), found.goal, metric, found, some)

    def check(self, distance: Any) -> Range | None:
        """Check a range of distances for the beginning of episodes, and return it. Raises `InputError`."""
        if distance is None:
            return None
        expect(distance, tuple, list)
        if len(distance) != 2:
            raise InputError("expected a distance as the least and the greatest number of moves, such as (5, 10)")
        least, most = distance
        expect(least, int)
        expect(most, int, type(None))
        wanted = check_distance((least, most))
        if self.table is not None:
            self._fitting(wanted)
        return wanted

    def draw(self, count: int, distance: Range | None, random: np.random.Generator) -> Grids:
        """Draw starts for `count` boards: random layouts at a `distance` (least and greatest), each equally likely.

        Without a distance, the starts are the puzzle's own start, or any solvable layouts of the family. Without a
        table, layouts are drawn and solved until enough fit.
        """
        if distance is None and self.puzzle is not None:
            return np.repeat(self._grid(self.puzzle)[None], count, 0)
        wanted = distance or (1, None)
        if self.table is not None:
            ranks = self._fitting(wanted)
            return self.space.grids(ranks[random.integers(len(ranks), size=count)])
        assert self.puzzle is not None
        some = None if wanted == (1, None) else wanted
        seed = int(random.integers(1 << 62))
        found = scrambles(self.puzzle, count, distance=some, metric=self.metric, seed=seed)
        return np.stack([self._grid(each.puzzle) for each in found])

    @functools.lru_cache(4)
    def _fitting(self, distance: Range) -> NDArray[np.int64]:
        """Return the ranks of all layouts in a range of distances; the ranks are kept for the next draw."""
        assert self.table is not None
        return self.table.between(*distance)

    def _grid(self, puzzle: Puzzle) -> Grids:
        grid = np.zeros(self.space.board.size, np.uint8)
        for piece in puzzle.pieces:
            grid[piece.head] = piece.kind + 1
        return grid

    def shown(self, grid: Grids) -> Puzzle:
        """Return a layout as a puzzle that starts there, for drawing."""
        heads = (tuple(np.flatnonzero(grid == k + 1).tolist()) for k in range(len(self.space.kinds)))
        layout = Layout(tuple(heads), self.space)
        if self.puzzle is None:
            return puzzle_at(self.space, layout, self.goal)
        return self.puzzle.started(layout)


@dataclass(frozen=True, slots=True)
class EpisodeTerms:
    """Where episodes begin, what is observed, and what is rewarded.

    Episodes begin at the puzzle's start, or at random layouts whose distance to the goal is in the range `distance`
    (least and greatest; None: any), each equally likely.

    `cells` observes what covers each cell (height x width): 0 for nothing, k + 1 for a piece of kind k, and the next
    number after the last kind for a wall. `planes` has a plane for each of these numbers except the wall's, with a 1
    where a cell has it.

    The reward `step` is -1 for each action, and `sparse` is 1 at the goal and otherwise 0. `potential` is -1 plus the
    action's gain in exact distance, d - `discount` x d' (Ng, Harada and Russell, 1999); with a discount of 1, it is 0
    for a best move. If no goal can be reached, d is one more than the longest distance.

    Without `exact`, distances are not looked up after each action.

    >>> EpisodeTerms(distance=(5, 10)).reward
    'step'
    """

    distance: Range | None = None
    observation: Literal["cells", "planes"] = "cells"
    reward: Literal["step", "sparse", "potential"] = "step"
    discount: float = 1.0
    exact: bool = True

    def __post_init__(self) -> None:
        for name, choices in _CHOICES.items():
            if (got := getattr(self, name)) not in choices:
                raise UnknownName(str(got), choices)
        expect(self.discount, int, float)
        if not 0 <= self.discount <= 1:
            raise InputError("{got} is not a valid discount; expected 0 to 1", got=self.discount)


class PuzzleVectorEnv(gymnasium.vector.VectorEnv):  # type: ignore[misc]
    """Many boards: `gymnasium.make_vec("huarong/Puzzle-v0", num_envs=1024, ...)`.

    `puzzle` is anything that `huarong.puzzle` reads (default 横刀立马). With `family` instead (a board and a set of
    pieces with ranges, as `Space.parse` reads them), each episode begins at a random solvable layout of the family.
    `goal` replaces the goal. `metric` says what one action is. `terms` are the fields of `EpisodeTerms`. Raises
    `InputError` or a subclass for invalid arguments.

    `infos["action_mask"]` has a 1 for each legal action (int8); any other action changes nothing, but is counted.
    `infos["distance"]` is the exact distance to the goal, or -1 if no goal can be reached; it is missing if the puzzle
    has too many layouts for a table. An episode ends at the goal or if nothing can move, and is truncated after
    `max_episode_steps` actions. The next step then begins a new episode, whatever the action, with reward 0
    (`AutoresetMode.NEXT_STEP`). `reset(options={"distance": (5, 10)})` changes where episodes begin from then on.

    >>> seen, infos = PuzzleVectorEnv(3, "捷足先登").reset(seed=1)
    >>> seen.shape, infos["distance"].tolist()
    ((3, 5, 4), [32, 32, 32])
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 4,
        "autoreset_mode": gymnasium.vector.AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        puzzle: PuzzleLike | None = None,
        *,
        family: Space | str | None = None,
        goal: str | None = None,
        metric: MetricLike = "move",
        max_episode_steps: int | None = None,
        render_mode: str | None = None,
        **terms: Any,
    ) -> None:
        for name, count in (("num_envs", num_envs), ("max_episode_steps", max_episode_steps)):
            expect(count, int, type(None))
            if count is not None and count < 1:
                raise InputError("{name} is {got}; expected 1 or more", got=count, name=name)
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise UnknownName(str(render_mode), self.metadata["render_modes"])
        self.num_envs, self.render_mode, self.most = num_envs, render_mode, max_episode_steps
        self.terms = EpisodeTerms(**terms)
        shaped = self.terms.reward == "potential"
        self._measured = self.terms.exact or shaped
        puzzle = "横刀立马" if puzzle is None and family is None else puzzle
        table = self._measured or self.terms.distance is not None
        self.starts = Starts.of(puzzle, family, goal, as_metric(metric), table)
        self.distance = self.starts.check(self.terms.distance)
        if shaped and self.starts.table is None:
            raise InputError(
                "the reward 'potential' requires exact distances, and this puzzle has too many layouts for a "
                "table: choose 'step' or 'sparse'"
            )
        board, letters = self.starts.space.board, len(self.starts.space.kinds) + 1
        if letters > _MOST_KINDS + 1:
            text = "{got} {got:kind|kinds} of pieces are too many here; expected at most {most}"
            raise InputError(text, got=letters - 1, most=_MOST_KINDS)
        self._shape = (board.height, board.width)
        box, batch = gymnasium.spaces.Box, gymnasium.vector.utils.batch_space
        planes = self.terms.observation == "planes"
        seen = box(0, 1, (letters, *self._shape), np.uint8) if planes else box(0, letters, self._shape, np.uint8)
        actions = board.size * (4 if self.starts.metric is Metric.STEP else board.size)
        self.single_observation_space = seen
        self.single_action_space = gymnasium.spaces.Discrete(actions)
        self.observation_space = batch(seen, num_envs)
        self.action_space = batch(self.single_action_space, num_envs)
        self._played = np.zeros(num_envs, np.int64)
        self._over = np.ones(num_envs, bool)
        self._distances: NDArray[np.int64] | None = None
        self._make_boards(actions)

    def _make_boards(self, actions: int) -> None:
        """Create the kernel's boards, and the arrays that the kernel changes."""
        space, n = self.starts.space, self.num_envs
        board, rules = space.board, Rules.of(space.board, space.kinds)
        place = np.full((len(space.kinds), board.size), -1, np.int32)
        place[rules.kind, rules.head] = np.arange(len(rules.head))
        self._grids, self._cells = np.zeros((2, n, board.size), np.uint8)
        self._cells[:, list(board.walls)] = len(space.kinds) + 1
        self._mask, self._legal = np.zeros((n, actions), np.uint8), np.zeros((n, actions), np.int32)
        self._count, held = np.zeros((2, n), np.int32)
        free = np.array(board.free, np.int32)
        arrays = (place, free, self._grids, self._cells, self._mask, self._legal, self._count, held)
        views = [each.reshape(-1).data for each in arrays]
        self._boards = kernel("boards").Boards(rules, self.starts.metric.code, views)

    def __getstate__(self) -> dict[str, Any]:
        """Return everything but the kernel's boards, which are rebuilt from these arrays: for copies and pickles."""
        return {name: value for name, value in self.__dict__.items() if name != "_boards"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        grids = self._grids
        self._make_boards(self._mask.shape[1])
        self._grids[:] = grids
        self._boards.act(np.full(self.num_envs, -1).data)

    def starting(self, options: dict[str, Any] | None) -> Range | None:
        """Return where episodes begin after a reset with these options. Raises `InputError`, and changes nothing."""
        expect(options, dict, type(None))
        if strange := (options or {}).keys() - {"distance"}:
            raise InputError("a reset has no option {got!r}; expected 'distance'", got=min(strange, key=str))
        return self.starts.check((options or {}).get("distance", self.distance))

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Begin an episode on each board; return observations and infos."""
        distance = self.starting(options)
        super().reset(seed=seed)
        self.distance = distance
        self._over[:] = True
        self._act(np.zeros(self.num_envs, np.int64))
        return self._observations(), self._infos()

    def _act(self, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Perform an action on each board, or begin an episode if the last one is over; return which boards began."""
        begun, self._over = self._over, np.zeros(self.num_envs, bool)
        if fresh := int(begun.sum()):
            self._grids[begun] = self.starts.draw(fresh, self.distance, self.np_random)
            actions[begun] = -1
        self._boards.act(actions.data)
        self._played += 1
        self._played[begun] = 0
        if self._measured and self.starts.table is not None:
            self._distances = self.starts.table.left(self.starts.space.ranks(self._grids))
        return begun

    def step(self, actions: ArrayLike) -> Any:
        """Perform an action on each board; return observations, rewards, which episodes ended or were truncated, infos.

        Raises `InputError` for numbers that are not actions.
        """
        given, most = np.asarray(actions), self._mask.shape[1] - 1
        valid = given.dtype.kind in "iu" and given.shape == (self.num_envs,)
        if not valid or given.min() < 0 or given.max() > most:
            text = "invalid actions; expected {count} whole {count:number|numbers} from 0 to {most}"
            raise InputError(text, count=self.num_envs, most=most)
        wanted = given.astype(np.int64)
        before = self._potential()
        begun = self._act(wanted)
        solved = ~begun & self._solved()
        ended = solved | (~begun & (self._count == 0))
        late = ~ended & (self._played == self.most)
        if self.terms.reward == "sparse":
            rewards = solved.astype(np.float64)
        else:
            rewards = before - self.terms.discount * self._potential() - ~begun
        rewards[begun] = 0
        self._over = ended | late
        return self._observations(), rewards, ended, late, self._infos()

    def _solved(self) -> NDArray[np.bool_]:
        if self._distances is not None:
            return np.asarray(self._distances == 0)
        found = np.zeros(self.num_envs, bool)
        for alternative in self.starts.goal.alternatives:
            kinds, heads = np.array(alternative).T
            found |= (self._grids[:, heads] == kinds + 1).all(1)
        return found

    def _potential(self) -> NDArray[np.float64]:
        """Return the exact distance of each board if the reward depends on it, else 0."""
        table, found = self.starts.table, self._distances
        if found is None or table is None or self.terms.reward != "potential":
            return np.zeros(self.num_envs)
        return np.where(found < 0, (table.facts.longest or 0) + 1.0, found)

    def _observations(self) -> NDArray[np.uint8]:
        cells = self._cells.reshape(self.num_envs, *self._shape)
        if self.terms.observation == "cells":
            return cells.copy()
        letters = np.arange(self.observation_space.shape[1], dtype=np.uint8)
        return np.asarray(cells[:, None] == letters[:, None, None]).view(np.uint8)

    def _infos(self) -> dict[str, Any]:
        found: dict[str, Any] = {"action_mask": self._mask.view(np.int8).copy()}
        found |= {} if self._distances is None else {"distance": self._distances.copy()}
        return found | {f"_{name}": np.ones(self.num_envs, bool) for name in found}

    def sample_legal(self) -> NDArray[np.int64]:
        """Return a random legal action for each board, all equally likely; any action if none is legal."""
        chosen = (self.np_random.random(self.num_envs) * self._count).astype(np.intp)
        return np.asarray(self._legal[np.arange(self.num_envs), chosen], np.int64)

    def render(self) -> Any:
        """Return each board, as text (`ansi`) or as pixels (`rgb_array`)."""
        if self.render_mode is None:
            return None
        puzzles = [self.starts.shown(grid) for grid in self._grids]
        if self.render_mode == "ansi":
            return tuple("\n".join(each.rows()) for each in puzzles)
        from PIL import Image

        pictures = (Image.open(BytesIO(png(svg(each), 1))) for each in puzzles)
        return tuple(np.asarray(picture.convert("RGB")) for picture in pictures)


class PuzzleEnv(gymnasium.Env):  # type: ignore[misc]
    """One board, `gymnasium.make("huarong/Puzzle-v0", ...)`, with `PuzzleVectorEnv`'s arguments, actions and infos.

    `gymnasium.make` truncates episodes (`max_episode_steps`). A step after the end of an episode begins a new one.

    >>> seen, info = PuzzleEnv("捷足先登").reset(seed=1)
    >>> seen.shape, int(info["distance"])
    ((5, 4), 32)
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}

    def __init__(self, puzzle: PuzzleLike | None = None, *, render_mode: str | None = None, **given: Any) -> None:
        self.render_mode = render_mode
        self.boards = PuzzleVectorEnv(1, puzzle, render_mode=render_mode, **given)
        self.observation_space = self.boards.single_observation_space
        self.action_space = self.boards.single_action_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        """Begin an episode; return an observation and the info."""
        self.boards.starting(options)
        super().reset(seed=seed)
        self.boards.np_random = self.np_random
        seen, infos = self.boards.reset(options=options)
        return seen[0], _first(infos)

    def step(self, action: int) -> Any:
        """Perform an action; return observation, reward, whether the episode ended or was truncated, and info."""
        seen, rewards, ended, late, infos = self.boards.step([action])
        return seen[0], float(rewards[0]), bool(ended[0]), bool(late[0]), _first(infos)

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions are legal, by their numbers, as `MaskablePPO` of sb3-contrib expects."""
        return np.asarray(self.boards._mask[0], bool)

    def render(self) -> Any:
        """Return the board, as text (`ansi`) or as pixels (`rgb_array`)."""
        return None if self.render_mode is None else self.boards.render()[0]


def _first(infos: dict[str, Any]) -> dict[str, Any]:
    return {name: value[0] for name, value in infos.items() if name[0] != "_"}
