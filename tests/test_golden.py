"""Golden answers of many parts of the package (`tests/golden/`; to replace them: `python -m tests.golden --write`)."""

import pytest

from tests.examples import few
from tests.golden import GROUPS, kept, parts, works

KEPT = {group: kept(group) for group in GROUPS}


COMMANDS = [("cli", name) for name in works("cli")]
OTHERS = [(group, name) for group in GROUPS if group != "cli" for name in works(group)]


@pytest.mark.parametrize(("group", "name"), [*COMMANDS, *few(OTHERS, 300)])
def test_what_is_answered_is_what_is_kept(group: str, name: str) -> None:
    known, found = KEPT[group].get(name, {}), parts(group, works(group)[name]())
    assert known
    assert {key: found.get(key) for key in known} == known


@pytest.mark.parametrize("group", GROUPS)
def test_nothing_is_kept_of_works_that_are_gone(group: str) -> None:
    assert set(KEPT[group]) == set(works(group))
