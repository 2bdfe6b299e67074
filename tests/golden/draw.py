"""Golden answers: pictures, film strips, maps, charts, boards for a terminal, sheets, animations."""

import contextlib
import io
import itertools
import random
import re
import zlib
from typing import Any

from suite.invent import KINDS, invented

import huarong as hr
from huarong.draw import Card, Page, animation, board, filmstrip, map_svg, power_chart, sheet, strip, svg
from huarong.draw.picture import layers
from huarong.draw.terminal import styles
from tests.golden import Work, cases

WORKS: dict[str, Work] = {}

FORMS = {
    "classic": "横刀立马",
    "named": "捷足先登",
    "rush": "Rush Hour 1",
    "eight": "876543210",
    "ring": "AAA./ABA./AAA./..../goal:/..../.AAA/.A.A/.AAA",
    "shapes": "AAB.#/.ACC./DDD.E/FF#.E/goal:/...../...../AA.../.A...",
    "gates": "gate: A/AA.../BB.#./C..../gates:/...--/....-/...../goal:/...AA/...../.....",
    "tall": "names: A=车 B=马/A.B/A.B/.../goal:/.../A../A..",
    "line": "A..B/goal:/.A.B",
    "wide": "AABBCCDDEEFF......../goal:/..................AA",
    "far": "names: A=曹操 B=超过两个 C=x/slide: A=UD/A.C/A.B/.../goal:/.../A../A..",
}


def _read(name: str) -> Any:
    if name in FORMS:
        return hr.puzzle(FORMS[name])
    kind, number = name.split()
    return next(itertools.islice(invented(kind, 1), int(number), None))


NAMES = [*FORMS, *(f"{kind} {n}" for kind in KINDS for n in (0, 1))]


def _pictures(name: str) -> Any:
    puzzle = _read(name)
    found: dict[str, Any] = {"light": svg(puzzle), "styles": styles(puzzle)}
    for theme in ("dark", "contrast"):
        found[theme] = svg(puzzle, theme=theme, labels=theme == "dark", cell=31)
    for number, move in enumerate(puzzle.moves()[:4]):
        found[f"move {number}"] = svg(puzzle, move=move)
    parts = layers(puzzle, None, None, "light", True, 20, "en")
    found["layers"] = [parts.board, [parts.piece(n) for n in range(len(puzzle.pieces))], parts.above]
    for width in (0, 20, 80):
        found[f"board {width}"] = board(puzzle, width=width)
        found[f"coloured {width}"] = board(puzzle, colours=True, width=width)
    return found


cases(WORKS, "picture", _pictures, NAMES)
SMALL = "AABC/AADC/..../goal:/..../AA../AA.."


def _films() -> Any:
    solution = hr.solve("AB./CD./EE./goal:/.../.../..B", metric="move")
    boards = solution.heads
    found: dict[str, Any] = {"length": solution.length}
    for across in (1, 2, 6):
        found[f"across {across}"] = strip(solution, across=across)
        found[f"dark {across}"] = strip(solution, across=across, theme="dark", labels=False, cell=30, lang="zh")
    for width in (9, 20, 80):
        for colours in (False, True):
            words = [f"{n}. {'x' * n}" for n in range(len(boards))]
            found[f"film {width} {colours}"] = filmstrip(solution.puzzle, boards, words, colours=colours, width=width)
    return found


WORKS["films"] = _films


def _maps() -> Any:
    draw = random.Random(1)
    points = [(draw.uniform(-1, 1), draw.uniform(-1, 1)) for _ in range(30)]
    edges = [(n, draw.randrange(30)) for n in range(30)]
    far = [draw.randrange(-1, 7) for _ in range(30)]
    flat = [(0.5, float(n)) for n in range(5)]
    return {
        "plain": map_svg(points, edges, far),
        "whole": map_svg(points, edges, far, path=[3, 4, 5], title="a < b", size=300, theme="dark"),
        "flat": map_svg(flat, [(0, 1)], [0, 0, 0, 0, -1]),
        "one": map_svg([(0.0, 0.0)], [], [0]),
        "start": map_svg(flat, [], [3, 2, 1, 0, -1], path=[0]),
    }


WORKS["maps"] = _maps


def _charts() -> Any:
    draw = random.Random(2)
    lines = {name: [(10.0**n, 10 ** draw.uniform(-3, 4)) for n in range(1, 6)] for name in ("a", "b < c", "d")}
    return {
        "three": power_chart(lines, x="x & y", y="s", title="T"),
        "one": power_chart({"a": [(1.0, 1.0), (10.0, 1000.0)]}),
        "point": power_chart({"a": [(5.0, 5.0)]}),
        "within": power_chart({"a": [(2.0, 3.0), (7.0, 3.5)]}, title="t"),
    }


WORKS["charts"] = _charts


def _sheet(cards: int, across: int, down: int, paper: str, labels: bool) -> Any:
    some = [hr.puzzle(text) for text in (FORMS["shapes"], SMALL, FORMS["eight"], "A./../goal:/../.A")]
    solved = hr.solve(some[3])
    drawn = [Card(some[n % 4], f"Level {n}" * (1 + n % 3 * 6), solved if n % 4 == 3 else None) for n in range(cards)]
    data = sheet(drawn, Page(paper, across=across, down=down), title="Sheet " * cards, labels=labels)
    found: dict[str, Any] = {"pages": len(re.findall(rb"/Type /Page\b(?!s)", data))}
    for number, packed in enumerate(re.findall(rb"stream\n(.*?)\nendstream", data, re.DOTALL)):
        with contextlib.suppress(zlib.error):
            found[f"stream {number}"] = zlib.decompress(packed).decode("latin-1")
    return found


cases(WORKS, "sheet", _sheet, [(1, 1, 1, "a4", True), (5, 2, 2, "letter", False), (9, 3, 4, "a4", True)])


def _film(kind: str) -> Any:
    from PIL import Image

    solution = hr.solve("A./../goal:/../.A")
    found = {}
    for speed, cell in ((1.0, 12), (4.0, 9)):
        data = animation(solution, kind, labels=False, cell=cell, speed=speed)  # type: ignore[arg-type]
        image = Image.open(io.BytesIO(data))
        times, looks = [], []
        for frame in range(getattr(image, "n_frames", 1)):
            image.seek(frame)
            times.append(int(image.info.get("duration", 0)))
            small = image.convert("L").resize((8, 8), Image.Resampling.BOX)
            looks.append([pixel // 32 for pixel in small.tobytes()])
        found[f"{speed:g} {cell}"] = {
            "size": image.size,
            "lasts": times,
            "looks": looks,
            "loop": image.info.get("loop"),
        }
    return found


cases(WORKS, "animation", _film, ["gif", "apng", "webp"])
