"""Reasons on the page: its twin of `atlas/why.py` says what Python says, and hints come in three levels."""

import random
from typing import Any

import pytest
from tools.twin import Drawn

import huarong as hr
from huarong.atlas.why import TEXTS
from huarong.errors import PuzzleError
from huarong.web.answers import puzzle_json
from tests.examples import few, tries
from tests.web.browser import hint
from tests.web.node import needs_node, told
from tests.web.test_pages import CLASSIC, cell_size, counters, drag, ready, until

FIRST = ("横刀立马", "Rush Hour 25", "876543210", "Rush Hour 12", "A./../goal:/.A/..", "A./goal:/.A")
TWIN = """
const { Puzzle } = await from('rules/puzzle'), { because } = await from('rules/why');
return given.map(({ puzzle: data, best, moves, line }) => {
  const puzzle = new Puzzle(data);
  let heads = puzzle.start;
  const paths = line?.map(({ from, to }) => {
    const i = heads.indexOf(from), legs = puzzle.legs(puzzle.reach(heads, i), to);
    heads = heads.with(i, to);
    return { i, from, to, legs };
  });
  return because(puzzle, puzzle.start, best, moves.map(({ known, ...move }) => (known ? move : { ...move,
      cost: undefined })), paths);
});
"""


def asked(hint: hr.Hint) -> dict[str, Any]:
    """What the page's twin is given: the puzzle, the best moves, the costs of all, and the solution."""

    def ends(move: Any) -> dict[str, int]:
        return {"from": move.start, "to": move.stop}

    return {
        "puzzle": puzzle_json(hint.position.started()),
        "best": [ends(move) for move in hint.best],
        "moves": [{**ends(m.move), "cost": m.loses, "known": m.known} for m in hint.moves],
        "line": None if hint.line is None else [ends(move) for move in hint.line],
    }


def sentences(hint: hr.Hint) -> list[dict[str, Any]]:
    """The sentences of a hint's reason, with pieces by their numbers; no two pieces of its puzzle have one label."""
    numbers = {piece.label: i for i, piece in enumerate(hint.position.started().pieces)}
    found = () if hint.reason is None else hint.reason.because
    return [{"kind": b.kind, **{k: numbers.get(v, v) for k, v in b.values.items()}} for b in found]


def differ(puzzles: list[hr.Puzzle]) -> tuple[set[str], list[Any]]:
    """The kinds of sentences met on the way of each puzzle's hints, and where page and Python differ."""
    hints = []
    for n, puzzle in enumerate(puzzles):
        oracle = hr.Oracle(puzzle, ("move", "slide", "step")[n % 3])
        hints.append(oracle.hint())
        while hints[-1].best and len(hints) < 8 * (n + 1):
            hints.append(oracle.hint(hints[-1].position.after(hints[-1].best[0])))
    found = told(TWIN, [asked(hint) for hint in hints])
    pairs = [(sentences(hint), page) for hint, page in zip(hints, found, strict=True)]
    return {b["kind"] for mine, _ in pairs for b in mine}, [p for p in pairs if p[0] != p[1]]


@needs_node
@pytest.mark.parametrize("seed", few(range(6), 1))
def test_page_and_python_give_the_same_reasons(seed: int) -> None:
    draw, puzzles = random.Random(seed), [hr.puzzle(name) for name in (*FIRST, "slide: A=R/A../goal:/.A.")]
    while len(puzzles) < tries(300):
        try:
            puzzles.append(hr.Puzzle.parse(Drawn(draw).text()))
        except PuzzleError:
            continue
    kinds, found = differ(puzzles)
    assert found == []
    assert kinds == TEXTS.keys()


def reason(puzzle: hr.Puzzle, lang: str = "en", **at: Any) -> str:
    found = hr.Oracle(puzzle).hint(**at).reason
    assert found is not None
    return found.message(lang)


def test_a_hint_tells_the_piece_then_why_then_the_move_and_then_plays_it(page: Any) -> None:
    puzzle = hr.puzzle(CLASSIC)
    ready(page, f"/#p={CLASSIC}")
    ringed = page.locator("#board .hinted")
    page.locator("#hint").click()
    page.get_by_text("Soldier 1 is the one to move. Hint again says more.").wait_for()
    assert ringed.get_attribute("data-symbol") == "N" and page.locator(".arrow").count() == 0
    page.locator("#hint").click()
    page.locator("#say").get_by_text(f"{reason(puzzle)} Hint again shows the move.").wait_for()
    page.locator("#language").click()
    page.locator("#say").get_by_text(f"{reason(puzzle, 'zh')}再点“提示”标出走法。").wait_for()
    assert ringed.get_attribute("data-symbol") == "N" and page.locator(".arrow").count() == 0
    page.locator("#hint").click()
    page.locator(".arrow").wait_for()
    assert counters(page)[0] == 0
    page.locator("#hint").click()
    until(page, "document.querySelector('#moves').textContent.startsWith('1')")


def test_grades_and_the_review_of_a_mistake_say_why(page: Any) -> None:
    puzzle = hr.puzzle("AB./.../goal:/.../.AB")
    ready(page, "/#p=AB./.../goal:/.../.AB")
    page.keyboard.press("m")
    page.locator("#graded p").get_by_text(reason(puzzle)).wait_for()
    page.locator("#language").click()
    page.locator("#graded p").get_by_text(reason(puzzle, "zh")).wait_for()
    page.locator("#language").click()
    drag(page, cell_size(page), "A", [("D", 1)])
    page.keyboard.press("a")
    page.locator("#say").get_by_text("Move 1 was").wait_for()
    page.locator("#say").get_by_text(reason(puzzle)).wait_for()


@pytest.mark.slow
def test_without_the_module_of_reasons_the_move_is_told(page: Any) -> None:
    page.route("**/rules/why.js", lambda route: route.abort())
    ready(page, f"/#p={CLASSIC}")
    page.locator("#hint").click()
    page.get_by_text("Soldier 1 is the one to move.").wait_for()
    page.locator("#hint").click()
    page.get_by_text("Soldier 1 down 1: 80 moves to go.").wait_for()


@pytest.mark.slow  # a search of a second
def test_a_solution_that_a_hint_has_found_is_not_searched_again(page: Any) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    ready(page, "/#p=gnome-klotski: Daisy")
    hint(page)
    assert asked.count("hint") == 1 and "solve" not in asked


@pytest.mark.slow
def test_the_red_piece_is_named_within_a_sentence(page: Any) -> None:
    ready(page, "/#p=gnome-klotski: Daisy")
    page.locator("#hint").click()
    page.get_by_text("is the one to move.").wait_for()
    page.locator("#hint").click()
    page.locator("#say").get_by_text("so that the red piece can move").wait_for()
