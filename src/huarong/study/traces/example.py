"""The worked example of 吕震宇's part 8 step by step, read from its trace: the pool, the list that is a tree, the AVL
tree, and the stack.
"""

from __future__ import annotations

from typing import Any

from huarong.library.reader import puzzle
from huarong.study.traces.shows import trace

POOL = 6
"""The places of the ring in the example's pictures."""
_Tables = dict[str, dict[Any, Any]]
_KINDS = {"turned": "new", "raised": "duplicate"}


def worked_example(pool: int = POOL) -> dict[str, Any]:
    """The example of part 8, 横刀立马 with downward moves only, with a pool of `pool` layouts, as JSON.

    Every insertion is an event with the pool and its pointers, the list that is a tree, and the AVL tree, as they are
    after it. At the end the stack reverses the path. As the article supposes, the search ends once the 2x2 has moved.

    >>> example = worked_example()
    >>> [(each["code"], each["piece"]) for each in example["events"] if each["kind"] in ("new", "duplicate")]
    [(11198801, 6), (11199557, 7), (11198549, 7), (11198549, 6), (11144021, 4)]
    >>> [each["code"] for each in example["events"] if each["rotated"]]
    [11199557, 11144021]
    """
    found = trace("lv-down", "横刀立马", pool)
    tables: _Tables = {"ring": {}, "pool": {}}
    events, popped, depth = [], [], 1
    for what, values, puts in found.frames:
        for table, key, value in puts:
            tables.setdefault(table, {})[key] = value
        if what == "pop":
            popped.append({"layout": values["code"], "chessman": values["piece"], "method": values["way"]})
        elif what not in ("push", "is_solved"):
            depth += what == "level"
            events.append(_event(_KINDS.get(what, what), depth, what == "turned", values, tables))
    rows = "/".join(puzzle("横刀立马").rows())
    return {"puzzle": rows, "events": events, "pushed": popped[::-1], "popped": popped}


def _event(kind: str, depth: int, rotated: bool, values: dict[str, Any], tables: _Tables) -> dict[str, Any]:
    listed = [tables["list"][n] for n in range(len(tables["list"]))]
    codes = [row[3] for row in listed]
    nodes = [
        {"code": code, "parent": None if above is None else codes[above], "piece": piece, "method": method}
        for above, _, _, code, piece, method in listed
    ]
    found = {"kind": kind, "depth": depth, "code": values.get("code")}
    found |= {"parent": codes[tables["mark"]["parent"]] if "piece" in values else None, "piece": values.get("piece")}
    found |= {"method": values.get("way", ""), "rotated": rotated, "pool": _places(codes, tables)}
    return found | {"list": nodes, "tree": _branch(tables["tree"], tables["at"]["root"])}


def _places(codes: list[int], tables: _Tables) -> list[dict[str, Any]]:
    """The ring from the place that was filled first; a layout is in use from `current` to `allocate`."""
    ring, mark = [*range(tables["at"]["places"])], tables["mark"]
    for slot, before in tables["ring"].items():
        ring.insert(ring.index(before) + 1, slot)
    first = ring.index(mark["current"])
    turned = ring[first:] + ring[:first]
    in_use = turned[: (turned.index(mark["allocate"]) + 1) % len(ring)]
    return [
        {
            "code": codes[tables["pool"][slot]] if slot in in_use else None,
            "marks": [name for name in ("current", "last", "allocate") if mark[name] == slot],
        }
        for slot in ring
    ]


def _branch(tree: dict[int, Any], n: int) -> dict[str, Any] | None:
    if n < 0:
        return None
    left, right, _, code = tree[n]
    return {"code": code, "left": _branch(tree, left), "right": _branch(tree, right)}
