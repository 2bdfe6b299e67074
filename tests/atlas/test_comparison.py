"""Two atlases of one space compared."""

import pytest

from huarong.atlas import largest_difference
from huarong.atlas.atlas import Atlas
from huarong.errors import InputError
from huarong.library.reader import puzzle


def test_the_metrics_differ_most() -> None:
    classic = {metric: Atlas.of(puzzle("横刀立马"), metric) for metric in ("step", "move")}
    most, ranks = largest_difference(classic["step"], classic["move"])
    gap = [a - b for a, b in zip(classic["step"].distances.tolist(), classic["move"].distances.tolist(), strict=True)]
    assert most == max(gap)
    assert ranks.tolist() == [r for r, g in enumerate(gap) if g == most]
    with pytest.raises(InputError, match="different spaces"):
        largest_difference(classic["step"], Atlas.of(puzzle("AB/..", goal="../AB"), "step"))
