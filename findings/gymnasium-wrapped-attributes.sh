#!/bin/sh
# An environment that gymnasium.make returns hides the methods of its own that the environment has.
#
# Guess: env.action_masks() works on what gymnasium.make returns, since wrappers pass on what they lack.
# What happens: AttributeError: 'OrderEnforcing' object has no attribute 'action_masks'. It is reached by
# env.get_wrapper_attr("action_masks")() or env.unwrapped.action_masks().
# Why it matters: most puzzles have illegal actions, and their masks are methods of this kind. Code written for the Gym of
# old fails, and "no such attribute" looks as if the environment had no masks.
# Versions: gymnasium 1.4.0 (PyPI), Python 3.10 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q gymnasium==1.4.0
cat > "$work/try.py" <<'PY'
import gymnasium
import numpy as np


class Masked(gymnasium.Env):
    observation_space = action_space = gymnasium.spaces.Discrete(2)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        return 0, {}

    def step(self, action):
        return 0, 0.0, False, False, {}

    def action_masks(self):
        return np.array([True, False])


gymnasium.register("Masked-v0", Masked)
env = gymnasium.make("Masked-v0")
try:
    said = str(env.action_masks())
except AttributeError as error:
    said = str(error)
print("gymnasium", gymnasium.__version__, "-", said)
print("get_wrapper_attr:", env.get_wrapper_attr("action_masks")(), "unwrapped:", env.unwrapped.action_masks())
assert "has no attribute 'action_masks'" in said
PY
"$work/venv/bin/python" -W ignore "$work/try.py"
