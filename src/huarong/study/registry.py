"""The table of exhibits, and their descriptions; the exhibits of modern methods, for comparison."""

import functools

from huarong.errors import InputError, UnknownName
from huarong.model.board import Layout, Metric
from huarong.model.puzzle import Puzzle
from huarong.search.keys import KeyPacking
from huarong.search.solver import solve as search_solve
from huarong.space.space import Space
from huarong.study import lv, ma, poos, zhou, zhoutk
from huarong.study.articles import article
from huarong.study.claim import claims
from huarong.study.plain import Plain
from huarong.study.record import Exhibit, Found, Solver, breadth_first, note


def _prepare_set(puzzle: Puzzle, metric: Metric) -> Solver:
    plain = Plain(puzzle, metric)
    return lambda: breadth_first(plain, plain.start, plain.layout)


def _prepare_search(puzzle: Puzzle, metric: Metric) -> Solver:
    mirrored = KeyPacking.of(puzzle).images > 0

    def solve() -> Found:
        solution = search_solve(puzzle, metric)
        if not solution.solved and not solution.explored:
            return Found(None, None, None, notes=(note("proved without a search"),))
        remark = "only part of the last level is counted"
        if mirrored:
            remark = "only one of two mirror images is counted, and only part of the last level"
        path = functools.partial(tuple, solution.layouts if solution.solved else ())
        return Found(solution.explored, None, solution.length, path=path, notes=(note(remark),))

    return solve


def _prepare_atlas(puzzle: Puzzle, metric: Metric) -> Solver:
    from huarong.atlas.atlas import Atlas  # it takes NumPy, which a list does not need
    from huarong.atlas.table import UnsolvableError

    space = Space.of(puzzle)
    if space.size > 1 << 25:
        text = "this exhibit is limited to spaces of at most {most:,} {most:layout|layouts}; this one has {got:,}"
        raise InputError(text, most=1 << 25, got=space.size)
    atlas, start = Atlas.build(space, puzzle.goal, metric), puzzle.start
    template = "{size:,} {size:layout|layouts} computed beforehand in {seconds:.2f} s; only the look-up is timed"
    notes = (note(template, size=space.size, seconds=atlas.seconds),)

    def path() -> tuple[Layout, ...]:
        return (start, *(space.layout(option.rank) for option in atlas.line(start)))

    def solve() -> Found:
        try:
            return Found(0, None, atlas[start], path=path, notes=notes)
        except UnsolvableError:
            return Found(0, None, None, notes=notes)

    return solve


_MACHINES = (("set", _prepare_set, False), ("search", _prepare_search, True), ("atlas", _prepare_atlas, True))

_MODERN = tuple(
    Exhibit(f"{name}-{metric}", metric, functools.partial(prepare, metric=metric), compiled)
    for name, prepare, compiled in _MACHINES
    for metric in (Metric.STEP, Metric.MOVE)
)

EXHIBITS: tuple[Exhibit, ...] = (*lv.EXHIBITS, *zhou.EXHIBITS, *zhoutk.EXHIBITS, *ma.EXHIBITS, *poos.EXHIBITS, *_MODERN)
"""All exhibits, article by article, with modern methods last."""


def exhibit(name: str) -> Exhibit:
    """Return the exhibit with this name. Raises `UnknownName` with the nearest names.

    >>> exhibit("lv-avl").author
    '吕震宇'
    """
    for each in EXHIBITS:
        if each.name == name:
            return each
    raise UnknownName(name, [each.name for each in EXHIBITS])


def show(name: str, lang: str = "en") -> str:
    """The text about an exhibit: its author and source, how it works, and the claims about it with their results."""
    found = exhibit(name)
    titles = found.titled(lang), found.titled("en" if lang == "zh" else "zh")
    parts = ["{} ({})\n{}".format(*titles, article(found.article).heading(lang)), found.story(lang)]
    parts += [each.text(lang) for each in claims(found.article) if name in each.exhibits]
    return "\n\n".join(parts)
