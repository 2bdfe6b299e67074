"""Hints are proved where a certificate of the table is kept: of these pieces, this goal and metric, and in reach."""

from pathlib import Path
from typing import Any

import pytest

import huarong as hr
from huarong.atlas import Component, kept
from huarong.proof import prove, verify

PUZZLE, ONE_WAY = "A.B/.#./goal:/B.A/.#.", "slide: A=R/A..B/goal:/..A."


@pytest.fixture(autouse=True)
def _empty(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HUARONG_CACHE", str(tmp_path))


def checked(puzzle: Any, metric: Any, path: Path) -> dict[str, Any]:
    prove(puzzle, metric, table=True).save(path)
    return verify(path)


def test_a_hint_is_proved_where_a_checked_table_is_kept(tmp_path: Path) -> None:
    assert checked("横刀立马", "move", tmp_path / "a")["hardest"] == 1
    oracle = hr.Oracle("横刀立马")
    found = oracle.hint()
    assert found.proved and found.to_json()["proved"] and oracle.hint().proved
    other = min({*range(1000)} - {*Component.of("横刀立马").ranks.tolist()})
    assert not oracle.hint(oracle.space.layout(other)).proved  # another component
    assert not hr.Oracle("横刀立马", "step").hint().proved and not hr.Oracle("捷足先登").hint().proved


def test_one_way_only_what_is_in_reach_is_proved(tmp_path: Path) -> None:
    checked(hr.puzzle(ONE_WAY).after("A R1"), "step", tmp_path / "a")
    oracle = hr.Oracle(ONE_WAY, "step")
    assert not oracle.hint().proved
    assert hr.Oracle(hr.puzzle(ONE_WAY).after("A R1"), "step").hint().proved


def test_what_is_refused_or_damaged_or_of_another_kind_proves_no_hint(tmp_path: Path) -> None:
    data = prove(PUZZLE, "step").data
    path = tmp_path / "one"
    path.write_bytes(data)
    assert verify(path)["valid"] and not hr.Oracle(PUZZLE, "step").hint().proved  # one length only
    path.write_bytes(data[:-1])
    assert verify(path) == {"valid": False, "theorem": None, "reason": "the file is damaged"}
    checked(PUZZLE, "step", tmp_path / "two")
    assert hr.Oracle(PUZZLE, "step").hint().proved
    (name,) = (tmp_path / "proofs").iterdir()
    name.write_bytes(name.read_bytes()[:-1] + b"x")
    assert not hr.Oracle(PUZZLE, "step").hint().proved
    assert list(kept.kept(hr.puzzle(PUZZLE), hr.Metric.STEP)) == []
