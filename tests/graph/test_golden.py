"""Golden answers of plain searches (`tests/golden/`)."""

from tests.golden import compared

test_what_is_answered_is_what_is_kept = compared("graph")
