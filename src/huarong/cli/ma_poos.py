"""`huarong study run`: what 马旭's programs print, and poos's ideas that he did not carry out."""

from __future__ import annotations

import statistics
import sys

import click

from huarong.cli.base import Name, argument, command, option
from huarong.cli.faults import FOUND, NONE
from huarong.cli.language import tell
from huarong.cli.options import COUNT, JSON, METRIC, Count, FileName, Output, limits, puzzle
from huarong.cli.output import Screen, Terms, print_json, table
from huarong.cli.reading import Source
from huarong.errors import InputError
from huarong.files import replacing
from huarong.model.metric import Metric


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


@command("protocol")
@JSON
def protocol_command(as_json: bool) -> None:
    """The generic protocol of poos beside that of `huarong.graph`."""
    from huarong.study.poos.protocol import BESIDE

    if as_json:
        print_json({"members": [{"poos": theirs, "huarong": ours} for theirs, ours in BESIDE]})
        return
    table([(theirs, tell(ours)) for theirs, ours in BESIDE], ["poos", "huarong.graph"])


@command("weights")
@puzzle(required=False)
@option("--every", "Without PUZZLE: take every N-th opening of the library.", Count(), default=50)
@limits()
def weights_command(source: Source, every: int, terms: Terms) -> None:
    """A* weighted by recorded endings and by remembered solutions: how many layouts it visits, and how much longer its
    solutions are.

    All other openings with the same pieces are recorded. Endings: each cell that differs from the nearest ending adds
    this many steps. Solutions: a layout that no solution passes through adds this many steps more than one that most
    pass through. The first row is poos's own weight alone, whose answers are shortest.
    """
    from huarong.study.poos.recorded import TRIED, guided, measured

    with terms.reported("{done:,} of {total:,}, {seconds:.0f} s") as limits:
        if source.text:
            given = source.read()
            rows = tuple(guided(given, weight, by) for weight, by in TRIED)
        else:
            rows = measured(TRIED, every, **limits)
    if terms.json:
        print_json({"rows": [each.to_json() for each in rows]})
        return
    shown = []
    alone = {each.name: each.met for each in rows if each.weight == "alone"}
    for weight, by in TRIED:
        some = [each for each in rows if (each.weight, each.by) == (weight, by)]
        longer = [(each.length or 0) - (each.best or 0) for each in some]
        shown.append(
            (
                tell(weight),
                f"{by:.0f}",
                f"{len(some)}",
                f"{statistics.median(each.met for each in some):,.0f}",
                f"{statistics.median(each.met / alone[each.name] for each in some):.3f}",
                f"{statistics.mean(longer):.1f}",
                str(max(longer)),
                str(sum(not each for each in longer)),
            )
        )
    names = (
        "weighed by",
        "steps",
        "openings",
        "layouts visited",
        "compared with A* alone",
        "steps longer, mean",
        "most",
        "shortest in",
    )
    table(shown, [tell(name) for name in names], right=range(1, 8))


@command("stations")
@puzzle(required=False)
@option("--within", "The greatest distance of a layout to a station or a goal.", Count(1, 200), default=15)
@option("--lost", "A station serves only layouts that lose at most this many moves by going through it.", Count(0))
@option("--leaps", "Each station has another one closer to the goal within reach, so its path need not be stored.")
@option("--write", "Write the stations and their paths to this file; with --leaps, without the paths.", Output())
@METRIC
@limits()
def stations_command(
    source: Source, within: int, lost: int | None, leaps: bool, write: str | None, metric: Metric, terms: Terms
) -> int:
    """A few intermediate layouts, "like the cube": how many are needed, how many moves they cost, and the file that
    holds them.

    PUZZLE is 横刀立马 by default; the stations serve all solvable layouts of its pieces. Only the classic board with
    two empty cells, in steps, can be written to a file; `huarong study run leap` solves with only that file.
    """
    from huarong.study.poos.intermediate import stations

    given = Source(source.text or "横刀立马", source.notation, source.goal).read()
    with terms.reported() as limits:
        found = stations(given, metric, within=within, lost=lost, leaps=leaps, **limits)
    record = found.record(given) if write else None
    plain = found.to_json()
    status = FOUND if plain["layouts"] else NONE
    if write and record:
        record.write(write)
        plain["bytes"] = len(record.encode())
    if terms.json:
        print_json(plain)
        return status
    if status:
        click.echo(tell("No layout can reach the goal."))
        return status
    lines = (
        "{stations:,} {stations:station|stations} serve {layouts:,} {layouts:layout|layouts}: each has one, or a "
        "goal, within {within}",
        "a search goes {search_mean} deep on average and {search_most} at most",
        "longer than the shortest by {lost_mean} on average, at most {lost_most}; shortest for {lost_none:,}",
        *(["the file has {bytes:,} {bytes:byte|bytes}"] if write else []),
    )
    for line in lines:
        click.echo(tell(line, **plain))
    return status


@command("leap")
@puzzle()
@option(
    "--posts", "The file that `huarong study run stations --write` writes; the search uses nothing else.", FileName()
)
@option("--key-points", "Leap along the key points of the puzzle itself, in steps.")
@limits()
def leap_command(source: Source, posts: str | None, key_points: bool, terms: Terms) -> int:
    """Solve from post to post, as poos suggests: how long each leap is, and how many layouts it visits.

    Without --posts and --key-points, it chooses posts for the puzzle's pieces, with leaps of at most 15 steps. The exit
    status is 1 if no post and no goal is within reach.
    """
    from huarong.processes import grown, held
    from huarong.study.classic import Classic
    from huarong.study.poos.cells import start_cells
    from huarong.study.poos.intermediate import record
    from huarong.study.poos.keys import key_record
    from huarong.study.poos.nodes import IdentityNode
    from huarong.study.poos.posts import Posts

    if posts and key_points:
        raise InputError("use either --posts or --key-points")
    given = source.read()
    start = IdentityNode.of(*start_cells(Classic.of(given, empty=2).blocks))
    before = held("VmRSS")
    with terms.reported() as limits:
        if posts:
            known = Posts.read(posts)
        elif key_points:
            known = key_record(given, **limits)
        else:
            known = record(given, leaps=True)
    legs, home = known.solve(start)
    memory = grown(before)
    length = sum(each.length for each in legs) if home else None
    met = sum(each.met for each in legs)
    size = len(known.encode())
    if terms.json:
        leaps = [{"steps": each.length, "met": each.met} for each in legs]
        print_json(
            {"posts": len(known.left), "bytes": size, "leaps": leaps, "length": length, "met": met, "memory": memory}
        )
        return FOUND if home else NONE
    text = "{n:,} {n:post|posts} in {size:,} {size:byte|bytes}"
    click.echo(tell(text, n=len(known.left), size=size))
    shown = [(str(n), f"{each.length}", f"{each.met:,}") for n, each in enumerate(legs, 1)]
    table(shown, [tell(name) for name in ("leap", "steps", "layouts visited")], right=range(3))
    if not home:
        click.echo(tell("No post and no goal is within reach."))
        return NONE
    text = "{length:,} {length:step|steps}, {met:,} {met:layout|layouts} visited"
    click.echo(tell(text, length=length, met=met))
    if memory is not None:
        text = "the process grew by {memory} MiB at its peak"
        click.echo(tell(text, memory=f"{memory / 2**20:.1f}"))
    return FOUND


@command("key-points")
@puzzle()
@METRIC
@COUNT
@option("--svg", "Draw the layouts side by side into this file.", Output())
@limits()
def key_points_command(source: Source, metric: Metric, count: bool, svg: str | None, terms: Terms) -> int:
    """Draw the layouts that every best solution passes, each with the number of moves made so far.

    The start is one of them, and so is the goal if all solutions end in the same layout. The exit status is 1 if there
    is no solution.
    """
    from huarong.study.poos.keys import key_points

    given = source.read()
    with terms.reported() as limits:
        found = key_points(given, metric, **limits)
    if svg and found.points:
        with replacing(svg) as file:
            file.write(found.svg().encode())
    if terms.json:
        print_json(found.to_json())
        return FOUND if found.points else NONE
    if not found.points:
        click.echo(tell("there is no solution, so there are no key points"))
        return NONE
    text = (
        "{n:,} key {n:point|points} on {length:,} {length:move|moves} ({metric}); {ways:,} best "
        "{ways:solution|solutions}"
    )
    n, ways = len(found.points), found.solutions
    click.echo(tell(text, n=n, length=found.length, metric=tell(metric.value), ways=ways))
    if not count:
        screen = Screen()
        screen.draw(found.drawn(colours=screen.colours, width=screen.width))
    return FOUND
