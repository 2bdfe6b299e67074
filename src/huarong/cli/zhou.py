"""`huarong study zhou-file`, `algorithm1` and `table1`: 周扬's file of all solutions, which arrangements are layouts,
and his times.
"""

from __future__ import annotations

from pathlib import Path

import click

from huarong.cli.base import argument, command, option
from huarong.cli.faults import FOUND, NONE
from huarong.cli.language import language, tell
from huarong.cli.options import JSON, Count, FileName, Output, limits, puzzle
from huarong.cli.output import Terms, print_json, table
from huarong.cli.reading import Source
from huarong.errors import InputError
from huarong.i18n import say
from huarong.library.labels import called, labelled


@command("write")
@argument("file", type=Output(), metavar="FILE")
@JSON
def write_command(file: str, as_json: bool) -> None:
    """Write the file of all solutions: every solvable layout of the classic pieces with its steps."""
    from huarong.atlas import Atlas
    from huarong.study import zhou_file

    zhou_file.write(file, Atlas.of("横刀立马", "step"))
    size = Path(file).stat().st_size
    if as_json:
        print_json({"path": file, "bytes": size, "layouts": zhou_file.COUNT})
        return
    text = "{path}: {n:,} {n:layout|layouts}, {size:,} {size:byte|bytes}"
    click.echo(tell(text, path=file, n=zhou_file.COUNT, size=size))


@command("check")
@argument("file", type=FileName(), metavar="FILE")
@JSON
def check_command(file: str, as_json: bool) -> int:
    """Read the file, play every answer, and check from the file alone that none can be shorter.

    The file must contain the codes of all solvable layouts of the classic pieces in ascending order. The exit status is
    1 if an answer is longer than necessary.
    """
    from huarong.study import ZhouFile

    found = ZhouFile(file)
    best, steps = found.optimal(), sum(map(len, found.values()))
    if as_json:
        print_json({"path": file, "layouts": len(found), "steps": steps, "optimal": best})
    else:
        text = "{n:,} {n:answer|answers} played, {steps:,} {steps:step|steps}; {best}"
        best_text = tell("all are shortest" if best else "some answers could be shorter")
        click.echo(tell(text, n=len(found), steps=steps, best=best_text))
    return FOUND if best else NONE


@command("query")
@argument("file", type=FileName(), metavar="FILE")
@puzzle()
@JSON
def query_command(file: str, source: Source, as_json: bool) -> int:
    """Look one layout up in the file: its basic state, its code, the time of the look-up, and the steps with the
    persons restored.

    PUZZLE may be a state that names the persons, ten cells such as 3,0,8,11,13,14,16,19,9,1 for 赵云, 马超, 张飞, 黄忠,
    the four 兵, 关羽 and 曹操. The exit status is 1 if the file has no solution for it.
    """
    from huarong.study import ZhouFile
    from huarong.study.zhou import persons, state_code
    from huarong.study.zhou_file import SPACE, basic_state

    start = persons(source.text) or labelled(source.read())
    table_ = ZhouFile(file)
    solution = table_.solution(start)
    state = basic_state(SPACE.place(start.start, start.kinds))
    code = state_code(state)
    nanoseconds = table_.nanoseconds(state)
    if as_json:
        plain = solution.to_json(language())
        print_json({"state": state, "code": f"{code:016X}", "lookup_ns": nanoseconds} | plain)
        return FOUND if solution.solved else NONE
    click.echo(tell("basic state: {cells}", cells=" ".join(map(str, state))))
    click.echo(tell("code: {code}", code=f"{code:016X}"))
    click.echo(tell("look-up: {n:,} ns", n=nanoseconds))
    if not solution.solved:
        click.echo(tell("the file has no solution for it"))
        return NONE
    n = solution.length
    click.echo(tell("{n:,} {n:step|steps}:", n=n))
    moves = ", ".join(f"{called(move.label, language())} {move.path}" for move in solution.moves)
    # The article calls the four 1x1 pieces 兵.
    click.echo(moves.replace("卒", "兵"))
    return FOUND


@command("algorithm1")
@argument("cells", metavar="[CELLS]", required=False)
@option("--count", "Enumerate all layouts, and count the trials that this takes.")
@JSON
def algorithm1_command(cells: str | None, count: bool, as_json: bool) -> int:
    """周扬's algorithm 1 step by step: which arrangement of the ten pieces is a layout.

    CELLS are ten numbers from 0 to 19, such as 0,3,8,11,13,14,16,19,9,1: the cells of 赵云, 马超, 张飞, 黄忠 (1x2), the
    four 兵, 关羽 (2x1) and 曹操 (2x2). Without them, the command checks 横刀立马. The exit status is 1 if the
    arrangement is not a layout.
    """
    from huarong.study.zhou import algorithm1, basic, enumerate_states, state_code

    if count:
        found = enumerate_states()
        if as_json:
            print_json({"states": len(found.states), "trials": found.trials})
        else:
            text = "{states:,} {states:layout|layouts} by {trials:,} {trials:trial|trials} of a piece at a cell"
            click.echo(tell(text, states=len(found.states), trials=found.trials))
        return FOUND
    arrangement = _cells(cells or "0,3,8,11,13,14,16,19,9,1")
    checks = algorithm1(arrangement)
    valid = not checks[-1].fault
    state = basic(arrangement) if valid else ()
    if as_json:
        plain = {"steps": [each.to_json() for each in checks], "valid": valid, "state": list(state)}
        print_json(plain)
        return FOUND if valid else NONE
    rows = []
    for number, each in enumerate(checks, 1):
        fault = {"": "fits", "off": "leaves the board"}.get(each.fault, "lies on {person}")
        told = say(fault, language(), person=each.fault)
        covers = " ".join(map(str, each.covers))
        rows.append((str(number), each.person, each.size, str(each.cell), str(each.xy), covers, told))
    names = ("", "person", "size", "cell", "(x, y)", "covers", "found")
    table(rows, [tell(name) for name in names], right=(0, 3))
    if valid:
        code = f"{state_code(state):016X}"
        click.echo(tell("basic state: {cells}", cells=" ".join(map(str, state))))
        click.echo(tell("code: {code}", code=code))
    return FOUND if valid else NONE


def _cells(text: str) -> list[int]:
    try:
        return [int(word) for word in text.replace(",", " ").split()]
    except ValueError:
        raise InputError(
            "{text!r} is not a valid CELLS; expected ten numbers from 0 to 19, separated by commas", text=text
        ) from None


@command("table1")
@option("--repeats", "Timed runs of each; the median is reported.", Count(), default=3)
@limits()
def table1_command(repeats: int, terms: Terms) -> None:
    """The eight hardest layouts of the classic pieces by search and by look-up, both in Python, as in 周扬's table 1.

    The search is breadth first. The look-up reads a basic state from the dict. The answer has the names restored. Six
    layouts need 125 steps, and the table has room for four: the first by basic state, the order of the file. The other
    two follow, marked with a star.
    """
    from huarong.study import hardest_eight

    with terms.reported("{done:,} of {total:,}, {seconds:.0f} s") as limits:
        rows = hardest_eight(repeats, **limits)
    if terms.json:
        print_json({"rows": [each.to_json() for each in rows]})
        return
    shown = [
        (
            " ".join(f"{cell:2}" for cell in row.state) + ("" if row.listed else " *"),
            str(row.steps),
            *(f"{time:,}" for time in (row.search, row.lookup, row.answer)),
            f"{row.search / max(row.lookup, 1):,.0f}",
        )
        for row in rows
    ]
    headings = ("basic state", "steps", "search, ns", "look-up, ns", "answer, ns", "ratio")
    table(shown, [tell(each) for each in headings], right=(1, 2, 3, 4, 5))
    if not all(row.listed for row in rows):
        click.echo(tell("* needs as many steps as the last rows; the table lists the first layouts by basic state"))
    slow = sum(row.lookup >= 1000 for row in rows)
    text = "the limit is 0.001 ms (1,000 ns) per look-up: {n} {n:look-up takes|look-ups take} at least as long"
    click.echo(tell(text, n=slow))
