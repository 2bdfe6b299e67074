"""Golden answers of the museum (`tests/golden/`)."""

from tests.golden import compared

test_what_is_answered_is_what_is_kept = compared("study")
