"""`huarong design rate`."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from huarong import design
from huarong.cli.base import language, option, tell
from huarong.cli.faults import FOUND, LIMIT, NONE
from huarong.cli.options import FileName, Source, command, puzzle
from huarong.cli.output import Reporter, Terms, heading, lengths, print_json, rating_text, table, title
from huarong.errors import InputError, LimitReached
from huarong.files import readable
from huarong.library.catalogue import easier
from huarong.library.collection import Given
from huarong.library.labels import names
from huarong.model.impossible import reason
from huarong.model.puzzle import Puzzle


@command("rate", puzzle(required=False, all_levels=True, lines=True))
@option("--library", "Rate all puzzles of the library, and print the ratings by name as one JSON object.")
@option("--people", "Report how well puzzle features explain people's times in a file, CSV or JSON Lines.", FileName())
def rate_command(source: Source, library: bool, people: str | None, terms: Terms) -> int:
    """Rate how hard a puzzle is for a person, from 0 to 100, and give the reasons.

    The limits apply to each puzzle; with --library, puzzles that reach them are left out. The exit status is 1 if the
    puzzle cannot be solved.

    The file for --people has the columns `puzzle` and `seconds` (or `milliseconds`), a row for each puzzle or each
    solve.
    """
    if bool(source.text) + library + bool(people) != 1:
        raise InputError("give a PUZZLE, --library or --people FILE")
    if people:
        return _people(people, terms)
    if library:
        return _library(terms.limits)

    def answer(each: Given) -> tuple[dict[str, Any], int]:
        found = design.rate(each.puzzle, **terms.limits)
        return found.to_json(language()), NONE if found.score is None else FOUND

    given = source.one_or_many(whole=True)
    if not isinstance(given, Given):
        if terms.json or source.text == "-":
            return source.answer_all(given, answer)
        return _several([each.puzzle for each in given.all()], terms)
    rating = terms.run(design.rate, given.puzzle)
    return terms.answer(rating.to_json(language()), lambda: _show_rating(rating), rating.score is not None)


def _show_rating(rating: design.Rating) -> None:
    title(rating.puzzle)
    if rating.score is None:
        click.echo(tell("No solution: {reason}.", reason=reason(rating.puzzle)))
        return
    heading(rating_text(rating.score))
    less, of = easier(rating.score)
    click.echo(tell("harder than {share:.0f} % of the {n} rated puzzles of the library", share=100 * less / of, n=of))
    if rating.seconds:
        click.echo(rating.time_message(language()))
    if rating.best:
        click.echo(tell("at least {counts}", counts=lengths(rating.best)))
    if rating.estimated:
        why = "an estimate from one solution of {length:,} {length:move|moves}: there are too many layouts for a table"
        click.echo(tell(why, length=rating.length))
    rows = [(tell(p.name), f"{p.effort:.1f}", p.message(language())) for p in rating.parts]
    table(rows, ("part", "bits", "why"), right=[1])


def _several(puzzles: Sequence[Puzzle], terms: Terms) -> int:
    """Print a table of the ratings of a file's levels; after an interruption, of the levels rated so far."""
    worst, rows = FOUND, list[tuple[str, ...]]()
    try:
        for number, each in enumerate(puzzles, 1):
            called = "  ".join(names(each, language()))
            try:
                found = terms.run(design.rate, each)
            except LimitReached as error:
                worst, row = LIMIT, ("", error.message(language()))
            else:
                worst = max(worst, NONE if found.score is None else FOUND)
                row = tell("It has no solution."), ""
                if found.score is not None:
                    row = rating_text(found.score), lengths(found.best) if found.best else ""
            rows.append((str(number), called, *row))
    finally:
        if rows:
            table(rows, right=[0])
    return worst


def _people(path: str, terms: Terms) -> int:
    from huarong.design.people import correlations, findings, read_times, usual_sets
    from huarong.limits import Watch

    with readable(path):
        times = read_times(Path(path).read_text("utf-8"))
    its = terms.run(lambda **limits: [findings(each.puzzle, Watch.of(**limits)) for each in times])
    found = correlations(times, its, usual_sets())
    plain = {"puzzles": len(times), "correlations": [each.to_json() for each in found]}
    return terms.answer(plain, lambda: _show_people(len(times), found))


def _show_people(count: int, found: Sequence[design.people.Correlation]) -> None:
    from huarong.design.rating import WEIGHED

    text = "{count} {count:puzzle|puzzles}; the time of each is predicted by weights fitted to the others"
    click.echo(tell(text, count=count))
    rows = []
    for each in found:
        within = "–" if each.within is None else f"{each.within:.2f}"
        features = ", ".join(map(tell, each.features))
        rows.append((f"{each.pearson:.3f}", f"{each.spearman:.3f}", within, features))
    table(rows, ("Pearson", "Spearman", "at equal length", "features"), right=[0, 1, 2])
    [chosen] = [each for each in found if each.features == WEIGHED]
    weights = "  ".join(f"{each:.2f}" for each in chosen.weights)
    click.echo(tell("weights of the rating's features, the constant first: {weights}", weights=weights))


def _library(limits: dict[str, Any]) -> int:
    from huarong.atlas import Oracles
    from huarong.library.catalogue import entries

    oracles, found = Oracles(limits["max_memory"] // 2), {}
    with Reporter() as reporter:
        for number, entry in enumerate(entries(), 1):
            reporter.show("{number} of {total}: {name}", number=number, total=len(entries()), name=entry.name)
            try:
                found[entry.name] = design.rate(entry.puzzle, **limits, oracles=oracles).score
            except LimitReached:
                continue
    print_json({"ratings": found})
    return FOUND
