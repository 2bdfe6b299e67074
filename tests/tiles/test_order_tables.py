"""The tables of tiles by orders."""

import random

import numpy as np

import huarong as hr
from huarong.space import Space
from huarong.tiles.order_tables import place, ranks, tables


def test_parity_of_heads() -> None:
    _, _, _, odd = tables(9)
    assert np.array_equal(
        np.frombuffer(odd, np.uint8)[1:], [(a + b + c) & 1 for a in range(8) for b in range(7) for c in range(6)]
    )


def test_a_rank_is_the_sum_of_its_three_parts() -> None:
    """For layouts of eight and of eleven tiles: what the tables add up to is the rank in the space."""
    draw = random.Random(7)
    for text in ("1 2 3/4 5 6/7 8 0", "1 2 3/4 5 6/7 8 9/10 11 0"):
        space = Space.of(hr.puzzle(text))
        cells = space.board.size
        at, within, tails = ranks(cells)
        odd = tables(cells)[3]
        blocks = len(odd) - 336
        for _ in range(50):
            order = draw.sample(range(cells), cells)
            word, bit, parity = place(cells, order)
            blank, head = divmod(word, 336 * blocks)
            block, inner = divmod(head, 336)
            tail = parity ^ odd[block] ^ odd[blocks + inner]
            found = at[blank * blocks + block] + within[336 * blank + inner]
            found += tails[60 * (2 * blank + tail) + bit]
            heads = tuple((order.index(k + 1),) for k in range(cells - 1))
            assert found == space.rank(hr.Layout(heads))
