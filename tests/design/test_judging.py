"""A collection is judged: lengths, claims, what is alike, what has no solution, what cannot be read."""

import io
import json
from itertools import islice
from pathlib import Path

import pytest

from huarong.design.judging import Judged, judge, summary
from huarong.errors import FileError
from huarong.library.reader import given, puzzle
from huarong.model.symmetry import SYMMETRIES, image
from huarong.search.solver import solve

LINES = [
    "A./../goal:/../.A",
    "B./../goal:/../.B",  # other characters
    ".A/../goal:/../A.",  # in a mirror
    "A./../goal:/../.A",  # the same
    "12/3./goal:/21/3.",  # no solution
    ".A/../goal:/.A/..",  # solved
    "no such thing",
    "捷足先登",
]
KINDS = [[], ["swapped"], ["mirror"], ["duplicate"], ["unsolvable"], ["solved"], ["unreadable"], []]


def judged(text: str, *words: object, **more: object) -> list[Judged]:
    return list(judge([given(io.BytesIO(text.encode()))], *words, **more))  # type: ignore[arg-type]


def kinds(found: list[Judged]) -> list[list[str]]:
    return [[each.key for each in one.findings] for one in found]


def test_what_is_found_in_a_collection() -> None:
    found = judged("\n".join(LINES))
    assert kinds(found) == KINDS and [each.length for each in found] == [1, 1, 1, 1, None, 0, None, 32]
    assert [f.other for each in found for f in each.findings][:3] == ["-:1"] * 3
    [unreadable] = found[6].findings
    assert unreadable.text.message().startswith("line 7: 'no such thing' is not a known name")
    assert kinds(judged("\n".join(LINES), "step", trivial=3))[0] == ["trivial"]
    told = summary(found)
    assert told["puzzles"] == 8 and sum(told["found"].values()) == 6
    assert told["lengths"] == {"least": 0, "median": 1, "greatest": 32}


def test_claims_are_checked_in_their_metric() -> None:
    lines = [
        {"puzzle": "捷足先登", "length": 32},
        {"puzzle": "横刀立马", "length": 116, "metric": "step"},
        {"puzzle": "横刀立马", "length": 81, "metric": "step", "name": "wrong"},
        {"puzzle": "12/3./goal:/21/3.", "length": 4},
    ]
    text = "\n".join(map(json.dumps, lines))
    found = judged(text)
    assert [(e.length, e.claimed) for e in found] == [(32, 32), (116, 116), (116, 81), (None, 4)]
    assert kinds(found) == [[], [], ["claim", "duplicate"], ["claim", "unsolvable"]]
    assert found[2].findings[0].text.message() == "the file claims 81 steps, but a shortest solution takes 116 steps"
    assert found[2].findings[0].text.message("zh") == "文件标注 81 格，最短解实为 116 格"
    found = judged(text, "move")
    assert [each.length for each in found] == [32, 81, 81, None]
    assert kinds(found) == [[], [], ["claim", "duplicate"], ["claim", "unsolvable"]]


@pytest.mark.parametrize("name", ["横刀立马", "捷足先登", "四面八方", "Pennant", "Rush Hour 1"])
def test_like_puzzles_are_known_whatever_the_characters(name: str) -> None:
    one = puzzle(name)
    flips = [each for each in SYMMETRIES if not each.swap and each.flip_x != each.flip_y]
    texts = [one.line(), *(image(one, each).line() for each in flips)]
    found = kinds(judged(json.dumps(texts[0]) + "\n" + "\n".join(map(json.dumps, texts))))
    assert found[1] == ["duplicate"] and all(each[0] in ("mirror", "swapped", "duplicate") for each in found[2:])
    other = one.after(one.moves()[0])
    assert kinds(judged(f"{json.dumps(texts[0])}\n{json.dumps(other.line())}"))[1] == []


def test_equal_pieces_that_change_places_are_the_same() -> None:
    text = '"ABB./CDDE/..../goal:/..../..../.BB."\n"CDD./EBBA/..../goal:/..../..../.DD."'
    assert kinds(judged(text)) == [[], ["swapped"]]
    other = '"ABB./CDDE/..../goal:/..../..../.BB."\n"ABB./CDDE/..../goal:/..../..../.DD."'
    assert kinds(judged(other)) == [[], []]


def test_what_was_found_is_kept_in_a_journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "journal"
    collection = [given(io.BytesIO("\n".join(LINES).encode()))]
    assert len(list(islice(judge(collection, journal=path), 6))) == 6
    asked = []

    def counted(*words: object, **more: object) -> object:
        asked.append(words[0])
        return solve(*words, **more)  # type: ignore[arg-type]

    monkeypatch.setattr("huarong.design.judging.solve", counted)
    found = list(judge([given(io.BytesIO("\n".join(LINES).encode()))], journal=path))
    assert kinds(found) == KINDS
    assert [each.name_zh for each in asked] == ["捷足先登"]  # type: ignore[attr-defined]
    path.write_text('{"work": "something else"}\n', "utf-8")
    pytest.raises(FileError, judged, "A./../goal:/../.A\nB./../goal:/../.B", journal=path)


def test_a_limit_is_told_and_the_next_are_judged() -> None:
    found = judged("横刀立马\nA./../goal:/../.A", max_seconds=1e-9)
    assert kinds(found) == [["stopped"], ["stopped"]]


def test_what_a_notation_claims_is_checked() -> None:
    board = puzzle("Rush Hour 1").rows()
    text = "".join(board).replace(".", "o").replace("A", "Z").replace("X", "A")
    found = judged(f"8 {text} 1\n9 {text} 1\n", "step")
    assert [(each.length, each.claimed, [f.key for f in each.findings]) for each in found] == [
        (16, 8, []),
        (16, 9, ["claim", "duplicate"]),
    ]
    assert found[1].findings[0].text.message() == "the file claims 9 moves, but a shortest solution takes 8 moves"


def test_why_there_is_no_solution_is_said() -> None:
    [found, _] = judged("123456870\n876543210\n")
    [finding] = found.findings
    assert finding.key == "unsolvable" and "odd number" in finding.text.message()
    assert finding.text.message("zh").startswith("无解：")
