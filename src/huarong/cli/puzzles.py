"""`huarong list`, `show` and `convert`."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import Any

import click

from huarong.cli.base import Name, argument, language, option, tell
from huarong.cli.faults import BAD, FOUND
from huarong.cli.options import JSON, FileName, Source, command, limits, notations, puzzle
from huarong.cli.output import Screen, Terms, how_read, lengths, print_json, rating_text, table, title, written
from huarong.errors import HuarongError, InputError, LimitReached, PuzzleError, nearest
from huarong.library import catalogue, labels
from huarong.library.catalogue import GROUPS, LICENCES, Entry, length, named, rating, search, stars
from huarong.library.collection import Given
from huarong.library.description import checked, described, facts, reading_json
from huarong.library.reader import NAME, NotationLike, read_text, write
from huarong.model.impossible import reason
from huarong.model.metric import METRICS, Metric
from huarong.model.puzzle import Puzzle

_LONGEST = 40
_SORTS = {"difficulty": rating, "length": length}


@command("list", argument("words", nargs=-1, metavar="[FILTER]..."), terms=JSON)
@option("--sort", "Sort only by difficulty, or only by the length of a shortest solution.", Name(list(_SORTS)))
@option("--reverse", "The hardest or the longest first.")
@option("--length", "Only puzzles whose shortest solution has this many moves, such as 20..40.", "RANGE")
@option(
    "--difficulty --rating rating",
    "Only easy, medium, hard or expert puzzles, or those in a range of ratings (0 to 100), such as 30..50.",
    "RANGE",
)
@option(
    "--stars", "The difficulty in stars, 1 to 5, such as 1..2; easy is 1 or 2, medium 3, hard 4, expert 5.", "RANGE"
)
def list_command(words: Sequence[str], sort: str | None, reverse: bool, terms: Terms, **ranges: str | None) -> None:
    """List the puzzles of the library: all, or those whose name, alias, pinyin, code, group or pieces match.

    Puzzles whose full name was given come first, then the easiest. Puzzles that have only a number and the hardest of
    their kind follow; those that cannot be solved come last.
    """
    entries = fit = search(" ".join(words))
    if sort or reverse:
        entries = catalogue.ranked(entries, _SORTS[sort or "difficulty"], reverse)
    stars_of = rating if catalogue.difficulty(ranges["stars"] or "") else _stars
    for value, name in ((length, "length"), (rating, "rating"), (stars_of, "stars")):
        if text := ranges[name]:
            entries = within(entries, value, text, name)
    if terms.json:
        print_json({"puzzles": [each.to_json() for each in entries]})
        return
    if fit and not entries:
        raise InputError("no puzzle has that length and difficulty; use wider ranges")
    if not entries:
        groups = ", ".join(nearest(" ".join(words), GROUPS) or GROUPS)
        text = "no puzzle in the library matches {words!r}; the groups are {groups}"
        raise InputError(text, words=" ".join(words), groups=groups)
    texts = [e.text.strip().replace("\n", "/") for e in entries]
    rows = [
        # A long text is left out, as the name is enough to copy.
        (e.name, e.name_zh, _length(e), "★" * (_stars(e) or 0), e.group, text if len(text) <= _LONGEST else "")
        for e, text in zip(entries, texts, strict=True)
    ]
    table(rows, ("name", "名称", "moves", "difficulty", "group", "text"), right=[2])


def _stars(entry: Entry) -> int | None:
    return stars(rating(entry))


def within(entries: list[Entry], value: Callable[[Entry], int | None], text: str, name: str) -> list[Entry]:
    """The puzzles whose value is in a range, or whose rating is one that a word stands for. Raises `InputError`."""
    from huarong.design.recipe import read_range, read_rating

    least, most = read_rating(text) if value is rating else read_range(text, name)
    found = [(each, value(each)) for each in entries]
    return [e for e, n in found if n is not None and least <= n and (most is None or n <= most)]


def _length(entry: Entry) -> str:
    best = catalogue.best_counts(entry)
    if best is None:
        return "?"
    return tell("none") if best["move"] is None else str(best["move"])


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
    """The facts of a puzzle that was read from a text, as JSON."""
    entry = _entry(found)
    return {
        **checked(found, text, layouts=_layouts(found)),
        **described(found),
        "read": reading_json(found, language()),
        **_hardness(found, **terms.limits),
        "licence": LICENCES[entry.group] if entry else None,
    }


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
    """The least counts and the rating: as the library has them for its own puzzles, otherwise computed.

    What the limits leave unknown is missing from `best`, or null.
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
    """The entry of the library that a puzzle is, with its name and its goal."""
    entry = named(found.name) if found.name else None
    return entry if entry and entry.puzzle == found else None


def _layouts(found: Puzzle) -> int | None:
    """The number of layouts of the pieces; None if they cannot be counted."""
    from huarong.space.space import Space

    try:
        return Space.of(found).size
    except HuarongError:
        return None


@command("convert", puzzle(all_levels=True, lines=True), terms=JSON)
@option("--to", "The notation to write.", notations("pddl"), metavar="NOTATION", required=True)
@option("--metric", "For pddl: the metric.", Name(METRICS), default="step")
@option("-o --output name", "For pddl: write NAME-domain.pddl and NAME-problem.pddl.", FileName())
def convert_command(source: Source, to: Any, metric: Metric, name: str | None, terms: Terms) -> int:
    """Convert a puzzle to another notation.

    NOTATION is `tiles`, `name`, `short`, `code`, `liu`, `lv32`, `lv64`, `poos`, `zhou`, `rush`, `sbp`, `gnome`,
    `cells`, `line` or `grid`, or a program's format: `slide`, `js2`, `fujiwara`, `conwnet`, `cars`, `json`, `fogleman`,
    `clausecker` or `hrd`. In `gnome` and `sbp` a goal at the edge may become a way out of the board; `gnome-edge` and
    `sbp-edge` read it back. In `gnome-along` and `sbp-along` pieces also slide only along their longer side, as
    in Rush Hour.

    `pddl` writes a task for planners. It is not read, but `huarong prove --plan` reads the plans.
    """
    if name and to != "pddl":
        raise InputError("{option} is only for {other}", option="-o", other="--to pddl")

    def answer(each: Given) -> tuple[dict[str, Any], int]:
        if to != "pddl":
            return {"notation": to, "text": _written(each.puzzle, to)}, FOUND
        from huarong.library.pddl import pddl

        texts = pddl(each.puzzle, metric)._asdict()
        if name:
            paths = {part: f"{name}-{part}.pddl" for part in texts}
            for part, path in paths.items():
                written(path, f"{texts[part]}\n", told=False)
            texts = paths
        return {"notation": to, **texts}, FOUND

    given = Given(source.read()) if name else source.one_or_many(whole=True)
    if not isinstance(given, Given) and (terms.json or source.text == "-"):
        return source.answer_all(given, answer)
    told = [answer(each)[0] for each in ([given] if isinstance(given, Given) else given.all())]
    for number, each in enumerate(told, 1):
        _, *texts = each.values()
        if terms.json:
            print_json(each)
        elif name:
            click.echo("\n".join(tell("written: {path}", path=path) for path in texts))
        else:
            text = "\n".join(texts)
            click.echo(text + "\n" if number < len(told) and "\n" in text else text)
    return FOUND


def _written(found: Puzzle, to: NotationLike) -> str:
    """The puzzle in a notation, with a note where its goal has become a way out of the board."""
    text = write(found, to)
    again = read_text(text, notation=to)
    if again.board != found.board:
        about = (
            "The goal is written as a way out of the board: the fewest moves stay the same, but steps and slides may "
            "differ."
            if again.board.gates
            else "The way out of the board is written as a goal at its edge: the fewest moves stay the same, but there "
            "may be fewer steps and slides."
        )
        click.echo(tell(about), err=True)
    return labels.names(read_text(text), language())[0] if to == NAME else text.rstrip("\n")
