"""The pages' modules in Node (`tests/golden/pages.py`): what each room shows after what a visitor does is what is kept.

To keep today's: `python -m tests.golden pages --write`. The files in `rooms/` say what is done on the board, in the
library, the editor, on the map and in the museum; `rooms/page.js` is the page without a browser. Their texts are keys
with values, so that words may change.
"""

import pytest

from tests.golden import kept, parts, works
from tests.web.node import needs_node

pytestmark = needs_node
KEPT = kept("pages")


SLOW = ("library", "records")
"""They draw hundreds of boards again and again: 3 s each."""


@pytest.mark.parametrize("name", [pytest.param(n, marks=[pytest.mark.slow] * (n in SLOW)) for n in works("pages")])
def test_what_a_room_shows_is_what_is_kept(name: str) -> None:
    assert parts("pages", works("pages")[name]()) == KEPT[name]
