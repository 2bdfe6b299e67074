"""`huarong study protocol`, `weights`, `stations`, `leap` and `key-points`: ideas that poos did not carry out,
implemented.
"""

from __future__ import annotations

import statistics

import click

from huarong.cli.base import command, option
from huarong.cli.faults import FOUND, NONE
from huarong.cli.language import tell
from huarong.cli.options import COUNT, JSON, METRIC, Count, FileName, Output, limits, puzzle
from huarong.cli.output import Screen, Terms, print_json, table
from huarong.cli.reading import Source
from huarong.errors import InputError
from huarong.files import replacing
from huarong.model.metric import Metric


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
    two empty cells, in steps, can be written to a file; `huarong study leap` solves with only that file.
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
@option("--posts", "The file that `huarong study stations --write` writes; the search uses nothing else.", FileName())
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
