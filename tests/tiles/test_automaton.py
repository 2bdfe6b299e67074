"""The automaton of the blank's moves keeps one of all shortest ways to each board."""

import pytest

from huarong.kernels import kernel
from huarong.tiles.guided import automaton
from tests.tiles.naive_tiles import neighbours


def ways(width, height, start, length):
    """The boards after each sequence of moves of a length that no shorter or earlier one replaces, by the
    definition.
    """
    board = tuple(0 if cell == start else cell + 1 for cell in range(width * height))
    level, seen = {board: ()}, {board}
    for _ in range(length):
        following = {}
        for board, path in sorted(level.items(), key=lambda each: each[1]):
            # `neighbours` goes in the order of directions: above, below, left, right.
            for d, (dx, dy) in enumerate(((0, -1), (0, 1), (-1, 0), (1, 0))):
                x, y = board.index(0) % width + dx, board.index(0) // width + dy
                if 0 <= x < width and 0 <= y < height:
                    other = next(b for b in neighbours(board, width, "tile") if b.index(0) == y * width + x)
                    if other not in seen and other not in following:
                        following[other] = (*path, d)
        seen |= set(following)
        level = following
    return sorted(level.values())


def words(follow, start, length):
    """The sequences of moves of a length that the automaton accepts."""
    found = [((), start)]
    for _ in range(length):
        found = [
            ((*word, d), follow[4 * state + d]) for word, state in found for d in range(4) if follow[4 * state + d] >= 0
        ]
    return sorted(word for word, _ in found)


@pytest.mark.parametrize(("width", "height"), [(3, 3), (4, 3), (2, 3), (1, 4)])
@pytest.mark.parametrize("pure", [False, True])
def test_a_word_is_accepted_if_it_is_the_first_of_the_shortest(width, height, pure, monkeypatch):
    monkeypatch.setattr("huarong.tiles.guided.kernel", lambda name: kernel(name, pure=pure))
    follow = automaton.__wrapped__(width, height, 8)
    for start in range(width * height):
        for length in range(9):
            assert words(follow, start, length) == ways(width, height, start, length)


def test_longer_words_have_no_part_that_is_refused():
    short, long = automaton(3, 3, 6), automaton(3, 3, 10)
    known = set(words(short, 4, 6)), {word for cell in range(9) for word in words(short, cell, 6)}
    found = words(short, 4, 10)
    assert set(words(long, 4, 10)) < set(found)
    assert all(word[:6] in known[0] and word[4:] in known[1] for word in found)


def test_memory_for_words_grows(monkeypatch):
    """8 moves on 5x5 have 58,137 words; with room for fewer the automaton is the same."""
    assert list(automaton.__wrapped__(5, 5, 8)) == list(automaton(5, 5, 8))
    monkeypatch.setattr("huarong.tiles.guided._ROOM", 1 << 10)
    assert list(automaton.__wrapped__(5, 5, 8)) == list(automaton(5, 5, 8))
