"""The numbering of tiles by orders, and its tables."""

import random

import numpy as np
import pytest

import huarong as hr
from huarong.space import Space
from huarong.tiles.orders import heads, links, place, ranks


def test_parity_of_heads() -> None:
    odd = np.frombuffer(links(9)[3], np.uint8)
    assert np.array_equal(odd[1:], [(a + b + c) & 1 for a in range(8) for b in range(7) for c in range(6)])


def test_a_rank_is_the_sum_of_its_three_parts() -> None:
    """For layouts of eight and of eleven tiles: what the tables add up to is the rank in the space."""
    draw = random.Random(7)
    for text in ("1 2 3/4 5 6/7 8 0", "1 2 3/4 5 6/7 8 9/10 11 0"):
        space = Space.of(hr.puzzle(text))
        cells = space.board.size
        at, within, tails = ranks(cells)
        odd = links(cells)[3]
        blocks = len(odd) - 336
        for _ in range(50):
            order = draw.sample(range(cells), cells)
            blank, head, bit, parity = place(order)
            block, inner = divmod(head, 336)
            tail = parity ^ odd[block] ^ odd[blocks + inner]
            found = at[blank * blocks + block] + within[336 * blank + inner]
            found += tails[60 * (2 * blank + tail) + bit]
            assert found == space.rank(hr.Layout(tuple((order.index(k + 1),) for k in range(cells - 1))))


@pytest.mark.parametrize(("cells", "line"), [(6, 2), (6, 3), (8, 2), (9, 3), (10, 2), (12, 3)])
def test_a_move_keeps_the_component(cells: int, line: int) -> None:
    draw = random.Random(cells)
    order = draw.sample(range(cells), cells)
    component = place(order, line).odd
    for _ in range(100):
        blank = order.index(0)
        ways = {blank - line, blank + line, *(blank + x for x in (-1, 1) if 0 <= blank % line + x < line)}
        other = draw.choice([cell for cell in ways if 0 <= cell < cells])
        order[blank], order[other] = order[other], 0
        found = place(order, line)
        assert (found.odd, found.blank) == (component, other)
        assert 0 <= found.head < heads(cells)
        assert 0 <= found.bit < 60
