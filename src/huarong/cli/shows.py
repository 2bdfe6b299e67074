"""`huarong study run`: the shows of the museum's page step by step, and 吕震宇's levels."""

import functools
import json
import re
from importlib.resources import files
from typing import Any

import click

from huarong import study
from huarong.cli.base import Name, argument, language, option, tell
from huarong.cli.options import METRIC, Count, Source, command, puzzle
from huarong.cli.output import Terms, print_json, table
from huarong.library.labels import called
from huarong.model.board import Metric


@command("trace", argument("show", type=Name(lambda: [each.name for each in study.traces.SHOWS]), metavar="SHOW"))
@puzzle(required=False)
@option("--number", "The number that the show needs, such as m or the size of the pool.", Count(0, 4000))
@option("--to place", "Begin shortly before goal, rotation, raised, deepest, tour, state, way:N or step:N.", "PLACE")
@option("--after step", "With --to: search for the place only after this step.", Count(0), default=0)
@option("--frames", "Print at most this many steps.", Count(0, 4000), default=40)
def trace_command(
    show: str, source: Source, number: int | None, place: str | None, step: int, frames: int, terms: Terms
) -> None:
    """Print what an exhibit does, step by step, as the museum's page replays it.

    SHOW is one of the shows of the museum's page. Without PUZZLE, it uses the suggested board. Steps before the
    place that --to names are counted but not printed.
    """
    from huarong.study.traces import trace
    from huarong.study.traces.shows import show as named
    from huarong.study.zhou import persons

    plain = not source.text or named(show).numbers
    given = source.text if plain else persons(source.text) or source.read()
    how: dict[str, Any] = {"whole": False, "to": place or "", "after": step, "told": "{work}, {seconds:.0f} s"}
    found = terms.run(trace, show, given, number, frames, **how)
    if terms.json:
        print_json(found.to_json())
        return
    if found.first:
        click.echo(tell("{n:,} earlier {n:step was|steps were} counted but not printed", n=found.first))
    for n, (what, values, _) in enumerate(found.frames):
        mark = "→" if n == found.target else " "
        click.echo(f"{mark}{found.first + n + 1:>6,}  {sentence(what, values, language())}")


@functools.cache
def _words() -> dict[str, list[str]]:
    """Return the page's texts: English, Chinese."""
    room = files("huarong").joinpath("web", "static", "museum", "words.json")
    found: dict[str, list[str]] = json.loads(room.read_text("utf-8"))
    return found


def sentence(what: str, values: dict[str, Any], lang: str) -> str:
    """Return the page's sentence about a frame."""
    key = f"f_{what}_move" if values.get("move") else f"f_{what}"
    return _filled(key, {name: _worded(name, value, lang) for name, value in values.items()}, lang)


def _filled(key: str, values: dict[str, Any], lang: str) -> str:
    """Return a text of the page with its values: `{x}`, and `{x:one|many}`, which agrees with x."""

    def fill(found: re.Match[str]) -> str:
        value = str(values.get(found[1], ""))
        return value if found[3] is None else found[2] if value == "1" else found[3]

    return re.sub(r"\{(\w+)(?::([^|}]*)\|([^}]*))?\}", fill, _words()[key][lang == "zh"])


def _worded(name: str, value: Any, lang: str) -> str:
    """Return a value of a frame as the page writes it: pieces and directions in words, numbers with commas."""
    word = functools.partial(_filled, values={}, lang=lang)
    if value is None or (name == "piece" and isinstance(value, int) and value < 0):
        return word("no_value")
    if name == "who" or (name in ("piece", "letter", "person") and isinstance(value, str)):
        return _who(value, lang)
    if name == "piece":
        return word("piece_B") if value == 99 else _filled("piece_n", {"n": value}, lang)
    if name in ("way", "toward"):
        return word(f"way_{value}") if value else ""
    if name == "turn":
        return word(f"turn_{value}")
    if isinstance(value, int) and not isinstance(value, bool) and name != "code":
        return f"{value:,}"
    return str(value)


def _who(value: str, lang: str) -> str:
    """Return a letter with its piece's number, in words; return a name unchanged."""
    if value in ("", "."):
        return _filled("piece_none", {}, lang)
    if value[0] not in "BHVS":
        return called(value, lang)
    kind = _filled(f"piece_{value[0]}", {}, lang)
    return kind if value[0] == "B" or len(value) == 1 else _filled("who_n", {"kind": kind, "n": value[1:]}, lang)


@command("levels")
@option("--pieces", "Only openings with this number of pieces.", Count(1, 18))
@option("--limit", "List this many openings for each number of pieces.", Count(), default=3)
@METRIC
def levels_command(pieces: int | None, limit: int, metric: Metric, terms: Terms) -> None:
    """List the widest level of each opening, which 吕震宇's pool must hold, beside 胡华旦's figures.

    Openings of the library with two empty cells; a level is all layouts at one depth before the goal. With ten pieces,
    胡华旦 found 200 to 800 layouts in a level.
    """
    from huarong.study.lv.levels import CLAIMED

    found = terms.run(study.widest_levels, pieces, metric, told="{done:,} of {total:,}, {seconds:.0f} s")
    if terms.json:
        print_json({"openings": [each.to_json() for each in found]})
        return
    rows = []
    for n in sorted({each.pieces for each in found}):
        some = [each for each in found if each.pieces == n]
        within = sum(200 <= each.layouts <= 800 for each in some)
        head = (str(n), str(len(some)), CLAIMED.get(n, ""), str(within), str(sum(e.layouts > 800 for e in some)))
        rows += [(*head, each.name, str(each.depth), f"{each.layouts:,}") for each in some[:limit]]
    names = ("pieces", "openings", "胡华旦", "200–800", "over 800", "widest opening", "depth", "layouts")
    table(rows, names, right=(0, 1, 2, 3, 4, 6, 7))
