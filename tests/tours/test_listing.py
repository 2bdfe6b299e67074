"""Every tour, one after the other."""

from huarong.tours import all_tours, parse_board


def test_listing_agrees_with_counting():
    board = parse_board("5x5")
    every = list(all_tours(board))
    assert len(set(every)) == len(every) == 1728
    assert [tour.cells for tour in every] == sorted(tour.cells for tour in every)
    assert sum(1 for _ in all_tours(parse_board("5x6"), closed=True)) == 8
