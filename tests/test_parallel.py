"""Threads: results in order, errors of tasks and of the looks at limits."""

import threading

import pytest

from huarong.parallel import Threads


def test_results_are_in_the_order_of_the_tasks() -> None:
    turn = threading.Event()
    with Threads(2) as threads:
        tasks = [lambda: turn.wait(10), lambda: turn.set() or 2]
        assert threads.all(tasks, look=lambda: None, stop=lambda: None) == [True, 2]


@pytest.mark.parametrize("patient", [True, False])
def test_an_error_of_a_look_stops_the_tasks(patient: bool) -> None:
    stopped, begun = threading.Event(), []

    def task() -> None:
        begun.append(1)
        assert stopped.wait(10)

    def look() -> None:
        raise KeyError("look")

    with Threads(1) as threads, pytest.raises(KeyError, match="look"):
        threads.all([task] * 50, look, stopped.set, patient)
    assert stopped.is_set() and len(begun) < 50


def test_the_error_of_a_task_is_raised_and_ends_the_others() -> None:
    stopped = threading.Event()

    def fails() -> bool:
        raise ValueError("task")

    with Threads(2) as threads, pytest.raises(ValueError, match="task"):
        threads.all([fails, lambda: stopped.wait(10)], lambda: None, stopped.set)
    assert stopped.is_set()
