"""A small policy learns a puzzle: a network in NumPy, trained on 256 boards at once by proximal policy optimization.

Every episode begins at a random layout, and the exact distances say how many steps it needs: the steps that the policy
makes have an optimum to be compared with. It learns once from -1 for each step, once from what each step gains in exact
distance. Needs the extra `learn`; given a file name it draws the curves there (matplotlib, of the extra `notebook`).
"""

# %%
from __future__ import annotations

import argparse
import os
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # on small matrices, threads mostly wait

import gymnasium
import numpy as np

import huarong.learn

gymnasium.register_envs(huarong.learn)
BOARDS, STEPS, HIDDEN, ROUNDS, PARTS = 256, 16, 128, 3, 8
DISCOUNT, DECAY, RATE, ENTROPY, CLIP = 0.99, 0.95, 1e-3, 0.01, 0.2


class Network:
    """One hidden layer, then a number for each action and a value, trained by Adam."""

    def __init__(self, inputs: int, actions: int, random: np.random.Generator) -> None:
        sizes = [(inputs + 1, HIDDEN), (HIDDEN + 1, actions), (HIDDEN + 1, 1)]
        self.weights = [random.normal(0, 0.5 / m**0.5, (m, n)) for m, n in sizes]
        self.means = [np.zeros_like(each) for each in self.weights]
        self.squares = [np.zeros_like(each) for each in self.weights]
        self.updates = 0

    def __call__(self, seen: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, ...]:
        """The input and the hidden layer (with a 1 behind each), the probabilities of the actions, and the values."""
        x = np.column_stack([seen.reshape(len(seen), -1), np.ones(len(seen))])
        hidden = np.column_stack([np.maximum(x @ self.weights[0], 0), np.ones(len(x))])
        logits = np.where(mask > 0, hidden @ self.weights[1], -1e9)
        shares = np.exp(logits - logits.max(1, keepdims=True))
        return x, hidden, shares / shares.sum(1, keepdims=True), (hidden @ self.weights[2])[:, 0]

    def learn(self, seen, mask, actions, before, gains, returns) -> None:
        """One step along the gradient: actions that gained become likelier, within CLIP of `before`, and values nearer
        to the returns.
        """
        x, hidden, shares, values = self(seen, mask)
        every, logs = np.arange(len(actions)), np.log(shares + 1e-9)
        ratio = shares[every, actions] / before
        push = gains * ratio * np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        surprise = logs - (shares * logs).sum(1, keepdims=True)
        logits = shares * (push[:, None] + ENTROPY * surprise)
        logits[every, actions] -= push
        value = (values - returns)[:, None]
        back = logits @ self.weights[1][:-1].T + value @ self.weights[2][:-1].T
        slopes = [x.T @ (back * (hidden[:, :-1] > 0)), hidden.T @ logits, hidden.T @ value]
        self.updates += 1
        for i, slope in enumerate(slopes):
            self.means[i] += 0.1 * (slope / len(x) - self.means[i])
            self.squares[i] += 0.001 * ((slope / len(x)) ** 2 - self.squares[i])
            size = (self.squares[i] / (1 - 0.999**self.updates)) ** 0.5 + 1e-8
            self.weights[i] -= RATE / (1 - 0.9**self.updates) * self.means[i] / size


# %%
def train(puzzle: str, metric: str, reward: str, actions: int, seed: int = 1) -> list[tuple[float, float, float]]:
    """Train for some millions of actions; returns a curve: actions so far, and of the last episodes the steps made and
    needed.
    """
    random = np.random.default_rng(seed)
    boards = gymnasium.make_vec(
        "huarong/Puzzle-v0",
        num_envs=BOARDS,
        puzzle=puzzle,
        metric=metric,
        reward=reward,
        observation="planes",
        distance=(1, None),
        max_episode_steps=100,
    )
    seen, infos = boards.reset(seed=seed)
    network = Network(seen[0].size, int(boards.single_action_space.n), random)
    made, needed, over = np.zeros(BOARDS), infos["distance"].copy(), np.zeros(BOARDS, bool)
    curve, episodes = [], []
    for rollout in range(actions // (BOARDS * STEPS)):
        played = []
        for _ in range(STEPS):
            mask, begins = infos["action_mask"], over  # the step after an end begins anew
            _, _, shares, values = network(seen, mask)
            chosen = (shares.cumsum(1) > random.random((BOARDS, 1))).argmax(1)
            likely = shares[np.arange(BOARDS), chosen]
            after, rewards, ended, late, infos = boards.step(chosen)
            over = ended | late
            played.append((seen, mask, chosen, likely, values, rewards, ended, over, ~begins))
            made = np.where(begins, 0, made + 1)
            needed = np.where(begins, infos["distance"], needed)
            episodes += zip(made[over], needed[over], strict=True)
            seen = after
        gain, following, gains = np.zeros(BOARDS), network(seen, infos["action_mask"])[3], []
        for _, _, _, _, values, rewards, ended, over_then, _ in reversed(played):
            error = rewards + DISCOUNT * np.where(ended, 0, following) - values
            gain = error + DISCOUNT * DECAY * np.where(over_then, 0, gain)
            gains.append(gain)
            following = values
        *data, kept = (np.concatenate([step[i] for step in played]) for i in (0, 1, 2, 3, 4, 8))
        gained = np.concatenate(gains[::-1])[kept]
        seens, masks, choices, likelies, valued = (each[kept] for each in data)
        scaled = (gained - gained.mean()) / (gained.std() + 1e-6)
        batch = seens, masks, choices, likelies, scaled, gained + valued
        for _ in range(ROUNDS):
            for part in np.array_split(random.permutation(len(gained)), PARTS):
                network.learn(*(each[part] for each in batch))
        if len(episodes) >= 1000:
            curve.append(((rollout + 1) * BOARDS * STEPS, *np.mean(episodes, 0).tolist()))
            episodes = []
    return curve


def draw(curves: dict[str, list[tuple[float, float, float]]], path: str) -> None:
    """Draw the steps made against the actions, and the optimum."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4))
    for reward, curve in curves.items():
        xs, made, needed = np.array(curve).T
        axes.plot(xs, made, label=f"policy, reward {reward}")
    axes.plot(xs, needed, "k--", label="optimum of these starts")
    axes.set(xlabel="actions", ylabel="steps in an episode", ylim=(0, None))
    axes.legend()
    figure.savefig(path, dpi=110, bbox_inches="tight")


# %%
if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("picture", nargs="?")
    parser.add_argument("--puzzle", default="Simplicity")
    parser.add_argument("--metric", default="step")
    parser.add_argument("--actions", type=int, default=1_000_000)
    given = parser.parse_args()
    curves = {}
    for reward in ("step", "potential"):
        began = time.perf_counter()
        curves[reward] = curve = train(given.puzzle, given.metric, reward, given.actions)
        actions, made, needed = curve[-1]
        print(
            f"{given.puzzle}, reward {reward}: first {curve[0][1]:.1f} steps, at last {made:.1f}, optimum {needed:.1f}"
            f" ({actions:,.0f} actions, {time.perf_counter() - began:.0f} s)"
        )
    if given.picture:
        draw(curves, given.picture)
