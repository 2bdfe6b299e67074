"""`huarong study run`: what the articles' programs print, and the shows of the museum's page step by step."""

from __future__ import annotations

import functools
import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import click

from huarong.cli.base import Name, argument, command, option
from huarong.cli.faults import FOUND, NONE
from huarong.cli.language import language, tell
from huarong.cli.options import JSON, Count, FileName, Output, limits, puzzle
from huarong.cli.output import Terms, heading, print_json, table
from huarong.cli.reading import Source
from huarong.errors import InputError
from huarong.i18n import say
from huarong.library.labels import called, labelled


def _shows() -> list[str]:
    from huarong.study.traces import SHOWS

    return [each.name for each in SHOWS]


@command("trace")
@argument("show", type=Name(_shows), metavar="SHOW")
@puzzle(required=False)
@option("--number", "The number that the show takes, such as m or the places of the pool.", Count(0, 4000))
@option(
    "--to place",
    "Begin shortly before a place: goal, rotation, raised, deepest, tour, state, way:N or step:N.",
    metavar="PLACE",
)
@option("--after step", "With --to: search for the place after this step.", Count(0), default=0)
@option("--frames", "Print at most this many steps.", Count(0, 4000), default=40)
@limits()
def trace_command(
    show: str, source: Source, number: int | None, place: str | None, step: int, frames: int, terms: Terms
) -> None:
    """Print what an exhibit does, step by step, as the museum's page replays it.

    SHOW is one of the shows of the museum's page. Without PUZZLE, it uses the suggested board. Steps before the
    place that --to names are counted but not printed.
    """
    from huarong.study.traces.shows import trace
    from huarong.study.zhou import persons

    given = (persons(source.text) or source.read()) if source.text else ""
    with terms.reported("{work}, {seconds:.0f} s") as limits:
        limits.pop("max_memory", None)
        found = trace(show, given, number, frames, whole=False, to=place or "", after=step, **limits)
    if terms.json:
        print_json(found.to_json())
        return
    if found.first:
        click.echo(tell("{n:,} {n:step|steps} before these, counted and not printed", n=found.first))
    for n, (what, values, _) in enumerate(found.frames):
        mark = "→" if n == found.target else " "
        click.echo(f"{mark}{found.first + n + 1:>6,}  {sentence(what, values, language())}")


@functools.cache
def _words() -> dict[str, list[str]]:
    """The page's texts: English, Chinese."""
    room = files("huarong").joinpath("web", "static", "museum", "words.json")
    found: dict[str, list[str]] = json.loads(room.read_text("utf-8"))
    return found


def sentence(what: str, values: dict[str, Any], lang: str) -> str:
    """What the page says of a frame."""
    if what == "abreast":
        return _filled("f_abreast", {"n": values["n"]}, lang)
    key = f"f_{what}_move" if values.get("move") else f"f_{what}"
    return _filled(key, {name: _worded(name, value, lang) for name, value in values.items()}, lang)


def _filled(key: str, values: dict[str, Any], lang: str) -> str:
    """A text of the page with its values: `{x}`, and `{x:one|many}` that agrees with x."""

    def fill(found: re.Match[str]) -> str:
        value = str(values.get(found[1], ""))
        return value if found[3] is None else found[2] if value == "1" else found[3]

    return re.sub(r"\{(\w+)(?::([^|}]*)\|([^}]*))?\}", fill, _words()[key][lang == "zh"])


def _word(key: str, lang: str) -> str:
    return _words()[key][lang == "zh"]


def _worded(name: str, value: Any, lang: str) -> str:
    """A value of a frame as the page writes it: pieces and ways in words, numbers with commas."""
    if value is None:
        return _word("no_value", lang)
    if name == "who" or (name in ("piece", "letter", "person") and isinstance(value, str)):
        return _who(value, lang)
    if name == "piece":
        if value < 0:
            return _word("no_value", lang)
        return _word("piece_B", lang) if value == 99 else _filled("piece_n", {"n": value}, lang)
    if name in ("way", "toward"):
        return _word(f"way_{value}", lang) if value else ""
    if name == "turn":
        return _word(f"turn_{value}", lang)
    if isinstance(value, int) and not isinstance(value, bool) and name != "code":
        return f"{value:,}"
    return str(value)


def _who(value: str, lang: str) -> str:
    """A letter with the number that a piece has, in words; a name as it is."""
    if value in ("", "."):
        return _word("piece_none", lang)
    if value[0] not in "BHVS":
        return called(value, lang)
    kind = _word(f"piece_{value[0]}", lang)
    if value[0] == "B" or len(value) == 1:
        return kind
    return _filled("who_n", {"kind": kind, "n": value[1:]}, lang)


@command("example")
@JSON
def example_command(as_json: bool) -> None:
    """Step through 吕震宇's worked example (part 8): 横刀立马 with downward moves only.

    After each new layout: the pool with its pointers, the list that is a tree, and the AVL tree; then the stack that
    reverses the path.
    """
    from huarong.library.reader import puzzle as read
    from huarong.study.lv.example import sorted_table
    from huarong.study.traces.example import worked_example

    found = worked_example()
    if as_json:
        print_json(found)
        return
    heading(tell("横刀立马 with downward moves only; it ends once the 2x2 has moved"))
    for row in found["puzzle"].split("/"):
        click.echo(f"  {row}")
    click.echo(tell("Numbers of pieces are their places in sortedChessmen:"))
    names = [f"{place} {symbol or '○'}" for symbol, *_, place in sorted_table(read("横刀立马"))]
    click.echo("  " + "  ".join(names))
    for event in found["events"]:
        click.echo()
        move, template = _move(event["piece"], event["method"]), _EVENTS[event["kind"]]
        text = tell(template, move=move, **{key: event[key] for key in ("code", "parent", "depth")})
        heading(text + (tell("; the AVL tree rotates") if event["rotated"] else ""))
        places = [
            f"{place['code'] or '·'}" + "".join(f" <{mark}>" for mark in place["marks"]) for place in event["pool"]
        ]
        click.echo(tell("pool (ring): {places}", places=" → ".join(places)))
        links = [str(node["code"]) + (f" (↑{node['parent']})" if node["parent"] else "") for node in event["list"]]
        click.echo(tell("tree-linked list: {links}", links=" → ".join(links)))
        click.echo(tell("AVL tree:"))
        for line in _drawn(event["tree"]):
            click.echo(f"  {line}")
    click.echo()
    heading(tell("The stack: each move goes up to the layout it leaves"))
    for word, steps in (("push", found["pushed"]), ("pop", found["popped"])):
        for step in steps:
            click.echo(f"  {tell(word)} {step['layout']} {_move(step['chessman'], step['method'])}".rstrip())


_EVENTS = {
    "start": "start: {code} is the root",
    "level": "NextStep: the search goes on to depth {depth}",
    "duplicate": "{parent} → {move} → {code}: a duplicate; its place is reused",
    "goal": "{parent} → {move} → {code}: the goal",
    "new": "{parent} → {move} → {code}: new",
}


def _move(piece: int | None, method: str) -> str:
    if piece is None or piece < 0:
        return ""
    return f"Move {'A' if piece == 99 else piece} {method}"


def _drawn(tree: dict[str, Any] | None, lead: str = "", mark: str = "") -> list[str]:
    """A tree in lines, the smaller side first."""
    if tree is None:
        return []
    below = lead + ("   " if mark else "")
    left, right = _drawn(tree["left"], below, "L─ "), _drawn(tree["right"], below, "R─ ")
    return [f"{lead}{mark}{tree['code']}", *left, *right]


@command("levels")
@option("--pieces", "Only openings with this number of pieces.", Count(1, 18))
@option("--limit", "List this many openings for each number of pieces.", Count(), default=3)
@limits()
def levels_command(pieces: int | None, limit: int, terms: Terms) -> None:
    """The widest level of each opening in moves, which 吕震宇's pool must hold, beside the figures of 胡华旦.

    Openings of the library with two empty cells; a level is all layouts at one depth before the goal.
    """
    from huarong.study.lv.levels import CLAIMED, widest_levels

    with terms.reported("{done:,} of {total:,}, {seconds:.0f} s") as limits:
        found = widest_levels(pieces, **limits)
    if terms.json:
        print_json({"openings": [each.to_json() for each in found]})
        return
    rows = []
    for n in sorted({each.pieces for each in found}):
        some = [each for each in found if each.pieces == n]
        for each in some[:limit]:
            claimed = CLAIMED.get(n, "")
            rows.append((str(n), str(len(some)), claimed, each.name, str(each.depth), f"{each.layouts:,}"))
    names = ("pieces", "openings", "胡华旦", "widest in", "depth", "layouts")
    table(rows, [tell(name) for name in names], right=(0, 1, 2, 4, 5))


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
