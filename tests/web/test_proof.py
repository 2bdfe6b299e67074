"""The checker in the browser agrees with the one in Python; certificates on the page."""

import random
import shutil
from base64 import b64encode
from pathlib import Path
from typing import Any

import pytest

from huarong.model.board import METRICS
from huarong.model.puzzle import Puzzle
from huarong.proof import check, prove, verify
from huarong.suite import cases
from tests.examples import tries
from tests.proof.odd import ACCEPTED, ACCEPTED_TABLES, ONE_WAY, by_node, by_python, odd, odd_tables
from tests.proof.test_proof import SMALL, TINY, bounded, changed, parts, signed

SAID = """async (all) => {
    const { check, Refused } = await import('/static/solve/proof.js');
    const said = [];
    for (const text of all) {
        try {
            const { theorem } = await check(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
            said.push([theorem.length, theorem.solutions === null ? null : String(theorem.solutions), theorem.layouts]);
        } catch (error) {
            if (!(error instanceof Refused) || !(error.step in [0, 1, 2, 3, 4, 5])) throw error;
            said.push(null);
        }
    }
    return said;
}"""


@pytest.fixture(scope="module")
def said(modules: Any) -> Any:
    """The browser's verdicts on certificates: length, number of solutions and layouts, or None where it refuses."""
    return lambda data: modules.evaluate(SAID, [b64encode(each).decode() for each in data])


def small(most: int) -> list[tuple[Puzzle, Any]]:
    """The first cases of each group of the suite in each metric whose certificates have at most so many layouts."""
    groups: dict[str, list[tuple[Puzzle, Any]]] = {}
    for case in cases():
        mine = groups.setdefault(case.group, [])
        known = [answer.certified for answer in case.answers.values()]
        if len(mine) < 9 and all(each is not None and each <= most for each in known):
            mine += [(case.puzzle, metric) for metric in METRICS]
    return [each for group in groups.values() for each in group]


@pytest.mark.parametrize("most", [100, pytest.param(9000, marks=pytest.mark.slow)])
def test_certificates_of_all_forms_are_accepted(said: Any, most: int) -> None:
    data = [prove(puzzle, metric).data for puzzle, metric in [*small(most), (ONE_WAY, "move")]]
    data += [each.data for each in bounded()]
    assert len(data) > 50
    for each, answer in zip(data, said(data), strict=True):
        assert answer is not None and by_python(each) == answer


@pytest.mark.skipif(shutil.which("node") is None, reason="it takes Node")
def test_odd_certificates_are_refused() -> None:
    names, files = zip(*(odd() | odd_tables()).items(), strict=True)
    told = {name: it for name, it in zip(names, by_node(files), strict=True) if it is not None}
    assert all(isinstance(it, list) for it in told.values())
    assert told.keys() == ACCEPTED | ACCEPTED_TABLES


def test_both_checkers_refuse_the_same(said: Any) -> None:
    """Both refuse a changed certificate, though its checksum is right."""
    draw = random.Random(5)
    originals = [parts(prove(t, m).data) for t in (*SMALL, ONE_WAY) for m in METRICS]
    originals += [parts(each.data) for each in bounded()[1:]]
    data = []
    for _ in range(tries(800)):
        header, values = draw.choice(originals)
        for _ in range(draw.choice((1, 1, 2, 3))):
            header, values = changed(header, values, draw)
        data.append(signed(header, values))
    answers = said(data)
    assert len(data) // 20 < sum(answer is not None for answer in answers) < len(data) // 2
    for each, answer in zip(data, answers, strict=True):
        assert by_python(each) == answer


def test_no_byte_can_be_changed(said: Any) -> None:
    for text in (TINY, ONE_WAY):
        good = prove(text, "step").data
        bad = [good[:at] + bytes([good[at] ^ flip]) + good[at + 1 :] for at in range(len(good)) for flip in (1, 0x80)]
        bad += [good[:at] for at in range(len(good))] + [good + b"\0"]
        assert not any(said(bad))


@pytest.mark.slow
def test_a_solution_is_checked_beside_it_and_a_file_where_it_is_dropped(page: Any, tmp_path: Path) -> None:
    page.goto("/solve#p=捷足先登")
    page.locator("#go").click()
    page.get_by_role("button", name="Check this yourself").click()
    page.get_by_text("Theorem: a shortest solution takes 32 moves; there are").wait_for()
    assert page.locator("#theorem .thumb").count() == 2
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the certificate").click()
    data = download.value.path().read_bytes()
    assert "32 moves solve it, and no fewer do" in check(data)
    path = tmp_path / "bad.proof"
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    page.locator("#file").set_input_files(path)
    page.get_by_text("Rejected: this file proves nothing.").wait_for()
    page.evaluate(
        """(bytes) => {
            const files = new DataTransfer();
            files.items.add(new File([new Uint8Array(bytes)], 'none.proof'));
            document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true,
                cancelable: true }));
        }""",
        list(prove("AB/goal:/BA").data),
    )
    page.get_by_text("Theorem: there is no solution; none of the 1 reachable layouts").wait_for()
    page.locator("#language").click()
    page.get_by_text("定理：无解；可达的布局共 1 个").wait_for()


STATED = """async (text) => {
    const { show } = await import('/static/solve/theorem.js'), { change } = await import('/static/shared/settings.js');
    const box = document.createElement('div');
    document.body.append(box);
    await show(box, Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)), 'x');
    for (const each of box.querySelectorAll('details')) { each.open = true; each.dispatchEvent(new Event('toggle')); }
    const said = [...box.querySelectorAll('figure')].map((each) => [each.querySelector('figcaption').textContent,
        [...each.querySelectorAll('.thumb text')].map((sign) =>
            sign.textContent).sort().join('') || each.querySelector('p')?.textContent || '']);
    const result = [said, [...box.querySelectorAll('li')].map((each) => each.textContent),
        [...box.querySelectorAll('p')].map((each) => each.textContent), box.querySelector('summary')?.textContent];
    box.remove();
    return result;
}"""


def test_the_page_says_all_that_the_claim_depends_on(page: Any) -> None:
    page.goto("/solve")
    gates = (
        "slide: A=DR B=LR C=DR/gate: AC/match: "
        "shape/A.B./C.B./gates:/..../.-../goal:/.A../.C../goal:/.A../..../goal:/..../...A"
    )
    data = prove(gates, "slide").data
    figures, pieces, said, more = page.evaluate(STATED, b64encode(data).decode())
    text = check(data)
    assert figures[:2] == [["Start", "ABC"], ["Board, with its gates", ""]] and more is None
    drawn = text.split("anything):")[1].split("The pieces")[0].split(" or")
    signs = ["".join(sorted(filter(str.isupper, each))) for each in drawn]
    assert figures[2:] == [["Goal", each] for each in signs] and len(signs) == 3
    listed = text.split("where they slide:\n\n")[1].split("\n\n")[0]
    assert pieces == [line.strip() for line in listed.splitlines()] and len(pieces) == 2
    assert (
        "A slide moves a piece any distance in a straight line, over empty cells only. "
        "Two solutions differ if they pass different layouts." in said
    )


def test_every_goal_is_on_the_page_and_those_never_met_are_said_to_be_such(page: Any) -> None:
    page.goto("/solve")
    header, _ = parts(prove("A.....B.../goal:/.........A", "step").data)
    kind = header["goal"][0][0][0]
    never = [[[kind, 3], [1 - kind, 3]], [[kind, 3], [kind, 4]]]
    ends = [[[kind, cell], [1 - kind, 9]] for cell in range(8)]
    header |= {"goal": [*never, *ends, *header["goal"]]}
    header["kinds"][1 - kind][1] = header["kinds"][kind][1] = ""
    header |= {"length": None, "layouts": 1}
    data = signed(header, b"")
    figures, pieces, _, more = page.evaluate(STATED, b64encode(data).decode())
    assert [text for _, text in figures[1:3]] == [
        "Impossible: two pieces overlap",
        "Impossible: there are too few such pieces",
    ]
    assert more == "3 more goals" and len(figures) == 1 + 11
    assert pieces == ["A: nowhere", "B: nowhere"] and "    A: nowhere\n    B: nowhere\n" in check(data)


def test_the_page_says_what_a_table_proves(page: Any) -> None:
    page.goto("/solve")
    data = prove("横刀立马", table=True, passes=[("shortest", "..../..../AA../AA../....")]).data
    figures, _, said, _ = page.evaluate(STATED, b64encode(data).decode())
    assert said[0] == "Theorem: a shortest solution takes 81 moves; there are 256 shortest solutions."
    assert said[1].startswith(
        "Theorem: the start reaches exactly 13,011 layouts; from 0 of them, no goal can be reached."
    )
    assert said[2] == "Theorem: the farthest of them are 93 moves from a goal: 1 layout."
    assert said[3] == "Theorem: every shortest solution passes a layout like this:"
    assert [caption for caption, _ in figures] == ["Farthest", "Passed", "Start", "Goal"]
    assert figures[0][1] == "ABCDEFGHIJ" and figures[1][1] == "B"


def test_hints_of_a_proved_table_say_so(page: Any, tmp_path: Path) -> None:
    rows = "A.B./..../C..D/goal:/B.A./..../...."
    prove(rows, table=True).save(tmp_path / "a")
    assert verify(tmp_path / "a")["valid"]
    page.goto(f"/#p={rows}")
    page.locator("#facts", has_text="proved: every hint, and the hardest start (4 moves)").wait_for(state="attached")
    page.locator("#hint").click()
    page.locator("#hint").click()
    page.get_by_text("This hint is proved.").wait_for()
