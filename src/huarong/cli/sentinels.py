"""`huarong study sentinels`: zhoutk's board with its frame."""

from __future__ import annotations

import click

from huarong.cli.base import command, option
from huarong.cli.faults import FOUND, NONE
from huarong.cli.language import tell
from huarong.cli.options import JSON, puzzle
from huarong.cli.output import print_json
from huarong.cli.reading import Source
from huarong.errors import InputError


@command("sentinels")
@puzzle(required=False)
@option(
    "--put puts",
    "Try one more warrior, such as 2x1,0,4, after those of PUZZLE; may be repeated.",
    metavar="TYPE,LEFT,TOP",
    multiple=True,
)
@option("--empty", "Begin with the empty board.")
@JSON
def sentinels_command(source: Source, puts: tuple[str, ...], empty: bool, as_json: bool) -> int:
    """Print zhoutk's board: 7 rows of 6 numbers, where -1 is a sentinel, 0 an empty cell, and any other number a
    warrior.

    Without PUZZLE, it uses 横刀立马 with the warriors in the article's order; PUZZLE needs a board of 4x5. The exit
    status is 1 if a warrior cannot be placed.
    """
    from huarong.study.classic import SHAPES
    from huarong.study.zhoutk import HENGDAO, GameState, Warrior, add_hero, printed, warriors

    state = GameState()
    if not empty:
        state.init_state(warriors(source.read()) if source.text else list(HENGDAO))
    tried = []
    for text in puts:
        size, _, rest = text.partition(",")
        try:
            left, top = map(int, rest.split(","))
        except ValueError:
            size = ""
        if size not in SHAPES:
            raise InputError(
                "{text!r} is not a valid --put; expected a type (1x1, 1x2, 2x1, 2x2), left and top, such as 2x1,0,4",
                text=text,
            )
        tried.append((text, add_hero(state, len(state.heroes), Warrior(size, left, top))))
    if as_json:
        puts_plain = [{"put": text, "placed": placed} for text, placed in tried]
        print_json({"board": state.board, "warriors": len(state.heroes), "puts": puts_plain})
    else:
        for text, placed in tried:
            click.echo(tell("{put}: placed" if placed else "{put}: does not fit", put=text))
        click.echo(printed(state))
    return FOUND if all(placed for _, placed in tried) else NONE
