"""poos's codes, and their mirror images bit by bit."""

from hypothesis import given

from huarong.errors import CannotExpress
from huarong.library.notations.codes import mirror_poos
from huarong.library.reader import mirror, write
from huarong.model.puzzle import Puzzle
from tests.library.notations.codes import classics


@given(classics)
def test_the_mirror_image_twice_is_the_layout(puzzle: Puzzle) -> None:
    image = mirror(puzzle)
    assert mirror(image) == puzzle
    assert [row[::-1] for row in puzzle.rows()] == list(image.rows())
    try:
        code = int(write(puzzle, "poos"), 0)
    except CannotExpress:
        return
    assert mirror_poos(code) == int(write(image, "poos"), 0)
