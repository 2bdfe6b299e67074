"""`huarong show`."""

import contextlib
from typing import Any

import click

from huarong.cli.base import language, tell
from huarong.cli.faults import BAD, FOUND
from huarong.cli.options import Source, command, limits, puzzle
from huarong.cli.output import Screen, Terms, how_read, lengths, print_json, rating_text, title
from huarong.errors import HuarongError, LimitReached, PuzzleError
from huarong.library import catalogue
from huarong.library.catalogue import LICENCES, Entry, named, rating, stars
from huarong.library.collection import Given
from huarong.library.description import checked, described, facts, reading_json
from huarong.model.impossible import reason
from huarong.model.puzzle import Puzzle


@command("show", puzzle(lines=True), terms=limits(10.0))
def show_command(source: Source, terms: Terms) -> int:
    """Draw a puzzle with its text and details, or list everything that is wrong with it.

    It reports the lengths of shortest solutions and the rating if it can find them within the limits.
    """
    try:
        given = source.one_or_many()
    except PuzzleError as error:
        if not terms.json:
            raise
        print_json(checked(None, source.text, error.faults, lang=language()))
        return BAD
    if not isinstance(given, Given):
        return source.answer_all(given, lambda each: (_json(each.puzzle, "", terms), FOUND))
    how_read(given.puzzle, terms)
    if terms.json:
        print_json(_json(given.puzzle, source.text, terms))
    else:
        _show(given.puzzle, source.text, terms)
    return FOUND


def _json(found: Puzzle, text: str, terms: Terms) -> dict[str, Any]:
    """Return the facts of a puzzle that was read from a text, as JSON."""
    entry = _entry(found)
    about = {**checked(found, text, layouts=_layouts(found)), **described(found)}
    licence = LICENCES[entry.group] if entry else None
    return {**about, "read": reading_json(found, language()), **_hardness(found, **terms.limits), "licence": licence}


def _show(found: Puzzle, text: str, terms: Terms) -> None:
    entry, screen = _entry(found), Screen()
    title(found)
    screen.board(found)
    if found.source:
        click.echo(tell("source: {source}", source=found.source))
    if entry:
        click.echo(tell("license: {licence}", licence=tell(LICENCES[entry.group])))
    click.echo("\n" + found.text() + "\n", nl=False)
    for key, value in facts(found, text, _layouts(found)).items():
        if key == "name":
            continue
        shown = ", ".join(value) if isinstance(value, list) else value
        shown = f"{value:,}" if isinstance(value, int) else shown
        click.echo(tell("{fact}: {value}", fact=tell(key.replace("_", " ")), value=shown))
    known = terms.run(_hardness, found)
    best, score = known["best"], known["rating"]
    if known["reason"] is not None:
        click.echo(tell("No solution: {reason}.", reason=known["reason"]["text"]))
        return
    unknown = tell("The length of a shortest solution is not known: the search reached its limits.")
    click.echo(tell("best: {counts}", counts=lengths(best)) if best else unknown)
    if score is not None:
        click.echo(rating_text(score))
    if known["estimated"]:
        click.echo(tell("an estimate: there are too many layouts for a table"))


def _hardness(found: Puzzle, **limits: Any) -> dict[str, Any]:
    """Return the least counts and the rating: stored ones for the library's puzzles, otherwise computed ones.

    Values that the limits leave unknown are missing from `best`, or null.
    """
    entry = _entry(found)
    best = catalogue.best_counts(entry) if entry else None
    score, estimated = rating(entry) if entry and best else None, False
    if best is None:
        from huarong.design.rating import rate

        best = {}
        with contextlib.suppress(LimitReached):
            rated = rate(found, **limits)
            best, score, estimated = rated.best, rated.score, rated.estimated
    none = reason(found).to_json(language()) if best and None in best.values() else None
    return {"best": best, "rating": score, "stars": stars(score), "estimated": estimated, "reason": none}


def _entry(found: Puzzle) -> Entry | None:
    """Return the library's entry for a puzzle with that entry's name and goal."""
    entry = named(found.name) if found.name else None
    return entry if entry and entry.puzzle == found else None


def _layouts(found: Puzzle) -> int | None:
    """Return the number of layouts of the pieces; None if they cannot be counted."""
    from huarong.space.space import Space

    try:
        return Space.of(found).size
    except HuarongError:
        return None
