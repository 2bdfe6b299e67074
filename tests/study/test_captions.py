"""What a caption of the museum says of a step is so: evaluated on the tables, on every frame of every show."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from huarong.search.solver import solve
from huarong.study.classic import SHAPES
from huarong.study.traces import SHOWS, trace
from huarong.web.pages import STATIC

SIZES = {"B": "2x2", "H": "2x1", "V": "1x2", "S": "1x1"}
TRUE = tomllib.loads((Path(__file__).parent / "captions.toml").read_text("utf-8"))
ASKED = [*((show.name, "", None, 1000) for show in SHOWS), ("lv-sort", "", 1, 1000), ("ma-knight", "", 3, 1000)]
MANY = ("zhou-valid", "lv-sort", "zhoutk-place")
ASKED += [(show.name, each, None, 1000) for show in SHOWS if show.name in MANY for each in show.puzzles[1:]]
ASKED += [("lv-down", "孔明扇", None, 1000), ("lv-codes", "桃园三结义", None, 1000), ("ma-warnsdorff", "", 5, 1000)]
ASKED += [("lv-avl", "BBGA/BBHA/EECI/DJCF/D..F", 8, 4000), ("poos-branch", "BBGA/BBHA/EECI/DJCF/D..F", 0, 4000)]
SLOW = ("poos-posts", "now-sets", "now-searches", "poos-weights", "now-patterns", "now-sweep", "lv-four", "poos-keys")


def lies(letter: str, cell: int) -> set[int]:
    return {cell + x + 4 * y for x, y in SHAPES[SIZES[letter]]}


def off(letter: str, cell: int) -> bool:
    return any(cell % 4 + x > 3 or cell // 4 + y > 4 for x, y in SHAPES[SIZES[letter]])


def covered(board: str, without: int) -> set[int]:
    return set().union(*(lies(piece, n) for n, piece in enumerate(board) if piece != "." and n != without))


def steps(found: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """What each frame says, of runs side by side what each says, with the names that a condition uses."""
    tables: dict[str, dict[Any, Any]] = {}
    seen: dict[str, Any] = {}
    for frame in found.frames:
        was = {}
        for table, key, value in frame[2]:
            entries = tables.setdefault(table, {})
            was[table, key] = entries.get(key)
            entries[key] = value
            if value is None:
                del entries[key]
        said = [(t.removesuffix("said"), value) for t, _, value in frame[2] if t.endswith(":said")] or [("", frame)]
        for run, (what, values, *_) in said:
            own = {t.removeprefix(run): each for t, each in tables.items() if t.startswith(run)}
            yield what, named(own, was, what, values, seen) | {"puzzle": found.puzzle}
            seen = {what: values}


def named(t: dict[str, Any], was: Any, what: str, v: dict[str, Any], seen: dict[str, Any]) -> dict[str, Any]:
    def placed() -> set[int]:
        rest = [each for n, each in t["placed"].items() if what.startswith("no_") or n != max(t["placed"])]
        return set().union(*(lies(*each) for each in rest))

    def moved() -> str:
        board = [*t["at"]["board"]]
        board[v["from"]], board[v["to"]] = ".", v["who"]
        return "".join(board)

    def path() -> list[str]:
        node, boards = t["at"]["node"], []
        while node is not None:
            boards.append(t["tree"][node][3])
            node = t["tree"][node][0]
        return boards

    def own() -> list[list[int]]:
        return [[*map(int, at.split(","))] for at, n in t["cell"].items() if n == v["n"]]

    renamed = {f"{name}_" if name in ("from", "sum", "moved") else name: value for name, value in v.items()}
    names = {name.capitalize(): entries for name, entries in t.items()} | renamed
    names |= {"placed": placed, "moved": moved, "path": path, "own": own, "seen": seen}
    names["toward"] = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}.get(v.get("way", ""), (0, 0))
    names["before"] = lambda: [t["pass"][k] for k in range(v["n"])]
    names["old"] = lambda table, key: was.get((table, key), t[table].get(key))
    return names | {"lies": lies, "off": off, "covered": covered, "solve": solve}


@pytest.mark.parametrize(
    ("name", "start", "option", "most"),
    [pytest.param(*each, marks=[pytest.mark.slow] * (each[0] in SLOW)) for each in ASKED],
)
def test_what_a_caption_compares_is_so(name: str, start: str, option: int | None, most: int) -> None:
    for n, (what, names) in enumerate(steps(trace(name, start, option, most, whole=False))):
        assert eval(TRUE[what] or "True", names), (n, what, names)


def test_every_caption_is_evaluated_or_compares_nothing() -> None:
    words = json.loads((STATIC / "museum" / "words.json").read_text("utf-8"))
    told = {key[2:].removesuffix("_move") for key in words if key.startswith("f_")}
    assert told == {*TRUE}
    for plain in (key for key, condition in TRUE.items() if not condition):
        assert not re.search(r"\b(less|more|than)\b|[<>=]", words[f"f_{plain}"][0]), plain
