"""The named puzzles: finding them by name, group, code or set of pieces, their shortest lengths and ratings.

The puzzles are data (`data/*.json`, each file with its source); their solutions are not stored.
"""

import contextlib
import datetime
import functools
import hashlib
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from huarong.errors import InputError, UnknownName, expect
from huarong.lazy import stored
from huarong.library.labels import labelled
from huarong.library.notations.registry import NotationName, notation
from huarong.model.board import DIRECTIONS, Kind, Metric
from huarong.model.pieces import Range, read_pieces
from huarong.model.puzzle import Puzzle, ReadAs

Group = Literal["openings", "classic", "gnome-klotski", "rush-hour", "korf", "hardest"]
GROUPS: tuple[Group, ...] = ("openings", "classic", "gnome-klotski", "rush-hour", "korf", "hardest")
"""The groups of the library, in order."""
LICENCES: dict[Group, str] = {
    "openings": "traditional; jeantimex/klotski is MIT, the other collections name no license",
    "classic": "none known",
    "gnome-klotski": "GPL-3.0-or-later",
    "rush-hour": "the cards belong to ThinkFun",
    "korf": "published for research",
    "hardest": "Apache-2.0",
}
"""What is known of each group's license; see `docs/en/howto/install.md`."""


class Entry(NamedTuple):
    """A named puzzle: its names, the notation and the text that define it, and its source.

    >>> entry = find("横刀立马")
    >>> entry.name, entry.pinyin, entry.text, entry.group
    ('Sword Across the Saddle', 'heng-dao-li-ma', '1A9BF0C00', 'openings')
    """

    name: str
    name_zh: str
    pinyin: str
    aliases: tuple[str, ...]
    group: Group
    notation: NotationName
    text: str
    source: str
    goal: str | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle with its names and its source; the pieces of 华容道 have their names."""
        return _puzzle(self)

    def read(self, goal: str | None) -> Puzzle:
        """Return the puzzle with another goal. Raises `PuzzleError` if the goal is impossible."""
        found = notation(self.notation).decode(self.text, goal)
        found = replace(found, name=self.name, name_zh=self.name_zh, source=self.source, read_as=ReadAs("name"))
        return labelled(found) if self.group == "openings" else found

    def to_json(self) -> dict[str, Any]:
        """Return its names, text and source as JSON, with shortest lengths, rating and stars if they are known."""
        names = {"name": self.name, "name_zh": self.name_zh, "pinyin": self.pinyin, "aliases": list(self.aliases)}
        text = {"group": self.group, "text": self.text, "source": self.source, "licence": LICENCES[self.group]}
        score = rating(self)
        return {**names, **text, "best": best_counts(self), "rating": score, "difficulty": stars(score)}

    def title(self, lang: str = "en") -> str:
        """Return its name in the language `lang`, or in the other language if it has none."""
        return (lang == "zh" and self.name_zh) or self.name


@functools.cache
def _puzzle(entry: Entry) -> Puzzle:
    return entry.read(entry.goal)


@functools.cache
def _keys(entry: Entry) -> tuple[str, ...]:
    names = (entry.name, entry.name_zh, *entry.aliases, entry.pinyin)
    return tuple(_key(each) for each in names if each)


def _key(text: str) -> str:
    """Return a name for comparisons: without case, accents, spaces and punctuation.

    >>> _key("Heng-Dao Li Ma"), _key("新鸿门宴Ⅱ"), _key("L'âne rouge")
    ('hengdaolima', '新鸿门宴ii', 'lanerouge')
    """
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text)
    return "".join(filter(str.isalnum, text.casefold()))


@functools.cache
def entries() -> tuple[Entry, ...]:
    """Return all named puzzles, group by group; names are unique.

    >>> len(entries()), entries()[28].name_zh
    (632, '横刀立马')
    """
    return tuple(entry for group in GROUPS for entry in _group(group))


@functools.cache
def _group(group: Group) -> tuple[Entry, ...]:
    data = stored(f"{group.replace('-', '_')}.json")
    sources: dict[str, str] = data.get("sources", {})
    found = []
    for record in data["puzzles"]:
        names = record["name"], record.get("zh", ""), record.get("pinyin", ""), tuple(record.get("aliases", ()))
        source = ", ".join(sources[s] for s in record["source"]) if sources else record["source"]
        found.append(Entry(*names, group, data["notation"], record["text"], source, data.get("goal")))
    return tuple(found)


@functools.cache
def _index() -> dict[str, Entry]:
    """Return the entry of each name, pinyin and alias; a name takes precedence over another puzzle's alias."""
    index: dict[str, Entry] = {}
    for entry in entries():
        for name in (entry.name_zh, entry.name):
            index.setdefault(_key(name), entry)
    for entry in entries():
        for name in (entry.pinyin, *entry.aliases):
            index.setdefault(_key(name), entry)
    index.pop("", None)
    return index


@functools.cache
def _exact(group: Group) -> dict[str, Entry]:
    """Return the entry of each exact name of a group: a fast path, because comparing spellings is slower."""
    return {name: entry for entry in _group(group) for name in (entry.name_zh, entry.name) if name}


def named(name: str) -> Entry | None:
    """Return the puzzle with this name, alias or pinyin; None if there is none."""
    expect(name, str)
    exact = (_exact(group).get(name) for group in GROUPS)
    return next(filter(None, exact), None) or _index().get(_key(name))


def find(name: str) -> Entry:
    """Return the puzzle with this name, alias, pinyin or (for an opening) code.

    Case, spaces and punctuation are ignored. If several puzzles share an alias, the first is returned; `search` lists
    all. Raises `UnknownName` with the nearest names.

    >>> find("Heng Dao Li Ma") is find("橫刀立馬") is find("1a9bf0c")
    True
    >>> find("横刀立牛")
    Traceback (most recent call last):
    huarong.errors.UnknownName: '横刀立牛' is not a known name; the nearest: 横刀立马, 橫刀立馬
    """
    entry = named(name) or _codes().get(name.strip().upper().rstrip("0"))
    if entry is None:
        raise UnknownName(name[:60], spelt(), listing="huarong list")
    return entry


@functools.cache
def _codes() -> dict[str, Entry]:
    return {entry.text.rstrip("0"): entry for entry in entries() if entry.notation == "code"}


@functools.cache
def spelt() -> tuple[str, ...]:
    """Return all names, aliases and pinyin as they are written."""
    names = [n for entry in entries() for n in (entry.name_zh, entry.name, entry.pinyin, *entry.aliases)]
    return tuple(dict.fromkeys(filter(None, names)))


def search(text: str = "") -> list[Entry]:
    """Return the puzzles that match a text: parts of a name, alias, pinyin or code, a group, a piece set.

    Every word must match. A piece set is written as `2x2:1 2x1:1 1x2:4 1x1:4`; a count may be a range (`1x1:8..`,
    `2x1:3..5`), and `empty:2` counts the empty cells. The order is: puzzles whose full name is the text, then the
    easiest, then puzzles with only a number and the hardest of their kind, then puzzles without a solution.

    >>> [entry.name_zh for entry in search("四面楚歌")]
    ['四面楚歌', '四面楚歌 (5BEA70C)', '7系列 四面楚歌']
    >>> search("rush-hour 40")[0].name, len(search("openings 2x2:1 2x1:1 1x2:4 1x1:4"))
    ('Rush Hour 40', 114)
    """
    whole, words = _key(text), text.split()
    found = ranked(entry for entry in entries() if all(_fits(entry, word) for word in words))

    def place(entry: Entry) -> tuple[bool, ...]:
        keys = _keys(entry)
        last = entry.name.startswith("Unnamed ") or entry.group == "hardest"
        return whole not in keys, not any(whole in k for k in keys), rating(entry) is None, last

    return sorted(found, key=place)


def _fits(entry: Entry, word: str) -> bool:
    if ":" in word:
        with contextlib.suppress(InputError):
            return _holds(entry, *read_pieces(word))
    key = _key(word)
    if word == entry.group or any(key in each for each in _keys(entry)):
        return True
    return entry.notation == "code" and len(word) > 3 and entry.text.startswith(word.upper())


def _holds(entry: Entry, kinds: Mapping[Kind, Range], empty: Range) -> bool:
    """Whether the numbers of pieces and empty cells fit; a kind with all directions matches any kind of its shape."""
    found = entry.puzzle
    pieces = [found.kinds[piece.kind] for piece in found.pieces]
    left = len(found.board.free) - sum(len(kind.shape) for kind in pieces)
    counts = [(empty, left)]
    for wanted, count in kinds.items():
        free = wanted.directions == DIRECTIONS
        alike = (kind.shape == wanted.shape and (free or kind.directions == wanted.directions) for kind in pieces)
        counts.append((count, sum(alike)))
    return all(least <= n and (most is None or n <= most) for (least, most), n in counts)


# Lengths and ratings, computed in advance so that lists can show them: no search uses them, tests compute them again

_LEVELS = (25, 40, 55, 65)


def best_counts(entry: Entry) -> dict[str, int | None] | None:
    """The length of a puzzle's shortest solution in each metric (None without a solution); None if not stored.

    >>> best_counts(find("横刀立马"))
    {'step': 116, 'slide': 90, 'move': 81}
    >>> best_counts(find("走投无路"))
    {'step': None, 'slide': None, 'move': None}
    """
    found = stored("counts.json").get(entry.name)
    return None if found is None else {m.value: n for m, n in zip(Metric, found, strict=True)}


def length(entry: Entry) -> int | None:
    """Return the length of a puzzle's shortest solution in moves; None if there is none or it is not stored.

    >>> length(find("横刀立马")), length(find("走投无路"))
    (81, None)
    """
    return (best_counts(entry) or {}).get("move")


def rating(entry: Entry) -> int | None:
    """Return how hard a puzzle is, from 0 to 100, as `huarong.design.rate` computes it; None without a solution.

    >>> rating(find("横刀立马")), rating(find("走投无路"))
    (66, None)
    """
    found: int | None = stored("ratings.json").get(entry.name)
    return found


def easier(rating: int) -> tuple[int, int]:
    """Return how many puzzles of the library have a rating below `rating`, and how many have any rating.

    >>> easier(0)[0], easier(100)[0] == easier(100)[1] > 600
    (0, True)
    """
    ratings = [each for each in stored("ratings.json").values() if each is not None]
    return sum(each < rating for each in ratings), len(ratings)


def stars(rating: int | None) -> int | None:
    """Return 1 to 5 stars: one more above each of the ratings 25, 40, 55 and 65; None for None.

    >>> stars(62), stars(9), stars(None)
    (4, 1, None)
    """
    return None if rating is None else 1 + sum(rating > level for level in _LEVELS)


_WORDS = {"easy": (1, 2), "medium": (3, 3), "hard": (4, 4), "expert": (5, 5)}
"""The words for a difficulty, with the least and the greatest number of stars of each."""


def difficulty(word: str) -> tuple[int, int] | None:
    """Return the range of ratings for a word: easy is 1 or 2 stars, medium 3, hard 4, expert 5; else None.

    >>> difficulty("easy"), difficulty("medium"), difficulty("expert"), difficulty("30..50")
    ((0, 40), (41, 55), (66, 100), None)
    """
    if word not in _WORDS:
        return None
    least, most = _WORDS[word]
    ends = (-1, *_LEVELS, 100)
    return ends[least - 1] + 1, ends[most]


def ranked(
    entries: Iterable[Entry], value: Callable[[Entry], int | None] = rating, descending: bool = False
) -> list[Entry]:
    """Sort puzzles by rating (or length), ascending or descending; puzzles without a value come last.

    >>> some = [find(name) for name in ("走投无路", "横刀立马", "比翼横空")]
    >>> [each.name_zh for each in ranked(some)]
    ['比翼横空', '横刀立马', '走投无路']
    >>> [each.name_zh for each in ranked(some, length, descending=True)]
    ['横刀立马', '比翼横空', '走投无路']
    """
    sign = -1 if descending else 1
    return sorted(entries, key=lambda entry: (value(entry) is None, sign * (value(entry) or 0)))


@functools.cache
def weekdays() -> tuple[tuple[Entry, ...], ...]:
    """Return each weekday's puzzles, from Monday (easiest) to Sunday, shuffled in a fixed way."""
    able = [e for e in ranked(_group("openings")) if (length(e) or 0) >= 5 and not e.name.startswith("Unnamed ")]
    pools = (able[len(able) * i // 7 : len(able) * (i + 1) // 7] for i in range(7))
    return tuple(tuple(sorted(pool, key=lambda e: hashlib.sha256(e.name.encode()).digest())) for pool in pools)


def daily(day: datetime.date) -> Entry:
    """Return the puzzle of a day, the same for everyone: easy on Mondays, hard on Sundays.

    >>> sunday, monday = daily(datetime.date(2026, 11, 29)), daily(datetime.date(2026, 11, 30))
    >>> sunday.name_zh, rating(sunday), monday.name_zh, rating(monday)
    ('数字系列9', 72, '伏羲八卦:风地观', 46)
    """
    week, weekday = divmod(day.toordinal() - 1, 7)
    return weekdays()[weekday][week % len(weekdays()[weekday])]
