"""The table of claims is complete, in both languages, and agrees with computed figures; the pages are made from it."""

import functools
import itertools
import json
import os
import re
import string
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl

import pytest
from click.testing import CliRunner
from tools.site.contents import LANGUAGES, source
from tools.site.museum import pages

import huarong
from huarong.cli.main import main
from huarong.errors import UnknownName
from huarong.i18n import catalogue
from huarong.study import ARTICLES, EXHIBITS, VERDICTS, Claim, claims, zhou, zhoutk
from huarong.study.checking import check
from huarong.study.claim import claim, kept
from huarong.study.figures import FIGURES, TIMED, lv as figures
from huarong.study.lv.chessmen import steps
from huarong.study.lv.search import ChessLayout, CircularLinkedList, Mediator, TreeLinkedList
from huarong.study.lv.visited import AvlTree, ChainedHash
from huarong.study.ma import recursions
from huarong.study.poos.recorded import nearest
from huarong.study.traces.lv import CountedList
from huarong.study.traces.shows import show, trace
from huarong.study.visited_sets import SearchTree

DATA = Path(huarong.__file__).parent / "data" / "claims"
ALL = claims()
FIGURED = [each for each in ALL if each.figure]
WAY = (*map(int, "347852178521785643856434621458"),)
"""The first way as 马旭 prints it."""
PURE = os.environ.get("HUARONG_PURE", "") not in ("", "0")
SLOW = 0.5
"""Figures that took longer than so many seconds when they were kept are computed by slow tests."""


def test_every_article_has_its_claims_in_order() -> None:
    assert [key.key for key in ARTICLES if claims(key.key)] == ["lv", "zhou", "zhoutk", "ma", "poos"]
    assert sum((claims(room.key) for room in ARTICLES), ()) == ALL and claims("马旭") == claims("ma")
    assert len({each.id for each in ALL}) == len(ALL) > 150
    pytest.raises(UnknownName, claims, "zhuo").match("zhou")


def test_rows_are_whole() -> None:
    for each in ALL:
        assert each.verdict in VERDICTS, each.id
        assert each.verdict in catalogue("zh") and re.search("[一-鿿A-Za-z0-9]", each.quote)
        assert each.place and each.english and set(each.exhibits) <= {machine.name for machine in EXHIBITS}
        assert set(each.values) == set(each.names), each.id
        assert set(each.figures) <= set(FIGURES)
        assert bool(each.figure) == bool(each.rule) == (each.verdict != "cannot be checked"), each.id
        assert bool(each.command) == bool(each.figure), each.id
        assert each.run or each.command in ("", f"huarong study check {each.id}")
        assert set(each.rule) <= set(VERDICTS) and "{" not in each.outcome() + each.outcome("zh")
        assert json.loads(json.dumps(each.to_json("zh")))["found_zh"] == each.outcome("zh")


def test_the_step_that_shows_a_claim_is_there() -> None:
    frames: dict[tuple[str, ...], int] = {}
    for each in filter(lambda row: row.shown, ALL):
        step = dict(parse_qsl(each.shown, strict_parsing=True))
        one = show(step["show"])
        assert step.get("d", one.draws[0]) in one.draws, each.id
        asked = (step["show"], step.get("p", ""), step.get("o", ""), step.get("to", ""))
        if asked not in frames and asked[3][:4] not in ("step", "way:") and asked[2] != "24000":
            option = int(asked[2]) if asked[2] else None
            frames[asked] = len(trace(*asked[:2], option, 1000, whole=False, to=asked[3]).frames)
        assert int(step.get("at", 0)) < frames.get(asked, 1000), each.id
    steps = tomllib.loads((DATA / "steps.toml").read_text("utf-8"))
    assert {each.id: each.shown for each in ALL if each.shown} == steps


@pytest.mark.parametrize("each", FIGURED, ids=[each.id for each in FIGURED])
def test_each_figure_across_its_bar_changes_the_verdict(each: Claim) -> None:
    """Every rule can fall: each verdict is reached, and each figure decides somewhere."""
    sides = dict[str, list[Any]]()
    for part in [part for condition in each.rule.values() for part in condition.split(" and ") if part]:
        name, compare, bound = part.split()
        at = each.values.get(bound, bound)
        if isinstance(at, str) and not isinstance(each.values[name], str):
            at = float(at) if "." in at else int(at)
        sides.setdefault(name, []).extend((at, f"{at}0") if isinstance(at, str) else BESIDE[compare](at))
    tried = [dict(zip(sides, some, strict=True)) for some in itertools.product(*sides.values())]
    found = {tuple(some.values()): each.derived({**each.values, **some}) for some in tried}
    assert set(found.values()) >= set(each.rule) and len({*found.values()}) > 1
    for n, name in enumerate(sides):
        moved = [{found[*some[:n], value, *some[n + 1 :]] for value in sides[name]} for some in found]
        assert any(len(verdicts) > 1 for verdicts in moved), name


BESIDE: dict[str, Any] = {
    **{"<": lambda b: (b - 1e-6, b), "<=": lambda b: (b, b + 1e-6), "==": lambda b: (b, b + 1)},
    **{">": lambda b: (b + 1e-6, b), ">=": lambda b: (b, b - 1e-6), "~": lambda b: (b, 1.2 * b + 1)},
    **{"<~": lambda b: (b, 1.2 * b + 1), "<<": lambda b: (b / 2, b), ">>": lambda b: (2 * b + 1, b)},
}
"""For a bar a value that a comparison is true of, and one that it is false of, on the other side."""


def test_words_set_the_bars() -> None:
    row = claim("lv-pool")
    for size, verdict in ((1000, "holds"), (1209, "holds"), (999, "does not hold"), (1211, "does not hold")):
        assert row.derived({"original": size}) == verdict
    assert claim("lv-simpler").derived({"long": 6, "short": 9}) == "holds"
    assert claim("lv-simpler").derived({"long": 7, "short": 9}) == "does not hold"


def test_a_bar_that_is_not_in_the_sentence_says_why() -> None:
    """Numbers in rules are in the quotation, are a share or a count of which the whole is the bar, or have a reason."""
    for each in FIGURED:
        given = set(re.findall(r"[\d.]+", re.sub(r"(?<=\d)[ ,](?=\d)", "", f"{each.quote}; {each.english}")))
        shares = {word for number in given for word in (f"0.{number}", number.rstrip("0."))}
        plain = {"0", "1", "100", "0.95", "1.05"} | given | shares
        for part in " and ".join(each.rule.values()).split(" and "):
            if part and part.split()[1] != "==" and re.fullmatch(r"[\d.]+", bound := part.split()[2]):
                assert bound in plain or (each.why and each.why_zh), f"{each.id}: {part}"


LISTED = type("Listed", (CountedList,), {"chains": property(lambda it: [len(it.place)]), "longest": 0, "moved": 0})
OLD = CircularLinkedList.allocate_layout


def numbered(node: Any, data: Any, parent_state: Any = None) -> None:
    """A node of `master` whose identifier is a number."""
    node.data, node.parent_state, node.identifier = data, parent_state, hash("".join(data))


PLANTED: list[tuple[str, str, str, Any]] = [
    ("lv-release", "lv.search.Mediator", "release", lambda by: vars(by.tree).clear()),
    ("lv-up", "lv.search.TreeLinkedList", "trace_result", lambda tree, last: [tree.root.step, last]),
    ("lv-directions", "lv.original.SortedLayout", "to_int32", lambda it: setattr(it, "is_finished", 0) or 11199809),
    ("lv-twoarrays", "lv.original.SortedLayout", "check_available_steps", lambda _: None),
    ("lv-zeros", "lv.search.ChessLayout", "to_int64", lambda layout: len(layout.chessmen)),
    ("lv-halving", "figures.lv", "SortedArray", LISTED),
    ("lv-bytes48", "figures.lv", "_LIU", "0218"),
    ("lv-bfs", "lv.search.CircularLinkedList", "next_step", lambda ring: False),
    ("lv-optimal", "figures.lv", "AvlTree", SearchTree),
    ("lv-best-tree", "figures.lv", "AvlTree", SearchTree),
    ("lv-no-comparing", "figures.lv", "ChainedHash", LISTED),
    ("lv-sumtec", "figures.lv", "ChainedHash", LISTED),
    ("lv-one", "figures.lv", "ChainedHash", LISTED),
    ("lv-probing", "figures.lv", "Probing", ChainedHash),
    ("lv-linear-tree", "figures.lv", "SearchTree", AvlTree),
    ("lv-all3", "figures.lv", "fold", lambda code: 0),
    ("lv-fold", "figures.lv", "fold", lambda code: code % 66_000),
    ("lv-center", "figures.lv", "quick_sort", lambda _, seen: [seen(it, 0, 4, 0, 0) for it in ("part", "middle")]),
    ("lv-callback", "lv.search.ChessLayout", "encapsulate", lambda *_: None),
    ("lv-exception", "lv.original.CatchingMediator", "check_step", lambda by, step: by.tree.insert_node(step)),
    ("lv-mediator", "figures.lv", "CircularLinkedList", Mediator),
    ("lv-felicia-simple", "figures.lv", "Plain", zhou),
    ("lv-onestep", "figures.lv", "steps", lambda size, far=True: steps(size)),
    ("lv-more", "figures.times", "run", lambda *_: (None, SimpleNamespace(known=[], tree=TreeLinkedList()))),
    ("lv-double", "lv.search.ChessLayout", "to_int64", ChessLayout.to_int32),
    ("lv-stop", "lv.search.CircularLinkedList", "stop", lambda ring: setattr(ring, "stopped", sum(range(2 * 10**7)))),
    ("lv_sorts", "figures.lv", "quick_sort", lambda items, witness=None: None),
    ("lv_versions", "lv.chessmen", "NINE", {"Up": "U", "Down": "D"}),
    ("lv_orders", "lv.search.ChessLayout", "to_int64", lambda layout: layout.chessmen[0].type64),
    ("lv-along", "lv.search.TreeLinkedList", "move_current_to_next", lambda tree: None),
    ("lv-ends", "lv.search.CircularLinkedList", "stop", lambda ring: None),
    ("poos-master", "poos.nodes.StringNode", "__init__", numbered),
    ("lv_endlink", "lv.search.TreeLinkedList", "trace_result", lambda tree, last: [last, tree.root.step]),
    ("lv-one-box", "lv.search.ChessLayout", "to_int32", lambda layout: layout.chessmen[0].type32),
    ("lv-two-bits", "lv.search.ChessLayout", "to_int32", lambda layout: 4 + layout.chessmen[0].type32),
    ("lv-isblank", "lv.chessmen.Plane", "check_available_steps", lambda man, at, call: call(man.position, at, "Up")),
    ("lv-two-members", "lv.original.SortedLayout", "init_layout_map", lambda it: it.sorted_chessmen.__delitem__(-3)),
    ("lv-inserted", "lv.search.CircularLinkedList", "allocate_layout", lambda it: [OLD(it), vars(it).update(end=0)][0]),
    ("lv_codes", "lv.search.ChessLayout", "to_int64", lambda layout: 0),
    ("lv_table", "lv.original.SortedLayout", "init_layout_map", lambda layout: None),
    ("lv-alike", "lv.original.SortedLayout", "to_int32", lambda it: hash((*(man.position for man in it.chessmen),))),
    ("lv-finished", "lv.original.SortedLayout", "is_finished", property(lambda _: False, lambda *_: None)),
    ("lv-begin", "lv.search.Mediator", "finished", lambda by, step: by.stop()),
    ("lv-nofield", "lv.search.Mediator", "begin_process", lambda by: by.pool.begin_process() or True),
    ("lv_liu", "figures.lv", "_LIU", "031801040912101114151719"),
    ("lv-minus8", "lv.chessmen.Stride8", "check_available_steps", lambda it, at, call: call(4, at, "Up")),
    ("lv-parent", "lv.search.TreeLinkedList", "move_current_to_next", lambda tree: None),
    ("lv-reuse", "lv.search.CircularLinkedList", "confirm_allocation", lambda ring: None),
    ("lv-blanks", "lv.chessmen.Plane", "check_available_steps", lambda man, blanks, callback, others=(): None),
    ("lv-22bits", "lv.original.SortedLayout", "to_int32", lambda it: 2 << 30),
    ("lv_parts", "lv.search.CircularLinkedList", "next_step", lambda ring: False),
    ("lv_parts", "lv.original.SortedLayout", "init_layout_map", lambda layout: None),
    ("lv_parts", "lv.original.SortedLayout", "is_finished", property(lambda _: True, lambda *_: None)),
    ("lv_parts", "lv.search.TreeLinkedList", "insert_node", lambda tree, step: None),
    ("ma-mc", "ma.recursions.Recursion", "put_pass", lambda it, n: it.moved.sort() or it.witness("pass", n)),
    ("ma-moveok", "ma.recursions.Recursion", "added", lambda it, x, n: it.witness("test", n, x, True)),
    ("poos-unused", "poos.protocol.HuaSearch", "key", lambda _, it: getattr(it, "to_value", 0) or it.data),
    ("poos_example", "figures.poos", "identity", lambda cells, empty: 0),
]
"""Faults of the programs: the claim whose verdict they change, or the figure that they change."""


def broken_figures(name: str) -> list[str]:
    return [each for each in (claim(name).figures if "-" in name else [name]) if each != "times_lv"]


@pytest.mark.parametrize(
    ("name", "module", "part", "broken"),
    [
        pytest.param(*each, marks=[pytest.mark.slow] * any(kept()[f].seconds > SLOW for f in broken_figures(each[0])))
        for each in PLANTED
    ],
)
def test_a_broken_program_changes_the_figure(
    monkeypatch: pytest.MonkeyPatch, name: str, module: str, part: str, broken: Any
) -> None:
    for each in ("looked_up", "_fed") if module.startswith("lv.") else ():
        monkeypatch.setattr(figures, each, functools.cache(getattr(figures, each).__wrapped__))
    monkeypatch.setattr(f"huarong.study.{module}.{part}", broken)
    try:
        found = json.loads(json.dumps({each: dict(FIGURES[each]()) for each in broken_figures(name)}))
    except (AssertionError, StopIteration, ValueError):
        return
    if row := "-" in name and claim(name):
        assert row.derived({**row.values, **row.chosen(found)}) != row.verdict
    else:
        assert found[name] != dict(kept()[name].values)


def printed(old: str, new: str) -> Any:
    """马旭's programs in C with a part exchanged, as a file."""
    text = recursions.PRINTED.read_text("utf-8")
    assert old in text
    return SimpleNamespace(read_text=lambda _: text.replace(old, new))


def taken_back(run: Any, x1: Any, x2: Any, n: int) -> None:
    """A copy that takes only the cells that differ, two at most."""
    run.witness("copy", n, x1, bytes(b for a, b in zip(x1, x2, strict=True) if a != b) or b"00")
    x1[:] = x2


@pytest.mark.parametrize(
    ("row", "part", "broken", "verdict"),
    [
        ("zhoutk-guard", "figures.zhou.add_hero", lambda *_: True, "does not hold"),
        ("zhoutk-guard", "zhoutk._cell", lambda state, row, column: state.board[row][column], "holds"),
        ("zhoutk-states", "figures.zhou.WARRIORS", zhoutk.HENGDAO[:4], "holds"),
        ("zhoutk-fields", "zhoutk.MoveAction", lambda *_: (0, 0), "does not hold"),
        ("zhou-off", "zhou.SHAPES", dict.fromkeys(zhou.SHAPES, ((0, 0),)), "does not hold"),
        ("zhou-any", "zhou.basic", lambda cells: (*cells[:4], *sorted(cells[4:8]), *cells[8:]), "does not hold"),
        ("zhou-only-basic", "zhou.restored", lambda *_: [("曹操", "D")], "does not hold"),
        ("zhou-edges", "zhou.children", lambda state: iter([(state, 0)] * 4), "holds"),
        ("zhou-edges", "zhou.children", lambda state: iter([(state, 0)]), "does not hold"),
        ("zhou-next", "zhou.unpack", lambda data: dict.fromkeys(range(53_954)), "does not hold"),
        ("poos-both", "figures.poos.value_at", lambda code, cell: 3, "does not hold"),
        ("zhou-8bytes", "zhou.pack", lambda ways, pack=zhou.pack: pack(ways) + bytes(9 * len(ways)), "does not hold"),
        ("zhou-421", "zhou.pack", lambda ways, pack=zhou.pack: pack(ways) + bytes(9 * len(ways)), "does not hold"),
        ("ma-first", "figures.ma.listing", lambda *_: SimpleNamespace(ways=[WAY], at=[(1, 1)], calls=1), "holds"),
        ("ma-swap", "ma.recursions.StringRecursion.move_ok", lambda run, x, p, k, n: run.added(x, n), "does not hold"),
        ("ma-mxn", "ma.recursions.SignRecursion.move_ok", lambda *_: False, "does not hold"),
        ("ma-flat", "ma.recursions.PRINTED", printed("pass[41][9]", "pass[41][3][3]"), "does not hold"),
        ("ma-order", "ma.recursions.StringRecursion.mcopy", taken_back, "holds"),
        ("ma-space", "ma.recursions.PRINTED", printed("char y[10]", "char y[1]"), "holds"),
        ("ma-row", "ma.recursions.signs_of", functools.cache(lambda w, h: ((0,) * 9,) * 9), "does not hold"),
        ("ma-before", "ma.recursions.SignRecursion.move_ok", lambda *_: not recursions.signs_of(3, 3), "does not hold"),
        ("ma-params", "ma.recursions.PRINTED", printed("int y[3][3], k;", "int k;"), "does not hold"),
        ("ma-overflow", "ma.recursions.PRINTED", printed("y[3][3]", "y[1][1]"), "does not hold"),
        ("poos-protocol", "poos.protocol.PuzzleState.child_states", lambda state: (), "does not hold"),
        ("poos-fields", "poos.protocol.PuzzleState.child_states", lambda state: (), "does not hold"),
        ("poos-points", "poos.search.Weighed.heuristic", lambda graph, node, start=None: 0.0, "holds"),
        ("poos-weights", "poos.search.Weighed.heuristic", lambda graph, node: 0.0, "does not hold"),
        ("poos-aim", "poos.search.Weighed.heuristic", lambda graph, node: 40.0, "does not hold"),
        ("poos-one-ending", "figures.poos.nearest", lambda code, at: (8 * nearest(code, at)[0],), "does not hold"),
        ("ma-newest", "ma.recursions.PathRecursion.kept", staticmethod(lambda a: a), "does not hold"),
    ],
)
def test_a_planted_fault_changes_the_verdict(
    monkeypatch: pytest.MonkeyPatch, row: str, part: str, broken: Any, verdict: str
) -> None:
    each = claim(row)
    if PURE and "ma_frames" in each.figures:
        pytest.skip("the whole search takes minutes as plain Python")
    zhou.table(frozenset({zhou.HOME}))  # is kept: programs that are whole make it
    monkeypatch.setattr(f"huarong.study.{part}", broken)
    figures = {name: getattr(FIGURES[name], "__wrapped__", FIGURES[name]) for name in each.figures}
    values = {n: kept()[n].values if n in {*TIMED, "poos_astar"} else figure() for n, figure in figures.items()}
    assert each.verdict != verdict == each.derived(each.chosen(values))


def test_times_have_a_machine_and_a_date() -> None:
    for name, row in kept().items():
        assert bool(row.measured) == (name in TIMED), name
        for measured in row.measured:
            assert measured.machine and re.fullmatch(r"20\d\d-\d\d-\d\d", measured.date)
            for key, value in measured.values.items():
                if key.endswith("low"):
                    assert 0 < value <= measured.values[key.removesuffix("low") + "high"], key
    assert set(kept()) == {name for each in FIGURED for name in each.figures}


def test_a_claim_has_the_measurements_of_its_figures() -> None:
    for each in claims():
        assert bool(each.measured) == bool(TIMED & {*each.figures} & {*kept()}), each.id


RUN = [
    pytest.param(each, id=each.id, marks=[pytest.mark.slow] if "levels" in each.run else [])
    for each in ALL
    if each.run and "-m 30" not in each.run
]


@pytest.mark.parametrize("each", [*RUN, pytest.param(claim("ma-highest"), id="ma-highest", marks=pytest.mark.slow)])
def test_a_command_prints_the_figures_of_its_row(each: Claim) -> None:
    """A row without a command of its own names `huarong study check`, which prints all that it has computed."""
    result = CliRunner(env={"LC_ALL": "C.UTF-8"}).invoke(main, each.run.split()[1:])
    printed = {*re.findall(r"[\w./+-]+", result.output.replace(",", ""))}
    printed |= {*re.findall(r"\d+", " ".join(printed))}
    quoted = {part[1] for part in string.Formatter().parse(each.found + each.found_zh) if part[1]}
    assert {str(each.values[name]) for name in quoted} <= printed


UNTIMED = [
    pytest.param(name, marks=[pytest.mark.slow] if row.seconds > SLOW else [])
    for name, row in kept().items()
    if name not in TIMED
]
"""Times depend on the machine and on what else it does: `huarong study check` measures those."""


@pytest.mark.parametrize("name", UNTIMED)
def test_a_figure_is_what_the_rows_say(name: str) -> None:
    if name in ("ma_ways", "ma_frames") and PURE:
        pytest.skip("the whole search takes minutes as plain Python")
    assert json.loads(json.dumps(dict(FIGURES[name]()))) == dict(kept()[name].values)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(name for name in TIMED if kept()[name].seconds < 60))
def test_a_time_is_measured_under_the_names_that_the_rows_use(name: str) -> None:
    assert FIGURES[name]().keys() <= kept()[name].values.keys()


def test_a_check_says_whether_a_verdict_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    found = check(["lv-26bits", "lv-web"])
    assert [each.stands for each in found] == [True, None]
    monkeypatch.setitem(FIGURES, "lv_bits", lambda: {"ten": 27, "others_10": 22})
    (fallen,) = check(["lv-26bits"])
    assert (fallen.stands, fallen.verdict, fallen.differ) == (False, "does not hold", ("ten",))
    assert "ten = 27 (kept: 26)" in fallen.text() and "已保存：26" in fallen.text("zh")
    pytest.raises(UnknownName, check, ["lv-26bit"]).match("lv-26bits")


def test_a_check_without_time_says_so() -> None:
    (late,) = check(["ma-thirty"], max_seconds=0.5)
    assert late.stands is None and "it takes about" in late.trouble


def test_every_exhibit_of_an_article_is_told_of() -> None:
    """Each exhibit of an article has a claim, so that its story has a result; the project's own exhibits have none."""
    named = {name for each in ALL for name in each.exhibits}
    ours = {machine.name for machine in EXHIBITS if machine.article == "huarong"}
    assert {machine.name for machine in EXHIBITS} - named - ours <= {"ma-compiled-sign"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pages_have_all_rows_and_exhibits(lang: str) -> None:
    (text,) = pages(lang).values()
    for each in ALL:
        assert each.outcome(lang).replace("|", "\\|") in text
    written = source("explanation/study", lang).read_text("utf-8")
    rows = re.findall(r"(?m)^- `.*", written)
    listed = re.findall(r"`([a-z]+[a-z0-9-]*)`", "".join(rows))
    assert sorted(listed) == sorted(each.name for each in EXHIBITS)
