"""PDDL: a puzzle as a task for planners, in STRIPS with types; and the plans that planners find, read back.

The facts of a task are those of a layout: a piece of a kind lies with its head at a cell, a cell is empty. Pieces of a kind have
no names, so a planner has to go through no more states than there are layouts. Static facts list what may slide where.
"""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from huarong.errors import CannotExpress, InputError, choices, expect
from huarong.files import unreadable
from huarong.library.reader import puzzle as read
from huarong.model.board import DIRECTIONS
from huarong.model.metric import Metric, MetricName, as_metric
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.model.rules import NOWHERE
from huarong.model.solution import Solution, replay
from huarong.model.symbols import EMPTY, GATE

MOST = 4_000_000
"""The most names of cells in the static facts of a task; the text of that many has some 20 MB."""
_ACTIONS = {
    Metric.STEP: {"step": ("", "", 1)},
    Metric.SLIDE: {"slide": ("", "", 1)},
    Metric.MOVE: {
        "begin": ("(free)", "(not (free)) (held ?k ?to)", 1),
        "on": ("(held ?k ?from)", "(not (held ?k ?from)) (held ?k ?to)", 0),
    },
}
"""The actions that move a piece: what each needs and does besides, and its cost. A move is `begin`, then any `on`, then `end`."""
_VERBS = {verb: metric for metric, actions in _ACTIONS.items() for verb in actions}
_SILENT = ("end", "win")
"""The actions that move nothing."""


class Pddl(NamedTuple):
    """The two texts of a planning task."""

    domain: str
    problem: str


class _Way(NamedTuple):
    """How a piece can slide: how many cells it enters, how many more it only passes, the static fact without its name."""

    entered: int
    passed: int
    fact: str

    @property
    def form(self) -> str:
        """What the names of predicates and actions have at their end."""
        return f"{self.entered}-{self.passed}" if self.passed else str(self.entered)


def pddl(puzzle: PuzzleLike, metric: Metric | MetricName = Metric.STEP) -> Pddl:
    """The domain and the problem whose optimal plans are the shortest solutions of a puzzle in a metric.

    Counted in steps or slides, each action is one. Counted in moves, only the first step of a move costs 1. One of several
    goals is recognized by an action that costs nothing. `read_plan` reads the plans. Raises `CannotExpress` where the
    problem would be too large.

    >>> domain, problem = pddl("AB/../goal:/../AB")
    >>> print(problem.splitlines()[-1])
      (:goal (and (lies k1-1x1 c1-2) (lies k2-1x1 c2-2))))
    """
    found, wanted = read(puzzle), as_metric(metric)
    ways = tuple(_ways(found, wanted))
    return Pddl(_domain(found, ways, wanted), _problem(found, ways, wanted))


def _domain(puzzle: Puzzle, ways: Iterable[_Way], metric: Metric) -> str:
    """The domain: it depends on the forms of ways, and on the number of pieces that each of several goals names."""
    costs, actions = _costs(puzzle, metric), []
    predicates = ["(lies ?k - kind ?c - cell)", "(empty ?c - cell)"]

    def add(
        name: str, variables: str, needs: Iterable[str], effects: Iterable[str], cost: int
    ) -> None:
        effects = (*effects, *[f"(increase (total-cost) {cost})"] * costs)
        parts = (
            f":parameters ({variables})",
            f":precondition {_all(needs)}",
            f":effect {_all(effects)}",
        )
        actions.append(_block(f":action {name}", *parts))

    for form, way in {way.form: way for way in ways}.items():
        entered, passed, left = (
            [f"?{name}{i + 1}" for i in range(many)]
            for name, many in (("in", way.entered), ("over", way.passed), ("out", way.entered))
        )
        variables = f"?k - kind {' '.join(['?from', '?to', *entered, *passed, *left])} - cell"
        predicates.append(f"(way-{form} {variables})")
        empty, full, free = (
            [f"(empty {cell})" for cell in cells] for cells in (entered + passed, entered, left)
        )
        fact = predicates[-1].replace(" - kind", "").replace(" - cell", "")
        lies = "(lies ?k ?from)", "(lies ?k ?to)"
        for verb, (needed, done, cost) in _ACTIONS[metric].items():
            effects = f"(not {lies[0]})", lies[1], *(f"(not {each})" for each in full), *free, done
            add(f"{verb}-{form}", variables, (needed, fact, lies[0], *empty), effects, cost)
    if metric is Metric.MOVE:
        predicates += ["(free)", "(held ?k - kind ?c - cell)"]
        add("end", "?k - kind ?c - cell", ["(held ?k ?c)"], ["(not (held ?k ?c))", "(free)"], 0)
    goals = puzzle.goal.alternatives
    for many in dict.fromkeys(map(len, goals)) if len(goals) > 1 else ():
        variables = " ".join(f"?k{i} - kind ?c{i} - cell" for i in range(many))
        lie = [f"(lies ?k{i} ?c{i})" for i in range(many)]
        predicates.append(f"(wins-{many} {variables})")
        add(f"win-{many}", variables, [_wins(lie), *lie], ["(solved)"], 0)
    return "; Each piece of kind ?k lies with its head, its first cell in reading order, at a cell ?c.\n" + _block(
        "define (domain sliding-blocks)",
        f"(:requirements :strips :typing{' :action-costs' * costs})",
        "(:types cell kind)",
        _block(":predicates", *predicates, *["(solved)"] * (len(goals) > 1)),
        *["(:functions (total-cost) - number)"] * costs,
        *actions,
    )  # fmt: skip


def _problem(puzzle: Puzzle, ways: Iterable[_Way], metric: Metric) -> str:
    """The problem: the pieces, the empty cells, what may slide where, and the goal."""
    kinds, cells, pieces = _kinds(puzzle), _cells(puzzle), puzzle.pieces
    goals, rows, costs = _goals(puzzle), "".join(puzzle.rows()), _costs(puzzle, metric)
    about = (
        f"{puzzle.name or 'A sliding-block puzzle'}, counted in {metric}s; cCOLUMN-ROW is a cell.",
        *puzzle.rows(),
        *(f"{name}: {' '.join(p.symbol for p in pieces if p.kind == k)}" for k, name in enumerate(kinds)),
    )  # fmt: skip
    task = _block(
        "define (problem puzzle)",
        "(:domain sliding-blocks)",
        f"(:objects {' '.join(kinds)} - kind {' '.join(cells[each] for each in puzzle.board.free)} - cell)",
        _block(
            ":init",
            *(f"(lies {kinds[piece.kind]} {cells[piece.head]})" for piece in pieces),
            *(f"(empty {cells[each]})" for each in puzzle.board.free if rows[each] in (EMPTY, GATE)),
            *(f"(way-{way.form} {way.fact})" for way in ways),
            *(_wins(each) for each in goals if len(goals) > 1),
            *["(free)"] * (metric is Metric.MOVE),
            *["(= (total-cost) 0)"] * costs,
        ),
        f"(:goal {_all(goals[0]) if len(goals) == 1 else '(solved)'})",
        *["(:metric minimize (total-cost))"] * costs,
    )  # fmt: skip
    comments = "".join(f"; {line}\n" for line in about)
    return comments.encode("ascii", "replace").decode() + task  # some programs read only ASCII


def _costs(puzzle: Puzzle, metric: Metric) -> bool:
    """Whether some actions cost nothing, so that a task needs costs."""
    return len(puzzle.goal.alternatives) > 1 or metric is Metric.MOVE


def _block(head: str, *items: str) -> str:
    """A list in parentheses, an item a line."""
    return textwrap.indent("\n".join([f"({head}", *items]), "  ")[2:] + ")"


def _all(facts: Iterable[str]) -> str:
    return f"(and {' '.join(filter(None, facts))})"


def _wins(goal: Sequence[str]) -> str:
    """The static fact that a layout with these facts is solved: the kinds and the cells of the facts."""
    return f"(wins-{len(goal)} {' '.join(each[6:-1] for each in goal)})"


def _kinds(puzzle: Puzzle) -> list[str]:
    """The names of the kinds: `k1-2x2`."""
    return [f"k{i}-{kind.size.replace('/', '-')}" for i, kind in enumerate(puzzle.kinds, 1)]


def _cells(puzzle: Puzzle) -> list[str]:
    """The names of the cells: `c2-1` is in column 2 and row 1."""
    width = puzzle.board.width
    return [f"c{cell % width + 1}-{cell // width + 1}" for cell in range(puzzle.board.size)]


def _goals(puzzle: Puzzle) -> list[list[str]]:
    """The facts of each alternative of the goal."""
    kinds, cells = _kinds(puzzle), _cells(puzzle)
    return [[f"(lies {kinds[k]} {cells[h]})" for k, h in each] for each in puzzle.goal.alternatives]


def _ways(puzzle: Puzzle, metric: Metric) -> Iterator[_Way]:
    """How each kind can slide on the empty board: by one cell, or in slides by any number. Raises `CannotExpress`."""
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
                entered, passed, left = (
                    [name for bit, name in enumerate(free) if part >> bit & 1] for part in parts
                )
                names = cells[heads[p]], cells[heads[q]], *entered, *passed, *left
                size += len(names)
                if size > MOST:
                    template = "the PDDL of this puzzle would be too large: its ways to slide name more than {most:,} {most:cell|cells}"
                    raise CannotExpress(template, most=MOST)
                fact = f"{kinds[rules.kind[p]]} {' '.join(names)}"
                yield _Way(len(entered), len(passed), fact)
                q = step[4 * q + d] if metric is Metric.SLIDE else NOWHERE


def read_plan(
    puzzle: PuzzleLike, plan: str | os.PathLike[str], metric: Metric | MetricName | None = None
) -> Solution:
    r"""The solution that a planner's plan is, given as text or as the path of a file: carried out by our rules.

    Each line is an action, as in `(step-1 k2-1x1 c1-1 c1-2 c1-2 c1-1)`, or a comment that begins with `;`. The first three
    arguments decide: a kind, and the cells of its head before and after. A plan can be counted in any metric; without
    one, it is that of its first action. Raises `InputError` for a plan that cannot be carried out, with the line, or
    does not solve the puzzle, and `FileError` for a file that cannot be read. The solution need not be shortest.

    >>> plan = "(step-1 k1-1x1 c1-1 c1-2)\n(step-1 k2-1x1 c2-1 c2-2)\n; cost = 2 (unit cost)"
    >>> [str(move) for move in read_plan("AB/../goal:/../AB", plan)]
    ['A D1', 'B D1']
    """
    expect(plan, str, os.PathLike)
    found = read(puzzle)
    if not isinstance(plan, str):
        try:
            plan = Path(path := plan).read_text("utf-8")
        except (OSError, UnicodeError) as error:
            raise unreadable(Path(path), error) from error
    verb = re.search(rf"^\s*\(\s*({'|'.join(_VERBS)})\b", plan, re.MULTILINE | re.IGNORECASE)
    wanted = as_metric(metric or _VERBS[verb[1].lower() if verb else "step"])
    ends: list[tuple[int, int]] = []
    last = ""
    for start, stop, direction in _steps(found, plan):
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


_LINE = re.compile(r"\(\s*([a-z]+)(?:-[0-9-]+)?((?:[\s,]+[\w-]+)*)\s*\)")


def _steps(puzzle: Puzzle, text: str) -> Iterator[tuple[int, int, str]]:
    """Carry out a plan, cell by cell: the heads before and after each step, and its direction. Raises `InputError`."""
    rules, kinds, cells = puzzle.rules, _kinds(puzzle), _cells(puzzle)
    lying = {piece.head: piece.kind for piece in puzzle.pieces}
    for number, line in enumerate(map(str.strip, text.lower().split("\n")), 1):
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
