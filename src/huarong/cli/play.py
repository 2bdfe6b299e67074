"""`huarong solve`, `hint`, `prove` and `play`."""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

import huarong as hr
from huarong import atlas, proof as proofs
from huarong.cli.base import Name, language, option, tell
from huarong.cli.faults import FOUND, LIMIT, NONE
from huarong.cli.options import METRIC, Count, FileName, Output, Source, command, puzzle, typed
from huarong.cli.output import Screen, Terms, heading, how_read, in_columns, lengths, print_json, table, title
from huarong.draw.terminal import board, filmstrip
from huarong.errors import InputError, LimitReached
from huarong.library.collection import Given
from huarong.library.description import reading_json
from huarong.library.labels import in_language, length_text, move_text
from huarong.model.metric import Metric
from huarong.model.puzzle import Puzzle
from huarong.model.solution import Solution
from huarong.search.select import NAMES, MethodName
from huarong.search.solver import solve


@command("solve", puzzle(all_levels=True), METRIC)
@option("--method", "How to search; auto chooses by the number of layouts and the memory.", Name(NAMES), default="auto")
@option("--quick", "A good solution quickly, which is not always a shortest one.")
@option("--boards", "Draw the board after every move, instead of a list of the moves.")
@option("--animate", "Play the solution in the terminal.")
@option("--proof", "Write a certificate to a file (see `huarong prove`).", Output())
def solve_command(
    source: Source, metric: Metric, method: MethodName, quick: bool, proof: str | None, terms: Terms, **shown: bool
) -> int:
    """Find a shortest solution, or prove that there is none.

    If PUZZLE is -, standard input may hold many puzzles: one per line (a name, a code, a grid with `/` between its
    rows), or JSON Lines, objects with puzzle and, optionally, name, goal, from and metric. For these, and for a file of
    levels, each answer is a line of JSON. If the whole input is one puzzle, it is read as that puzzle.

    The exit status is 0 if it is solved, 1 if there is no solution, 2 for bad input, 3 if a limit stopped the search,
    and 130 if you did; for many puzzles, it is the highest of these. The limits apply to each puzzle.
    """
    how: dict[str, Any] = {"method": method, "optimal": not quick}
    asked = metric if typed("metric") and source.text != "-" else None

    def answer(each: Given) -> tuple[dict[str, Any], int]:
        its = asked or each.metric or metric
        try:
            solution = solve(each.puzzle, its, **how, **terms.limits)
        except LimitReached as error:
            return _stopped(each.puzzle, its, error), LIMIT
        return plain(solution), FOUND if solution.solved else NONE

    def plain(solution: Solution) -> dict[str, Any]:
        return solution.to_json(language()) | {"read": reading_json(solution.puzzle, language())}

    given = source.one_or_many(whole=True)
    if not isinstance(given, Given):
        if alone := typed("boards", "animate", "proof").values():
            text = "{names} {n:applies|apply} to one puzzle, such as FILE#3"
            raise InputError(text, names=", ".join(alone), n=len(alone))
        return source.answer_all(given, answer)
    found, metric = given.puzzle, asked or given.metric or metric
    how_read(found, terms)
    try:
        solution = terms.run(solve, found, metric, **how)
    except LimitReached as error:
        if terms.json:
            print_json(_stopped(found, metric, error))
        elif error.solution is not None:
            _show(error.solution, **shown)
        raise
    if proof is not None:
        terms.run(hr.prove, solution).save(proof)
    return terms.answer(plain(solution), lambda: _show(solution, **shown), solution.solved)


def _stopped(found: Puzzle, metric: Metric, error: LimitReached) -> dict[str, Any]:
    """The JSON of a search that a limit stopped: what it had found by then."""
    return {
        "name": found.name_zh or found.name or None,
        "metric": str(metric),
        "solved": None,
        "read": reading_json(found, language()),
        **error.to_json(language()),
        "known": error.solution.to_json(language()) if error.solution is not None else None,
    }


def _show(solution: Solution, boards: bool, animate: bool) -> None:
    """Print the board, how to solve it, and the answer last, where it stays visible in a terminal."""
    screen, found = Screen(), solution.puzzle
    title(found)
    screen.board(found)
    if not solution.solved:
        click.echo(tell("No solution: {reason}.", reason=solution.reason))
        return
    digits = len(str(len(solution)))
    captions = [f"{i:{digits}}. {move_text(move, language())}" for i, move in enumerate(solution.moves, 1)]
    click.echo()
    if animate and screen.console is not None:
        _animate(screen, solution, captions)
    elif boards:
        screen.draw(filmstrip(found, solution.heads[1:], captions, colours=screen.colours, width=screen.width))
    elif captions:
        in_columns(captions, screen.width)
        click.echo()
    if solution.why:
        click.secho(solution.why.message(language()), dim=True)
    summary = (
        "Best in {metric}: {lengths} ({explored:,} {explored:layout|layouts}, {seconds:.4f} s)"
        if solution.optimal
        else "Found in {metric}, perhaps not shortest: {lengths}; none is shorter than {bound} ({explored:,} "
        "{explored:layout|layouts}, {seconds:.4f} s)"
    )
    figures = {"bound": solution.bound, "explored": solution.explored, "seconds": solution.seconds}
    heading(tell(summary, metric=tell(f"{solution.metric}s"), lengths=lengths(solution.counts), **figures))


def _animate(screen: Screen, solution: Solution, captions: list[str]) -> None:
    from rich.live import Live
    from rich.text import Text

    named = in_language(solution.puzzle, language())
    with Live(console=screen.console, auto_refresh=False) as live:
        for caption, heads in zip(("", *captions), solution.heads, strict=True):
            lines = board(named, heads, colours=screen.colours, width=screen.width)
            spans = [span for line in lines for span in (*line, ("\n", ""))]
            live.update(Text.assemble(*spans, caption), refresh=True)
            time.sleep(0.25)


@command("hint", puzzle(lines=True), METRIC)
@option("--why", "Say why the best move is best.")
def hint_command(source: Source, metric: Metric, why: bool, terms: Terms) -> int:
    """Report the distance of a layout to the goal, the best moves, and the grade of every move.

    The exit status is 1 if no goal can be reached.
    """

    def answer(each: Given) -> tuple[dict[str, Any], int]:
        found = hr.hint(each.puzzle, each.metric or metric, **terms.limits)
        return plain(found, each.puzzle), NONE if found.unsolvable else FOUND

    def plain(found: hr.Hint, puzzle: Puzzle) -> dict[str, Any]:
        told, reason = found.to_json(lang=language()), found.unsolvable or found.reason
        told |= {"read": reading_json(puzzle, language())}
        return told | {"reason": reason and reason.to_json(language())} if why else told

    given = source.one_or_many()
    if not isinstance(given, Given):
        return source.answer_all(given, answer)
    how_read(given.puzzle, terms)
    found = terms.run(hr.hint, given.puzzle, metric)
    return terms.answer(plain(found, given.puzzle), lambda: _show_hint(found, why), not found.unsolvable)


def _show_hint(found: hr.Hint, why: bool) -> None:
    screen, distance = Screen(), found.distance
    screen.board(found.puzzle)
    if distance is None:
        click.echo(tell("No goal can be reached from here: {reason}.", reason=found.unsolvable))
    elif distance == 0:
        click.echo(tell("This is solved."))
    else:
        text = tell("{length} to the goal", length=length_text(distance, found.metric, language()))
        if found.solutions is not None:
            text = tell("{far}; {n:,} shortest {n:solution|solutions}", far=text, n=found.solutions)
        click.echo(text)
    if why and (reason := found.reason) is not None:
        click.echo(tell("{move}: {reason}", move=move_text(reason.move, language()), reason=reason.message(language())))
    rows = [
        (move_text(each.move, language()), "-" if each.distance is None else f"{each.distance:,}", _worth(found, each))
        for each in found.moves
    ]
    if rows:
        table(rows, ("move", "moves left", "worth"))


def _worth(found: hr.Hint, each: atlas.Graded) -> str:
    if not each.known:
        return tell("not known")
    if each.distance is None:
        return tell("cannot be solved")
    if found.distance is None:
        return ""
    return tell("best") if each.best else tell("loses {count:,}", count=each.loses)


@command("prove", puzzle(), METRIC)
@option("-o --output path", "Write the certificate to this file.", Output())
@option(
    "--plan",
    "The plan that a planner found for the PDDL of this puzzle, or the directions of tiles as RDLU: check it, and "
    "whether it is shortest; -o is optional then.",
    FileName(),
)
@option(
    "--max-layouts",
    "The maximum number of layouts in a certificate; with the default, a checker takes a few minutes.",
    Count(),
)
def prove_command(
    source: Source, metric: Metric, path: str | None, plan: str | None, max_layouts: int | None, terms: Terms
) -> int:
    """Write a certificate that an answer is right; any program can check it.

    It proves the length of a shortest solution and how many of them there are, or that there is none. If there are too
    many layouts for a checker, it uses patterns and proves the length only. `docs/proofs.md` describes the format;
    `huarong/proof/checker.py` checks a file without the rest of huarong. The exit status is 1 if there is no solution.

    With --plan, the exit status is 1 if a solution is shorter than the plan, and 2 if the plan cannot be carried out.
    """
    if path is None and plan is None:
        raise InputError("{name} is missing", name="-o")
    if max_layouts is not None:
        terms.limits["max_layouts"] = max_layouts
    puzzle: Puzzle | Solution = source.read()
    if plan is not None and isinstance(puzzle, Puzzle):
        puzzle = _planned(puzzle, plan, metric if typed("metric") else None, terms)
        if path is None or not puzzle.optimal:
            return terms.answer(puzzle.to_json(language()), _judged(puzzle), puzzle.optimal)
    found = terms.run(hr.prove, puzzle, metric)
    found.save(str(path))
    return terms.answer(found.to_json(), _proved(found), found.solution.solved)


def _planned(puzzle: Puzzle, path: str, metric: Metric | None, terms: Terms) -> Solution:
    """The solution that a plan describes: whether it is optimal, and as its bound the length of a shortest one."""
    from huarong.library.pddl import read_plan

    plan = read_plan(puzzle, Path(path), metric)
    best = terms.run(solve, puzzle, plan.metric)
    return replace(plan, optimal=plan.length == best.length, bound=best.length)


def _judged(plan: Solution) -> str:
    text = "The plan solves the puzzle: {length:,} in {metric}; a shortest solution has {best:,}"
    if plan.optimal:
        text = "The plan solves the puzzle: {length:,} in {metric} and no fewer"
    return tell(text, length=plan.length, metric=tell(f"{plan.metric}s"), best=plan.bound)


def _proved(found: proofs.Certificate) -> str:
    solution = found.solution
    text = (
        "Proved: {length:,} in {metric} and no fewer, with {solutions:,} {solutions:solution|solutions}; {layouts:,} "
        "{layouts:layout|layouts} to check, {size:,} {size:byte|bytes}"
    )
    if not solution.solved:
        text = "Proved: no solution; {layouts:,} {layouts:layout|layouts} to check, {size:,} {size:byte|bytes}"
        if not found.layouts:
            text = "Proved: no solution, by parity; {size:,} {size:byte|bytes}"
    elif found.solutions is None:
        text = (
            "Proved: {length:,} in {metric} and no fewer, with patterns; {layouts:,} {layouts:layout|layouts} to "
            "check besides those of the patterns, {size:,} {size:byte|bytes}"
        )
    figures = {"solutions": found.solutions, "layouts": found.layouts, "size": len(found.data)}
    return tell(text, length=solution.length, metric=tell(f"{solution.metric}s"), **figures)


@command("play", puzzle(required=False), terms=None)
@option("--timed", "Play for time from random starts; the clock starts with the first move.")
@option("--inspection", "With --timed: seconds of inspection before the start; 0 for none.", Count(0, 600), default=15)
@option("--session", "With --timed: append each solve to this CSV file.", FileName())
@METRIC
def play_command(source: Source, timed: bool, inspection: int, session: str | None, metric: Metric) -> None:
    """Play a puzzle in the terminal, with mouse and keys: undo, hints, grades, counts. Without PUZZLE, choose one from
    the library.
    """
    needed = typed("inspection", "session", "metric").values()
    if needed and not timed:
        raise InputError("{names} {n:requires|require} --timed", names=", ".join(needed), n=len(needed))
    found = source.read() if source.text else None
    if session:
        from huarong.tui.session import check_session

        check_session(session)
    if sys.stdin is None or not sys.stdin.isatty() or not sys.stdout.isatty():
        raise InputError("playing needs a terminal, and standard input or output is not one")
    if timed:
        from huarong.tui.timing import TimedPlayer, Timing

        TimedPlayer(found, language(), Timing(inspection, metric, session)).run()
        return
    from huarong.tui.app import Player

    Player(found, language()).run()
