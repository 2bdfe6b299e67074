"""`huarong design report`."""

import json
from pathlib import Path
from typing import Any

import click

from huarong import design
from huarong.cli.base import Name, language, option, tell
from huarong.cli.faults import FOUND, NONE
from huarong.cli.options import Count, Output, Source, command, puzzle
from huarong.cli.output import Screen, Terms, heading, print_json, table, versioned, written
from huarong.draw.terminal import filmstrip
from huarong.i18n import size_text, text_width
from huarong.limits import memory_size


@command("report", puzzle())
@option(
    "--form",
    "The format; the default follows the file's extension, or is text if there is no file.",
    Name(("text", "markdown", "html", "json")),
)
@option("-o --output", "Write the report to a file; for a Markdown file the map is written beside it as SVG.", Output())
@option("--top", "Show this many of the hardest layouts.", Count(1, 100), default=3)
@option("--map/--no-map picture", "Draw the map, in formats that have pictures.", default=True)
def report_command(source: Source, form: str | None, output: str | None, top: int, picture: bool, terms: Terms) -> int:
    """Report on a puzzle: details, rating, shortest solution, unavoidable layouts, hardest layouts of its pieces,
    bottlenecks, histogram, map.

    The exit status is 1 if the puzzle cannot be solved.
    """
    ending = Path(output).suffix.lower() if output else ""
    endings = {".md": "markdown", ".html": "html", ".htm": "html", ".json": "json"}
    form = form or endings.get(ending, "json" if terms.json and not output else "text")
    drawn = picture and (form == "html" or (form == "markdown" and output is not None))
    found = source.read()
    made, lang = terms.run(design.report, found, top=top, picture=drawn), language()
    status = FOUND if made.solution.solved else NONE
    left_out = made.left_out(lang)
    if drawn and made.map is None and status == FOUND:
        size = size_text(memory_size(terms.limits["max_memory"]))
        left_out = tell("There are too many layouts for a map in {size} of memory.", size=size)
    if left_out:
        click.echo(left_out, err=True)
    if terms.json or (form == "json" and not output):
        print_json(made.to_json(lang))
    if not output and (terms.json or form == "json"):
        return status
    if form == "text" and not output:
        _show_report(made.title(lang), made.sections(lang))
        return status
    if form == "html":
        text = made.html(lang)
    elif form == "json":
        text = json.dumps(versioned(made.to_json(lang)), ensure_ascii=False, indent=1) + "\n"
    else:
        beside = Path(output).with_suffix(".map.svg") if output and made.map else None
        if beside is not None and made.map:
            written(str(beside), made.map, not terms.json)
        text = made.markdown(lang, None if beside is None else beside.name)
    if output:
        written(output, text, not terms.json)
    else:
        click.echo(text, nl=False)
    return status


def _show_report(title: str, sections: Any) -> None:
    """Print the report on a terminal, without pictures."""
    screen = Screen()
    heading(title)
    for each in sections:
        if each.pictures and not (each.lines or each.rows):
            continue
        click.echo()
        heading(each.title)
        for line in each.lines:
            click.echo(line)
        if each.rows:
            table(each.rows)
        # Boards with short captions are printed side by side.
        short = all(text_width(caption) <= 30 for _, caption in each.boards)
        for boards in [each.boards] if short and each.boards else [[board] for board in each.boards]:
            first = boards[0][0]
            heads = [{p.symbol: p.head for p in board.pieces} for board, _ in boards]
            places = [[at[p.symbol] for p in first.pieces] for at in heads]
            captions = [caption for _, caption in boards]
            screen.draw(filmstrip(first, places, captions, colours=screen.colours, width=screen.width)[:-1])
