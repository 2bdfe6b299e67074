"""`huarong study example` and `levels`: 吕震宇's data structures step by step, and the sizes of his levels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from huarong.cli.base import command, option
from huarong.cli.language import tell
from huarong.cli.options import JSON, Count, limits
from huarong.cli.output import Terms, heading, print_json, table

if TYPE_CHECKING:
    from huarong.study.lv.example import Branch, Event


@command("example")
@JSON
def example_command(as_json: bool) -> None:
    """Step through 吕震宇's worked example (part 8): 横刀立马 with downward moves only.

    After each new layout: the pool with its pointers, the list that is a tree, and the AVL tree; then the stack that
    reverses the path.
    """
    from huarong.study.lv.example import sorted_table, worked_example

    found = worked_example()
    if as_json:
        print_json(found.to_json())
        return
    heading(tell("横刀立马 with downward moves only; it ends once the 2x2 has moved"))
    for row in found.puzzle.rows():
        click.echo(f"  {row}")
    click.echo(tell("Numbers of pieces are their places in sortedChessmen:"))
    names = [f"{place} {symbol or '○'}" for symbol, *_, place in sorted_table(found.puzzle)]
    click.echo("  " + "  ".join(names))
    for event in found.events:
        click.echo()
        heading(_title(event))
        places = [f"{place.code or '·'}" + "".join(f" <{mark}>" for mark in place.marks) for place in event.pool]
        click.echo(tell("pool (ring): {places}", places=" → ".join(places)))
        links = [str(code) + (f" (↑{parent})" if parent else "") for code, parent, *_ in event.listed]
        click.echo(tell("tree-linked list: {links}", links=" → ".join(links)))
        click.echo(tell("AVL tree:"))
        for line in _drawn(event.tree):
            click.echo(f"  {line}")
    click.echo()
    heading(tell("The stack: each move goes up to the layout it leaves"))
    for word, steps in (("push", found.pushed), ("pop", found.popped)):
        for step in steps:
            click.echo(f"  {tell(word)} {step.layout} {_move(step.chessman, step.method)}".rstrip())


def _move(piece: int | None, method: str) -> str:
    if piece is None or piece < 0:
        return ""
    return f"Move {'A' if piece == 99 else piece} {method}"


def _title(event: Event) -> str:
    values = {
        "code": event.code,
        "parent": event.parent,
        "depth": event.depth,
        "move": _move(event.piece, event.method),
    }
    if event.kind == "start":
        return tell("start: {code} is the root", **values)
    if event.kind == "level":
        return tell("NextStep: the search goes on to depth {depth}", **values)
    if event.kind == "duplicate":
        return tell("{parent} → {move} → {code}: a duplicate; its place is reused", **values)
    if event.kind == "goal":
        return tell("{parent} → {move} → {code}: the goal", **values)
    text = tell("{parent} → {move} → {code}: new", **values)
    return text + (tell("; the AVL tree rotates") if event.rotated else "")


def _drawn(tree: Branch, lead: str = "", mark: str = "") -> list[str]:
    """A tree in lines, the smaller side first."""
    if tree is None:
        return []
    code, left, right = tree
    lines = [f"{lead}{mark}{code}"]
    below = lead + ("   " if mark else "")
    for side, branch in (("L", left), ("R", right)):
        lines += _drawn(branch, below, f"{side}─ ")
    return lines


@command("levels")
@option("--pieces", "Only openings with this number of pieces.", Count(1, 18))
@option("--limit", "List this many openings for each number of pieces.", Count(), default=3)
@limits()
def levels_command(pieces: int | None, limit: int, terms: Terms) -> None:
    """The widest level of each opening in moves, which 吕震宇's pool must hold, beside the figures of 胡华旦.

    Openings of the library with two empty cells; a level is all layouts at one depth before the goal.
    """
    from huarong.study.lv.levels import CLAIMED, widest_levels

    with terms.reported("{done:,} of {total:,}, {seconds:.0f} s") as limits:
        found = widest_levels(pieces, **limits)
    if terms.json:
        print_json({"openings": [each.to_json() for each in found]})
        return
    rows = []
    for n in sorted({each.pieces for each in found}):
        some = [each for each in found if each.pieces == n]
        for each in some[:limit]:
            claimed = CLAIMED.get(n, "")
            rows.append((str(n), str(len(some)), claimed, each.name, str(each.depth), f"{each.layouts:,}"))
    names = ("pieces", "openings", "胡华旦", "widest in", "depth", "layouts")
    table(rows, [tell(name) for name in names], right=(0, 1, 2, 4, 5))
