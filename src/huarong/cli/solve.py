"""`huarong solve`."""

import time
from typing import Any

import click

import huarong as hr
from huarong.cli.base import Name, language, option, tell
from huarong.cli.faults import FOUND, LIMIT, NONE
from huarong.cli.options import METRIC, Output, Source, command, puzzle, typed
from huarong.cli.output import Screen, Terms, heading, how_read, in_columns, lengths, print_json, title
from huarong.draw.terminal import board, filmstrip
from huarong.errors import InputError, LimitReached
from huarong.library.collection import Given
from huarong.library.description import reading_json
from huarong.library.labels import in_language, move_text
from huarong.model.board import Metric
from huarong.model.puzzle import Puzzle, Solution
from huarong.search.select import NAMES, MethodName
from huarong.search.solver import solve


@command("solve", puzzle(all_levels=True), METRIC)
@option("--method", "How to search; auto chooses by the number of layouts and the memory.", Name(NAMES), default="auto")
@option("--quick", "Find a good solution quickly; it is not always a shortest one.")
@option("--boards", "Draw the board after every move, instead of a list of the moves.")
@option("--animate", "Play the solution in the terminal.")
@option("--proof", "Write a certificate to a file (see `huarong prove`).", Output())
def solve_command(
    source: Source, metric: Metric, method: MethodName, quick: bool, proof: str | None, terms: Terms, **shown: bool
) -> int:
    """Find a shortest solution, or prove that there is none.

    If PUZZLE is -, standard input may have many puzzles: one per line (a name, a code, or a grid with rows separated by
    `/`), or JSON Lines, objects with puzzle and, optionally, name, goal, from and metric. The answer to each, and to
    each level of a file, is then a line of JSON. If the whole input is one puzzle, it is read as that puzzle.

    The exit status is 0 if the puzzle is solved, 1 if it has no solution, 2 for invalid input, 3 if a limit stopped the
    search, and 130 if you did; for many puzzles, it is the highest of these. The limits apply to each puzzle.
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
            text = "{names} {n:requires|require} a single puzzle, such as FILE#3"
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
    """Return the JSON of a search that a limit stopped: the results so far."""
    about = {"name": found.name_zh or found.name or None, "metric": str(metric), "solved": None}
    known = None if error.solution is None else error.solution.to_json(language())
    return {**about, "read": reading_json(found, language()), **error.to_json(language()), "known": known}


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
