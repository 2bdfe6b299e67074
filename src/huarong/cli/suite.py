"""`huarong suite`: lists the cases with known answers, and judges solvers by them; draws questions for language models,
and scores their answers.
"""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

import click

from huarong.cli.base import Name, argument, language, option, tell
from huarong.cli.options import JSON, METRIC, SECONDS, Count, FileName, Output, command, together
from huarong.cli.output import Terms, json_line, print_json, table, versioned, written
from huarong.errors import InputError, LimitReached
from huarong.files import readable
from huarong.i18n import size_text
from huarong.library.collection import record
from huarong.model.board import Metric

if TYPE_CHECKING:
    from huarong.suite import Run

CASES = option(
    "--cases path", "A file of your own cases, written like suite/cases.jsonl; by default Huarong's.", FileName()
)
GROUP = option("--group groups", "Only this group of cases; may be repeated.", "NAME", multiple=True)


@command("list", GROUP, CASES, terms=JSON)
def list_command(groups: Sequence[str], path: str | None, terms: Terms) -> None:
    """List the groups of cases; with --group, the cases of that group."""
    from huarong.suite import cases

    found = cases(path, groups)
    if terms.json:
        print_json({"cases": [each.to_json() for each in found]})
    elif groups:
        lengths = [[answer.length for answer in each.answers.values()] for each in found]
        known = [[tell("none") if n is None else f"{n:,}" for n in some] for some in lengths]
        rows = [(each.id, *some, each.name, each.text) for each, some in zip(found, known, strict=True)]
        table(rows, ("", "steps", "slides", "moves", "", "puzzle"), right=(1, 2, 3))
    else:
        rows = [(group, f"{n:,}") for group, n in Counter(each.group for each in found).items()]
        table([*rows, (tell("all"), f"{len(found):,}")], right=(1,))


@command("run", argument("words", metavar="-- COMMAND...", nargs=-1, required=True), METRIC)
@option(
    "--mode",
    "warm: one process gets the cases one by one; cold: one process for each case; batch: one process gets all "
    "cases at once.",
    Name(("warm", "cold", "batch")),
    default="warm",
)
@option("--each", "The time limit of each case in seconds.", SECONDS, default=10.0)
@GROUP
@CASES
def run_command(
    words: Sequence[str], metric: Metric, groups: Sequence[str], path: str | None, terms: Terms, **how: Any
) -> int:
    """Test a solver: report its wrong answers, its speed, and the cases that it does not answer.

    COMMAND is a program that reads lines `ID METRIC PUZZLE`, separated by tabs, and answers each with a line `ID
    COUNT`: the length of a shortest solution, `none` if there is none, `?` if it does not know. The exit status is 1 if
    an answer is wrong.
    """
    from huarong.suite import cases, judge

    told = "{done:,} of {total:,} {total:case|cases}, {seconds:.0f} s"
    run = terms.run(judge, words, cases(path, groups), metric, told=told, **how)
    return terms.answer(run.to_json(), lambda: _report(run), not run.of("wrong"))


def _report(run: "Run") -> None:
    rows = []
    for name, group in {**run.groups(), tell("all"): run.to_json()}.items():
        counts = (f"{group[kind]:,}" for kind in ("cases", "right", "wrong", "missing"))
        times = (group["median_seconds"], group["longest_seconds"])
        rows.append((name, *counts, *("" if n is None else f"{1000 * n:,.2f}" for n in times)))
    table(rows, ("", "cases", "right", "wrong", "no answer", "median, ms", "longest, ms"), right=range(1, 7))
    for each in run.of("wrong"):
        text = "{id}: answered {answer}, expected {expected}: {puzzle}"
        click.echo(tell(text, id=each.case.id, answer=each.answer, expected=each.expected, puzzle=each.case.text))
    click.echo(tell("{seconds:.2f} s in all", seconds=run.seconds))
    if run.cpu_seconds is not None:
        click.echo(tell("{seconds:.2f} s of CPU time", seconds=run.cpu_seconds))
    if run.peak_bytes is not None:
        click.echo(tell("at most {size} of memory", size=size_text(run.peak_bytes)))


# Questions for language models

_TASKS = "{done:,} of {total:,} {total:task|tasks}, {seconds:.0f} s"
_CHOSEN = {
    "kinds": option(
        "--kind kinds",
        "Only questions of this kind; may be repeated.",
        Name("huarong.suite.questions:QUESTIONS"),
        multiple=True,
    ),
    "families": option(
        "--family families",
        "Only puzzles of this family; may be repeated.",
        Name("huarong.suite.drawing:FAMILIES"),
        multiple=True,
    ),
    "difficulties": option(
        "--difficulty difficulties",
        "Only easy, medium or hard tasks, or distances such as 20..25; may be repeated.",
        "RANGE",
        multiple=True,
    ),
    "form": option("--form", "How to show the board.", Name("huarong.suite.drawing:FORMS"), default="text"),
    "seed": option("--seed", "The seed of the random choices; another seed gives other tasks.", Count(0), default=0),
    "count": option("--count", "The number of tasks.", Count(1, 100_000), default=100),
}


@command("tasks", together("chosen", **_CHOSEN))
@option("--without-answers bare", "Write only what a model may see.")
@option("-o --output", "Write the tasks to a file instead of printing them.", Output())
def tasks_command(chosen: Any, bare: bool, output: str | None, terms: Terms) -> None:
    """Draw questions about puzzles for language models, with answers, as JSON Lines.

    The same arguments draw the same tasks, in the language of the call. `huarong suite grade` scores what a model
    answers.
    """
    from huarong.suite import tasks

    drawn = terms.run(tasks, told=_TASKS, language=language(), **chosen)
    found = [each.to_json(not bare) for each in drawn]
    lines = "".join(map(json_line, found))
    if output:
        written(output, lines, not terms.json)
    if terms.json or not output:
        terms.answer({"tasks": [versioned(each) for each in found]}, lambda: click.echo(lines, nl=False))


@command("grade", argument("path", metavar="TASKS", type=FileName()))
@argument("answers", metavar="[ANSWERS]", type=FileName(), required=False)
@option("--player", "Let a built-in player answer; it does not search.", Name("huarong.suite.drawing:PLAYERS"))
@option("--why", "Print the score of each answer, and why.")
def grade_command(path: str, answers: str | None, player: str, why: bool, terms: Terms) -> None:
    """Score the answers to tasks of `huarong suite tasks`, from 0 to 1, by the rules and the exact distance.

    ANSWERS is a file of JSON Lines with an `id` and an `answer`. In an answer, the text after the last `ANSWER:`
    counts. A task without an answer scores 0.
    """
    from huarong.limits import Watch
    from huarong.suite import LanguageTask, played
    from huarong.suite.drawing import DIFFICULTIES, FAMILIES
    from huarong.suite.questions import QUESTIONS

    if not answers and not player:
        raise InputError("{name} is missing", name=tell("[ANSWERS]").strip("[]"))
    given = {str(each.get("id")): str(each.get("answer") or "") for each in _lines(answers)}
    todo, scores = [LanguageTask.from_json(each) for each in _lines(path)], list[dict[str, Any]]()
    if strange := len(given.keys() - {task.id for task in todo}):
        click.echo(tell("{n:,} {n:answer belongs|answers belong} to none of these tasks", n=strange), err=True)
    with terms.reported(_TASKS) as limits:
        watch = Watch.of(**limits)
        for number, task in enumerate(todo):
            own = {key: getattr(task, key) for key in ("id", "kind", "family", "difficulty")}
            try:
                watch.look(0, number, len(todo))
                reply = played(task, player) if player else given.get(task.id, "")
                score, reason = task.judge(reply, watch.apart())
            except LimitReached as error:
                raise error.of_many() from None
            scores.append({**own, "score": score, "reason": reason.message(language())})

    def mean(**wanted: str) -> float | None:
        some = [each["score"] for each in scores if wanted.items() <= each.items()]
        return round(fmean(some), 4) if some else None

    order = [*QUESTIONS, *FAMILIES, *DIFFICULTIES]
    names = {
        key: sorted({each[key] for each in scores}, key=lambda n: ([*order, n].index(n), n))
        for key in ("kind", "family", "difficulty")
    }
    if terms.json:
        totals = {f"by_{key}": {n: mean(**{key: n}) for n in names[key]} for key in names}
        print_json({"tasks": len(scores), "score": mean(), **totals, "scores": scores})
        return
    if why:
        table([(each["id"], f"{each['score']:.2f}", each["reason"]) for each in scores])
    columns: list[dict[str, str]] = [{"difficulty": each} for each in names["difficulty"]] + [{}]
    rows = [(name, {key: name}) for key in ("kind", "family") for name in names[key]] + [(tell("all"), {})]
    means = [(name, [mean(**row, **column) for column in columns]) for name, row in rows]
    shown = [(name, *("-" if each is None else f"{each:.2f}" for each in some)) for name, some in means]
    table(shown, ("", *names["difficulty"], "all"), right=range(1, len(columns) + 1))


def _lines(path: str | None) -> list[dict[str, Any]]:
    """Return the objects of a file of JSON Lines; none without a file. Raises `FileError` and `InputError`."""
    with readable(path or ""):
        text = Path(path).read_text("utf-8") if path else ""
    return [record(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
