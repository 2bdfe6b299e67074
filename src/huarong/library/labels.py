"""Names of puzzles and pieces in Chinese and English; the pieces of 华容道 are named after the 三国 (Three Kingdoms).

If a text must say which piece is meant, equal pieces are numbered, and the piece's character on the board follows.
"""

import re
from dataclasses import replace

from huarong.errors import expect
from huarong.i18n import say
from huarong.model.board import Metric, Move
from huarong.model.puzzle import Puzzle

_DOMINOES = ("张飞", "赵云", "马超", "黄忠", "关羽", "魏延", "姜维", "关平", "周仓")
_NAMES = (
    "曹操 Cao Cao, 关羽 Guan Yu, 张飞 Zhang Fei, 赵云 Zhao Yun, 马超 Ma Chao, 黄忠 Huang Zhong, 魏延 Wei Yan, "
    "姜维 Jiang Wei, 关平 Guan Ping, 周仓 Zhou Cang, 卒 Soldier"
)
_ENGLISH = {name: english for name, _, english in (each.partition(" ") for each in _NAMES.split(", "))}
_NUMBER = re.compile(r"(?<=[^0-9 ]) ?([0-9]+|(?<=卒)[一二三四五六七八九十]+)$")
"""The number at the end of a piece's name; a name that is only a number has none."""
_HAN = "零一二三四五六七八九"
_NUMBERED = re.compile(r"Level (\d+)")
"""The name of a generated level."""


def names(puzzle: Puzzle, lang: str) -> list[str]:
    """Return the names of a puzzle, with the one in the language `lang` first; a numbered level has only this name.

    >>> names(Puzzle.parse("name: Level 3/AB/../goal:/../AB"), "zh")
    ['第 3 关']
    """
    numbered = _NUMBERED.fullmatch(puzzle.name)
    if numbered and not puzzle.name_zh:
        return [say("Level {n}", lang, n=int(numbered[1]))]
    both = [puzzle.name_zh, puzzle.name] if lang == "zh" else [puzzle.name, puzzle.name_zh]
    return [name for name in both if name]


def labelled(found: Puzzle) -> Puzzle:
    """The puzzle with named pieces: 曹操 the 2x2, 关羽 the first horizontal piece, then generals and 卒."""
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
    return replace(found, pieces=tuple(replace(p, label=labels.get(p.symbol, p.symbol)) for p in found.pieces))


def english(label: str) -> str:
    """Return the English form of a piece's label; a label chosen by the user stays unchanged.

    >>> english("赵云"), english("卒2"), english("A")
    ('Zhao Yun', 'Soldier 2', 'A')
    """
    expect(label, str)
    if label[:1] == "卒" and label[1:].isdecimal():
        return f"Soldier {label[1:]}"
    return _ENGLISH.get(label, label)


def han(n: int) -> str:
    """Return a number from 1 to 99 in Chinese; a larger one in digits.

    >>> han(4), han(10), han(12), han(30), han(100)
    ('四', '十', '十二', '三十', '100')
    """
    if not 0 < n < 100:
        return str(n)
    tens, ones = divmod(n, 10)
    return f"{_HAN[tens] if tens > 1 else ''}{'十' if tens else ''}{_HAN[ones] if ones else ''}"


def called(label: str, lang: str) -> str:
    """Return a piece's label in the language `lang`; soldiers have Chinese numbers in Chinese (twin: `rules/cast.js`).

    >>> called("赵云", "en"), called("赵云", "zh"), called("卒4", "en"), called("卒4", "zh")
    ('Zhao Yun', '赵云', 'Soldier 4', '卒四')
    """
    if lang != "zh":
        return english(label)
    name, number = parted(label)
    return name + han(int(number)) if number.isdecimal() and name == "卒" else label


def parted(label: str) -> tuple[str, str]:
    """Split a piece's label into its name and the number at its end, which are drawn separately.

    >>> parted("Soldier 4"), parted("卒四"), parted("曹操"), parted("12")
    (('Soldier', '4'), ('卒', '四'), ('曹操', ''), ('12', ''))
    """
    found = _NUMBER.search(label)
    return (label[: found.start()], found[1]) if found else (label, "")


def in_language(puzzle: Puzzle, lang: str) -> Puzzle:
    """Return the puzzle with its labels in the language `lang`, so that pictures and texts agree."""
    named = tuple(p if p.label == p.symbol else replace(p, label=called(p.label, lang)) for p in puzzle.pieces)
    return replace(puzzle, pieces=named)


LENGTHS = {
    Metric.STEP: "{n:,} {n:step|steps}",
    Metric.SLIDE: "{n:,} {n:slide|slides}",
    Metric.MOVE: "{n:,} {n:move|moves}",
}


def length_text(length: int, metric: Metric | str, lang: str = "en") -> str:
    """Return a number of moves with the word that the metric uses.

    >>> length_text(1, "step"), length_text(2000, "move", "zh")
    ('1 step', '2,000 步')
    """
    return say(LENGTHS[Metric(metric)], lang, n=length)


def piece_text(symbol: str, label: str, lang: str = "en") -> str:
    """Return how a text names a piece: its label, and its character on the board if that differs.

    >>> piece_text("P", "卒3"), piece_text("P", "卒3", "zh"), piece_text("B", "B"), piece_text("c", "12")
    ('Soldier 3 (P)', '卒三(P)', 'B', '12 (c)')
    """
    if label in ("", symbol):
        return symbol
    return f"{called(label, lang)}({symbol})" if lang == "zh" else f"{english(label)} ({symbol})"


def move_text(move: Move, lang: str = "en") -> str:
    """Return how a text writes a move: the piece as in `piece_text`, and its path.

    >>> move_text(Puzzle.parse("names: A=曹操/AB/../goal:/../AB").moves()[0])
    'Cao Cao (A) D1'
    """
    return f"{piece_text(move.piece, move.label, lang)} {move.path}"
