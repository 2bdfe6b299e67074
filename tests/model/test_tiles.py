"""Which puzzles are numbered tiles."""

import pytest

from huarong.model.puzzle import Puzzle
from huarong.model.tiles import all_tiles, tile_orders


@pytest.mark.parametrize(
    ("text", "tiles", "orders"),
    [
        ("876/543/21.", True, ([8, 7, 6, 5, 4, 3, 2, 1, 0], [1, 2, 3, 4, 5, 6, 7, 8, 0])),
        ("31/.2/goal:/.1/23", True, ([3, 1, 0, 2], [0, 1, 2, 3])),
        ("3#1/4.2/goal:/1#2/34.", True, None),
        ("31/.2/goal:/12/..", True, None),
        ("31/.2/goal:/12/3./goal:/.1/23", True, None),
        ("31/.2/goal:/1./..", False, None),
        ("match: shape/31/.2/goal:/12/3.", False, None),
        ("slide: 1=LR/31/.2/goal:/12/3.", False, None),
        ("gate: 1/31/-2/goal:/.2/13", False, None),
        ("31/../goal:/13/..", False, None),
        ("AA1/..2/goal:/..1/AA2", False, None),
    ],
)
def test_numbered_tiles(text: str, tiles: bool, orders: object) -> None:
    puzzle = Puzzle.parse(text)
    assert all_tiles(puzzle) is tiles
    assert tile_orders(puzzle) == orders
