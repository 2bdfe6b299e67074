"""Golden answers of many parts of the package, kept as data: a number, a line or a drawing that changes must be changed
there too.

    python -m tests.golden              # list the answers that differ from the golden ones
    python -m tests.golden --write      # keep today's answers (read the difference before you commit it)

A work is a function without arguments that returns plain values. `tests/data/golden/` has each part of its answer, or a
checksum where that is long; what commands print and how texts are read can be reviewed there line by line. Whether
answers are right is decided by other tests, against the slow twin and known optima; these tests see that nothing else
changes: figures beside the answers, drawings, defaults, limits, what is printed.
"""

import dataclasses
import enum
import functools
import hashlib
import importlib
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

GROUPS = ("cli", "design", "draw", "engines", "limits", "study", "texts")
"""The modules of works, each with a file of what is kept."""
ROOMS = {
    "atlas": ("engines", "atlas csv component passing truth cache difference map hint"),
    "cli": ("cli", ""),
    "design": ("design", ""),
    "draw": ("draw", ""),
    "explore": ("engines", "explore"),
    "graph": ("engines", "graph"),
    "library": ("texts", ""),
    "limits": ("limits", ""),
    "proof": ("engines", "proof tampered"),
    "search": ("engines", "solve anytime paths estimates"),
    "study": ("study", ""),
    "tiles": ("engines", "tiles tables solvable"),
}
"""The rooms that compare golden answers among their tests: the group, and the first words of their works (all)."""
FOLDER = Path(__file__).parents[1] / "data" / "golden"
LONG = 70
"""Characters of JSON beyond which a checksum is kept,"""
READABLE = {"cli": 4000, "texts": 400}
"""and those of the groups that people review."""
PASSING = re.compile(r"seconds|_ns$|^time|times$|elapsed|speed|per_second|^version$|^memory$|^peak|^folder$|^file$")
"""Names of values that are another each time."""

Work = Callable[[], Any]


def works(group: str) -> dict[str, Work]:
    """The works of a group by name."""
    found: dict[str, Work] = importlib.import_module(f"tests.golden.{group}").WORKS
    return found


def names(room: str) -> list[str]:
    """The works of a room."""
    group, words = ROOMS[room]
    return [name for name in works(group) if not words or name.split()[0] in words.split()]


def cases(found: dict[str, Work], name: str, function: Callable[..., Any], values: Any) -> None:
    """A work for each value."""
    for value in values:
        words = value if isinstance(value, tuple) else (value,)
        found[f"{name} {' '.join(map(str, words))}"] = functools.partial(function, *words)


def plain(value: Any) -> Any:
    """A value as plain JSON, without what differs each time."""
    if value is None or isinstance(value, bool | str):
        return value
    if isinstance(value, enum.Enum):
        return plain(value.value)
    if isinstance(value, int | np.integer):
        return int(value)
    if isinstance(value, float | np.floating):
        return float(f"{float(value):.5g}")
    if isinstance(value, bytes | bytearray | memoryview):
        return hashlib.sha256(value).hexdigest()[:16]
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, Path):
        return value.name
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items() if not PASSING.search(str(key))}
    if isinstance(value, set | frozenset):
        return sorted(plain(list(value)), key=repr)
    if hasattr(value, "to_json"):
        return plain(value.to_json())
    if dataclasses.is_dataclass(value):
        fields = (each.name for each in dataclasses.fields(value) if each.name != "read_as")  # not what a puzzle is
        return plain({name: getattr(value, name) for name in fields})
    if callable(value) and not isinstance(value, type):
        return None
    if isinstance(value, list | tuple) or hasattr(value, "__iter__"):
        return [plain(each) for each in value]
    return str(value)


def short(value: Any, longest: int) -> Any:
    """A plain value, or the checksum of its JSON."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True)
    return value if len(text) <= longest else hashlib.sha256(text.encode()).hexdigest()[:12]


def parts(group: str, value: Any) -> dict[str, Any]:
    """The parts of an answer that are kept: each field of an object, the whole of anything else."""
    found = plain(value)
    found = found if isinstance(found, dict) else {"": found}
    return {str(key): short(each, READABLE.get(group, LONG)) for key, each in found.items()}


def kept(group: str) -> dict[str, dict[str, Any]]:
    """The golden answers of a group."""
    file = FOLDER / f"{group}.json"
    found: dict[str, dict[str, Any]] = json.loads(file.read_text("utf-8")) if file.exists() else {}
    return found


def compared(room: str) -> Callable[[str], None]:
    """The test of a room: what its works answer is what is kept."""
    group = ROOMS[room][0]
    golden = kept(group)

    @pytest.mark.parametrize("name", names(room))
    def test(name: str) -> None:
        found = parts(group, works(group)[name]())
        assert golden[name] == {key: found.get(key) for key in golden[name]} != {}

    return test


def keep(group: str, found: dict[str, dict[str, Any]]) -> None:
    """Write the golden answers of a group: a line for each work, or in groups that people review for each part, and for
    each line of a text.
    """

    def written(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, sort_keys=True)

    def entry(key: str, value: Any) -> str:
        if isinstance(value, list) and len(value) > 1 and all(isinstance(each, str) for each in value):
            return f"  {written(key)}: [\n   " + ",\n   ".join(map(written, value)) + "]"
        return f"  {written(key)}: {written(value)}"

    rows = []
    for name, parts in sorted(found.items()):
        lines = ",\n".join(entry(key, parts[key]) for key in sorted(parts))
        rows.append(f"{written(name)}: {{\n{lines}}}" if group in READABLE else written({name: parts})[1:-1])
    (FOLDER / f"{group}.json").write_text("{\n" + ",\n".join(rows) + "\n}\n", "utf-8")


_TIMES = re.compile(r"[\d.,]+ ?(µs|ms|s|min|h|[KMG]i?B|%|秒|分|毫秒|微秒|小时)(?![\w])")


def steady(text: str) -> list[str]:
    """The lines of a text without times and sizes, which differ each time."""
    return _TIMES.sub("", text).splitlines()


def numbers(text: str) -> list[str]:
    """The numbers of a text line by line, so that its words may change."""
    return [" ".join(re.findall(r"\d[\d,.]*", line)) for line in steady(text)]
