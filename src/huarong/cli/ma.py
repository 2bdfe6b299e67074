"""`huarong study ways`, `signs` and `knight`: 马旭's recursions in the article's own form."""

from __future__ import annotations

import sys

import click

from huarong.cli.base import Name, argument, command, option
from huarong.cli.faults import FOUND, NONE
from huarong.cli.language import tell
from huarong.cli.options import JSON, Count, limits, puzzle
from huarong.cli.output import Terms, print_json, table
from huarong.cli.reading import Source
from huarong.errors import InputError


@command("ways")
@puzzle(required=False)
@option(
    "-m --most", "The number m of his programs; if it is missing, the command asks for it.", Count(0, 200), metavar="M"
)
@option(
    "--by exhibit",
    "Which of his programs lists them.",
    Name("huarong.study.ma:RECURSIONS"),
    metavar="EXHIBIT",
    default="ma-compiled",
)
@limits()
def ways_command(source: Source, most: int | None, exhibit: str, terms: Terms) -> int:
    """List all paths of at most m moves as 马旭's programs print them; you choose m.

    PUZZLE is any board of numbered tiles, by default 876543210. A path lists the numbers that change places with the
    blank. Below the total are the calls of move and the neighbors tested; they measure work and are not layouts. The
    exit status is 1 if there is no path.
    """
    from huarong.study.ma.printed import listing

    given = Source(source.text or "876543210", source.notation, source.goal).read()
    if most is None:
        if sys.stdin is None:
            text = ""
        elif sys.stdin.isatty():
            text = click.prompt("Enter m", prompt_suffix=": ", err=True)
        else:
            text = sys.stdin.buffer.readline(100).decode("utf-8", "replace")
        most = Count(0, 200).convert(text.strip(), None, None)
    with terms.reported("{work}, {seconds:.0f} s") as limits:
        found = listing(given, most, exhibit, **limits)
    if terms.json:
        print_json(found.to_json())
        return FOUND if found.ways else NONE
    for line in found.lines():
        click.echo(line)
    text = "{calls:,} {calls:call|calls} of move, {tests:,} {tests:neighbor|neighbors} tested"
    if found.ways:
        text = (
            "{first:,} {first:call|calls} of move to the first path, {last:,} to the last, {calls:,} in all; "
            "{tests:,} {tests:neighbor|neighbors} tested, {before:,} of them before the first path"
        )
    first, last = (found.at[0], found.at[-1]) if found.ways else ((0, 0), (0, 0))
    values = {"first": first[0], "last": last[0], "before": first[1]}
    click.echo(tell(text, calls=found.calls, tests=found.tests, **values), err=True)
    return FOUND if found.ways else NONE


@command("signs")
@argument("game", metavar="[GAME]", default="blank")
@argument("board", metavar="[BOARD]", required=False)
@JSON
def signs_command(game: str, board: str | None, as_json: bool) -> None:
    """Print a sign matrix: for each cell, a row of 0 and 1 shows the cells that a piece there can go to.

    GAME is blank (the blank of numbered tiles), knight, or a piece of 华容道: 1x1, 1x2, 2x1, 2x2. The default of
    BOARD is 3x3, 5x5 or 4x5, depending on GAME.
    """
    from huarong.model.board import Board, Kind
    from huarong.model.pieces import read_board
    from huarong.study.classic import SHAPES
    from huarong.study.ma.signs import knight_matrix, sign_matrix

    if game not in ("blank", "knight", *SHAPES):
        raise InputError(
            "{game!r} is not a valid GAME; expected one of {names}",
            game=game,
            names=", ".join(("blank", "knight", *SHAPES)),
        )
    size = read_board(board or {"blank": "3x3", "knight": "5x5"}.get(game, "4x5"))
    if size.size > 64:
        raise InputError("a matrix is printed for at most 64 cells; the board has {n}", n=size.size)
    if game == "knight":
        found = knight_matrix(size.width, size.height)
    else:
        shape = SHAPES.get(game, ((0, 0),))
        found = sign_matrix(Board(size.width, size.height), Kind.of(shape))
    ones = sum(map(sum, found))
    symmetric = all(found[i][j] == found[j][i] for i in range(len(found)) for j in range(i))
    if as_json:
        print_json({"matrix": [list(row) for row in found], "ones": ones, "symmetric": symmetric})
        return
    for row in found:
        click.echo(" ".join(map(str, row)))
    click.echo(tell("{n:,} {n:one|ones}, {m} below the diagonal and as many above", n=ones, m=ones // 2))


@command("knight")
@argument("board", metavar="[BOARD]", default="5x5")
@option("--from start", "The first cell, counted from 0 in reading order.", Count(0), metavar="CELL", default=0)
@option("--repeats", "Timed runs of each; the least is reported.", Count(), default=3)
@limits()
def knight_command(board: str, start: int, repeats: int, terms: Terms) -> None:
    """Does a sign matrix save time? List all tours of a knight with computed leaps, with the matrix, and with only its
    ones.

    All three programs make the same number of calls. `huarong study compare 876543210 ma-matrix ma-sign` compares two
    of the programs on the 8-puzzle.
    """
    from huarong.model.pieces import read_board
    from huarong.study.ma.knight import contest

    size = read_board(board)
    with terms.reported("{work}, {seconds:.0f} s") as limits:
        found = contest(size.width, size.height, start, repeats=repeats, **limits)
    if terms.json:
        print_json(found.to_json())
        return
    text = "{n:,} {n:tour|tours}, {calls:,} {calls:call|calls} of move in each program"
    click.echo(tell(text, n=found.tours, calls=found.calls))
    names = {
        "leaps": "leaps computed and tested",
        "signs": "rows of the sign matrix",
        "ones": "only the ones of each row",
    }
    rows = []
    for name, title in names.items():
        seconds = getattr(found, name)
        rows.append((tell(title), f"{seconds:.2f}", f"{seconds / found.leaps if found.leaps else 1:.2f}"))
    table(rows, [tell("program"), tell("seconds"), tell("ratio")], right=(1, 2))
