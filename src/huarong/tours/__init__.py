"""Tours of leapers: paths of a knight, or another leaper, that visit every cell of a board once.

>>> from huarong import tours
>>> print(tours.first_tour("3x4", "a1").tour)
10  5  8
 7  2 11
 4  9  6
 1 12  3
"""

from huarong.tours.cells import cell_name, parse_board, parse_cell
from huarong.tours.counting import count_tours
from huarong.tours.finding import TourAnswer, first_tour
from huarong.tours.impossible import obstacle
from huarong.tours.leaper import KNIGHT, LEAPERS, Leaper, LeaperName, parse_leaper
from huarong.tours.listing import all_tours
from huarong.tours.tour import Tour

__all__ = [
    "KNIGHT",
    "LEAPERS",
    "Leaper",
    "LeaperName",
    "Tour",
    "TourAnswer",
    "all_tours",
    "cell_name",
    "count_tours",
    "first_tour",
    "obstacle",
    "parse_board",
    "parse_cell",
    "parse_leaper",
]
