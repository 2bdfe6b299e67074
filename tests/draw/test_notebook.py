"""Pictures in notebooks: of puzzles, solutions, and layouts with a known board."""

import huarong as hr
from huarong.draw.picture import shown
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


def test_a_solution_says_its_counts_and_a_hint_its_distance() -> None:
    solution, hint = hr.solve("横刀立马"), hr.hint("横刀立马")
    for value, told in ((solution, "best in moves: 118 steps, 90 slides, 81 moves"), (hint, "81 moves to the goal")):
        shown = value._repr_html_()
        assert shown.startswith(value._repr_svg_()) and told in shown.removeprefix(value._repr_svg_())
    assert "none: none of the 3,731 layouts that can be reached is a goal" in hr.solve("走投无路")._repr_html_()
    named = hr.solve("name: <b>/A./../goal:/.A/..")._repr_html_()
    assert "&lt;b&gt;: best in moves" in named


def test_a_layout_of_a_space() -> None:
    space = hr.Space.of("横刀立马")
    picture = space.layout(1234)._repr_svg_()
    assert picture is not None
    assert picture.count('class="piece') == 10
    assert "goal" not in picture
    assert Layout(space.layout(1234).heads)._repr_svg_() is None
    assert shown("横刀立马") is None
