"""PDDL: a puzzle as a task for planners, in STRIPS with types, and reading the plans that planners find.

The facts of a task describe a layout: a piece of a kind has its head at a cell, and a cell is empty. Pieces of a kind
have no names, so a planner visits no more states than there are layouts. Every possible slide is an object too, a
*way*, described by static facts with two arguments, because some programs write out all possible facts.
"""

import os
import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from huarong.errors import CannotExpress, InputError, choices, expect
from huarong.files import readable
from huarong.library.reader import puzzle as read
from huarong.model.board import DELTA, DIRECTIONS, Metric, MetricLike, as_metric
from huarong.model.puzzle import Puzzle, PuzzleLike, Solution, replay
from huarong.model.rules import NOWHERE, bits
from huarong.model.symbols import EMPTY, GATE

MOST = 1_000_000
"""The most facts about ways in a task; they take about 25 MB of text."""
_ACTIONS = {
    Metric.STEP: {"step": ("", "", 1)},
    Metric.SLIDE: {"slide": ("", "", 1)},
    Metric.MOVE: {
        "begin": ("(free)", "(not (free)) (held {k} {to})", 1),
        "on": ("(held {k} {start})", "(not (held {k} {start})) (held {k} {to})", 0),
    },
}
"""The actions that move a piece, with conditions, effects and costs. A move is `begin`, any `on`, `let-go`."""
_VERBS = {verb: metric for metric, actions in _ACTIONS.items() for verb in actions}
_SILENT = ("let-go", "end", "win")
"""The actions that move nothing; `let-go` was called `end` until ENHSP turned out to reserve that word."""


class Pddl(NamedTuple):
    """The two texts of a planning task: the domain and the problem.

    >>> pddl("A./goal:/.A").domain.splitlines()[1]
    '(define (domain sliding-blocks)'
    """

    domain: str
    problem: str


class _Way(NamedTuple):
    """A possible slide of a kind: its head before and after, and the cells that it enters, passes over and leaves."""

    kind: str
    cells: tuple[str, ...]
    entered: int
    """The number of cells that the piece covers only afterwards; it leaves as many."""
    passed: int
    """The number of further cells that the piece sweeps over."""

    @property
    def form(self) -> str:
        """The suffix of the names of actions and types for ways of this form."""
        return f"{self.entered}-{self.passed}" if self.passed else str(self.entered)

    @property
    def roles(self) -> list[str]:
        """The role of each cell: the name of a predicate and, with a question mark, of a variable."""
        parts = ("enters", self.entered), ("passes", self.passed), ("leaves", self.entered)
        return ["from", "to", *(f"{name}-{i + 1}" for name, many in parts for i in range(many))]

    def facts(self, name: str) -> Iterator[str]:
        return (f"({role} {name} {cell})" for role, cell in zip(self.roles, self.cells, strict=True))


def pddl(puzzle: PuzzleLike, metric: MetricLike = Metric.STEP, grounded: bool = False) -> Pddl:
    """Return the domain and the problem whose optimal plans are the shortest solutions of a puzzle in a metric.

    In steps or slides, each action counts as one and costs 1. In moves, only the first step of a move costs 1. If there
    are several goals, an action without cost recognizes one of them. `read_plan` reads the plans. With `grounded`,
    actions have no parameters: each way to slide is an action, for programs that try all values of parameters. Raises
    `CannotExpress` if the problem would be too large.

    >>> domain, problem = pddl("AB/../goal:/../AB")
    >>> print(problem.splitlines()[-2])
      (:goal (and (lies k1-1x1 c1-2) (lies k2-1x1 c2-2)))
    """
    found, wanted = read(puzzle), as_metric(metric)
    ways = tuple(_ways(found, wanted))
    return Pddl(_domain(found, ways, wanted, grounded), _problem(found, ways, wanted, grounded))


def _domain(puzzle: Puzzle, ways: Iterable[_Way], metric: Metric, grounded: bool) -> str:
    """The domain: an action for each form of ways and each number of pieces in goals. With `grounded`, an action for
    each way and each goal.
    """
    goals = _goals(puzzle) if len(puzzle.goal.alternatives) > 1 else []
    actions = list[str]()
    types = [f"cell kind{' way' * (not grounded)}{' goal' * bool(goals and not grounded)} - object"]
    predicates = ["(lies ?k - kind ?c - cell)", "(empty ?c - cell)"]

    def add(name: str, variables: str, needs: Iterable[str], effects: Iterable[str], cost: int) -> None:
        effects = *effects, f"(increase (total-cost) {cost})"
        parts = (f":parameters ({variables})", f":precondition {_all(needs)}", f":effect {_all(effects)}")
        actions.append(_block(f":action {name}", *parts))

    def slide(name: str, variables: str, way: _Way, static: Iterable[str] = ()) -> None:
        cells = [f"(empty {cell})" for cell in way.cells[2:]]
        entered, left = cells[: way.entered], cells[-way.entered :]
        lies, after = (f"(lies {way.kind} {cell})" for cell in way.cells[:2])
        for verb, (needed, done, cost) in _ACTIONS[metric].items():
            before, behind = (part.format(k=way.kind, start=way.cells[0], to=way.cells[1]) for part in (needed, done))
            effects = f"(not {lies})", after, *(f"(not {fact})" for fact in entered), *left, behind
            add(f"{verb}-{name}", variables, (before, *static, lies, *cells[: -way.entered]), effects, cost)

    if grounded:
        for way in ways:
            slide("-".join((way.kind, *way.cells[:2])), "", way)
        held = {f"let-go-{way.kind}-{way.cells[1]}": ("", way.kind, way.cells[1]) for way in ways}
    else:
        forms = {way.form: way for way in ways}
        roles = dict.fromkeys(role for way in forms.values() for role in way.roles)
        predicates += ["(slides ?w - way ?k - kind)", *(f"({role} ?w - way ?c - cell)" for role in roles)]
        types += [f"way-{form} - way" for form in forms]
        for form, way in forms.items():
            any_way = way._replace(kind="?k", cells=tuple(f"?{role}" for role in way.roles))
            variables = f"?k - kind ?from ?to - cell ?w - way-{form} {' '.join(any_way.cells[2:])} - cell"
            slide(form, variables, any_way, ("(slides ?w ?k)", *any_way.facts("?w")))
        held = {"let-go": ("?k - kind ?c - cell", "?k", "?c")}
    if metric is Metric.MOVE:
        predicates += ["(free)", "(held ?k - kind ?c - cell)"]
        for name, (variables, k, c) in held.items():
            add(name, variables, [f"(held {k} {c})"], [f"(not (held {k} {c}))", "(free)"], 0)
    if grounded:
        for i, goal in enumerate(goals, 1):
            add(f"win-{i}", "", goal, ["(solved)"], 0)
    else:
        sizes = sorted(set(map(len, goals)))
        types += [f"goal-{many} - goal" for many in sizes]
        for many in sizes:
            pairs = [f"?k{i} ?c{i}" for i in range(1, many + 1)]
            variables = " ".join(f"?k{i} - kind ?c{i} - cell" for i in range(1, many + 1))
            needs = [f"(wants-{i} ?g {pair}) (lies {pair})" for i, pair in enumerate(pairs, 1)]
            add(f"win-{many}", f"?g - goal-{many} {variables}", needs, ["(solved)"], 0)
        predicates += [f"(wants-{i + 1} ?g - goal ?k - kind ?c - cell)" for i in range(max(sizes, default=0))]
    head = "; Each piece of kind ?k lies with its head, its first cell in reading order, at a cell ?c.\n"
    return head + _block(
        "define (domain sliding-blocks)",
        "(:requirements :strips :typing :action-costs)",
        f"(:types {' '.join(types)})",
        *[_block(":constants", *_objects(puzzle))] * grounded,
        _block(":predicates", *predicates, *["(solved)"] * bool(goals)),
        "(:functions (total-cost) - number)",
        *actions,
    )


def _objects(puzzle: Puzzle) -> tuple[str, str]:
    """Return the kinds and cells, with their types."""
    cells = _cells(puzzle)
    return f"{' '.join(_kinds(puzzle))} - kind", f"{' '.join(cells[each] for each in puzzle.board.free)} - cell"


def _problem(puzzle: Puzzle, ways: Iterable[_Way], metric: Metric, grounded: bool) -> str:
    kinds, cells, pieces = _kinds(puzzle), _cells(puzzle), puzzle.pieces
    goals, rows = _goals(puzzle), "".join(puzzle.rows())
    solved = len(goals) > 1
    several = dict(enumerate(goals, 1)) if solved and not grounded else {}
    named = {} if grounded else {f"w{i}": way for i, way in enumerate(ways, 1)}
    about = (
        f"{puzzle.name or 'A sliding-block puzzle'}, counted in {metric}s; cCOLUMN-ROW is a cell.",
        *puzzle.rows(),
        *(f"{name}: {' '.join(p.symbol for p in pieces if p.kind == k)}" for k, name in enumerate(kinds)),
    )
    task = _block(
        "define (problem puzzle)",
        "(:domain sliding-blocks)",
        *[]
        if grounded
        else [
            _block(
                ":objects",
                *_objects(puzzle),
                *(f"{name} - way-{way.form}" for name, way in named.items()),
                *(f"g{i} - goal-{len(each)}" for i, each in several.items()),
            )
        ],
        _block(
            ":init",
            *(f"(lies {kinds[piece.kind]} {cells[piece.head]})" for piece in pieces),
            *(f"(empty {cells[each]})" for each in puzzle.board.free if rows[each] in (EMPTY, GATE)),
            *(" ".join([f"(slides {name} {way.kind})", *way.facts(name)]) for name, way in named.items()),
            *(f"(wants-{n} g{i} {fact[6:]}" for i, each in several.items() for n, fact in enumerate(each, 1)),
            *["(free)"] * (metric is Metric.MOVE),
            "(= (total-cost) 0)",
        ),
        f"(:goal {'(solved)' if solved else _all(goals[0])})",
        "(:metric minimize (total-cost))",
    )
    comments = "".join(f"; {' '.join(line.split())}\n" for line in about)
    return comments.encode("ascii", "replace").decode() + task  # some programs read only ASCII


def _block(head: str, *items: str) -> str:
    return textwrap.indent("\n".join([f"({head}", *items]), "  ")[2:] + ")"


def _all(facts: Iterable[str]) -> str:
    return f"(and {' '.join(filter(None, facts))})"


def _kinds(puzzle: Puzzle) -> list[str]:
    """Return the names of the kinds, such as `k1-2x2`."""
    return [f"k{i}-{kind.size.replace('/', '-')}" for i, kind in enumerate(puzzle.kinds, 1)]


def _cells(puzzle: Puzzle) -> list[str]:
    """Return the names of the cells; `c2-1` is in column 2 and row 1."""
    width = puzzle.board.width
    return [f"c{cell % width + 1}-{cell // width + 1}" for cell in range(puzzle.board.size)]


def _goals(puzzle: Puzzle) -> list[list[str]]:
    kinds, cells = _kinds(puzzle), _cells(puzzle)
    return [[f"(lies {kinds[k]} {cells[h]})" for k, h in each] for each in puzzle.goal.alternatives]


def _ways(puzzle: Puzzle, metric: Metric) -> Iterator[_Way]:
    """Iterate over each kind's slides on the empty board, of any length in slides. Raises `CannotExpress`."""
    rules, kinds, cells = puzzle.rules, _kinds(puzzle), _cells(puzzle)
    covers, step, heads = rules.covers, rules.step, rules.head
    free = [cells[cell] for cell in puzzle.board.free]
    size = 0

    for p, here in enumerate(covers):
        for d in range(4):
            q, swept = step[4 * p + d], 0
            while q != NOWHERE:
                swept |= covers[q] & ~here
                parts = covers[q] & ~here, swept & ~covers[q], here & ~covers[q]
                entered, passed, left = ([free[bit] for bit in bits(part)] for part in parts)
                names = cells[heads[p]], cells[heads[q]], *entered, *passed, *left
                size += len(names) + 1
                if size > MOST:
                    why = "the PDDL of this puzzle would be too large: the ways to slide take more than {most:,} facts"
                    raise CannotExpress(why, most=MOST)
                yield _Way(kinds[rules.kind[p]], names, len(entered), len(passed))
                q = step[4 * q + d] if metric is Metric.SLIDE else NOWHERE


def read_plan(puzzle: PuzzleLike, plan: str | os.PathLike[str], metric: MetricLike | None = None) -> Solution:
    r"""Carry out a planner's plan, given as text or as the path of a file, and return it as a solution.

    Each line is an action, as in `(step-1 k2-1x1 c1-1 c1-2 w7 c1-2 c1-1)`, or a comment that begins with `;`. Only the
    first three arguments count: a kind, and the cells of its head before and after. A plan can be counted in any
    metric; the default is that of its first action. The solution need not be shortest. Raises `InputError`, with the
    line, for a plan that cannot be carried out or does not solve the puzzle, and `FileError` for an unreadable file.

    For tiles with one blank, a plan may also be a list of directions, `RDLU` or `R2D3`, in which tiles slide
    (slidysim's solutions); they are taken for the blank's directions if only that solves the puzzle. It may also be the
    cells of the blank, as in `1,4,5` (Clausecker's 24puzzle).

    >>> plan = "(step-1 k1-1x1 c1-1 c1-2)\n(step-1 k2-1x1 c2-1 c2-2)\n; cost = 2 (unit cost)"
    >>> [str(move) for move in read_plan("AB/../goal:/../AB", plan)]
    ['A D1', 'B D1']
    """
    expect(plan, str, os.PathLike)
    found = read(puzzle)
    if not isinstance(plan, str):
        with readable(path := Path(plan)):
            plan = path.read_text("utf-8")
    verb = re.search(rf"^\s*\(\s*({'|'.join(_VERBS)})\b", plan, re.MULTILINE | re.IGNORECASE)
    wanted = as_metric(metric or _VERBS[verb[1].lower() if verb else "step"])
    ends: list[tuple[int, int]] = []
    last = ""
    for start, stop, direction in _walk(found, plan) or _steps(found, plan):
        goes_on = wanted is Metric.MOVE or (wanted is Metric.SLIDE and direction == last)
        if goes_on and ends and ends[-1][1] == start:
            start = ends.pop()[0]
        last = direction
        if start != stop:
            ends.append((start, stop))
    solution = replace(replay(found, wanted, ends), method="plan", optimal=False)
    if not found.goal.holds(solution.layouts[-1]):
        template = "the plan does not solve the puzzle: after its last line, expected {expected}"
        raise InputError(template, expected=" / ".join(map(_all, _goals(found)[:3])))
    return solution


def _walk(puzzle: Puzzle, text: str) -> list[tuple[int, int, str]]:
    """Return the steps of a list of directions or of cells for tiles with one blank; none for any other text."""
    board, occupied = puzzle.board, {piece.head for piece in puzzle.pieces}
    blank = [cell for cell in board.free if cell not in occupied]
    listed = re.fullmatch(r"(?a)\s*\d{1,4}(,\d{1,4})*\s*", text)
    cells = [int(each) for each in re.findall(r"\d+", text)] if listed else []
    if not cells and not re.fullmatch(r"(?a)\s*([UDLR]\d{0,4}\s*)+", text):
        return []
    if len(blank) != 1 or any(len(kind.shape) > 1 for kind in puzzle.kinds):
        raise InputError("a list of directions is only for tiles with one blank")
    ways = {direction: dy * board.width + dx for direction, (dx, dy) in DELTA.items()}
    names = {by: direction for direction, by in ways.items()}
    path = [(way, int(n or 1)) for way, n in re.findall(r"([UDLR])(\d*)", text)]
    walks, errors = list[list[tuple[int, int, str]]](), list[InputError]()
    for turn in (-1, 1):
        at, walk = blank[0], list[tuple[int, int, str]]()
        for way in cells or (way for way, n in path for _ in range(n)):
            to = way if isinstance(way, int) else at + turn * ways[way]
            if to not in occupied | {*blank} or abs(to % board.width - at % board.width) > 1 or at - to not in names:
                template = "step {step} of the plan, {way}, is not possible: the blank is at cell {cell}"
                errors.append(InputError(template, step=len(walk) + 1, way=way, cell=at))
                break
            walk.append((to, at, names[at - to]))
            at = to
        else:
            walks.append(walk)
    if not walks:
        raise errors[0]
    for walk in walks:
        heads = {piece.head: n for n, piece in enumerate(puzzle.pieces)}
        for start, stop, _ in walk:
            heads[stop] = heads.pop(start)
        if puzzle.goal.holds(puzzle.layout(sorted(heads, key=heads.__getitem__))):
            return walk
    return walks[0]


_LINE = re.compile(r"\(\s*(let-go|[a-z]+)(?:-[0-9-]+)?((?:[\s,]+[\w-]+)*)\s*\)")
_GROUND = re.compile(r"\(\s*([a-z]+)-(k[\w-]+)-(c\d+-\d+)-(c\d+-\d+)\s*\)|\(\s*let-go-.*\)")
"""An action of a grounded task."""


def _steps(puzzle: Puzzle, text: str) -> Iterator[tuple[int, int, str]]:
    """Carry out a plan cell by cell; yield the heads before and after, and the direction. Raises `InputError`."""
    rules, kinds, cells = puzzle.rules, _kinds(puzzle), _cells(puzzle)
    lying = {piece.head: piece.kind for piece in puzzle.pieces}
    for number, line in enumerate(map(str.strip, text.lower().split("\n")), 1):
        line = _GROUND.sub(lambda found: f"({' '.join(filter(None, found.groups())) or 'let-go'})", line)
        action = _LINE.fullmatch(line)
        if not line or line.startswith(";") or (action and action[1] in _SILENT):
            continue
        arguments = action[2].replace(",", " ").split() if action and action[1] in _VERBS else []
        if action is None or len(arguments) < 3:
            template = "line {line}: {got!r} is not an action of a plan; expected {example}"
            example = f"(step-1 {kinds[0]} c1-1 c1-2 ...)"
            raise InputError(template, line=number, got=line[:60], example=example)
        kind, start, stop = arguments[:3]
        names = {cells[head]: head for head, k in lying.items() if kinds[k] == kind}
        if start not in names:
            template = "line {line}: no piece of kind {kind} lies at {cell}; {expected}"
            expected = choices(start, names) if names else choices(kind, kinds)
            raise InputError(template, line=number, kind=kind, cell=start, expected=expected)
        head = names[start]
        p = rules.place[lying.pop(head), head]
        others = sum(rules.covers[rules.place[k, h]] for h, k in lying.items())
        metric = Metric.SLIDE if action[1] == "slide" else Metric.STEP
        ways = {cells[rules.head[q]]: legs for q, legs in rules.ways(p, others, metric).items()}
        if stop not in ways:
            template = "line {line}: {kind} at {cell} cannot go to {to}; {expected}"
            values = {"kind": kind, "cell": start, "to": stop, "expected": choices(stop, ways)}
            raise InputError(template, line=number, **values)
        ((direction, many),) = ways[stop]
        for _ in range(many):
            q = rules.step[4 * p + DIRECTIONS.index(direction)]
            yield rules.head[p], rules.head[q], direction
            p = q
        lying[rules.head[p]] = rules.kind[p]
