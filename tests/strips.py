"""A small, obvious interpreter of planning tasks: STRIPS with types and action costs, for the tests of what is written
as PDDL.

Everything that a task names must be declared with its types. Actions are grounded by the static facts that they need.
"""

import heapq
import itertools
import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

Fact = tuple[str, ...]
State = frozenset[Fact]


class Action(NamedTuple):
    """A ground action."""

    name: Fact
    needs: State
    added: State
    deleted: State
    cost: int


class Task(NamedTuple):
    """A ground task; its states lack the facts that no action changes but some need."""

    start: State
    goal: State
    actions: list[Action]


def parsed(text: str) -> list[Any]:
    """The list that a text in parentheses is, comments left off."""
    stack: list[list[Any]] = [[]]
    for word in re.findall(r"[()]|[^\s()]+", re.sub(r";.*", "", text).lower()):
        if word == "(":
            stack.append([])
        elif word == ")":
            last = stack.pop()
            stack[-1].append(last)
        else:
            stack[-1].append(word)
    ((found,),) = stack
    assert isinstance(found, list)
    return found


def typed(words: list[str]) -> dict[str, str]:
    """The type of each name of a list such as `a b - kind c - cell`."""
    found: dict[str, str] = {}
    waiting: list[str] = []
    rest = iter(words)
    for word in rest:
        if word == "-":
            found.update(dict.fromkeys(waiting, next(rest)))
            waiting = []
        else:
            assert word not in found
            waiting.append(word)
    assert not waiting
    return found


def conjuncts(condition: list[Any]) -> list[Any]:
    return condition[1:] if condition[0] == "and" else [condition]


def sections(items: list[Any]) -> dict[str, Any]:
    return {item[0]: item[1:] for item in items if item[0] != ":action"}


class _Domain:
    """A domain and a problem as they stand, and checks that names are declared."""

    def __init__(self, domain: str, problem: str) -> None:
        whole, task = parsed(domain), parsed(problem)
        parts, self.told = sections(whole[2:]), sections(task[2:])
        assert (whole[0], task[0]) == ("define", "define") and [whole[1]] == [["domain", *self.told[":domain"]]]
        self.predicates = {p[0]: list(typed(p[1:]).values()) for p in parts[":predicates"]}
        self.types = typed(parts[":types"])
        assert {type_ for each in self.predicates.values() for type_ in each} <= {*self.types}
        self.objects = typed(parts.get(":constants", []) + self.told.get(":objects", []))
        self.costs = ":action-costs" in parts[":requirements"]
        assert self.costs == (":functions" in parts) == (":metric" in self.told)
        assert {*parts[":requirements"]} <= {":strips", ":typing", ":action-costs"}
        self.schemas = [
            {"name": each[1], **dict(zip(each[2::2], each[3::2], strict=True))}
            for each in whole[2:]
            if each[0] == ":action"
        ]
        effects = [each for s in self.schemas for each in conjuncts(s[":effect"])]
        self.changed = {each[1][0] if each[0] == "not" else each[0] for each in effects}
        needs = [each for s in self.schemas for each in conjuncts(s[":precondition"])]
        self.static = {each[0] for each in needs} - self.changed

    def declared(self, fact: list[str], types: dict[str, str]) -> Fact:
        wanted = self.predicates[fact[0]]
        assert all(self.is_a(types[o], t) for o, t in zip(fact[1:], wanted, strict=True)), fact
        return tuple(fact)

    def actions(self, schema: dict[str, Any], init: dict[Fact, list[Fact]]) -> Iterator[Action]:
        variables = typed(schema[":parameters"])
        needs, effects = (conjuncts(schema[part]) for part in (":precondition", ":effect"))
        costs = [int(each[2]) for each in effects if each[0] == "increase"]
        assert len(costs) == self.costs
        added = [each for each in effects if each[0] not in ("increase", "not")]
        deleted = [each[1] for each in effects if each[0] == "not"]
        for each in (*needs, *added, *deleted):
            self.declared(each, self.objects | variables)
        static = [each for each in needs if variables and each[0] in self.static]
        for binding in self.bindings(variables, static, init):

            def bound(some: list[Any], binding: dict[str, str] = binding) -> State:
                return frozenset((fact[0], *(binding.get(each, each) for each in fact[1:])) for fact in some)

            yield Action(
                (schema["name"], *map(binding.__getitem__, variables)),
                bound([each for each in needs if each not in static]),
                bound(added),
                bound(deleted),
                *(costs or [1]),
            )

    def bindings(
        self, variables: dict[str, str], static: list[Any], init: dict[Fact, list[Fact]]
    ) -> list[dict[str, str]]:
        """All ways to give objects to variables, by the static facts and, if these leave some, freely."""
        found: list[dict[str, str]] = [{}]
        for name, *order in static:
            found = [
                one | dict(zip(order, fact[1:], strict=True))
                for one in found
                for fact in init.get((name, one.get(order[0], "")), [])
                if all(one.get(v, o) == o for v, o in zip(order, fact[1:], strict=True))
            ]
        left = [each for each in variables if not any(each in fact for fact in static)]
        free = [[o for o in self.objects if self.is_a(self.objects[o], variables[v])] for v in left]
        return [
            whole
            for one in found
            for some in itertools.product(*free)
            for whole in [one | dict(zip(left, some, strict=True))]
            if all(self.is_a(self.objects[o], variables[v]) for v, o in whole.items())
        ]

    def is_a(self, type_: str, other: str) -> bool:
        """Whether a type is another or below it."""
        while type_ != other and type_ in self.types:
            type_ = self.types[type_]
        return type_ == other


def grounded(domain: str, problem: str, kept: Iterable[str] = ()) -> Task:
    """The task that two texts are; states have the facts of the predicates `kept` even where no action changes them."""
    read = _Domain(domain, problem)
    init = [read.declared(each, read.objects) for each in read.told[":init"] if each[0] != "="]
    assert len(init) == len(set(init)) and (["=", ["total-cost"], "0"] in read.told[":init"]) == read.costs
    (goal,) = read.told[":goal"]
    by_first: dict[Fact, list[Fact]] = {}
    for fact in init:
        for first in (fact[1:2], ("",)):  # by a first argument that is bound already, and all
            by_first.setdefault((fact[0], *first), []).append(fact)
    return Task(
        frozenset(fact for fact in init if fact[0] not in read.static - {*kept}),
        frozenset(read.declared(each, read.objects) for each in conjuncts(goal)),
        [action for schema in read.schemas for action in read.actions(schema, by_first)],
    )


def search(task: Task) -> tuple[dict[State, int], list[Fact] | None]:
    """The least cost of every state in reach, and an optimal plan (None: there is none)."""
    best, before = {task.start: 0}, dict[State, tuple[State, Fact]]()
    waiting, count = [(0, 0, task.start)], itertools.count(1)
    done: dict[State, int] = {}
    while waiting:
        cost, _, state = heapq.heappop(waiting)
        if state in done:
            continue
        done[state] = cost
        for action in task.actions:
            if action.needs <= state:
                to = state - action.deleted | action.added
                if to not in best or cost + action.cost < best[to]:
                    best[to] = cost + action.cost
                    before[to] = state, action.name
                    heapq.heappush(waiting, (best[to], next(count), to))
    solved = [state for state in done if task.goal <= state]
    if not solved:
        return done, None
    plan, state = [], min(solved, key=done.__getitem__)
    while state in before:
        state, name = before[state]
        plan.append(name)
    return done, plan[::-1]
