"""`huarong study run`: what the articles' programs print."""

import re
import statistics
import sys
from pathlib import Path
from typing import Any

import click

from huarong import study
from huarong.cli.base import Name, argument, language, option, tell
from huarong.cli.options import COUNT, JSON, METRIC, Count, FileName, Output, Source, command, puzzle
from huarong.cli.output import Screen, Terms, print_json, table, written
from huarong.errors import InputError
from huarong.library.labels import called, labelled
from huarong.model.board import Metric

# 周扬


@command("write", argument("file", type=Output(), metavar="FILE"), terms=JSON)
def write_command(file: str, terms: Terms) -> int:
    """Write the file of all solutions: every solvable layout of the classic pieces with its steps."""
    from huarong.atlas import Atlas
    from huarong.study import zhou_file

    zhou_file.write(file, Atlas.of("横刀立马", "step"))
    size, n = Path(file).stat().st_size, zhou_file.COUNT
    text = tell("{path}: {n:,} {n:layout|layouts}, {size:,} {size:byte|bytes}", path=file, n=n, size=size)
    return terms.answer({"path": file, "bytes": size, "layouts": n}, text)


@command("check", argument("file", type=FileName(), metavar="FILE"), terms=JSON)
def check_command(file: str, terms: Terms) -> int:
    """Read the file, play every answer, and check from the file alone that none can be shorter.

    The file must contain the codes of all solvable layouts of the classic pieces in ascending order. The exit status is
    1 if an answer is longer than necessary.
    """
    found = study.ZhouFile(file)
    best, steps, n = found.optimal(), sum(map(len, found.values())), len(found)
    best_text = tell("all are shortest" if best else "some answers could be shorter")
    text = "{n:,} {n:answer|answers} played, {steps:,} {steps:step|steps}; {best}"
    plain = {"path": file, "layouts": n, "steps": steps, "optimal": best}
    return terms.answer(plain, tell(text, n=n, steps=steps, best=best_text), best)


@command("query", argument("file", type=FileName(), metavar="FILE"), puzzle(), terms=JSON)
def query_command(file: str, source: Source, terms: Terms) -> int:
    """Look up one layout in the file: print its basic state, its code, the time of the look-up, and the steps with the
    names of the pieces.

    PUZZLE may be a state that names the pieces, ten cells such as 3,0,8,11,13,14,16,19,9,1 for 赵云, 马超, 张飞, 黄忠,
    the four 兵, 关羽 and 曹操. The exit status is 1 if the file has no solution for this state.
    """
    from huarong.study.zhou import persons, state_code
    from huarong.study.zhou_file import SPACE, basic_state

    start = persons(source.text) or labelled(source.read())
    known = study.ZhouFile(file)
    solution = known.solution(start)
    state = basic_state(SPACE.place(start.start, start.kinds))
    code, nanoseconds = f"{state_code(state):016X}", known.nanoseconds(state)
    lines = [tell("basic state: {cells}", cells=" ".join(map(str, state))), tell("code: {code}", code=code)]
    lines.append(tell("look-up: {n:,} ns", n=nanoseconds))
    if solution.solved:
        moves = ", ".join(f"{called(move.label, language())} {move.path}" for move in solution.moves)
        # The article calls the four 1x1 pieces 兵.
        lines += [tell("{n:,} {n:step|steps}:", n=solution.length), moves.replace("卒", "兵")]
    else:
        lines.append(tell("the file has no solution for this layout"))
    plain = {"state": state, "code": code, "lookup_ns": nanoseconds} | solution.to_json(language())
    return terms.answer(plain, lines, solution.solved)


@command("algorithm1", terms=JSON)
def algorithm1_command(terms: Terms) -> None:
    """Enumerate all layouts by 周扬's algorithm 1, and count the trials.

    `huarong study run trace zhou-valid CELLS` checks one arrangement, piece by piece.
    """
    from huarong.study.zhou import enumerate_states

    found = enumerate_states()
    plain = {"states": len(found.states), "trials": found.trials}
    text = "{states:,} {states:layout|layouts} found in {trials:,} {trials:trial|trials} of one piece at one cell"
    terms.answer(plain, tell(text, **plain))


@command("table1")
@option("--repeats", "The number of timed runs of each; the table has the median.", Count(), default=3)
def table1_command(repeats: int, terms: Terms) -> None:
    """Solve the eight hardest classic layouts by search and by look-up, both in Python, as in 周扬's table 1.

    The search is breadth first. The look-up reads the solution of a basic state from a dict; the answer then restores
    the names of the pieces. Six layouts need 125 steps, but the table has room for only four: the first four by basic
    state, as in the file. The other two follow, marked with a star.
    """
    rows = terms.run(study.hardest_eight, repeats, told="{done:,} of {total:,}, {seconds:.0f} s")
    if terms.json:
        print_json({"rows": [each.to_json() for each in rows]})
        return
    shown = []
    for row in rows:
        state = " ".join(f"{cell:2}" for cell in row.state) + ("" if row.listed else " *")
        times = (f"{time:,}" for time in (row.search, row.lookup, row.answer))
        shown.append((state, str(row.steps), *times, f"{row.search / max(row.lookup, 1):,.0f}"))
    table(shown, ("basic state", "steps", "search, ns", "look-up, ns", "answer, ns", "ratio"), range(1, 6))
    if not all(row.listed for row in rows):
        click.echo(tell("* takes as many steps as the last rows; the table lists the first layouts by basic state"))
    slow = sum(row.lookup >= 1000 for row in rows)
    text = "the limit is 0.001 ms (1,000 ns) per look-up: {n} {n:look-up takes|look-ups take} at least as long"
    click.echo(tell(text, n=slow))


# zhoutk


@command("sentinels", puzzle(required=False), terms=JSON)
@option(
    "--put puts",
    "Try one more warrior, such as 2x1,0,4, after those of PUZZLE; may be repeated.",
    "TYPE,LEFT,TOP",
    multiple=True,
)
@option("--empty", "Begin with the empty board.")
def sentinels_command(source: Source, puts: tuple[str, ...], empty: bool, terms: Terms) -> int:
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
        if not (found := re.fullmatch(r"(\w+),\s*([+-]?\d+)\s*,\s*([+-]?\d+)\s*", text)) or found[1] not in SHAPES:
            template = (
                "{text!r} is not a valid warrior; expected a type (1x1, 1x2, 2x1, 2x2), left and top, such as 2x1,0,4"
            )
            raise InputError(template, text=text)
        warrior = Warrior(found[1], int(found[2]), int(found[3]))
        tried.append((text, add_hero(state, len(state.heroes), warrior)))
    told = [tell("{put}: placed" if placed else "{put}: does not fit", put=text) for text, placed in tried]
    plain = {"board": state.board, "warriors": len(state.heroes)}
    plain["puts"] = [{"put": text, "placed": placed} for text, placed in tried]
    return terms.answer(plain, [*told, printed(state)], all(placed for _, placed in tried))


# 马旭


@command("ways", puzzle(required=False))
@option("-m --most", "The number m of 马旭's programs; without it, the command asks for m.", Count(0, 200), metavar="M")
@option(
    "--by exhibit",
    "Which of 马旭's programs lists the paths.",
    Name("huarong.study.ma:RECURSIONS"),
    metavar="EXHIBIT",
    default="ma-compiled",
)
def ways_command(source: Source, most: int | None, exhibit: str, terms: Terms) -> int:
    """List all paths of at most m moves as 马旭's programs print them; you choose m.

    PUZZLE is any board of numbered tiles, by default 876543210. A path lists the numbers that change places with the
    blank. Below the total are the calls of move and the neighbors tested; they measure work and are not layouts. The
    exit status is 1 if there is no path.
    """
    given = source.read("876543210")
    if most is None:
        text = ""
        if sys.stdin is not None and sys.stdin.isatty():
            text = click.prompt("Enter m", prompt_suffix=": ", err=True)
        elif sys.stdin is not None:
            text = sys.stdin.buffer.readline(100).decode("utf-8", "replace")
        most = Count(0, 200).convert(text.strip(), None, None)
    found = terms.run(study.listing, given, most, exhibit, told="{work}, {seconds:.0f} s")
    status = terms.answer(found.to_json(), found.lines(), bool(found.ways))
    if not terms.json:
        text = "{calls:,} {calls:call|calls} of move, {tests:,} {tests:neighbor|neighbors} tested"
        if found.ways:
            text = (
                "{first:,} {first:call|calls} of move until the first path, {last:,} until the last, {calls:,} in "
                "all; {tests:,} {tests:neighbor|neighbors} tested, {before:,} of them before the first path"
            )
        (first, before), (last, _) = (found.at[0], found.at[-1]) if found.ways else ((0, 0), (0, 0))
        values = {"first": first, "last": last, "before": before}
        click.echo(tell(text, calls=found.calls, tests=found.tests, **values), err=True)
    return status


@command("signs", argument("game", metavar="[GAME]", default="blank"), terms=JSON)
@argument("board", metavar="[BOARD]", required=False)
def signs_command(game: str, board: str | None, terms: Terms) -> int:
    """Print a sign matrix: for each cell, a row of 0 and 1 shows the cells that a piece there can go to.

    GAME is blank (the blank of numbered tiles), knight, or a piece of 华容道: 1x1, 1x2, 2x1, 2x2. The default of
    BOARD is 3x3, 5x5 or 4x5, depending on GAME.
    """
    from huarong.model.board import Board, Kind
    from huarong.model.pieces import read_board
    from huarong.study.classic import SHAPES
    from huarong.study.ma.recursions import knight_matrix, sign_matrix

    games = ("blank", "knight", *SHAPES)
    if game not in games:
        raise InputError("{game!r} is not a valid game; expected one of {names}", game=game, names=", ".join(games))
    size = read_board(board or {"blank": "3x3", "knight": "5x5"}.get(game, "4x5"))
    if size.size > 64:
        raise InputError("a matrix is printed for at most 64 cells; the board has {n}", n=size.size)
    if game == "knight":
        found = knight_matrix(size.width, size.height)
    else:
        found = sign_matrix(Board(size.width, size.height), Kind.of(SHAPES.get(game, ((0, 0),))))
    ones = sum(map(sum, found))
    symmetric = all(found[i][j] == found[j][i] for i in range(len(found)) for j in range(i))
    plain = {"matrix": [list(row) for row in found], "ones": ones, "symmetric": symmetric}
    text = tell("{n:,} {n:one|ones}, {m} below the diagonal and as many above", n=ones, m=ones // 2)
    return terms.answer(plain, [*(" ".join(map(str, row)) for row in found), text])


# poos


@command("weights", puzzle(required=False))
@option("--every", "Without PUZZLE: take every N-th opening of the library.", Count(), default=50)
def weights_command(source: Source, every: int, terms: Terms) -> None:
    """A* weighted by recorded endings and by remembered solutions: how many layouts it visits, and how much longer its
    solutions are.

    The record has all other openings with the same pieces. By endings: each cell that differs from the nearest ending
    adds this many steps. By solutions: a layout that no solution passes adds this many more steps than one that most
    solutions pass. The first row uses only poos's own weight and always finds a shortest solution.
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
        met = f"{statistics.median(each.met for each in some):,.0f}"
        share = f"{statistics.median(each.met / alone[each.name] for each in some):.3f}"
        lost = (f"{statistics.mean(longer):.1f}", str(max(longer)), str(sum(not each for each in longer)))
        shown.append((tell(weight), f"{by:.0f}", f"{len(some)}", met, share, *lost))
    names = ("weighed by", "steps", "openings", "layouts visited", "compared with A* alone", "steps longer, mean")
    table(shown, (*names, "most", "shortest in"), right=range(1, 8))


@command("stations", puzzle(required=False))
@option("--within", "The greatest distance from a layout to the nearest station or goal.", Count(1, 200), default=15)
@option("--lost", "A layout uses a station only if this costs at most this many extra moves.", Count(0))
@option("--leaps", "Choose each station so that another one, closer to the goal, is near; no paths are then stored.")
@option("--write", "Write the stations and their paths to this file; --leaps omits the paths.", Output())
@METRIC
def stations_command(source: Source, write: str | None, metric: Metric, terms: Terms, **how: Any) -> int:
    """A few intermediate layouts, as for Rubik's cube: how many are needed, how many extra moves they cost, and which
    file stores them.

    PUZZLE is 横刀立马 by default; the stations serve all solvable layouts of its pieces. Stations can be written to a
    file only for 4x5 boards of the classic kinds with two empty cells, in steps. With `--posts FILE`,
    `huarong study run leap` solves from that file alone.
    """
    given = source.read("横刀立马")
    found = terms.run(study.stations, given, metric, **how)
    plain = found.to_json()
    if write:
        record = found.record(given)
        record.write(write)
        plain["bytes"] = len(record.encode())
    lines = [
        "{stations:,} {stations:station serves|stations serve} {layouts:,} {layouts:layout|layouts}: each layout has "
        "a station or a goal within {within}",
        "a search goes to depth {search_mean} on average and to depth {search_most} at most",
        "longer than the shortest by {lost_mean} on average, at most {lost_most}; shortest for {lost_none:,}",
        *(["the file has {bytes:,} {bytes:byte|bytes}"] if write else []),
    ]
    solvable = plain["layouts"] > 0
    if not solvable:
        lines = ["No layout can reach the goal."]
    return terms.answer(plain, (tell(line, **plain) for line in lines), solvable)


@command("leap", puzzle())
@option("--posts", "The file that `huarong study run stations --write` writes; only this file is used.", FileName())
@option("--key-points", "Leap along the puzzle's own key points, counted in steps.")
def leap_command(source: Source, posts: str | None, key_points: bool, terms: Terms) -> int:
    """Solve from post to post, as poos suggests; report how long each leap is and how many layouts it visits.

    Without --posts and --key-points, the command chooses posts for the puzzle's pieces, with leaps of at most 15 steps.
    The exit status is 1 if no post and no goal is within reach.
    """
    from huarong.processes import grown, held
    from huarong.study.classic import Classic
    from huarong.study.poos.intermediate import record
    from huarong.study.poos.keys import key_record
    from huarong.study.poos.nodes import IdentityNode, start_cells
    from huarong.study.poos.posts import Posts

    if posts and key_points:
        raise InputError("use either --posts or --key-points")
    given = source.read()
    start = IdentityNode.of(*start_cells(Classic.of(given, empty=2).blocks))
    before = held("VmRSS")
    with terms.reported() as limits:
        if posts:
            known = Posts.read(posts)
        else:
            known = key_record(given, **limits) if key_points else record(given, leaps=True)
    legs, home = known.solve(start)
    memory, met, size, n = grown(before), sum(each.met for each in legs), len(known.encode()), len(known.left)
    length = sum(each.length for each in legs) if home else None
    if not terms.json:
        click.echo(tell("{n:,} {n:post|posts} in {size:,} {size:byte|bytes}", n=n, size=size))
        shown = [(str(n), f"{each.length}", f"{each.met:,}") for n, each in enumerate(legs, 1)]
        table(shown, ("leap", "steps", "layouts visited"), right=range(3))
    lines = [tell("No post or goal is within reach.")]
    if home:
        lines = [tell("{length:,} {length:step|steps}, {met:,} {met:layout|layouts} visited", length=length, met=met)]
        if memory is not None:
            lines.append(tell("the process grew by {memory} MiB at its peak", memory=f"{memory / 2**20:.1f}"))
    leaps = [{"steps": each.length, "met": each.met} for each in legs]
    plain = {"posts": n, "bytes": size, "leaps": leaps, "length": length, "met": met, "memory": memory}
    return terms.answer(plain, lines, home)


@command("key-points", puzzle(), METRIC, COUNT)
@option("--svg", "Draw the layouts side by side, and write the picture to this file.", Output())
def key_points_command(source: Source, metric: Metric, count: bool, svg: str | None, terms: Terms) -> int:
    """Draw the layouts that every best solution passes, each with the number of moves made so far.

    The start is one of these layouts, and so is the last layout if all shortest solutions end there. The exit status is
    1 if there is no solution.
    """
    found = terms.run(study.key_points, source.read(), metric)
    if svg and found.points:
        written(svg, found.svg(), told=False)
    n, ways = len(found.points), found.solutions
    text = (
        "{n:,} key {n:point|points} in {length:,} {length:move|moves} ({metric}); {ways:,} best "
        "{ways:solution|solutions}"
    )
    told = tell(text, n=n, length=found.length, metric=tell(metric.value), ways=ways)
    if not n:
        told = tell("there is no solution, so there are no key points")
    status = terms.answer(found.to_json(), told, n > 0)
    if n and not (terms.json or count):
        screen = Screen()
        screen.draw(found.drawn(colours=screen.colours, width=screen.width))
    return status
