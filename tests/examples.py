"""How many examples Hypothesis tries: a third every day of what CI tries."""

from __future__ import annotations

import os
from typing import Any

from hypothesis import settings

CI = os.environ.get("CI", "").lower() == "true"
OFTEN = 60 if CI else 20
"""Where a test does not say otherwise."""


def examples(most: int, **options: Any) -> settings:
    """Settings of a test that tries `most` examples in CI."""
    return settings(max_examples=most if CI else max(5, most // 3), **options)
