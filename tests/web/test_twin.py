"""The pages' modules in Node say of random puzzles what the naive twin says; `python -m tools.twin` tries any
number.
"""

import datetime
import random
import shutil

import pytest
from hypothesis import HealthCheck, given, strategies as st
from tools.twin import compared, tried

import huarong as hr
from tests.examples import examples, few, tries
from tests.strategies import puzzles, symmetric_puzzles

pytestmark = pytest.mark.skipif(shutil.which("node") is None, reason="it takes Node")

FOUND = (
    # A goal and its mirror image have the same places, dealt out to the alternatives in other ways.
    "same: AB/slide: A=LR B=LR/...B./.A.../goal:/...../A.B../goal:/...../....A",
    "same: AB/CB.DA/goal:/.AB../goal:/...A.",
    "same: AB/slide: A=UD B=UD/...../...../CA..B/goal:/...../...../.AB../goal:/...../...../...A.",
    "match: shape/CC./AA./.BB/goal:/.AA/.BB/.../goal:/.../.../.AA",
    # Going on with the last piece is free, but does not come nearer.
    "AB./.../goal:/.../A..",
    # A board of more than 31 cells whose layouts take two words, and a small one whose layouts take four.
    "A......./#######./#######./###B..../goal:/......../#######./#######./###.B..A",
    "slide: A=none B=none C=none D=none E=none F=none G=none H=none I=none J=none K=none L=none M=none N=none "
    "O=none P=none Q=none R=none S=none T=none U=none "
    "V=none/ABCDE/FGHIJ/KLMNO/PQRST/UVWX./goal:/ABCDE/FGHIJ/KLMNO/PQRST/UV.WX",
    # Marks of kinds in the order of their code points.
    "ﬀ😀/../goal:/ﬀ./.😀",
)


def test_what_was_found_before() -> None:
    assert compared(FOUND, random.Random(9), most=600) == (len(FOUND), [])


@pytest.mark.parametrize("seed", few(range(4), 1))
def test_a_thousand_puzzles(seed: int) -> None:
    assert tried(tries(1000), seed) == []


@pytest.mark.slow
def test_two_thousand_puzzles_of_today() -> None:
    """The puzzles change every day: a failure names its puzzle, which then goes into `FOUND`."""
    assert tried(2000, datetime.date.today().toordinal()) == []


@examples(20, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(st.lists(puzzles(limit=150) | symmetric_puzzles(limit=150), min_size=1), st.randoms())
def test_puzzles_of_every_form(some: list[hr.Puzzle], draw: random.Random) -> None:
    assert compared([puzzle.text() for puzzle in some], draw)[1] == []
