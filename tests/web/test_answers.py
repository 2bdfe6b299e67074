"""The library's values as JSON, the URLs of tables, and what endpoints take from a request."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, strategies as st
from starlette.datastructures import Headers
from starlette.requests import Request

import huarong as hr
from huarong.errors import Cancelled, HuarongError, InputError, LimitReached, PuzzleError, UnknownName
from huarong.library.labels import english
from huarong.limits import Limits
from huarong.model.board import Goal
from huarong.model.puzzle import Puzzle
from huarong.space.space import Space
from huarong.web import answers
from huarong.web.endpoint import Call, Endpoint, Server, is_json
from huarong.web.endpoints import table as tables
from huarong.web.fields import FieldError
from huarong.web.job_queue import Busy, Capacity
from huarong.web.replies import as_problem, language
from tests.examples import examples
from tests.strategies import puzzles

SMALL = Puzzle.parse("AB./.../goal:/.AB/...")


@pytest.mark.parametrize("name", ["横刀立马", "Violet"])  # Violet has no Chinese name
def test_a_puzzle_of_the_library_has_its_name_and_is_the_same(name: str) -> None:
    puzzle = hr.puzzle(name)
    moved = puzzle.after(puzzle.moves()[0])
    found = [answers.puzzle_json(each)["library"] for each in (puzzle, moved, replace(puzzle, name="", name_zh=""))]
    assert found == [True, False, False]


@examples(15)
@given(st.lists(puzzles(limit=60), min_size=1, max_size=3))
def test_compact_puzzles_are_the_puzzles(some: list[Puzzle]) -> None:
    found = answers.compact([*some, some[0]])
    for puzzle, (one, crew, heads) in zip([*some, some[0]], found["puzzles"], strict=True):
        board, kinds, goal, table = found["sets"][one]
        symbols, names = found["crews"][crew]
        assert found["boards"][board] == (
            puzzle.board.width,
            puzzle.board.height,
            tuple(sorted(puzzle.board.walls)),
            tuple(sorted(puzzle.board.gates)),
        )
        assert [found["kinds"][k] for k in kinds] == [(k.shape, k.directions, k.gates, k.mark) for k in puzzle.kinds]
        assert (found["goals"][goal], table) == (puzzle.goal.alternatives, answers.table_url(puzzle))
        pieces = [(p.symbol, (p.label, english(p.label))) for p in puzzle.pieces]
        assert [(s, found["names"][n]) for s, n in zip(symbols, names, strict=True)] == pieces
        groups = [[ord(each) - 48 for each in group] for group in heads.split("/")]
        assert groups == [[*group] for group in puzzle.start.heads]
    assert found["puzzles"][-1] == found["puzzles"][0]


@examples(15)
@given(puzzles(limit=60))
def test_the_url_of_a_table_has_the_space_and_the_goal(puzzle: Puzzle) -> None:
    url = answers.table_url(puzzle)
    if puzzle.board.size > 30:
        assert url is None
    elif url is not None:
        asked = parse_qs(urlsplit(url).query)
        space = tables.read_space(asked["space"][0])
        assert space == Space.of(puzzle)
        assert tables.read_goal(asked["goal"][0], space) == puzzle.goal


def test_a_space_that_is_too_large_has_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    numbered = hr.puzzle("/".join(" ".join(map(str, range(n, n - 5, -1))) for n in range(24, 0, -5)))
    assert answers.table_url(numbered) is None  # its layouts have no numbers
    for width, wanted in ((30, True), (31, False)):
        line = Puzzle.parse(f"A{'.' * (width - 1)}/goal:/{'.' * (width - 1)}A")
        assert (answers.table_url(line) is not None) is wanted
    size = Space.of(SMALL).size
    for most, wanted in ((size, True), (size - 1, False)):
        monkeypatch.setattr(answers, "MOST_IN_TABLE", most)
        monkeypatch.setattr(tables, "MOST_IN_TABLE", most)
        answers.table_url.cache_clear()
        assert (answers.table_url(SMALL) is not None) is wanted
        if wanted:
            assert tables.read_space(Space.of(SMALL).text).size == size
        else:
            with pytest.raises(InputError, match=f"has {size} layouts; tables hold at most {most}"):
                tables.read_space(Space.of(SMALL).text)
    answers.table_url.cache_clear()


@pytest.mark.parametrize(
    ("text", "goal"), [("0@5", [[(0, 5)]]), ("1@0+0@2,1@3", [[(1, 0), (0, 2)], [(1, 3)]]), ("0000000000@1", [[(0, 1)]])]
)
def test_the_goal_of_a_table(text: str, goal: list[Any]) -> None:
    space = Space.parse("3x2 1x2:1 1x1:1")
    assert tables.read_goal(text, space) == Goal.of(goal)


@pytest.mark.parametrize(
    "text", ["", "0", "0@", "@0", "a@0", "0@a", "²@0", "0@²", "2@0", "0@6", "0@-1", "0@1,", "00000000000@1"]
)
def test_what_is_no_goal_of_a_table(text: str) -> None:
    with pytest.raises(FieldError) as raised:
        tables.read_goal(text, Space.parse("3x2 1x2:1 1x1:1"))
    assert raised.value.field == "goal"


@pytest.mark.parametrize("cells", [400, 401])
def test_the_board_of_a_table_has_a_limit(cells: int) -> None:
    if cells == 400:
        assert tables.read_space("20x20 1x1:1").size == 400
    else:
        with pytest.raises(FieldError, match="has 401 cells; this server reads at most 400"):
            tables.read_space("401x1 1x1:1")


def call(limits: Limits | None = None, host: str = "", **values: Any) -> Call:
    """A request from an address, with these fields."""
    request = SimpleNamespace(client=SimpleNamespace(host=host) if host else None)
    server = SimpleNamespace(capacity=Capacity(limits=limits or Limits()))
    return Call(cast(Request, request), cast(Endpoint, None), cast(Server, server), values)


HOSTS = {"": "", "192.0.2.1": "192.0.2.1", "name": "name", "::ffff:192.0.2.1": "::ffff:192.0.2.1"}
HOSTS |= {"2001:db8:1:2:3::4": "2001:db8:1:2::/64", "fe80::1%eth0": "fe80::/64"}


def test_a_client_is_its_address_or_its_network() -> None:
    assert {host: call(host=host).client for host in HOSTS} == HOSTS


def test_a_search_has_the_limits_asked_for_or_the_servers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huarong.web.endpoint.PATIENCE", 30.0)
    memory, server = 9 << 20, Limits(9 << 20, 60.0, 100)
    assert call(server).limits == Limits(memory, 30.0, 100)
    assert call(Limits(memory, 7.0, 100)).limits == Limits(memory, 7.0, 100)
    assert call(Limits(memory, 7.0, None)).limits == Limits(memory, 7.0, 1 << 62)
    for seconds, most, layouts in ((60.0, memory, 100), (1.5, 8 << 20, 7)):
        asked = call(server, max_seconds=seconds, max_memory=most, max_layouts=layouts)
        assert asked.limits == Limits(most, seconds, layouts)


@pytest.mark.parametrize("asked", [{"max_seconds": 60.1}, {"max_memory": (9 << 20) + 1}, {"max_layouts": 101}])
def test_a_search_may_not_take_more_than_the_server_allows(asked: dict[str, Any]) -> None:
    with pytest.raises(FieldError, match="this server allows at most") as raised:
        _ = call(Limits(9 << 20, 60.0, 100), **asked).limits
    assert raised.value.field == next(iter(asked))


def test_the_position_of_a_request() -> None:
    assert call(heads=None).at(SMALL).layout == SMALL.start
    assert call(heads=[4, 0]).at(SMALL).layout == SMALL.layout([4, 0])
    assert call(heads=[0, 0]).at(SMALL, [5, 1]).layout == SMALL.layout([5, 1])
    assert call(heads=[0, 0]).unchecked(SMALL).layout == SMALL.layout([0, 0])
    with pytest.raises(FieldError, match="there is 1 head; expected 2") as raised:
        call(heads=[0]).at(SMALL)
    assert raised.value.field == "heads"
    with pytest.raises(PuzzleError, match="overlap") as overlap:
        call().at(SMALL, [3, 3], "other")
    assert as_problem(overlap.value, "en")[1]["error"]["field"] == "other"


def test_a_body_that_is_said_to_be_json() -> None:
    kinds = {"application/json": True, " Application/JSON ; charset=utf-8": True, "text/json": False}
    assert {kind: is_json(Headers({"content-type": kind})) for kind in kinds} == kinds
    assert not is_json(Headers({}))


LANGUAGES = {("", ""): "en", ("", "zh-CN,zh;q=0.9"): "zh", ("", "en,zh"): "en", ("lang=zh", "en"): "zh"}
LANGUAGES |= {("lang=en", "zh"): "en", ("lang=ZH-TW", ""): "zh", ("lang=", "zh"): "zh", ("a=b", "zh"): "zh"}


def test_the_language_of_a_request() -> None:
    for (query, accepted), lang in LANGUAGES.items():
        headers = [(b"accept-language", accepted.encode())] if accepted else []
        request = Request({"type": "http", "query_string": query.encode(), "headers": headers})
        assert language(request) == lang, (query, accepted)


@pytest.mark.parametrize(
    ("error", "status", "more"),
    [
        (FieldError("cell", "x"), 400, {"field": "cell"}),
        (FieldError(None, "x", status=413), 413, {"field": None}),
        (UnknownName("stp", ["step", "move"]), 404, {"nearest": ["step"]}),
        (LimitReached("time", "1 s"), 422, {"limit": "time", "lower": None}),
        (Cancelled(), 409, {}),
        (Busy(), 503, {}),
        (InputError("x"), 422, {}),
    ],
)
def test_an_error_has_a_status(error: HuarongError, status: int, more: dict[str, Any]) -> None:
    found, told = as_problem(error, "en")
    assert (found, told["error"]) == (status, {"field": None, "reason": error.message("en"), **more})


def test_of_many_faults_a_hundred_are_told() -> None:
    with pytest.raises(PuzzleError) as raised:
        Puzzle.parse("A/" + "/".join(["AB"] * 120))
    faults = as_problem(raised.value, "en")[1]["error"]["faults"]
    assert len(raised.value.faults) > len(faults) == 100
    assert (faults[0]["line"], faults[0]["column"]) == (raised.value.faults[0].line, raised.value.faults[0].column)
