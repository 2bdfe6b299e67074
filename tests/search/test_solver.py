"""What holds of `solve` whatever the method: limits, cancelling, progress."""

import pytest

import huarong as hr
from huarong.search import solver
from huarong.search.select import METHODS, NAMES

PUZZLE = "gnome-klotski: Polonaise"


def test_every_method_has_a_record():
    assert ("auto", *METHODS) == NAMES
    assert all(
        record.name == name and record.about and record.good for name, record in METHODS.items()
    )


@pytest.mark.parametrize("method", NAMES)
@pytest.mark.parametrize("optimal", [True, False])
@pytest.mark.parametrize("asked", [1, 2, 3, 5, 8, 13])
def test_cancelling_is_heard_whenever_it_is_asked(monkeypatch, method, optimal, asked):
    """In set-up, while tables grow, between methods: wherever it is asked, it ends the search."""
    monkeypatch.setattr(solver, "PATIENCE", 1000)
    times = iter(range(1, asked))

    with pytest.raises(hr.Cancelled):
        hr.solve(PUZZLE, method=method, optimal=optimal, cancel=lambda: next(times, None) is None)


@pytest.mark.parametrize("method", NAMES)
def test_the_limit_of_layouts(method):
    with pytest.raises(hr.LimitReached) as caught:
        hr.solve(PUZZLE, "step", method=method, max_layouts=500)
    assert caught.value.limit == "layouts"
    assert caught.value.explored < 20_000
    assert "500 layouts" in str(caught.value)
    assert hr.solve("捷足先登", max_layouts=1_000_000).length == 32


@pytest.mark.parametrize("most", [0, -1])
def test_no_number_of_layouts(most):
    with pytest.raises(hr.InputError, match="layouts"):
        hr.solve("横刀立马", max_layouts=most)


def test_progress_never_runs_backwards(monkeypatch):
    """Breadth first gives up for want of memory, patterns are built, A* begins again from the start."""
    monkeypatch.setattr("huarong.limits._REPORT", 0.0)
    monkeypatch.setattr(solver, "PATIENCE", 1000)
    seen = []
    solution = hr.solve(PUZZLE, max_memory="3M", progress=seen.append)
    assert (solution.length, solution.method) == (23, "astar")
    assert [each.depth for each in seen] == sorted(each.depth for each in seen)
    assert [each.layouts for each in seen] == sorted(each.layouts for each in seen)
