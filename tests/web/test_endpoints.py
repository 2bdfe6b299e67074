"""Every endpoint of the API: what it answers."""

import threading
import time
from base64 import b64decode
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

import huarong as hr
from huarong.atlas.embedding import Map
from huarong.design.judging import judge
from huarong.library.catalogue import entries
from huarong.library.reader import given
from huarong.limits import Limits
from huarong.proof import check
from huarong.space.space import Space
from huarong.web.endpoints import table as endpoint
from huarong.web.endpoints.table import read_goal
from huarong.web.job_queue import Capacity
from huarong.web.server import create
from tests.design.test_changes import GATED
from tests.web.api import CLASSIC, TestClient, ask, events, unpack
from tests.web.test_levels import FAULTY
from tests.web.test_raw import LONG


def test_check_lists_all_faults_with_their_places(client: TestClient) -> None:
    found = ask(client, "check", text="AAB\nA:\ngoal:\nZ..\n...")
    assert not found["valid"]
    places = [(fault["line"], fault["column"]) for fault in found["faults"]]
    assert (2, 2) in places
    assert ask(client, "check", text="AB./...", goal="..A/...")["valid"]
    chinese = client.post("/api/v1/check", json={"text": "AAB\nA"}, headers={"accept-language": "zh"})
    assert "行" in chinese.json()["faults"][0]["message"]


def test_convert_to_all_notations_and_back(client: TestClient) -> None:
    rows = ask(client, "convert", puzzle=CLASSIC)["notations"]
    assert {row["notation"] for row in rows} == {each.name for each in hr.NOTATIONS}
    for row in rows:
        assert (row["text"] is None) != (row["reason"] is None)
        if row["text"] is not None:
            again = hr.puzzle(row["text"], notation=row["notation"])
            if row["notation"] in ("gnome", "sbp"):  # with a way out of the board
                assert hr.solve(again).length == 81
            elif row["notation"] == "slide":  # its boards have five columns or more: a wall is put around this one
                start = hr.puzzle(CLASSIC).start.heads
                heads = tuple(tuple((head // 4 + 1) * 6 + head % 4 + 1 for head in kind) for kind in start)
                assert again.start.heads == heads and hr.solve(again).length == 81
            else:
                assert again.start == hr.puzzle(CLASSIC).start, row["notation"]


def test_distances_of_many_layouts(client: TestClient) -> None:
    solution = hr.solve(CLASSIC)
    layouts = [list(heads) for heads in solution.heads]
    found = ask(client, "distances", puzzle=CLASSIC, layouts=layouts)
    assert found["distances"] == list(range(81, -1, -1))
    for name in (CLASSIC, "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15"):  # from a table; by a search for each
        layouts = [list(heads) for heads in hr.solve(name).heads]
        hints = ask(client, "hints", puzzle=name, layouts=layouts)["hints"]
        assert [each["distance"] for each in hints] == [*range(len(layouts) - 1, -1, -1)]
        assert hints[0]["best"] == ask(client, "hint", puzzle=name, heads=layouts[0])["best"]


def test_a_hint_of_pieces_that_overlap_names_the_field_and_the_place(client: TestClient) -> None:
    found = client.post("/api/v1/hint", json={"puzzle": "AB./.../goal:/..A/...", "heads": [0, 0]})
    (fault,) = found.json()["error"].pop("faults")
    assert (found.status_code, found.json()["error"]["field"]) == (422, "heads")
    assert (fault["line"], fault["column"], fault["reason"]) == (1, 1, "a 1x1 piece and a 1x1 piece overlap")


def test_facts(client: TestClient) -> None:
    found = ask(client, "facts", puzzle=CLASSIC)
    assert found["best"] == {"step": 116, "slide": 90, "move": 81}
    assert (found["layouts"], found["goals"], found["solvable"]) == (65880, 6795, 53954)
    # A space of a hundred million layouts, few of them in reach.
    found = ask(client, "facts", puzzle="Rush Hour 1")
    assert (found["source"], found["best"]["slide"]) == ("component", hr.solve("Rush Hour 1", "slide").length)


def test_the_rating_is_that_of_the_very_puzzle(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a puzzle has the name and the start of one of the library, and another goal."""
    listed = ask(client, "facts", puzzle="捷足先登")
    assert listed["rating"] == hr.design.rate("捷足先登").score
    text = hr.puzzle("捷足先登").text()
    other = text[: text.index("goal:")] + "goal:\n" + "....\n" * 3 + ".AA.\n.AA.\n"
    moved = other.replace(".AA.\n.AA.\n", "AA..\nAA..\n")
    assert hr.puzzle(moved).goal != hr.puzzle("捷足先登").goal
    score = hr.design.rate(moved).score
    assert ask(client, "facts", puzzle=moved)["rating"] == score
    monkeypatch.delattr("huarong.web.endpoints.facts.rate_on")  # a puzzle is rated once
    assert ask(client, "facts", puzzle=moved)["rating"] == score


def test_pieces_that_differ_at_gates(client: TestClient) -> None:
    found = ask(client, "harder", puzzle=GATED)["changes"]
    assert found and {each["change"] for each in found} <= {"move", "wall"}
    many = "AAB.CD/..E.../.F..G./goal:/....../....../....AA"
    assert len(ask(client, "harder", puzzle=many)["changes"]) == 6 < len(hr.design.harder(many, top=7, rated=False))


def test_hints_are_perfect_all_the_way_to_the_goal(client: TestClient) -> None:
    puzzle = client.get("/api/v1/puzzle", params={"text": CLASSIC}).json()
    heads = [piece["head"] for piece in puzzle["pieces"]]
    symbols = [piece["symbol"] for piece in puzzle["pieces"]]
    for left in range(81, 0, -1):
        hint = ask(client, "hint", puzzle=CLASSIC, heads=heads)
        assert (hint["distance"], hint["solved"], hint["source"]) == (left, False, "atlas")
        assert min(move["distance"] for move in hint["moves"]) == left - 1
        best = hint["moves"][0]
        assert best["best"] and best["move"] == hint["best"][0]
        heads[symbols.index(best["piece"])] = best["to"]
    assert ask(client, "hint", puzzle=CLASSIC, heads=heads)["solved"]


def test_going_on_with_the_last_move_counts_nothing(client: TestClient) -> None:
    puzzle = hr.puzzle(CLASSIC)
    after = [p.head + 4 * (p.symbol == "N") for p in puzzle.pieces]  # N D1
    alone = ask(client, "hint", puzzle=CLASSIC, heads=after)
    game = ask(client, "hint", puzzle=CLASSIC, heads=after, last="N D1")
    assert (alone["distance"], game["distance"]) == (80, 80)
    loses = {move["move"]: move["loses"] for move in game["moves"]}
    assert loses["N R1"] == 1
    assert loses["N U1"] == 1
    # Going on with the piece moved last is free; a move of another piece to an equal distance loses one.
    small = "AB./.../goal:/..B/..."
    half = ask(client, "hint", puzzle=small, heads=[0, 4], last="B D1")
    assert (half["distance"], {best[:2] for best in half["best"]}) == (0, {"B "})
    assert ask(client, "hint", puzzle=small, heads=[0, 4])["distance"] == 1
    refused = client.post("/api/v1/hint", json={"puzzle": small, "last": "Z D1"})
    assert (refused.status_code, refused.json()["error"]["field"]) == (422, "last")


def test_all_best_moves_are_told(client: TestClient) -> None:
    text = "match: shape/A.B.C.D.E./........../goal:/........../A.B.C.D.E."
    assert len(ask(client, "hint", puzzle=text)["best"]) > 8


def test_a_hint_does_not_depend_on_earlier_requests(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Earlier requests on other layouts of the puzzle do not change a hint: few layouts are in reach of one, many of
    another.
    """
    monkeypatch.setattr("huarong.atlas.oracle.small", lambda space: False)
    monkeypatch.setattr("huarong.atlas.table.MOST_IN_REACH", 500)
    # Two rooms: the pieces have 120 layouts in the small one, 1,320 in the large one.
    text = "AB#..../C.#..../..#..../goal:/......./......./A......"
    answers = []
    for order in ([0, 1], [1, 0]):
        with TestClient(create()) as client:
            found = {}
            for which in order:
                heads = [[0, 1, 7], [3, 4, 5]][which]
                found[which] = ask(client, "hint", puzzle=text, heads=heads)["source"]
            answers.append(found)
    assert answers[0] == answers[1]
    assert answers[0] == {0: "component", 1: "search"}


KINDS = [["claim"], ["swapped"], ["unreadable"], ["unsolvable"], ["solved"], ["mirror"], []]


def kinds(found: Any) -> list[list[str]]:
    return [[finding["kind"] for finding in each["findings"]] for each in found["checked"]]


def test_each_fault_of_a_file_is_found(client: TestClient) -> None:
    found = ask(client, "judge", text=FAULTY, file="faulty.jsonl")
    assert kinds(found) == KINDS
    checked = found["checked"]
    assert checked[0]["length"] == 1 and checked[0]["claimed"] == 3
    assert checked[1]["findings"][0]["other"] == "faulty.jsonl:1"
    assert checked[2]["puzzle"] is None and "line 3" in checked[2]["findings"][0]["message"]
    assert checked[6]["stars"] == 3 and checked[6]["length"] == checked[6]["claimed"] == 3
    assert found["complete"] and found["summary"].startswith("7 puzzles checked; lengths from 0 to 3")
    for each in checked:
        if each["puzzle"]:
            (alone,) = judge([given(each["puzzle"])], each["metric"])
            assert alone.length == each["length"]
    steps = ask(client, "judge", text=FAULTY, metric="step")["checked"]
    assert {each["metric"] for each in steps} == {"step", None} and kinds({"checked": steps}) == KINDS
    chinese = client.post("/api/v1/judge?lang=zh", json={"text": FAULTY}).json()
    assert "标注" in chinese["checked"][0]["findings"][0]["message"] and "读不懂 1 题" in chinese["summary"]


@pytest.mark.parametrize(
    "text", ["A./../goal:/../.A\nB./../goal:/../B.\n", "A.\n..\ngoal:\n..\n.A\n\nB.\n..\ngoal:\n..\nB.\n"]
)
def test_files_without_json_are_divided(client: TestClient, text: str) -> None:
    assert [each["length"] for each in ask(client, "judge", text=text)["checked"]] == [1, 1]


def test_limits_hold_and_the_rest_is_read(cache: object) -> None:
    hard = "FE7B/.A51/8D36/294C/goal:/1234/5678/9ABC/DEF.\n"
    with TestClient(create(Capacity(limits=Limits(64 << 20, 1e-6), body=10_000))) as client:
        found = ask(client, "judge", text=hard + "A./../goal:/../.A\n" + hard.replace("F", "f"))
        assert not found["complete"] and kinds(found)[0] == ["stopped"]
        assert all(each["puzzle"] for each in found["checked"])
        assert client.post("/api/v1/judge", json={"text": hard * 300}).status_code == 413
        large = "/".join(["A" + "." * 24] * 24 + ["goal:", *["." * 25] * 24])
        assert ask(client, "judge", text=large)["checked"][0]["findings"][0]["kind"] == "unreadable"
        told = client.post("/api/v1/judge", json={"text": FAULTY}, headers={"accept": "text/event-stream"})
        assert [events(told.text)[i][0] for i in (0, -1)] == ["begin", "result"]


def test_the_library_with_its_counts(client: TestClient) -> None:
    found = client.get("/api/v1/puzzles", params={"search": "heng dao li ma"}).json()["puzzles"]
    assert (found[0]["name_zh"], found[0]["best"], found[0]["difficulty"]) == (
        CLASSIC,
        {"step": 116, "slide": 90, "move": 81},
        5,
    )
    compact = client.get("/api/v1/library").json()
    assert len(compact["entries"]) == len(compact["puzzles"]) == len(entries())
    assert [[116, 90, 81], 66, 5] in [entry[-3:] for entry in compact["entries"]]


def test_a_map_has_every_layout_in_reach(client: TestClient) -> None:
    header, rest = unpack(client.get("/api/v1/map", params={"puzzle": "AB/..", "goal": "../AB"}).content, b"HRM1")
    assert (header["points"], header["edges"], header["complete"]) == (12, 16, True)
    assert len(rest) == 12 * 8 + 16 * 8 + 12 * 4 * 2 + 12 * 2 * 2
    distance = rest[12 * 8 + 16 * 8 :][: 12 * 4].cast("I")
    assert sorted(distance) == sorted(Map.of(hr.puzzle("AB/..", "../AB")).component.distances("move").tolist())


@pytest.mark.parametrize(
    ("puzzle", "known"), [(CLASSIC, True), ("Rush Hour 1", True), ("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", False)]
)
def test_a_map_of_a_part_says_whether_it_knows_how_far_the_goal_is(
    cache: Path, monkeypatch: pytest.MonkeyPatch, puzzle: str, known: bool
) -> None:
    monkeypatch.setattr("huarong.web.endpoints.map.MOST", 500)
    monkeypatch.setattr("huarong.atlas.table.MOST_IN_REACH", 2000)
    with TestClient(create()) as client:
        header, rest = unpack(client.get("/api/v1/map", params={"puzzle": puzzle}).content, b"HRM1")
    assert (header["complete"], header["known"]) == (False, known)
    assert 100 < header["points"] <= 500
    distance = rest[header["points"] * 8 + header["edges"] * 8 :][: 4 * header["points"]].cast("I")
    if known:
        assert distance[header["start"]] == hr.solve(puzzle).length
    else:
        assert set(distance) == {0xFFFFFFFF}


@pytest.mark.parametrize(
    ("metric", "expected"),
    [("step", 116), *(pytest.param(*each, marks=pytest.mark.slow) for each in (("move", 81), ("slide", 90)))],
)
def test_a_certificate_in_every_metric(client: TestClient, metric: str, expected: int) -> None:
    found = ask(client, "prove", puzzle=CLASSIC, metric=metric)
    data = b64decode(found["certificate"])
    assert (found["length"], found["bytes"]) == (expected, len(data))
    if metric == "move":
        assert "81 moves solve it, and no fewer do; there are 256 ways" in check(data)


def test_from_where_the_pieces_are(client: TestClient) -> None:
    heads = hr.solve(CLASSIC).heads[-2]
    found = ask(client, "prove", puzzle=CLASSIC, heads=list(heads))
    assert (found["length"], found["solutions"], found["layouts"]) == (1, 1, 1)


def test_no_solution_is_proved_too(client: TestClient) -> None:
    found = ask(client, "prove", puzzle="AB/goal:/BA")
    assert (found["solved"], found["length"]) == (False, None)
    assert "no solution" in check(b64decode(found["certificate"]))


def test_too_many_layouts_are_told(client: TestClient) -> None:
    answer = client.post("/api/v1/prove", json={"puzzle": CLASSIC, "max_layouts": 1000})
    assert answer.status_code == 422
    assert answer.json()["error"]["limit"] == "layouts"


def test_why_there_is_no_solution(client: TestClient) -> None:
    for method in ("auto", "bfs", "atlas"):
        found = ask(client, "solve", puzzle="123456870", method=method)
        assert (found["solved"], found["explored"], found["reason"]["key"]) == (False, 0, "parity")
    assert {"swaps": 1, "far": 0, "inversions": 1}.items() <= found["reason"].items()
    chinese = {"accept-language": "zh"}
    found = client.post("/api/v1/solve", json={"puzzle": "走投无路"}, headers=chinese).json()
    assert found["reason"] == {"key": "search", "explored": 3731, "text": "能走到的布局共 3,731 个，都不是目标"}
    assert ask(client, "solve", puzzle=CLASSIC)["reason"] is None
    for why in (False, True):
        hint = ask(client, "hint", puzzle="1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0", why=why)
        assert (hint["solvable"], hint["reason"]["key"]) == (False, "parity")
        assert hint["reason"]["goal"] == ".123/4567/89ab/cdef"
    assert "reason" not in ask(client, "hint", puzzle=CLASSIC)
    proved = ask(client, "prove", puzzle="123456870")
    assert (proved["solved"], proved["layouts"]) == (False, 0)


@pytest.mark.parametrize(("metric", "expected"), [("move", 81), ("slide", 90), ("step", 116)])
def test_solve_in_every_metric_by_every_method(client: TestClient, metric: str, expected: int) -> None:
    for method in ("auto", "bfs", "bidirectional", "astar", "atlas"):
        found = ask(client, "solve", puzzle=CLASSIC, metric=metric, method=method)
        assert (found["length"], len(found["moves"]), len(found["heads"])) == (expected, expected, expected + 1)


def test_solve_tells_its_progress_as_events(client: TestClient) -> None:
    body = {"puzzle": LONG, "method": "bfs", "max_layouts": 300_000}
    with mock.patch("huarong.limits._REPORT", 0.0):
        answer = client.post("/api/v1/solve", json=body, headers={"accept": "text/event-stream"})
    assert answer.headers["content-type"].startswith("text/event-stream")
    found = events(answer.text)
    assert [found[0][0], found[-1][0]] == ["begin", "result"]
    depths = [data["depth"] for name, data in found if name == "progress"]
    assert depths and depths == sorted(depths)
    assert found[-1][1]["stopped"] == "layouts"


def test_a_limit_of_layouts_stops_a_search(client: TestClient) -> None:
    found = ask(client, "solve", puzzle=LONG, method="bfs", max_layouts=100_000)
    assert (found["solved"], found["stopped"]) == (None, "layouts")
    assert found["reason"].startswith("stopped by the limit of 100,000 layouts")


def test_no_solution_is_proved(client: TestClient) -> None:
    assert ask(client, "solve", puzzle="A#./##.", goal=".#A/##.")["solved"] is False
    assert ask(client, "hint", puzzle="A#./##.", goal=".#A/##.")["distance"] is None


def test_a_full_queue_says_when_to_come_back(cache: Path) -> None:
    app = create(Capacity(workers=1, waiting=0))
    with TestClient(app) as client:
        body = {"puzzle": LONG, "method": "bfs"}
        thread = threading.Thread(target=lambda: client.post("/api/v1/solve", json=body))
        thread.start()
        while not app.state.server.queue.jobs:
            time.sleep(0.01)
        answer = client.post("/api/v1/solve", json={"puzzle": CLASSIC})
        assert answer.status_code == 503
        assert answer.headers["retry-after"] == "2"
        assert answer.json()["error"]["field"] is None
        for name in list(app.state.server.queue.jobs):
            client.delete(f"/api/v1/searches/{name}")
        thread.join()


def test_the_hints_of_a_call_share_its_time(client: TestClient) -> None:
    given: list[float] = []

    def hint(oracle: Any, at: Any, *, max_seconds: float, **_: Any) -> Any:
        given.append(max_seconds)
        return real(oracle, at)

    real = hr.Oracle.hint
    with mock.patch("huarong.Oracle.hint", hint):
        ask(client, "hints", puzzle="AB/../goal:/../AB", layouts=[[0, 1], [2, 3], [0, 1]], max_seconds=20)
    assert len(given) == 3 and 20 > given[0] > given[1] > given[2]


def test_tiles_that_a_limit_stops_have_the_best_solution_known(client: TestClient) -> None:
    board = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13"
    body = {"puzzle": board, "max_seconds": 2}
    answer = client.post("/api/v1/solve", json=body, headers={"accept": "text/event-stream"})
    *told, (_, found) = events(answer.text)
    known, puzzle = found["known"], hr.puzzle(board)
    assert (found["solved"], found["stopped"], known["optimal"]) == (None, "time", False)
    assert found["lower"] == known["bound"] < known["length"] == len(known["moves"])
    assert tuple(known["heads"][0]) == tuple(head for kind in puzzle.start.heads for head in kind)
    assert ask(client, "solve", puzzle=board, heads=known["heads"][-1])["length"] == 0
    lengths = [each["length"] for kind, each in told if kind == "progress" and each["length"]]
    assert lengths == sorted(lengths, reverse=True) and (lengths or [known["length"]])[-1] >= known["length"]


def test_a_search_is_stopped_by_its_id(client: TestClient) -> None:
    stopped: list[int] = []
    answered = threading.Event()

    def stop() -> None:
        while not client.app.state.server.queue.jobs:
            if answered.wait(0.01):
                return
        name = next(iter(client.app.state.server.queue.jobs))
        stopped.append(client.delete(f"/api/v1/searches/{name}").status_code)

    thread = threading.Thread(target=stop)
    thread.start()
    body = {"puzzle": LONG, "method": "bfs"}
    answer = client.post("/api/v1/solve", json=body)
    answered.set()
    thread.join()
    assert (answer.status_code, stopped) == (409, [200])
    assert client.delete("/api/v1/searches/none").status_code == 404


def test_a_picture(client: TestClient) -> None:
    answer = client.get("/api/v1/svg", params={"puzzle": CLASSIC, "theme": "dark"})
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg") and ">Soldier</text>" in answer.text
    chinese = client.get("/api/v1/svg", params={"puzzle": CLASSIC, "lang": "zh"})
    assert "曹操" in chinese.text and ">四</text>" in chinese.text


@pytest.mark.parametrize(
    ("space", "goal", "metric"),
    [("4x5 2x2:1 1x2:4 2x1:1 1x1:4", "0@13", "step"), ("20x18 1x1:1", "0@359", "move"), ("1x399 1x1:1", "0@0", "step")],
)
def test_a_table_ranks_and_knows_every_layout(client: TestClient, space: str, goal: str, metric: str) -> None:
    asked = {"space": space, "goal": goal, "metric": metric}
    header, rest = unpack(client.get("/api/v1/table", params=asked).content, b"HRT2")
    edges, size = header["states"] * header["letters"], 2 if header["wide"] else 1
    to, before = rest[: 4 * edges].cast("i"), rest[4 * edges : 8 * edges].cast("I")
    far = rest[8 * edges : 8 * edges + size * header["layouts"]].cast("H" if size == 2 else "B")
    cell = rest[8 * edges + (size * header["layouts"] + 3) // 4 * 4 :].cast("I")
    whole = Space.parse(space)
    atlas = hr.Atlas.build(whole, read_goal(goal, whole), metric)
    for layout in whole.random(200, seed=5):
        letters = [0] * whole.board.size
        for kind, group in enumerate(layout.heads):
            for head in group:
                letters[head] = kind + 1
        state = rank = 0
        while state != header["states"] - 1:
            edge = state * header["letters"] + letters[cell[state]]
            rank, state = rank + before[edge], to[edge]
        assert far[rank] == atlas.distances[whole.rank(layout)]


QUERIES = """space=4x5 space=4x5+1x1:1&goal=x space=4x5+1x1:1&goal=9@9 space=9x9+1x1:9&goal=0@0
space=4x5+1x1:1&goal=0@99 space=x&goal=0@0 space=4x5+3x9:1&goal=0@0"""


def test_malformed_tables(client: TestClient) -> None:
    for query in ("", *QUERIES.split()):
        assert 400 <= client.get(f"/api/v1/table?{query}").status_code < 500, query


def test_tables_that_are_kept_are_bounded_by_their_bytes(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """They were bounded by their number, 128, whatever they took."""
    monkeypatch.setattr(endpoint.CACHE.budget, "most", 20_000)
    sizes = []
    for head in range(12):
        asked = {"space": "4x5 1x1:1 2x2:1", "goal": f"0@{head}", "metric": "move"}
        sizes.append(len(client.get("/api/v1/table", params=asked).content))
        assert sum(map(len, endpoint.CACHE.values())) <= 20_000
    assert sum(sizes) > 20_000
    assert (asked["space"], asked["goal"], hr.Metric.MOVE) in endpoint.CACHE.entries
