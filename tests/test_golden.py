"""Golden answers of many parts of the package (`tests/golden/`; to replace them: `python -m tests.golden --write`)."""

from __future__ import annotations

import pytest

from huarong.kernels import kernel
from tests.golden import GROUPS, kept, parts, works

KEPT = {group: kept(group) for group in GROUPS}


@pytest.mark.parametrize(
    ("group", "name"), [(group, name) for group in GROUPS for name in works(group)]
)
def test_what_is_answered_is_what_is_kept(group: str, name: str) -> None:
    if group == "asks" and not kernel("frames").compiled:
        pytest.skip("kernels that are not compiled do less between two asks")
    found, known = parts(works(group)[name]()), KEPT[group].get(name, {})
    if group == "constants":  # names may be added and removed
        known = {key: value for key, value in known.items() if key in found}
    else:
        assert known
    assert {key: found.get(key) for key in known} == known


@pytest.mark.parametrize("group", GROUPS)
def test_nothing_is_kept_of_works_that_are_gone(group: str) -> None:
    assert set(KEPT[group]) == set(works(group))
