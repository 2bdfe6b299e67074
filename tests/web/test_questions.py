"""The museum's questions: five a room, each answer computed from the trace, and right by another computation here."""

from collections import Counter
from typing import Any

import pytest

from huarong.library.notations.codes import encode_lv64
from huarong.model.puzzle import Puzzle
from huarong.study.classic import SHAPES
from huarong.study.lv.visited import fold
from huarong.study.traces import SHOWS, trace
from tests.web.node import needs_node, texts_of, told

WORDS = texts_of("museum/words", "museum/drawings/words", "museum/questions", "museum/race")
SCRIPT = """
const { QUESTIONS, isRight } = await from('museum/questions'), { Stepper } = await from('museum/stepper');
return QUESTIONS.map(({ room, show, id, options, ask }) => {
  const stepper = new Stepper(given[show]), asked = [];
  for (const at of [0, 7, 20, 33, 60]) {
    if (at > stepper.last) break;
    stepper.go(at);
    const found = ask(stepper);
    if (found) asked.push({ at, ...found, board: stepper.get('at', 'board') ?? null,
      good: isRight(found.right, String(found.right)), bad: isRight(found.right, found.right + '1') });
  }
  return { room, show, id, options: options ?? null, asked };
});
"""
SIZES = {"B": "2x2", "H": "2x1", "V": "1x2", "S": "1x1"}


@pytest.fixture(scope="module")
def asked() -> list[dict[str, Any]]:
    frames = {"now-searches": 150}  # whose first goal comes late
    traces = {show.name: trace(show.name, frames=frames.get(show.name, 64), whole=False).to_json() for show in SHOWS}
    found: list[dict[str, Any]] = told(SCRIPT, traces)
    return found


def rows(asked: list[dict[str, Any]], name: str) -> list[dict[str, Any]]:
    return next(each["asked"] for each in asked if each["id"] == name)


def covered(text: str) -> list[str]:
    cells = ["."] * 20
    for head, letter in enumerate(text):
        if letter != ".":
            for dx, dy in SHAPES[SIZES[letter]]:
                cells[head + dx + 4 * dy] = letter
    return cells


@needs_node
def test_each_room_has_five_questions_that_can_be_asked(asked: list[dict[str, Any]]) -> None:
    assert set(Counter(each["room"] for each in asked).values()) == {5}
    assert {each["room"] for each in asked} == {show.room for show in SHOWS}
    for each in asked:
        assert next(show.room for show in SHOWS if show.name == each["show"]) == each["room"]
        assert each["asked"], each["id"]
        for one in each["asked"]:
            assert one["good"] and not one["bad"], each["id"]
            assert each["options"] is None or one["right"] in each["options"]


@needs_node
def test_the_chain_of_a_layout_is_that_of_the_program(asked: list[dict[str, Any]]) -> None:
    for one in rows(asked, "chain"):
        names = iter("ABCDEFGHIJKLM")
        cells = ["."] * 20
        for head, letter in enumerate(one["board"]):
            if letter != ".":
                name = next(names)
                for dx, dy in SHAPES[SIZES[letter]]:
                    cells[head + dx + 4 * dy] = name
        text = "/".join("".join(cells[i : i + 4]) for i in range(0, 20, 4))
        code = int(encode_lv64(Puzzle.parse(text)))
        assert one["values"]["code"] == str(code)
        assert one["right"] == fold(code)


@needs_node
def test_answers_change_with_the_step_as_the_board_does(asked: list[dict[str, Any]]) -> None:
    for one in rows(asked, "hole"):
        assert one["right"] == covered(one["board"]).index(".")
    for one in rows(asked, "mirror"):
        row, column = divmod(one["board"].index("B"), 4)
        assert one["right"] == 4 * row + 4 - 2 - column
    for one in rows(asked, "bits"):
        letter = covered(one["board"])[one["at"] % 20]
        assert one["right"] == {"B": 0, "H": 1, "V": 2}.get(letter, 3)
    for one in rows(asked, "neighbours"):
        row, column = divmod(one["board"].index("0"), 3)
        assert one["right"] == 4 - (row != 1) - (column != 1)
    assert {one["right"] for one in rows(asked, "sentinels")} == {7 * 6 - 5 * 4}
    assert {one["right"] for one in rows(asked, "empty")} == {2}
    assert rows(asked, "byte8")[0]["right"] == 22


@needs_node
def test_the_height_and_the_balance_are_those_of_a_balanced_tree(asked: list[dict[str, Any]]) -> None:
    assert {one["right"] for one in rows(asked, "balance")} <= {-1, 0, 1}
    heights = [one["right"] for one in rows(asked, "height")]
    assert heights == sorted(heights)
    assert heights[-1] > 3


@needs_node
def test_each_question_has_its_words(asked: list[dict[str, Any]]) -> None:
    ids = {each["id"] for each in asked}
    own = {key[2:] for key in WORDS if key.startswith("q_")}
    fixed = {"h", "go", "later", "check", "tell", "right", "wrong", "is"}
    assert own - fixed == ids | {f"{name}_h" for name in ids}
    options = {name for each in asked for name in each["options"] or ()}
    assert all(f"qo_{name}" in WORDS or name in WORDS for name in options)
