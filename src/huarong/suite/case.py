"""A case of the suite: a puzzle with its known answers in each metric. It is one line of JSON in `cases.jsonl`.

`case_of` creates a case: it solves and certifies the puzzle, and counts its layouts level by level, in each metric.
"""

import contextlib
import itertools
import json
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from huarong.errors import FileError, InputError, LimitReached
from huarong.files import readable
from huarong.library.reader import puzzle as read
from huarong.limits import Watch
from huarong.model.board import METRICS, Metric
from huarong.model.puzzle import Puzzle, PuzzleLike
from huarong.proof import MAX_LAYOUTS, Certificate, certify, check
from huarong.search.bfs import BreadthFirst
from huarong.search.keys import KeyPacking
from huarong.search.solver import solve


@dataclass(frozen=True)
class Answer:
    """The known answers for a puzzle in one metric.

    `length` is the length of a shortest solution (None if there is none), and `ways` the number of shortest solutions
    (None if not counted). `certified` is the number of layouts in the certificate that proves both (None without one).
    `perft[d]` is the number of layouts at distance d from the start, as far as they were counted.
    """

    length: int | None
    ways: int | None
    certified: int | None
    perft: tuple[int, ...]


@dataclass(frozen=True)
class Case:
    """A puzzle of the suite, as a one-line grid text, with its answers.

    `reach` is the number of layouts that can be reached from its start, including the start (None if not counted).

    >>> case = next(each for each in cases() if each.name == "横刀立马")
    >>> case.group, case.answers["move"].length, case.answers["move"].ways, case.reach
    ('openings', 81, 256, 25955)
    >>> case.answers["step"].perft[:5], sum(case.answers["step"].perft)
    ((1, 4, 10, 13, 18), 25955)
    """

    id: str
    group: str
    name: str
    text: str
    answers: dict[Metric, Answer]
    reach: int | None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle itself."""
        return Puzzle.parse(self.text)

    def to_json(self) -> dict[str, Any]:
        """The case as JSON, with the keys of the file."""
        answers: dict[str, Any] = {metric.value: vars(answer) for metric, answer in self.answers.items()}
        fields = {"id": self.id, "group": self.group, "name": self.name, "puzzle": self.text}
        return {**fields, "reach": self.reach, **answers}


def line(case: Case) -> str:
    """Return a case as a line of the file, without the line feed."""
    return json.dumps(case.to_json(), ensure_ascii=False, separators=(",", ":"))


def _case(fields: dict[str, Any]) -> Case:
    found = {metric: fields[metric] for metric in METRICS}
    answers = {m: Answer(a["length"], a["ways"], a["certified"], tuple(a["perft"])) for m, a in found.items()}
    return Case(fields["id"], fields["group"], fields["name"], fields["puzzle"], answers, fields["reach"])


def cases(path: str | Path | None = None, groups: Iterable[str] = ()) -> tuple[Case, ...]:
    """Return the cases of a file, by default the one that comes with Huarong; with `groups`, only the cases of these
    groups.

    Raises `FileError` for a file that does not contain cases, and `InputError` for an unknown group.
    """
    source = Path(path) if path is not None else _shipped()
    with readable(source):
        lines = source.read_text("utf-8").splitlines()
    try:
        found = tuple(_case(json.loads(each)) for each in lines if each)
    except (ValueError, LookupError, TypeError, RecursionError) as error:
        raise FileError("{path} does not contain cases: {why}", path=source, why=repr(error)) from None
    known, wanted = dict.fromkeys(case.group for case in found), set(groups)
    for group in wanted.difference(known):
        text = "{group!r} is not a valid group of cases; expected one of {names}"
        raise InputError(text, group=group, names=", ".join(known))
    return tuple(case for case in found if not wanted or case.group in wanted)


def _shipped() -> Path:
    """Return the project's file of cases: beside the sources in a checkout, within the package after installation."""
    packaged = Path(__file__).with_name("cases.jsonl")
    return packaged if packaged.exists() else Path(__file__).parents[3] / "suite" / "cases.jsonl"


# Making a case

MOST = 1_000_000
"""The most layouts to count level by level."""


def neutral(puzzle: Puzzle) -> str:
    """Return the grid text on one line, without the pieces' labels.

    >>> neutral(Puzzle.parse("names: A=hare/A./../goal:/../.A"))
    'A./../goal:/../.A'
    """
    return "/".join(each for each in puzzle.line().split("/") if not each.startswith("names:"))


def perft(puzzle: Puzzle, metric: Metric, watch: Watch, most: int = MOST) -> tuple[tuple[int, ...], bool]:
    """Return the number of layouts at each distance, and whether all are counted: levels past `most` layouts are not.

    >>> perft(Puzzle.parse("A./../goal:/../.A"), Metric.STEP, Watch())
    ((1, 2, 1), True)
    """
    search = BreadthFirst(puzzle, metric, watch, KeyPacking.of(puzzle, symmetric=False), goals=False)
    limit, counts, complete = watch.within(most), [0], False
    with contextlib.suppress(LimitReached):
        for count in search.deepened(lambda: limit.look(search.depth, search.count)):
            counts.append(count)
        complete = True
    return tuple(after - before for before, after in itertools.pairwise(counts) if after > before), complete


def case_of(
    identity: tuple[str, str, str],
    puzzle: PuzzleLike,
    watch: Watch,
    checked: Callable[[Certificate, float], object] = lambda certificate, seconds: None,
) -> Case:
    """Create the case of a puzzle with its id, group and name; certify each answer if a checker can check it.

    `checked` is called with each certificate and the processor seconds for checking it. Raises `LimitReached` if a
    shortest solution is not found, and `Cancelled`.
    """
    puzzle = Puzzle.parse(neutral(read(puzzle)))
    answers: dict[Metric, Answer] = {}
    reach = None
    for metric in METRICS:
        solution = solve(puzzle, metric, watch=watch)
        watch.stage()
        ways = certified = None
        levels, complete = perft(puzzle, metric, watch)
        watch.stage()
        try:
            certificate = certify(solution, MAX_LAYOUTS, watch)
        except LimitReached as error:
            if error.limit != "layouts":
                raise
        else:
            began = time.process_time()
            check(certificate.data)
            checked(certificate, time.process_time() - began)
            ways, certified = certificate.solutions, certificate.layouts
        watch.stage()
        answers[metric] = Answer(solution.length, ways, certified, levels)
        reach = sum(levels) if complete else reach
    return Case(*identity, neutral(puzzle), answers, reach)
