"""Golden answers: levels, changes, ratings, reports, the hardest starts of a space, and the suite's invented
puzzles.
"""

import itertools
import random
from typing import Any

from suite.invent import KINDS, invented

import huarong as hr
from huarong.design import easier, generate, harder, hardest, hardest_goals, hardest_sets, rate, report
from huarong.design.assembly import placed
from huarong.design.chapters import CHAPTERS, ChapterWork, best_solutions
from huarong.design.generation import minimal
from huarong.design.rating import score
from huarong.design.recipe import Recipe, read_range
from huarong.design.reporting import bridges, waists
from huarong.design.simple import Polyominoes, sizes
from huarong.limits import Watch
from huarong.model.board import Metric
from huarong.suite.case import case_of, perft
from tests.golden import Work, cases

WORKS: dict[str, Work] = {}

SWAP = "A.B/.../goal:/B.A/..."
TURN = "AB./CD./goal:/.../DA."
SMALL = "AABC/AADC/..../goal:/..../AA../AA.."
SET = "3x3 2x1:1 1x1:3"
GOAL = ".../.../.aa"
RECIPES = (
    ("3x3 2x1:1 1x1:3", GOAL, "3.."),
    ("3x3 2x1:0..1 1x2:0..1 1x1:2..4", GOAL, "2..6"),
    ("4x3 2x1:1 1x2:1 1x1:2", None, "3..9"),
)


def _levels(board: str, pieces: str, goal: str | None, moves: str, seed: int) -> Any:
    return generate(Recipe.of(board, pieces, goal), moves=moves, count=2, seed=seed)


for recipe, goal, moves in RECIPES:
    board, _, pieces = recipe.partition(" ")
    cases(WORKS, "levels", _levels, [(board, pieces, goal, moves, seed) for seed in (0, 1)])


def _recipes() -> Any:
    found: dict[str, Any] = {}
    for name, recipe in {
        "walls": Recipe.of("4x4", "1x1:3", walls="1..3"),
        "shapes": Recipe.of("4x4", "", shapes="2..3"),
        "cars": Recipe.of("5x5", "", cars="2..4"),
        "fixed": Recipe.of("3x3", "2x1:1 1x1:3"),
    }.items():
        designs = recipe.designs(random.Random(3))
        some = list(itertools.islice(designs, 4))
        found[name] = [recipe.fixed, [str(each) for each in some]]
        found[f"{name} varied"] = [str(recipe.varied(each, random.Random(4))) for each in some]
    return found


WORKS["recipes"] = _recipes


def _refused(board: str, pieces: str, goal: str | None) -> Any:
    try:
        return [str(each) for each in itertools.islice(Recipe.of(board, pieces, goal).designs(random.Random(1)), 1)]
    except hr.HuarongError as error:
        return type(error).__name__


cases(
    WORKS,
    "goal",
    _refused,
    [("3x3", "1x1:3", "aa./.../..."), ("3x3", "1x1:3", "0@8"), ("3x3", "1x1:3", "0@9"), ("3x3", "2x2:1 1x1:2", None)],
)


def _ranges() -> Any:
    found = {}
    for text in ("3", "3..", "..4", "3..9", 5, (2, None), (2, 3), "9..3", "-1", "x", ""):
        try:
            found[str(text)] = read_range(text, "n")
        except hr.HuarongError as error:
            found[str(text)] = type(error).__name__
    return found


WORKS["ranges"] = _ranges
cases(WORKS, "rate", rate, [SWAP, TURN, SMALL, "A./../goal:/A./.."])
cases(WORKS, "rate long", rate, ["横刀立马"])
KINDS_RATED = ("shapes", "walls", "tiles", "one-way", "apart")


def _rated(kind: str) -> Any:
    return [rate(each) for each in itertools.islice(invented(kind, 3), 3)]


cases(WORKS, "rate", _rated, KINDS_RATED)
cases(WORKS, "rate", rate, ["A.B/.C./goal:/..A/.../goal:/A../...", "match: shape/A.B/.C./.../goal:/.../.../.A."])
WORKS["score"] = lambda: [score(n / 4) for n in range(122)]
for made in (harder, easier):
    cases(
        WORKS,
        made.__name__,
        lambda text, made=made: made(text, top=4, rated=False),
        [SWAP, TURN, "slide: along/AA./..B/XX./goal:/.../.../.XX"],
    )


def _report(text: str) -> Any:
    found = report(text, picture=False)
    sections = [[type(each).__name__, each] for each in found.sections()]
    return found.to_json() | {"sections": sections, "markdown": found.markdown(), "html": found.html("zh").count("<")}


cases(WORKS, "report", _report, [SWAP, TURN, SMALL, "AB/CD/goal:/BA/CD"])
cases(WORKS, "hardest", lambda metric: hardest(SET, GOAL, metric, top=3), ["step", "slide", "move"])
cases(
    WORKS, "hardest of a range", lambda metric: hardest("3x3 2x1:0..1 1x1:2..4", "aa./.../...", metric, top=2), ["step"]
)


def _too_large() -> str:
    try:
        return str(hardest("8x8 2x2:1 1x1:6..7", None, max_memory="160M"))
    except hr.HuarongError as error:
        return str(error)


WORKS["hardest of too many"] = _too_large
cases(WORKS, "hardest sets", lambda metric: hardest_sets("3x3 2x1:1 1x1:1..4", GOAL, metric, top=2), ["step", "move"])
cases(WORKS, "hardest goals", lambda metric: hardest_goals("3x2 2x1:1 1x1:2", metric, top=2), ["step", "move"])


def _bridges() -> Any:
    draw = random.Random(9)
    found = []
    for _ in range(12):
        edges = [sorted({draw.randrange(9) for _ in range(draw.randrange(1, 3))}) for _ in range(9)]
        both = [sorted({*edges[n], *(m for m in range(9) if n in edges[m])} - {n}) for n in range(9)]
        begin = [0, *itertools.accumulate(map(len, both))]
        goals = [n == 8 for n in range(9)]
        found.append(bridges(begin, [m for some in both for m in some], 0, goals))
    return found


WORKS["bridges"] = _bridges
WORKS["waists"] = lambda: [waists([1, 4, 9, 2, 8, 1, 7, 7, 3, 1], far, most) for far in (0, 3, 9) for most in (1, 5)]


def _simple() -> Any:
    found: dict[str, Any] = {}
    for width, height in ((2, 2), (3, 2), (3, 3)):
        board = Polyominoes.of(width, height)
        found[f"{width}x{height}"] = [board.cells, board.sides, list(itertools.islice(sizes(width * height), 20))]
    return found


def _best() -> Any:
    return list(best_solutions("4x5", "14..", ChapterWork(None, 1, Watch())))


WORKS["best solutions"] = _best
WORKS["chapters"] = lambda: {
    name: [each.layouts, each.cost, each.counted, each.rows.func.__name__, each.rows.args]
    for name, each in CHAPTERS.items()
}
WORKS["simple"] = _simple
WORKS["placed"] = lambda: [placed(hr.puzzle(text)) for text in (SWAP, TURN, SMALL)]
WORKS["minimal"] = lambda: [
    minimal(hr.puzzle(text), metric).line() for text in (SWAP, SMALL) for metric in (Metric.STEP, Metric.MOVE)
]


def _invented(kind: str) -> Any:
    return [each.line() for each in itertools.islice(invented(kind, 7), 25)]


cases(WORKS, "invented", _invented, KINDS)


def _case(text: str) -> Any:
    found = case_of(("g", "n", "s"), hr.puzzle(text), Watch())
    return found.to_json() | {"perft": perft(hr.puzzle(text), Metric.MOVE, Watch(), 5)}


cases(WORKS, "case", _case, [SWAP, TURN])
