"""`huarong convert`."""

import contextlib
import string
from typing import Any

import click

from huarong.cli.base import Name, language, option, tell
from huarong.cli.faults import FOUND
from huarong.cli.options import JSON, FileName, Source, command, notations, puzzle
from huarong.cli.output import Terms, print_json
from huarong.errors import InputError
from huarong.files import replacing
from huarong.library import labels
from huarong.library.collection import Given
from huarong.library.notations.rush_hour import encode_rush
from huarong.library.reader import NAME, NotationLike, read_text, write
from huarong.model.board import METRICS, Metric
from huarong.model.puzzle import Puzzle


@command("convert", puzzle(all_levels=True, lines=True), terms=JSON)
@option("--to", "The notation to write.", notations("pddl"), metavar="NOTATION", required=True)
@option("--metric", "For pddl: the metric.", Name(METRICS), default="step")
@option("--grounded", "For pddl: write one action, without parameters, for each way in which each piece can slide.")
@option("--red", "For rush: the red car's letter, if not X.", Name(list(string.ascii_uppercase)), metavar="LETTER")
@option("-o --output name", "For pddl: write NAME-domain.pddl and NAME-problem.pddl.", FileName())
def convert_command(
    source: Source, to: Any, metric: Metric, grounded: bool, red: str | None, name: str | None, terms: Terms
) -> int:
    """Convert a puzzle to another notation.

    NOTATION is `tiles`, `name`, `short`, `code`, `liu`, `lv32`, `lv64`, `poos`, `zhou`, `rush`, `sbp`, `gnome`,
    `cells`, `line` or `grid`, or a program's format: `slide`, `js2`, `fujiwara`, `conwnet`, `cars`, `json`, `fogleman`,
    `clausecker` or `hrd`. In `gnome` and `sbp` a goal at the edge may become a way out of the board; `gnome-edge` and
    `sbp-edge` read it back. In `gnome-along` and `sbp-along` pieces also slide only along their longer side, as
    in Rush Hour. fogleman/rush expects `--red A`, since it takes the first letter of the alphabet as the red car.

    `pddl` writes a task for planners. Huarong cannot read it back, but `huarong prove --plan` reads the plans.
    """
    for wrong, value, only in ("-o", name, "pddl"), ("--grounded", grounded, "pddl"), ("--red", red, "rush"):
        if value and to != only:
            raise InputError("{option} is only for {other}", option=wrong, other=f"--to {only}")

    def answer(each: Given) -> tuple[dict[str, Any], int]:
        if to != "pddl":
            return {"notation": to, "text": _written(each.puzzle, to, red)}, FOUND
        from huarong.library.pddl import pddl

        texts = pddl(each.puzzle, metric, grounded)._asdict()
        if name:
            paths = {part: f"{name}-{part}.pddl" for part in texts}
            with contextlib.ExitStack() as files:  # both or none
                for part, path in paths.items():
                    file = files.enter_context(replacing(path))
                    file.write(f"{texts[part]}\n".encode())
                    file.flush()
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


def _written(found: Puzzle, to: NotationLike, red: str | None) -> str:
    """Return the puzzle in a notation, with a note if its goal has become a way out of the board."""
    if red:
        return encode_rush(found, red)
    text = write(found, to)
    again = read_text(text, notation=to)
    if again.board != found.board:
        about = (
            "The goal was written as a way out of the board: the fewest moves stay the same, but the fewest steps and "
            "slides may differ."
            if again.board.gates
            else "The way out of the board was written as a goal at its edge: the fewest moves stay the same, but "
            "there may be fewer steps and slides."
        )
        click.echo(tell(about), err=True)
    return labels.names(read_text(text), language())[0] if to == NAME else text.rstrip("\n")
