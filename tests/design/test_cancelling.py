"""Long work of `huarong.design` can be cancelled at any time, and obeys its limits."""

import pytest

import huarong as hr
from huarong.design import Recipe, easier, generate, rate, report
from huarong.draw import Card, animation, sheet
from huarong.errors import LimitReached
from tests.cancelling import cancels_anywhere
from tests.clock import ticking

SMALL = "AAB./CD.#/CE../goal:/..../...#/..AA"
WORKS = {
    "rate": lambda cancel: rate(SMALL, cancel=cancel),
    "generate": lambda cancel: generate(
        Recipe.of("3x4", "2x1:1 1x2:2 1x1:4", ".../.../.../.aa"), moves="3..", rating="1..", count=2, cancel=cancel
    ),
    "cars": lambda cancel: generate(Recipe.of("4x4", cars="4..5"), moves="4..", count=1, seed=3, cancel=cancel),
    "harder": lambda cancel: easier(SMALL, changes=["remove"], top=2, cancel=cancel),
    "report": lambda cancel: report(SMALL, cancel=cancel),
    "gif": lambda cancel: animation(hr.solve("AB/../goal:/../AB"), cancel=cancel),
    "webp": lambda cancel: animation(hr.solve("AB/../goal:/../AB"), "webp", cancel=cancel),
    "apng": lambda cancel: animation(hr.solve("AB/../goal:/../AB"), "apng", cancel=cancel),
    "sheet": lambda cancel: sheet([Card(hr.puzzle(SMALL), solution=hr.solve(SMALL))], cancel=cancel),
}


@pytest.mark.parametrize("name", WORKS)
def test_cancelled_at_any_time(name):
    asked = cancels_anywhere(WORKS[name], seed=1, times=2)
    assert asked.count >= 3


def test_a_limit_of_time_gives_what_was_found():
    with ticking(), pytest.raises(LimitReached) as caught:
        generate(Recipe.of("6x6", cars="5..7"), moves="3..", count=10_000, max_seconds=6000)
    found = caught.value.solution
    assert found and all(hr.solve(each.puzzle).length == each.length for each in found[:3])
