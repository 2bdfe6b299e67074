"""The checker in the browser agrees with the one in Python; certificates on the page."""

from __future__ import annotations

import random
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from huarong.model.metric import METRICS
from huarong.proof import Refused, check, prove
from huarong.suite import cases
from tests.examples import tries
from tests.proof.test_proof import SMALL, TINY, bounded, changed, parts, signed
from tests.web.browser import opened

ONE_WAY = "slide: A=DR B=LR/A../B.#/.../goal:/.../..#/..A"
SAID = """async (all) => {
    const { check, Refused } = await import('/static/proof.js');
    const said = [];
    for (const text of all) {
        try {
            const { theorem } = await check(Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)));
            said.push([theorem.length, String(theorem.solutions), theorem.layouts]);
        } catch (error) {
            if (!(error instanceof Refused) || !(error.step in [0, 1, 2, 3, 4, 5])) throw error;
            said.push(null);
        }
    }
    return said;
}"""


@pytest.fixture(scope="module")
def said(browser: Any, server: str) -> Iterator[Any]:
    """The browser's verdicts on certificates: length, number of solutions and layouts, or None where it refuses."""
    with opened(browser, server) as page:
        page.goto("/solve")
        yield lambda data: page.evaluate(SAID, [b64encode(each).decode() for each in data])


def agrees(data: bytes, said: Any) -> bool:
    """Whether the checker in Python comes to the browser's verdict on a certificate."""
    try:
        theorem = check(data)
    except Refused:
        return said is None
    if said is None:
        return False
    length, ways, layouts = said
    if length is None:
        return f"There is no solution: of all layouts in reach ({layouts:,})" in theorem
    if ways == "null":
        return f"Theorem. {length:,} " in theorem and " ways" not in theorem.split("Theorem.")[1]
    return f"Theorem. {length:,} " in theorem and f"are {int(ways):,} ways" in theorem


def small(most: int) -> list[tuple[str, Any]]:
    """The first cases of each group of the suite in each metric whose certificates have at most so many layouts."""
    groups: dict[str, list[tuple[str, Any]]] = {}
    for case in cases():
        mine = groups.setdefault(case.group, [])
        known = [answer.certified for answer in case.answers.values()]
        if len(mine) < 9 and all(each is not None and each <= most for each in known):
            mine += [(case.text, metric) for metric in METRICS]
    return [each for group in groups.values() for each in group]


@pytest.mark.parametrize("most", [100, pytest.param(9000, marks=pytest.mark.slow)])
def test_certificates_of_all_forms_are_accepted(said: Any, most: int) -> None:
    data = [prove(text, metric).data for text, metric in [*small(most), (ONE_WAY, "move")]]
    data += [each.data for each in bounded()]
    assert len(data) > 50
    for each, answer in zip(data, said(data), strict=True):
        assert answer is not None and agrees(each, answer)


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
        assert agrees(each, answer)


def test_no_byte_can_be_changed(said: Any) -> None:
    for text in (TINY, ONE_WAY):
        good = prove(text, "step").data
        bad = [
            good[:at] + bytes([good[at] ^ flip]) + good[at + 1 :]
            for at in range(len(good))
            for flip in (1, 0x80)
        ]
        bad += [good[:at] for at in range(len(good))] + [good + b"\0"]
        assert not any(said(bad))


def test_a_solution_is_checked_beside_it_and_a_file_where_it_is_dropped(
    page: Any, tmp_path: Path
) -> None:
    page.goto("/solve#p=捷足先登")
    page.locator("#go").click()
    page.get_by_role("button", name="Check this yourself").click()
    page.get_by_text("Theorem. 32 moves will do, and no fewer; there are").wait_for()
    assert page.locator("#theorem .thumb").count() == 2
    with page.expect_download() as download:
        page.get_by_role("link", name="Save the certificate").click()
    data = download.value.path().read_bytes()
    assert "32 moves solve it, and no fewer do" in check(data)
    path = tmp_path / "bad.proof"
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    page.locator("#file").set_input_files(path)
    page.get_by_text("Refused: this proves nothing.").wait_for()
    page.evaluate(
        """(bytes) => {
            const files = new DataTransfer();
            files.items.add(new File([new Uint8Array(bytes)], 'none.proof'));
            document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }));
        }""",
        list(prove("AB/goal:/BA").data),
    )
    page.get_by_text("Theorem. There is no solution: of all layouts in reach (1)").wait_for()
    page.locator("#language").click()
    page.get_by_text("定理：无解。可到的布局共 1 个").wait_for()
