"""The named puzzles, and `puzzle`, which reads whatever a person gives: a name or any notation.

The puzzles are data (`data/*.json`, each with its source); no answers are stored with them.
"""

from __future__ import annotations

import functools
import json
import os
import re
import unicodedata
from dataclasses import replace
from pathlib import Path
from typing import IO, NamedTuple

from huarong import notation as notations
from huarong.errors import Fault, InputError, PuzzleError, UnknownName
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.model.text import MAX_TEXT
from huarong.notation.tiles import is_tiles

__all__ = ["GROUPS", "Entry", "english", "find", "library", "load", "puzzle", "search"]

GROUPS = ("openings", "classic", "gnome-klotski", "rush-hour", "korf")
"""The parts of the library, in its order."""

DATA = Path(__file__).parents[1] / "data"
NAME = "name"
"""What `puzzle` takes as the notation of a name."""


class Entry(NamedTuple):
    """A named puzzle: how it is called, the notation and the text that define it, where it comes from.

    >>> entry = find("横刀立马")
    >>> entry.name, entry.pinyin, entry.text, entry.group
    ('Sword Across the Saddle', 'heng-dao-li-ma', '1A9BF0C00', 'openings')
    """

    name: str
    name_zh: str
    pinyin: str
    aliases: tuple[str, ...]
    group: str
    notation: str
    text: str
    source: str
    goal: str | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle, with its names and its source; in 华容道, the pieces are called by their names."""
        return _puzzle(self)

    def read(self, goal: str | None) -> Puzzle:
        """The puzzle with another goal; raises `PuzzleError` where that cannot be."""
        found = notations.read(self.text, self.notation, goal)
        found = replace(found, name=self.name, name_zh=self.name_zh, source=self.source)
        return _named(found) if self.group == "openings" else found

    def title(self, lang: str = "en") -> str:
        """Its name in a language, or in the other where it has none in that."""
        return (lang == "zh" and self.name_zh) or self.name


@functools.cache
def _puzzle(entry: Entry) -> Puzzle:
    return entry.read(entry.goal)


@functools.cache
def _keys(entry: Entry) -> tuple[str, ...]:
    names = (entry.name, entry.name_zh, *entry.aliases, entry.pinyin)
    return tuple(_key(each) for each in names if each)


def _key(text: str) -> str:
    """A name as it is compared: without case, spaces and punctuation.

    >>> _key("Heng-Dao Li Ma"), _key("新鸿门宴Ⅱ")
    ('hengdaolima', '新鸿门宴ii')
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    return "".join(filter(str.isalnum, text.casefold()))


@functools.cache
def library() -> tuple[Entry, ...]:
    """All named puzzles, group by group; names are unique.

    >>> len(library()), library()[28].name_zh
    (601, '横刀立马')
    """
    return tuple(entry for group in GROUPS for entry in _group(group))


def _group(group: str) -> list[Entry]:
    data = json.loads((DATA / f"{group.replace('-', '_')}.json").read_text("utf-8"))
    sources: dict[str, str] = data.get("sources", {})
    return [
        Entry(
            record["name"],
            record.get("zh", ""),
            record.get("pinyin", ""),
            tuple(record.get("aliases", ())),
            group,
            data["notation"],
            record["text"],
            ", ".join(sources[s] for s in record["source"]) if sources else record["source"],
            data.get("goal"),
        )
        for record in data["puzzles"]
    ]


@functools.cache
def _index() -> dict[str, Entry]:
    """The entry that each name, pinyin and alias stands for; a name goes before another's alias."""
    index: dict[str, Entry] = {}
    for entry in library():
        for name in (entry.name_zh, entry.name):
            index.setdefault(_key(name), entry)
    for entry in library():
        for name in (entry.pinyin, *entry.aliases):
            index.setdefault(_key(name), entry)
    index.pop("", None)
    return index


def find(name: str) -> Entry:
    """The puzzle of a name, an alias, a pinyin or (of an opening) a code.

    Case, spaces and punctuation do not matter. Where several share an alias it is the first; `search` shows
    them all. Raises `UnknownName` with the nearest names.

    >>> find("Heng Dao Li Ma") is find("橫刀立馬") is find("1a9bf0c")
    True
    >>> find("横刀立牛")
    Traceback (most recent call last):
    huarong.errors.UnknownName: nothing is called '横刀立牛'; the nearest: 横刀立马, 橫刀立馬
    """
    entry = _index().get(_key(name)) or _codes().get(name.strip().upper().rstrip("0"))
    if entry is None:
        raise UnknownName(name[:60], _spelt())
    return entry


@functools.cache
def _codes() -> dict[str, Entry]:
    return {entry.text.rstrip("0"): entry for entry in library() if entry.notation == "code"}


@functools.cache
def _spelt() -> tuple[str, ...]:
    names = [
        n for entry in library() for n in (entry.name_zh, entry.name, entry.pinyin, *entry.aliases)
    ]
    return tuple(dict.fromkeys(filter(None, names)))


def search(text: str = "") -> list[Entry]:
    """The puzzles that a text describes: part of a name, alias, pinyin or code, a group, a piece set.

    Every word must fit. A piece set is written as `2x2:1 2x1:1 1x2:4 1x1:4`; a count may be a range (`1x1:8..`,
    `2x1:3..5`), and `empty:2` counts the empty cells. Those that the text names as a whole come first.

    >>> [entry.name_zh for entry in search("四面楚歌")]
    ['四面楚歌', '7系列 四面楚歌', '四面楚歌 (5BEA70C)']
    >>> search("rush-hour 40")[0].name, len(search("openings 2x2:1 2x1:1 1x2:4 1x1:4"))
    ('Rush Hour 40', 114)
    """
    whole, words = _key(text), text.split()
    found = [entry for entry in library() if all(_fits(entry, word) for word in words)]
    return sorted(
        found,
        key=lambda entry: (whole not in _keys(entry), not any(whole in k for k in _keys(entry))),
    )


_COUNT = re.compile(r"(\d+x\d+(?:/\d+)?|empty):(\d+)(\.\.(\d*))?", re.ASCII)


def _fits(entry: Entry, word: str) -> bool:
    count = _COUNT.fullmatch(word)
    if count:
        least = int(count[2])
        most = least if not count[3] else int(count[4]) if count[4] else 1 << 30
        return least <= _counts(entry).get(count[1], 0) <= most
    key = _key(word)
    if word == entry.group or any(key in each for each in _keys(entry)):
        return True
    return entry.notation == "code" and len(word) > 3 and entry.text.startswith(word.upper())


@functools.cache
def _counts(entry: Entry) -> dict[str, int]:
    found = entry.puzzle
    counts = dict(each.split(":") for each in notations.piece_set(found).split())
    covered = sum(len(found.kinds[piece.kind].shape) for piece in found.pieces)
    return {k: int(v) for k, v in counts.items()} | {"empty": len(found.board.free) - covered}


# 三国 names

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


def _named(found: Puzzle) -> Puzzle:
    """The puzzle with the names of 三国: 曹操, 关羽 the first that lies, then the other generals, 卒."""
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
    """The English of a piece's label; a label that is not of 三国 stays as it is.

    >>> english("赵云"), english("卒2"), english("A")
    ('Zhao Yun', 'Soldier 2', 'A')
    """
    if label[:1] == "卒" and label[1:].isdecimal():
        return f"Soldier {label[1:]}"
    return _ENGLISH.get(label, label)


# Reading what a person gives


def puzzle(source: PuzzleLike, goal: str | None = None, notation: str | None = None) -> Puzzle:
    """The puzzle that a text stands for: a name of the library, or a puzzle in any notation.

    A `pathlib.Path` is read as a file; a `Puzzle` is returned as it is.

    Tiles (a permutation of 0 to n-1) go before names, and names before the other notations, which are tried in
    the order of `notation.NOTATIONS`; `notation` names one, or `"name"`. `goal` (grid rows, or tiles for
    tiles) replaces the goal. Raises `UnknownName` with the nearest names for a word that is nothing, and
    `PuzzleError` with all faults for a text that looks like a notation.

    >>> puzzle("横刀立马").rows()
    ('HAAI', 'HAAI', 'JBBK', 'JNOK', 'P..Q')
    >>> puzzle("AAB/AA.", goal=".AA/.AA").goal.alternatives
    (((0, 1),),)
    """
    if isinstance(source, Puzzle):
        return source
    if isinstance(source, os.PathLike):
        return load(Path(source), goal, notation)
    read = _remembered if len(source) < 4096 else _read
    return read(source, goal, notation)


def _read(text: str, goal: str | None, notation: str | None) -> Puzzle:
    if notation not in (None, NAME) or len(text) > MAX_TEXT or is_tiles(text):
        return notations.read(text, notation, goal)
    if not text.strip():
        raise InputError("the text is empty; expected a name, a code or a grid")
    entry = find(text) if notation == NAME else _index().get(_key(text)) if _is_word(text) else None
    if entry is not None:
        return entry.puzzle if goal is None else entry.read(goal)
    if not any(each.accepts(text) for each in notations.NOTATIONS):
        raise UnknownName(text.strip()[:60], _spelt())
    return notations.read(text, None, goal)


_remembered = functools.lru_cache(256)(_read)


def _is_word(text: str) -> bool:
    return len(text) <= 200 and not {"/", "\n"} & set(text.strip())


MAX_BYTES = 4 * MAX_TEXT


def load(
    file: str | Path | IO[bytes], goal: str | None = None, notation: str | None = None
) -> Puzzle:
    """The puzzle in a file, given by its path or open for reading bytes.

    At most 4 MB are read. Raises `InputError` where the file cannot be read, is longer, or is not text in
    UTF-8, and what `puzzle` raises.
    """
    try:
        if isinstance(file, (str, Path)):
            with open(file, "rb") as stream:
                data = stream.read(MAX_BYTES + 1)
        else:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        name = file if isinstance(file, (str, Path)) else "-"
        why = getattr(error, "strerror", None) or error
        raise InputError("cannot read {path}: {why}", path=str(name), why=str(why)) from error
    return puzzle(_decoded(data), goal, notation)


def _decoded(data: bytes) -> str:
    if len(data) > MAX_BYTES:
        raise InputError("the file is longer than {most:,} bytes; no puzzle is", most=MAX_BYTES)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
        template = "byte {byte:#04x} is no text in UTF-8"
        raise PuzzleError([Fault.at(line, column, template, byte=data[error.start])]) from error
    at = next((i for i, c in enumerate(text) if c < " " and c not in "\t\n\r"), None)
    if at is not None:
        line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
        template = "the character {symbol!r} stands in no text; is this a binary file?"
        raise PuzzleError([Fault.at(line, column, template, symbol=text[at])])
    return text
