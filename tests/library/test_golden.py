"""Golden answers of texts as they are read (`tests/golden/`)."""

from tests.golden import compared

test_what_is_answered_is_what_is_kept = compared("library")
