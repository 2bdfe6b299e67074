"""`huarong hint`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from huarong.cli.base import command, option
from huarong.cli.faults import FOUND, NONE
from huarong.cli.language import language, tell
from huarong.cli.options import METRIC, limits, puzzle
from huarong.cli.output import Screen, Terms, how_read, move_text, print_json, table
from huarong.cli.reading import Source
from huarong.library.collection import Given
from huarong.library.description import reading_json
from huarong.library.labels import length_text
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle

if TYPE_CHECKING:
    from huarong.atlas.hints import Graded, Hint


@command("hint")
@puzzle(lines=True)
@METRIC
@option("--why", "Say why the best move is best.")
@limits()
def hint_command(source: Source, metric: Metric, why: bool, terms: Terms) -> int:
    """Report the distance of a layout to the goal, the best moves, and the grade of every move.

    The exit status is 1 if no goal can be reached.
    """
    from huarong.atlas.oracle import hint

    def answer(each: Given) -> tuple[dict[str, Any], int]:
        found = hint(each.puzzle, each.metric or metric, **terms.limits)
        return _json(found, why, each.puzzle), NONE if found.unsolvable else FOUND

    given = source.one_or_many()
    if not isinstance(given, Given):
        return source.answer_all(given, answer)
    how_read(given.puzzle, terms)
    with terms.reported() as limits:
        found = hint(given.puzzle, metric, **limits)
    if terms.json:
        print_json(_json(found, why, given.puzzle))
    else:
        _show(found, why)
    return NONE if found.unsolvable else FOUND


def _json(found: Hint, why: bool, puzzle: Puzzle) -> dict[str, Any]:
    told, reason = found.to_json(lang=language()), found.unsolvable or found.reason
    told |= {"read": reading_json(puzzle, language())}
    return told | {"reason": reason and reason.to_json(language())} if why else told


def _show(found: Hint, why: bool) -> None:
    screen, distance = Screen(), found.distance
    screen.board(found.puzzle)
    if distance is None:
        click.echo(tell("No goal can be reached from here: {reason}.", reason=found.unsolvable))
    elif distance == 0:
        click.echo(tell("This is solved."))
    else:
        text = tell("{length} to the goal", length=length_text(distance, found.metric, language()))
        if found.solutions is not None:
            text = tell("{far}; {n:,} shortest {n:solution|solutions}", far=text, n=found.solutions)
        click.echo(text)
    if why and (reason := found.reason) is not None:
        click.echo(tell("{move}: {reason}", move=move_text(reason.move), reason=reason.message(language())))
    rows = [
        (move_text(each.move), "-" if each.distance is None else f"{each.distance:,}", _worth(found, each))
        for each in found.moves
    ]
    if rows:
        table(rows, [tell(each) for each in ("move", "moves left", "worth")])


def _worth(found: Hint, each: Graded) -> str:
    if not each.known:
        return tell("not known")
    if each.distance is None:
        return tell("cannot be solved")
    if found.distance is None:
        return ""
    return tell("best") if each.best else tell("loses {count:,}", count=each.loses)
