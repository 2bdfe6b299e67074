"""Golden answers of tables of tiles (`tests/golden/`)."""

from tests.golden import compared

test_what_is_answered_is_what_is_kept = compared("tiles")
