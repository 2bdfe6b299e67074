"""Mirror images and rotations of cells, kinds and puzzles, and the symmetries of a puzzle."""

from hypothesis import given, strategies as st

from huarong.model.board import Board
from huarong.model.puzzle import Puzzle
from huarong.model.symmetry import MIRROR, SYMMETRIES, Symmetry, image, symmetries
from tests import naive, strategies

PUZZLES = st.one_of(strategies.puzzles(limit=60), strategies.symmetric_puzzles(limit=60))


def test_the_eight_of_a_square() -> None:
    board = Board(3, 3)
    found = {tuple(each.cell(board, cell) for cell in range(9)) for each in SYMMETRIES}
    assert len(found | {tuple(range(9))}) == 8
    assert Symmetry(flip_x=True, flip_y=True).cell(board, 1) == 7
    assert [MIRROR.cell(Board(4, 5), cell) for cell in range(5)] == [3, 2, 1, 0, 7]


def solved(puzzle: Puzzle, symmetry: Symmetry) -> None:
    """An image has as many layouts at each depth as its puzzle, and a solution in as many steps."""
    first, second = naive.bfs(puzzle, "step"), naive.bfs(image(puzzle, symmetry), "step")
    assert (first.counts, first.distance) == (second.counts, second.distance)


@given(PUZZLES, st.sampled_from(SYMMETRIES))
def test_an_image_is_the_puzzle_seen_from_elsewhere(puzzle: Puzzle, symmetry: Symmetry) -> None:
    seen = image(puzzle, symmetry)
    solved(puzzle, symmetry)
    assert Puzzle.parse(seen.text()) == seen
    back = symmetry._replace(
        flip_x=symmetry.flip_y if symmetry.swap else symmetry.flip_x,
        flip_y=symmetry.flip_x if symmetry.swap else symmetry.flip_y,
    )
    assert image(seen, back) == puzzle


@given(PUZZLES)
def test_a_mirror_image_has_its_rows_reversed(puzzle: Puzzle) -> None:
    assert image(puzzle, MIRROR).rows() == tuple(row[::-1] for row in puzzle.rows())


@given(PUZZLES)
def test_symmetries_map_layouts_to_layouts_as_far_from_the_goal(puzzle: Puzzle) -> None:
    distances = naive.all_distances(puzzle, "step") if puzzle.board.size < 30 else {}
    for symmetry, kinds in symmetries(puzzle):
        for state, distance in distances.items():
            other = frozenset((kinds[k], symmetry.head(puzzle.board, puzzle.kinds[k], head)) for k, head in state)
            assert distances[other] == distance


def test_which_symmetries_a_puzzle_has() -> None:
    assert [each for each, _ in symmetries(Puzzle.parse("A../.../...", goal=".../.A./..."))] == [*SYMMETRIES]
    one_way = Puzzle.parse("slide: A=UDL/A../.../...", goal=".../.A./...")
    assert [each for each, _ in symmetries(one_way)] == [Symmetry(flip_y=True)]
    assert not [*symmetries(Puzzle.parse("A.#/.../...", goal=".../.../..A"))][1:]
