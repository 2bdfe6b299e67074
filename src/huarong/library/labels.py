"""What puzzles and pieces are called in Chinese and English: the pieces of 华容道 after the 三国 (Three Kingdoms), a level by its number."""

from __future__ import annotations

import re
from dataclasses import replace

from huarong.errors import expect
from huarong.i18n import say
from huarong.model.puzzle import Puzzle

__all__ = ["english", "labelled", "names"]

_DOMINOES = ("张飞", "赵云", "马超", "黄忠", "关羽", "魏延", "姜维", "关平", "周仓")
_ENGLISH = {
    "曹操": "Cao Cao",
    "关羽": "Guan Yu",
    "张飞": "Zhang Fei",
    "赵云": "Zhao Yun",
    "马超": "Ma Chao",
    "黄忠": "Huang Zhong",
    "魏延": "Wei Yan",
    "姜维": "Jiang Wei",
    "关平": "Guan Ping",
    "周仓": "Zhou Cang",
    "卒": "Soldier",
}


_NUMBERED = re.compile(r"Level (\d+)")
"""What a generated level is called."""


def names(puzzle: Puzzle, lang: str) -> list[str]:
    """What a puzzle is called, in this language first; a level that is only numbered has the language's word for it, and no other.

    >>> names(Puzzle.parse("name: Level 3/AB/../goal:/../AB"), "zh")
    ['第 3 关']
    """
    numbered = _NUMBERED.fullmatch(puzzle.name)
    if numbered and not puzzle.name_zh:
        return [say("Level {n}", lang, n=int(numbered[1]))]
    both = [puzzle.name_zh, puzzle.name] if lang == "zh" else [puzzle.name, puzzle.name_zh]
    return [name for name in both if name]


def labelled(found: Puzzle) -> Puzzle:
    """The puzzle with named pieces: 曹操 the 2x2, 关羽 the first horizontal piece, then the other generals, and 卒."""
    labels: dict[str, str] = {}
    pieces = sorted(found.pieces, key=lambda piece: piece.head)
    sizes = {piece.symbol: found.kinds[piece.kind].size for piece in pieces}
    lying = [piece.symbol for piece in pieces if sizes[piece.symbol] == "2x1"]
    names = [name for name in _DOMINOES if not (lying and name == "关羽")]
    others = [p.symbol for p in pieces if sizes[p.symbol] == "1x2"] + lying[1:]
    labels.update(zip(lying[:1], ("关羽",), strict=False))
    labels.update(zip(others, names, strict=False))
    singles = [piece.symbol for piece in pieces if sizes[piece.symbol] == "1x1"]
    labels.update((symbol, f"卒{i}") for i, symbol in enumerate(singles, 1))
    labels.update((symbol, "曹操") for symbol, size in sizes.items() if size == "2x2")
    return replace(
        found, pieces=tuple(replace(p, label=labels.get(p.symbol, p.symbol)) for p in found.pieces)
    )


def english(label: str) -> str:
    """The English of a piece's label; a label of one's own stays as it is.

    >>> english("赵云"), english("卒2"), english("A")
    ('Zhao Yun', 'Soldier 2', 'A')
    """
    expect(label, str)
    if label[:1] == "卒" and label[1:].isdecimal():
        return f"Soldier {label[1:]}"
    return _ENGLISH.get(label, label)
