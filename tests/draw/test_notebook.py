"""Pictures in notebooks: of puzzles, solutions, and layouts with a known board."""

import subprocess
import sys

import huarong as hr
from huarong.draw.notebook import shown
from huarong.model.board import Layout


def test_what_shows_itself() -> None:
    puzzle = hr.puzzle("横刀立马")
    picture = hr.svg(puzzle)
    assert puzzle._repr_svg_() == puzzle.start._repr_svg_() == shown(puzzle) == picture
    moved = puzzle.start.moved(3, 13, 17)
    assert moved._repr_svg_() == hr.svg(puzzle, moved) != picture
    solution = hr.solve(puzzle)
    assert solution._repr_svg_() == hr.svg(puzzle, move=solution.moves[0])
    assert hr.solve("A./../goal:/A./..")._repr_svg_() == hr.svg("A./../goal:/A./..")


def test_a_layout_of_a_space() -> None:
    space = hr.Space.of("横刀立马")
    picture = space.layout(1234)._repr_svg_()
    assert picture is not None
    assert picture.count('class="piece') == 10
    assert "goal" not in picture
    assert Layout(space.layout(1234).heads)._repr_svg_() is None
    assert shown("横刀立马") is None


def test_without_a_painter_there_is_no_picture() -> None:
    program = (
        "from huarong.model.notebook import Shown; Shown.painter = staticmethod(lambda value: None)\n"
        "from huarong.model.puzzle import Puzzle\n"
        "assert Puzzle.parse('A./../goal:/../.A')._repr_svg_() is None"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
