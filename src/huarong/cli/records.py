"""`huarong design records`: the book of records."""

from typing import Any

import click

from huarong import design
from huarong.cli.base import Name, argument, option, tell
from huarong.cli.faults import BAD, FOUND
from huarong.cli.options import ENGINE, JSON, Count, FileName, command, limits
from huarong.cli.output import Terms, heading, print_json, resumable, table

_CHAPTER = argument("chapter", type=Name("huarong.design.chapters:CHAPTERS"), metavar="NAME")


@command("list", terms=JSON)
def list_command(terms: Terms) -> None:
    """List the chapters of the book, the time that each took to compute, and the chapters that are too long to be
    included.
    """
    from huarong.design.chapters import CHAPTERS

    found = design.book()
    here = {each.chapter.name for each in found}
    others = [each for each in CHAPTERS.values() if each.name not in here]
    if terms.json:
        more = [{"name": e.name, "about": e.about, "cost": e.cost} for e in others]
        print_json({"records": [each.to_json() for each in found], "others": more})
        return
    for each in found:
        heading(f"{each.chapter.name}: {tell(each.chapter.about)}")
        text = (
            "{rows:,} {rows:row|rows}, greatest: {most}; computed in {seconds:,.0f} s ({cpu:,.0f} s of CPU time) by "
            "{program}"
        )
        lengths = {m: [row.length for row in each.rows if row.metric == m] for m in ("step", "slide", "move")}
        most = ", ".join(f"{max(some)} ({tell(f'{m}s')})" for m, some in lengths.items() if some)
        cpu = each.made["cpu_seconds"]
        click.echo("  " + tell(text, **each.made, cpu=cpu, **{"rows": len(each.rows), "most": most}))
    click.echo()
    heading(tell("These chapters are not part of the package; `huarong design records build` computes them:"))
    table([(each.name, tell(each.about), tell(each.cost)) for each in others])


@command("show", _CHAPTER, terms=JSON)
def show_command(chapter: str, terms: Terms) -> None:
    """Print the rows of a chapter: number, category, metric, length, how many starts have it, and one such start.

    In a chapter about shortest solutions, their number replaces the number of starts.
    """
    from huarong.design.records import read_rows

    found = read_rows(chapter)
    rows = [
        (f"{chapter}:{i}", row.key, tell(row.metric), f"{row.length}", f"{row.count:,}", row.puzzle)
        for i, row in enumerate(found.rows, 1)
    ]
    terms.answer(found.to_json(), lambda: table(rows, right=(3, 4)))


@command("build", _CHAPTER, terms=limits(seconds=None))
@option("-o --output folder", "The folder to write to.", FileName("dir"), required=True)
@option("--workers", "The number of threads.", Count(1, 1024))
@ENGINE
def build_command(chapter: str, folder: str, workers: int | None, engine: Any, terms: Terms) -> None:
    """Compute a chapter of the book again, identical byte for byte, and write it to a folder.

    The folder keeps the finished parts; run the command again to resume.
    """
    with resumable(folder, f"{chapter}.journal"):
        found = terms.run(design.build_chapter, chapter, folder, workers=workers, engine=engine)
    sums = {each.chapter.name: each.made["sha256"] for each in design.book()}
    same = sums[chapter] == found.made["sha256"] if chapter in sums else None
    told = [tell("written: {path}", path=f"{folder}/{chapter}.csv")]
    if same is not None:
        told += [tell("identical to the book byte for byte") if same else tell("different from the book")]
    terms.answer({"name": chapter, "rows": len(found.rows), **found.made, "same": same}, told)


@command("check", argument("rows", metavar="[ROW...]", nargs=-1, required=False), terms=limits(seconds=None))
def check_command(rows: tuple[str, ...], terms: Terms) -> int:
    """Solve rows (klotski-4x5:17) or chapters of the book of records, or all of it, and report whether they are right.

    The exit status is 2 if a row is wrong.
    """
    found = []
    with terms.reported() as limits:
        for each in design.check_rows(rows, **limits):
            found.append(each)
            if not terms.json and (rows or not each.right):
                verdict = tell("right") if each.right else tell("wrong")
                click.echo(f"{each.name}: {tell(each.row.metric)} {each.row.length}, {verdict}")
    wrong = sum(not each.right for each in found)
    told = tell("{rows:,} {rows:row|rows} solved, {wrong:,} wrong", rows=len(found), wrong=wrong)
    terms.answer({"rows": [each.to_json() for each in found], "wrong": wrong}, told)
    return BAD if wrong else FOUND
