"""Golden answers of many parts of the package (`tests/golden/`; to replace them: `python -m tests.golden --write`)."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from huarong.kernels import kernel
from tests.golden import GROUPS, kept, parts, works

KEPT = {group: kept(group) for group in GROUPS}
ASKS = """
import json
from tests.golden import parts, works
print(json.dumps({name: parts(work()) for name, work in works("asks").items()}))
"""


@pytest.fixture(scope="module")
def asks() -> dict[str, dict[str, str]]:
    """The parts of what `tests/golden/asks.py` tells, by a process of its own: it hangs on what others have cached."""
    found: dict[str, dict[str, str]] = json.loads(
        subprocess.check_output([sys.executable, "-c", ASKS], cwd=Path(__file__).parents[1])
    )
    return found


@pytest.mark.parametrize(
    ("group", "name"), [(group, name) for group in GROUPS for name in works(group)]
)
def test_what_is_answered_is_what_is_kept(
    group: str, name: str, request: pytest.FixtureRequest
) -> None:
    if group == "asks" and not kernel("frames").compiled:
        pytest.skip("kernels that are not compiled do less between two asks")
    known = KEPT[group].get(name, {})
    found = (
        request.getfixturevalue("asks")[name] if group == "asks" else parts(works(group)[name]())
    )
    assert known
    assert {key: found.get(key) for key in known} == known


@pytest.mark.parametrize("group", GROUPS)
def test_nothing_is_kept_of_works_that_are_gone(group: str) -> None:
    assert set(KEPT[group]) == set(works(group))
