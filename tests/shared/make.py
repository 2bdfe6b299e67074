"""Make the shared cases again: `python -m tests.shared.make`. The right answers come from the naive twin.

`puzzles.json`: random puzzles, a row each: the line of its grid text; the least steps, slides and moves (null: there is
no solution); how many layouts are in reach; how many neighbours the start has in each metric; how many shortest
solutions there are in each metric; and the heads (kind, from, to) of the best moves. `texts.json`: texts in every
notation, good and bad, and those of `tests/data`, with the line that they mean, how they were read, and the names of
the puzzle and its pieces; or every fault. `tables.json`: small spaces with their table
(base64), and the ranks and distances of some layouts. `known.json`: puzzles of the literature with their counts.
`reasons.json`: crowded boards with the reason why they have no solution, in both languages. `sentences.json`: hints
with the sentences about them. `points.json`: graphs of layouts with the points of their maps. `residues.json`:
compressed atlases (base64) with distances of some layouts.
"""

from __future__ import annotations

import base64
import itertools
import json
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import huarong as hr
from huarong.atlas import Atlas
from huarong.atlas.component import Component
from huarong.atlas.compressed import Compressed
from huarong.atlas.embedding import mutual, placed
from huarong.atlas.goals import read_goal
from huarong.errors import CannotExpress, HuarongError, PuzzleError
from huarong.library.catalogue import entries
from huarong.library.labels import english
from huarong.library.notations.registry import NOTATIONS
from huarong.library.reader import detect, read
from huarong.limits import Limits, Watch
from huarong.model.board import Metric
from huarong.model.impossible import why_unsolvable
from huarong.model.pieces import pieces_text
from huarong.space.space import Space
from huarong.web.answers import table_url
from huarong.web.endpoints.table import table_bytes
from tests import naive
from tests.atlas.test_compressed import FAMILY, ODD
from tests.model.test_impossible import UNSOLVABLE, crowded

HERE = Path(__file__).parent
PUZZLES, TEXTS, MOST_LAYOUTS = 300, 400, 250
KNOWN = ("横刀立马", "峰回路转", "捷足先登", "Pennant", "Rush Hour 1", "Rush Hour 40", "867254301")


def randomly(draw: random.Random) -> str:
    """A grid text, not always of a puzzle."""
    width, height = draw.choice([(2, 2), (3, 2), (3, 3), (4, 2), (4, 3), (4, 4), (5, 3), (3, 5)])
    size = width * height
    grid = ["."] * size
    for cell in draw.sample(range(size), draw.choice([0, 0, 0, 1, 2])):
        grid[cell] = draw.choice("##-")
    shapes = [[(0, 0)], [(0, 0), (1, 0)], [(0, 0), (0, 1)], [(0, 0), (1, 0), (0, 1), (1, 1)]]
    shapes += [[(0, 0), (1, 0), (0, 1)], [(0, 0), (2, 0)], [(0, 0), (-1, 1), (0, 1)], [(0, 0), (1, 1)]]
    few, letters = draw.sample(shapes, draw.randint(1, 3)), iter("ABCDEFGHIJKLMN")
    pieces = {}
    empty = draw.randint(1, 4)
    for cell in draw.sample(range(size), size):
        shape = draw.choice(few)
        at = [(cell % width + dx, cell // width + dy) for dx, dy in shape]
        inside = all(0 <= x < width and 0 <= y < height for x, y in at)
        covered = [y * width + x for x, y in at]
        if inside and all(grid[each] == "." for each in covered):
            if grid.count(".") - len(covered) < empty or len(pieces) > 12:
                continue
            symbol = next(letters)
            pieces[symbol] = shape
            for each in covered:
                grid[each] = symbol
    if not pieces:
        return ""
    loose = [symbol for symbol, shape in pieces.items() if shape[-1] in ((2, 0), (1, 1)) and len(shape) == 2]
    headers = [f"one: {''.join(loose)}"] if loose else []
    if draw.random() < 0.15:
        headers.append("slide: along")
    elif draw.random() < 0.2:
        some = draw.sample(sorted(pieces), min(2, len(pieces)))
        ways = ("LR", "UD", "none", "UDL", "R", "LRD")
        headers.append("slide: " + " ".join(f"{each}={draw.choice(ways)}" for each in some))
    if draw.random() < 0.2:
        headers.append("match: shape")
    if draw.random() < 0.3:
        headers.append("gate: " + draw.choice(sorted(pieces)))
    goals = []
    for _ in range(draw.choice([1, 1, 1, 2])):
        goal = ["."] * size
        for symbol in draw.sample(sorted(pieces), min(len(pieces), draw.choice([1, 1, 2, 3]))):
            x0, y0 = draw.randrange(width), draw.randrange(height)
            at = [(x0 + dx, y0 + dy) for dx, dy in pieces[symbol]]
            if all(0 <= x < width and 0 <= y < height for x, y in at):
                for x, y in at:
                    goal[y * width + x] = symbol
        goals += ["goal:", *("".join(goal[i : i + width]) for i in range(0, size, width))]
    rows = ["".join(grid[i : i + width]) for i in range(0, size, width)]
    return "/".join([*headers, *rows, *goals])


def case(puzzle: Any) -> list[Any] | None:
    """The naive twin's answers on a puzzle; None where too many layouts are in reach."""
    start = naive.start(puzzle)
    queue = [start]
    near: dict[str, dict[Any, set[Any]]] = {metric: {} for metric in naive.METRICS}
    for state in queue:
        near["step"][state] = naive.neighbours(puzzle, state, "step")
        queue += [each for each in near["step"][state] if each not in set(queue)]
        if len(queue) > MOST_LAYOUTS:
            return None
    if len(queue) < 5:
        return None
    for metric in ("slide", "move"):
        near[metric] = {state: naive.neighbours(puzzle, state, metric) for state in queue}
    best, counted, first = [], [], []
    for metric in naive.METRICS:
        far = distances(near[metric], [state for state in queue if naive.solved(puzzle, state)])
        best.append(far.get(start))
        counted.append(ways(near[metric], far, start))
        nearer = far.get(start, 0) - 1
        after = [each for each in near[metric][start] if far.get(each) == nearer and nearer >= 0]
        first.append(sorted(_move(start, each) for each in after))
    counts = [len(near[metric][start]) for metric in naive.METRICS]
    return [puzzle.line(), best, len(queue), counts, counted, first]


def distances(near: dict[Any, set[Any]], goals: list[Any]) -> dict[Any, int]:
    """The distance of each state to the nearest goal, by repeated passes over all states."""
    far = dict.fromkeys(goals, 0)
    changed = True
    while changed:
        changed = False
        for state, after in near.items():
            least = min((far[each] for each in after if each in far), default=None)
            if least is not None and least + 1 < far.get(state, 1 << 30):
                far[state], changed = least + 1, True
    return far


def ways(near: dict[Any, set[Any]], far: dict[Any, int], start: Any) -> int:
    """The number of shortest ways from the start to a goal."""
    if start not in far:
        return 0
    level = {start: 1}
    for away in range(far[start] - 1, -1, -1):
        after: dict[Any, int] = {}
        for state, many in level.items():
            for each in near[state]:
                if far.get(each) == away:
                    after[each] = after.get(each, 0) + many
        level = after
    return sum(level.values())


def _move(before: Any, after: Any) -> list[int]:
    ((kind, head),), ((_, to),) = before - after, after - before
    return [kind, head, to]


def puzzles() -> Iterator[list[Any]]:
    """Random puzzles, no two alike."""
    draw, seen = random.Random(15), set()
    while len(seen) < PUZZLES:
        text = randomly(draw)
        try:
            puzzle = hr.Puzzle.parse(text)
        except PuzzleError:
            continue
        if puzzle.line() not in seen and (found := case(puzzle)):
            seen.add(puzzle.line())
            yield found


def texts() -> Iterator[dict[str, Any]]:
    """Texts of the library in every notation, as they are and with some characters changed."""
    draw, good = random.Random(16), []
    for entry in draw.sample(entries(), 60):
        for notation in NOTATIONS:
            try:
                good.append(notation.encode(entry.puzzle))
            except CannotExpress:
                continue
    bad = [_changed(draw, draw.choice(good)) for _ in range(TEXTS)]
    odd = [
        "",
        "daisy",
        "AB/..",
        "\ufeffAB/..",
        "AA/A:/A",
        "nmae: x/AB/../goal:/../AB",
        "A" * 30 + "/" + "B" * 29,
        "1 2 9/4 5 6/7 8 0",
        "123456789abcdef0",
        "1,2,3,4/5,6,7,8/9,a,b,c/d,e,f,0",
        "AA...OP..Q.OPXXQ.OP..Q..B...CC..RRR.",
        "gate: B/AB./.../gates:/.-./-../goal:/..A/...",
        "gate: B/.AB/.../gates:/.-./.../goal:/..A/...",
        "match: shape/ABB/.../goal:/AB./...",
        "match: shape/ABCDEFG./......../goal:/......../ABCDEFG.",
        "match: x/A./../goal:/.A/..",
        "same: AB/ABB/.../goal:/.../A..",
        "slide: A=X along free constructor/A./../goal:/.A/..",
        "names: A= B=x/y A=one/AB/../goal:/.A/..",
        "slide: along B=none/AB./.../goal:/.A./...",
        "GCCG/GCCG/GYYG/GSSG/S..S/goal:/..../..../..../GCC./.CC.",
        "😀ﬀ/../goal:/Z./..",
        f"A{'.' * 2100}/{'.' * 2101}/goal:/A",
        "3,3,\n3,0,4\n2,0,1\n-1,0,5",
        "2x2:m1e2a1,1,1",
        "xsize: 3\nysize: 2\nwall: 9 0\nwall: 0 9\nwall: -1 0\npiece: 1 0 0\nput: 1 0 0\nwin: 1 2 1",
    ]
    data = HERE.parent / "data"
    tables = [json.loads((data / f"{name}.json").read_text("utf-8")) for name in ("pasted", "formats", "texts")]
    known = [*(row[0] for row in tables[0]), *(row[1] for row in tables[1]), *tables[2]]
    for text in dict.fromkeys([*draw.sample(good, min(len(good), TEXTS // 2)), *bad, *odd, *known]):
        yield told(text)


def _changed(draw: random.Random, text: str) -> str:
    marks = list(text)
    for _ in range(draw.randint(1, 3)):
        at = draw.randrange(len(marks))
        marks[at : at + draw.choice([0, 1, 1])] = draw.choice([*"ABab01.#-/:\n *xé曹\u200b", ""])
    return "".join(marks) or "A"


def told(text: str) -> dict[str, Any]:
    """Python's reading of a text."""
    try:
        puzzle = read(text)
    except PuzzleError as error:
        places = [[f.line, f.column, f.message(), f.message("zh")] for f in error.faults]
        return {"text": text, "faults": places}
    except HuarongError:
        return {"text": text, "faults": None}
    how, names = puzzle.read_as, [each.name for each in detect(text)]
    assert how is not None
    notes = [note.message(lang) for note in how.notes for lang in ("en", "zh")]
    labels = [f"{piece.label} {english(piece.label)}" for piece in puzzle.pieces]
    about = [puzzle.name, puzzle.name_zh, pieces_text(puzzle, marks=False), *labels]
    return {
        "text": text,
        "line": puzzle.line(),
        "notations": names,
        "as": [how.length, how.metric, *notes],
        "about": about,
    }


def tables() -> Iterator[dict[str, Any]]:
    """Small spaces: the bytes of the table, with ranks and distances of layouts drawn at random."""
    draw = random.Random(17)
    lines = (
        "AB./.../goal:/.AB/...",
        "AAB/CC./D../goal:/.../.../.AA",
        "123/40./",
        "slide: along/AAB/..B/C../goal:/.../AA./...",
    )
    for line in lines:
        puzzle = hr.puzzle(line.rstrip("/") if "0" not in line else "123/450")
        space = Space.of(puzzle)
        goal = ",".join("+".join(f"{k}@{h}" for k, h in each) for each in puzzle.goal.alternatives)
        assert table_url(puzzle)
        for metric in Metric:
            atlas = hr.Atlas.of(puzzle, metric)
            ranks = [draw.randrange(space.size) for _ in range(20)]
            layouts = [space.layout(rank) for rank in ranks]
            yield {
                "puzzle": puzzle.line(),
                "space": space.text,
                "goal": goal,
                "metric": metric.value,
                "size": space.size,
                "table": base64.b64encode(table_bytes(space.text, goal, metric, Watch(Limits()))).decode(),
                "heads": [[head for group in each.heads for head in group] for each in layouts],
                "ranks": ranks,
                "distances": [atlas.get(each) for each in layouts],
            }


def known() -> Iterator[dict[str, Any]]:
    """Well-known puzzles."""
    for name in KNOWN:
        puzzle = hr.puzzle(name)
        best = {metric.value: hr.solve(puzzle, metric).length for metric in Metric}
        yield {"name": name, "puzzle": puzzle.line(), **best}


def reasons() -> Iterator[list[Any]]:
    """Crowded boards with the reason why they have no solution, in both languages, if one is known without a search."""
    draw = random.Random(18)
    drawn = (puzzle for _ in range(2 * PUZZLES) if (puzzle := crowded(draw)))
    for puzzle in dict.fromkeys([*map(hr.puzzle, UNSOLVABLE), *drawn]):
        why = why_unsolvable(puzzle)
        yield [puzzle.line(), *((why.key, why.message(), why.message("zh")) if why else ())]


NAMED = ("横刀立马", "Rush Hour 25", "876543210", "Rush Hour 12", "A./../goal:/.A/..", "slide: A=R/A../goal:/.A.")
"""Puzzles on whose solutions all kinds of sentences are met."""


def sentences() -> Iterator[dict[str, Any]]:
    """Hints with what their sentences are made of: best moves, the cost of each move, a solution; and the sentences."""
    for name, metric in zip(NAMED, itertools.cycle(Metric)):
        oracle = hr.Oracle(hr.puzzle(name), metric)
        hint = oracle.hint()
        for _ in range(8):
            if hint.best:
                yield _sentence(hint)
                hint = oracle.hint(hint.position.after(hint.best[0]))
    draw, seen = random.Random(19), set()
    while len(seen) < PUZZLES:
        try:
            puzzle = hr.Puzzle.parse(randomly(draw))
        except PuzzleError:
            continue
        metric = draw.choice(list(Metric))
        hint = hr.hint(puzzle, metric=metric)
        if puzzle.line() not in seen and hint.best:
            seen.add(puzzle.line())
            yield _sentence(hint)


def _sentence(hint: hr.Hint) -> dict[str, Any]:
    puzzle = hint.position.started()
    numbers = {piece.label: i for i, piece in enumerate(puzzle.pieces)}
    because = hint.reason.because if hint.reason else ()
    return {
        "puzzle": puzzle.line(),
        "best": [[move.start, move.stop] for move in hint.best],
        "moves": [[m.move.start, m.move.stop, m.loses, m.known] for m in hint.moves],
        "line": hint.line and [[move.start, move.stop] for move in hint.line],
        "told": [{"kind": b.kind, **{k: numbers.get(v, v) for k, v in b.values.items()}} for b in because],
    }


def points() -> Iterator[dict[str, Any]]:
    """Small graphs of layouts with the points of their maps and the stress that is left."""
    for text in ("AB/..", "A../...", "AB./...", "AAB/C../.#.", "A...../B....."):
        begin, to = mutual(*Component.of(hr.Puzzle.parse(f"{text}/goal:/{text}")).neighbours())
        xy, stress = placed(begin.astype(np.int64), to, Watch(Limits()))
        yield {"begin": begin.tolist(), "to": to.tolist(), "xy": xy.round(5).ravel().tolist(), "stress": float(stress)}


def residues() -> Iterator[dict[str, Any]]:
    """Compressed atlases of small families: their files, and distances of layouts."""
    for family, text, goal, metric in (
        (FAMILY, "AAB./AAB./CCDE/goal:/..../.AA./.AA.", "..../.aa./.aa.", Metric.MOVE),
        (ODD, "AAB/CC./C.D/goal:/.../.../AA.", ".../.../aa.", Metric.STEP),
    ):
        puzzle, atlas = hr.puzzle(text), Atlas.build(family, read_goal(family, goal), metric)
        with tempfile.TemporaryDirectory() as folder:
            Compressed.of(atlas).save(Path(folder) / "it")
            data = (Path(folder) / "it").read_bytes()
        layouts = [*Space.of(puzzle).random(25, seed=3), puzzle.start]
        yield {
            "puzzle": puzzle.line(),
            "file": base64.b64encode(data).decode(),
            "heads": [[head for group in each.heads for head in group] for each in layouts],
            "distances": [atlas.distance(family.rank(family.place(each, puzzle.kinds))) for each in layouts],
        }


def main() -> None:
    """Write all the files of cases."""
    for make in (puzzles, texts, tables, known, reasons, sentences, points, residues):
        rows = ",\n".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in make())
        (HERE / f"{make.__name__}.json").write_text(f"[\n{rows}\n]\n", "utf-8")


if __name__ == "__main__":
    main()
