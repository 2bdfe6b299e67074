"""Pieces named after the generals of 三国."""

from __future__ import annotations

from huarong.library.catalogue import entries, find
from huarong.library.labels import english


def test_generals() -> None:
    def labels(name: str) -> dict[str, str]:
        return {piece.symbol: piece.label for piece in find(name).puzzle.pieces}

    assert labels("横刀立马") == {
        "A": "曹操", "B": "关羽", "H": "张飞", "I": "赵云", "J": "马超", "K": "黄忠",
        "N": "卒1", "O": "卒2", "P": "卒3", "Q": "卒4",
    }  # fmt: skip
    assert labels("水泄不通")["B"] == "关羽"
    assert sorted(labels("水泄不通")[s] for s in "CDEH") == sorted(["赵云", "马超", "黄忠", "张飞"])
    for entry in entries():
        if entry.group == "openings":
            names = [piece.label for piece in entry.puzzle.pieces]
            assert len(set(names)) == len(names)
            assert all(english(name).isascii() for name in names)
