"""`huarong hint`."""

from typing import Any

import click

import huarong as hr
from huarong import atlas
from huarong.cli.base import language, option, tell
from huarong.cli.faults import FOUND, NONE
from huarong.cli.options import METRIC, Source, command, puzzle
from huarong.cli.output import Screen, Terms, how_read, table
from huarong.library.collection import Given
from huarong.library.description import reading_json
from huarong.library.labels import length_text, move_text
from huarong.model.board import Metric
from huarong.model.puzzle import Puzzle


@command("hint", puzzle(lines=True), METRIC)
@option("--why", "Explain why the best move is best.")
def hint_command(source: Source, metric: Metric, why: bool, terms: Terms) -> int:
    """Report the distance of a layout to the goal, the best moves, and the grade of every move.

    The exit status is 1 if no goal can be reached.
    """

    def answer(each: Given) -> tuple[dict[str, Any], int]:
        found = hr.hint(each.puzzle, each.metric or metric, **terms.limits)
        return plain(found, each.puzzle), NONE if found.unsolvable else FOUND

    def plain(found: hr.Hint, puzzle: Puzzle) -> dict[str, Any]:
        told, reason = found.to_json(lang=language()), found.unsolvable or found.reason
        told |= {"read": reading_json(puzzle, language())}
        return told | {"reason": reason and reason.to_json(language())} if why else told

    given = source.one_or_many()
    if not isinstance(given, Given):
        return source.answer_all(given, answer)
    how_read(given.puzzle, terms)
    found = terms.run(hr.hint, given.puzzle, metric)
    return terms.answer(plain(found, given.puzzle), lambda: _show_hint(found, why), not found.unsolvable)


def _show_hint(found: "hr.Hint", why: bool) -> None:
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
        if found.bound is not None:
            text = tell("{far}, by a good solution; no solution has fewer than {lower:,}", far=text, lower=found.bound)
        click.echo(tell("{far}; proved", far=text) if found.proved else text)
    if why and (reason := found.reason) is not None:
        click.echo(tell("{move}: {reason}", move=move_text(reason.move, language()), reason=reason.message(language())))
    rows = [
        (move_text(each.move, language()), "-" if each.distance is None else f"{each.distance:,}", _worth(found, each))
        for each in found.moves
    ]
    if rows:
        table(rows, ("move", "moves left", "worth"))


def _worth(found: "hr.Hint", each: "atlas.Graded") -> str:
    if not each.known:
        return tell("not known")
    if each.distance is None:
        return tell("cannot be solved")
    if found.distance is None:
        return ""
    if found.bound is not None:
        return tell("good")
    return tell("best") if each.best else tell("loses {count:,}", count=each.loses)
