"""How many examples Hypothesis tries: in the everyday tests a fifth of those in CI."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings

CI = os.environ.get("CI", "").lower() == "true"
OFTEN = 60 if CI else 12
"""Where a test does not say otherwise."""


def examples(most: int, **options: Any) -> settings:
    """Settings of a test that tries `most` examples in CI."""
    return settings(max_examples=tries(most), **options)


def tries(most: int) -> int:
    """How often a loop of a test runs that runs `most` times in CI."""
    return most if CI else max(5, most // 5)
