"""Golden answers of limits; that each work is compared in some room's `test_golden.py`, and none is gone.

To replace the answers: `python -m tests.golden --write`.
"""

import pytest

from tests.golden import GROUPS, ROOMS, compared, kept, names, works

test_limits_leave_what_is_kept = compared("limits")


@pytest.mark.parametrize("group", GROUPS)
def test_each_work_is_compared_once(group: str) -> None:
    compared = [name for room, (of, _) in ROOMS.items() if of == group for name in names(room)]
    assert sorted(compared) == sorted(works(group)) == sorted(kept(group))
