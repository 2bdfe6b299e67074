"""Recording poos's posts: stations with their ways, leaps from post to post, and leaps along key points, side by side.

Frames and tables are those of `huarong.study.traces.weights`; `at.post` is the post that was reached last, with the
steps left that the record has for it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from huarong.model.puzzle import Puzzle
from huarong.study.classic import Classic
from huarong.study.poos.cells import start_cells
from huarong.study.poos.intermediate import record
from huarong.study.poos.keys import key_record
from huarong.study.poos.nodes import IdentityNode
from huarong.study.poos.posts import Posts
from huarong.study.traces.poos import text_of
from huarong.study.traces.tape import Tape, abreast


def _run(classic: Classic, known: Callable[[], Posts], tape: Tape) -> None:
    """A record; it is made after the start is recorded, so that a request for one frame need not wait for it."""
    start = IdentityNode.of(*start_cells(classic.blocks))
    met: set[int] = set()
    shown = [text_of(start)]

    def seen(node: IdentityNode) -> None:
        met.add(node.identifier)
        if tape.on:
            tape.put("at", "board", text_of(node))
            tape.put("met", text_of(node), len(met))
            tape.put("count", "met", len(met))
        tape.frame("post_met", n=len(met))

    tape.put("at", "board", shown[0])
    tape.put("way", 0, shown[0])
    tape.frame("start")
    posts = known()
    tape.put("count", "posts", len(posts.left))
    length, number, end = 0, 0, start
    for number, part in enumerate(posts.leaps(start, seen), 1):
        for node in part.nodes[1:]:
            length, end = length + 1, node
            tape.put("way", length, text_of(node))
            if not part.met:
                tape.put("at", "board", text_of(node))
                tape.frame("post_way", left=part.length)
        tape.put("count", "leaps", number)
        tape.put("at", "board", text_of(end))
        if part.met and end.identifier in posts.left:
            tape.put("at", "post", [text_of(end), posts.left[end.identifier]])
            tape.frame("leap", n=number, steps=part.length, met=part.met)
    home = end.at_home(classic.goals)
    tape.put("count", "length", length if home else None)
    tape.frame("found" if home else "none", n=length, met=len(met))
    tape.figures = {"met": len(met), "leaps": number, "length": length if home else None}


def leapt(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """By stations with their ways, by posts alone, and by the puzzle's own key points."""
    classic = Classic.of(puzzle, empty=2)
    records: dict[str, Callable[[], Posts]] = {
        "stations": functools.partial(record, puzzle),
        "posts": functools.partial(record, puzzle, leaps=True),
        "keys": functools.partial(key_record, puzzle),
    }
    abreast(tape, {name: functools.partial(_run, classic, each) for name, each in records.items()})
