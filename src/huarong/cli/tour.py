"""`huarong study tour`."""

from __future__ import annotations

import click

from huarong.cli.base import argument, command, option
from huarong.cli.faults import FOUND, NONE
from huarong.cli.language import language, tell
from huarong.cli.options import COUNT, Output, limits
from huarong.cli.output import Terms, print_json
from huarong.files import replacing


@command("tour")
@argument("board", metavar="BOARD")
@option("--from start", "The first cell, such as a1.", metavar="CELL")
@option("--closed", "Only closed tours: the last cell is one leap from the first.")
@option("--leaper", "The leaper: a name, or two numbers such as 1,2.", metavar="PIECE", default="knight")
@COUNT
@option("--svg", "Draw the tour to a file.", Output())
@limits()
def tour_command(
    board: str, start: str | None, closed: bool, leaper: str, count: bool, svg: str | None, terms: Terms
) -> int:
    """Tour a board, such as 8x8, with a knight or another leaper, visiting every cell once.

    The exit status is 1 if there is no tour; the command prints the reason if a simple one is known.
    """
    from huarong.tours import count_tours, first_tour, parse_leaper

    piece = parse_leaper(leaper)
    with terms.reported("{work}, {seconds:.0f} s") as limits:
        if count:
            number = count_tours(board, start, closed, piece, **limits)
        else:
            answer = first_tour(board, start, closed, piece, **limits)
    if count:
        if terms.json:
            print_json({"count": number})
        else:
            click.echo(f"{number:,}")
        return FOUND if number else NONE
    if answer.tour is not None and svg is not None:
        with replacing(svg) as file:
            file.write(answer.tour.svg().encode())
    if terms.json:
        print_json(answer.to_json(language()))
    elif answer.tour is None:
        reason = answer.reason.message(language()) if answer.reason else ""
        click.echo(tell("no tour: {reason}", reason=reason))
    else:
        click.echo(str(answer.tour))
    return FOUND if answer.tour else NONE
