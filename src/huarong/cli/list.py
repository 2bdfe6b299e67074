"""`huarong list`."""

from collections.abc import Callable, Sequence

from huarong.cli.base import Name, argument, option, tell
from huarong.cli.options import JSON, command
from huarong.cli.output import Terms, print_json, table
from huarong.errors import InputError, nearest
from huarong.library import catalogue
from huarong.library.catalogue import GROUPS, Entry, length, rating, search, stars

_LONGEST = 40
_SORTS = {"difficulty": rating, "length": length}


@command("list", argument("words", nargs=-1, metavar="[FILTER]..."), terms=JSON)
@option("--sort", "Sort only by difficulty, or only by the length of a shortest solution.", Name(list(_SORTS)))
@option("--reverse", "Begin with the hardest or the longest.")
@option("--length", "Only puzzles whose shortest solution has this many moves, such as 20..40.", "RANGE")
@option(
    "--difficulty --rating rating",
    "Only easy, medium, hard or expert puzzles, or those in a range of ratings (0 to 100), such as 30..50.",
    "RANGE",
)
@option("--stars", "The difficulty in stars, 1 to 5, as in 1..2; easy is 1 or 2, medium 3, hard 4, expert 5.", "RANGE")
def list_command(words: Sequence[str], sort: str | None, reverse: bool, terms: Terms, **ranges: str | None) -> None:
    """List the puzzles of the library: all, or those whose name, alias, pinyin, code, group or pieces match.

    Puzzles whose full name matches come first, then the others, from easy to hard. Puzzles that have only a number, and
    the hardest of each kind, come after them; unsolvable puzzles come last.
    """
    entries = fit = search(" ".join(words))
    if sort or reverse:
        entries = catalogue.ranked(entries, _SORTS[sort or "difficulty"], reverse)
    stars_of = rating if catalogue.difficulty(ranges["stars"] or "") else lambda entry: stars(rating(entry))
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
        # A long text is omitted: the name is enough to copy.
        (e.name, e.name_zh, _length(e), "★" * (stars(rating(e)) or 0), e.group, text if len(text) <= _LONGEST else "")
        for e, text in zip(entries, texts, strict=True)
    ]
    table(rows, ("name", "名称", "moves", "difficulty", "group", "text"), right=[2])


def within(entries: list[Entry], value: Callable[[Entry], int | None], text: str, name: str) -> list[Entry]:
    """Return the puzzles whose value is in a range, or whose rating a word describes. Raises `InputError`."""
    from huarong.design.recipe import read_range, read_rating

    least, most = read_rating(text) if value is rating else read_range(text, name)
    found = [(each, value(each)) for each in entries]
    return [e for e, n in found if n is not None and least <= n and (most is None or n <= most)]


def _length(entry: Entry) -> str:
    best = catalogue.best_counts(entry)
    if best is None:
        return "?"
    return tell("none") if best["move"] is None else str(best["move"])
