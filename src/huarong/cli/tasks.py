"""`huarong suite tasks` and `huarong suite grade`: questions for language models, and the scores of answers."""

from __future__ import annotations

from pathlib import Path
from statistics import fmean
from typing import Any

import click

from huarong.cli.base import Name, argument, command, option
from huarong.cli.language import language, tell
from huarong.cli.options import Count, FileName, Output, limits, together
from huarong.cli.output import Terms, json_line, print_json, table, versioned
from huarong.errors import InputError, LimitReached
from huarong.files import replacing, unreadable
from huarong.library.collection import record

_CHOSEN = {
    "kinds": option(
        "--kind kinds",
        "Only questions of this kind; may be given again.",
        Name("huarong.suite.questions:QUESTIONS"),
        multiple=True,
    ),
    "families": option(
        "--family families",
        "Only puzzles of this family; may be given again.",
        Name("huarong.suite.drawing:FAMILIES"),
        multiple=True,
    ),
    "difficulties": option(
        "--difficulty difficulties",
        "Only easy, medium or hard tasks, or distances such as 20..25; may be given again.",
        metavar="RANGE",
        multiple=True,
    ),
    "form": option("--form", "How the board is shown.", Name("huarong.suite.drawing:FORMS"), default="text"),
    "seed": option("--seed", "The seed of the random choices; another seed gives other tasks.", Count(0), default=0),
    "count": option("--count", "The number of tasks.", Count(1, 100_000), default=100),
}


@command("tasks")
@together("chosen", **_CHOSEN)
@option("--without-answers bare", "Write only what a model may see.")
@option("-o --output", "Write the tasks to a file instead of printing them.", Output())
@limits()
def tasks_command(chosen: Any, bare: bool, output: str | None, terms: Terms) -> None:
    """Draw questions about puzzles for language models, with answers, as JSON Lines.

    The same arguments draw the same tasks, in the language of the call. `huarong suite grade` scores what a model
    answers.
    """
    from huarong.suite import tasks

    with terms.reported("{done:,} of {total:,} {total:task|tasks}, {seconds:.0f} s") as limits:
        found = [each.to_json(not bare) for each in tasks(language=language(), **chosen, **limits)]
    lines = "".join(map(json_line, found))
    if output:
        with replacing(output) as file:
            file.write(lines.encode())
    if terms.json:
        print_json({"tasks": [versioned(each) for each in found]})
    else:
        click.echo(tell("written: {path}", path=output) if output else lines, nl=bool(output))


@command("grade")
@argument("path", metavar="TASKS", type=FileName())
@argument("answers", metavar="[ANSWERS]", type=FileName(), required=False)
@option("--player", "Let a built-in player answer; it does not search.", Name("huarong.suite.drawing:PLAYERS"))
@option("--why", "Print the score of each answer, and why.")
@limits()
def grade_command(path: str, answers: str | None, player: str, why: bool, terms: Terms) -> None:
    """Score the answers to tasks of `huarong suite tasks`, from 0 to 1, by the rules and the exact distance.

    ANSWERS is a file of JSON Lines with an `id` and an `answer`, of which what follows the last `ANSWER:` counts. A
    task without an answer scores 0.
    """
    from huarong.limits import Watch
    from huarong.suite import LanguageTask, played
    from huarong.suite.drawing import DIFFICULTIES, FAMILIES
    from huarong.suite.questions import QUESTIONS

    if not answers and not player:
        raise InputError("{name} is missing", name=tell("[ANSWERS]").strip("[]"))
    given = {str(each.get("id")): str(each.get("answer")) for each in _lines(answers)}
    todo, scores = [LanguageTask.from_json(each) for each in _lines(path)], list[dict[str, Any]]()
    if strange := len(given.keys() - {task.id for task in todo}):
        click.echo(tell("{n:,} {n:answer|answers} to none of these tasks", n=strange), err=True)
    with terms.reported("{done:,} of {total:,} {total:task|tasks}, {seconds:.0f} s") as limits:
        watch = Watch.of(**limits)
        for number, task in enumerate(todo):
            own = {key: getattr(task, key) for key in ("id", "kind", "family", "difficulty")}
            try:
                watch.look(0, number, len(todo))
                score, reason = task.judge(played(task, player) if player else given.get(task.id, ""), watch)
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
    shown = [(name, *(_shown(mean(**row, **column)) for column in columns)) for name, row in rows]
    table(shown, ("", *names["difficulty"], tell("all")), right=range(1, len(columns) + 1))


def _shown(score: float | None) -> str:
    return "-" if score is None else f"{score:.2f}"


def _lines(path: str | None) -> list[dict[str, Any]]:
    """The objects of a file of JSON Lines; none without a file. Raises `FileError` and `InputError`."""
    try:
        text = Path(path).read_text("utf-8") if path else ""
    except (OSError, UnicodeError) as error:
        raise unreadable(path or "", error) from None
    return [record(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
