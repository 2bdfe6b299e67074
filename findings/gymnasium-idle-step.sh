#!/bin/sh
# After an episode ends in a vector environment of Gymnasium, the next step plays nothing.
#
# Guess: the step that ends an episode returns the first observation of the next one, and the last in the infos.
# What happens: it returns the last observation; the step after it drops its action, resets, and gives a reward of 0.
# Why it matters: a learner that stores every step learns that some action leads from a solved puzzle to a new start, and
# counts of steps include one idle step an episode. Drop steps that follow an end, or ask for AutoresetMode.SAME_STEP.
# Versions: gymnasium 1.4.0 (PyPI), Python 3.10 or later.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
python3 -m venv "$work/venv"
"$work/venv/bin/python" -m pip install -q gymnasium==1.4.0
cat > "$work/try.py" <<'PY'
import gymnasium
import numpy as np

played = []


class Two(gymnasium.Env):
    """Each episode takes two steps."""

    observation_space, action_space = gymnasium.spaces.Discrete(3), gymnasium.spaces.Discrete(9)

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.count = 0
        return 0, {}

    def step(self, action):
        played.append(int(action))
        self.count += 1
        return self.count, 1.0, self.count == 2, False, {}


env = gymnasium.vector.SyncVectorEnv([Two])
env.reset()
print("gymnasium", gymnasium.__version__, env.metadata["autoreset_mode"])
rewards = []
for action in range(1, 6):
    seen, reward, ended, _, _ = env.step(np.array([action]))
    rewards.append(float(reward[0]))
    print(f"action {action}: observation {seen[0]}, reward {reward[0]}, ended {ended[0]}")
print("actions that were played:", played)
assert played == [1, 2, 4, 5] and rewards == [1, 1, 0, 1, 1]
PY
"$work/venv/bin/python" -W ignore "$work/try.py"
