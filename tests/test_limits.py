"""Limits are read as people write them; a watch ends work at a limit, and its progress never runs backwards."""

import ast
import re
import threading
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

import huarong
from huarong.errors import Cancelled, InputError, LimitReached
from huarong.limits import Limits, Progress, Watch, ask_watch, memory_size


@pytest.mark.parametrize(("text", "size"), [("1", 1), ("2k", 2048), ("1.5M", 3 << 19), ("4GiB", 4 << 30), (7, 7)])
def test_amounts_of_memory(text: str | int, size: int) -> None:
    assert memory_size(text) == size


@pytest.mark.parametrize("text", ["", "much", "-1", "0", "1X", "nan", "inf", "1e999"])
def test_no_amounts_of_memory(text: str) -> None:
    pytest.raises(InputError, memory_size, text).match("not a valid amount of memory")


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), "soon"])
def test_no_time(seconds: float) -> None:
    pytest.raises(InputError, Limits.of, seconds=seconds).match("not a valid number of seconds")


def test_none_is_no_limit_of_time() -> None:
    assert Limits.of(seconds=None).seconds == float("inf")


def test_a_flag_and_a_function_can_cancel() -> None:
    flag = threading.Event()
    for cancel in (flag, flag.is_set):
        watch = Watch.of(cancel=cancel)
        flag.clear()
        watch.look(1, 10)
        flag.set()
        pytest.raises(Cancelled, watch.look, 1, 11).match("depth 1")


def test_progress_and_cancel_of_another_type_are_refused() -> None:
    for wrong in (5, True, "now", object()):
        with pytest.raises(InputError, match=r"cancel is .*; expected a function, or a flag"):
            Watch.of(cancel=wrong)  # type: ignore[arg-type]
        with pytest.raises(InputError, match=r"progress is .*; expected a function"):
            Watch.of(progress=wrong)  # type: ignore[arg-type]


def test_layouts_and_time_are_limits() -> None:
    with pytest.raises(LimitReached) as caught:
        Watch.of(max_layouts=10).look(2, 11)
    assert caught.value.limit == "layouts"
    watch = Watch.of(max_seconds=5)
    watch.began -= 6
    caught = pytest.raises(LimitReached, watch.look)
    assert caught.value.limit == "time"


def test_progress_never_goes_back_where_another_method_begins() -> None:
    told: list[Progress] = []
    with mock.patch("huarong.limits._REPORT", 0.0):
        watch = Watch.of(progress=told.append)
        watch.look(5, 100)
        watch.stage()
        watch.look(1, 3)
        watch.count(2)
        watch.look(2, 1)
    assert [each.layouts for each in told] == [100, 103, 105, 105]
    assert [each.depth for each in told] == [5, 5, 5, 5]


def test_a_limit_of_layouts_within_another_is_the_smaller() -> None:
    watch = Watch.of(max_layouts=10)
    watch.look(0, 4)
    assert [watch.within(n).limits.layouts for n in (3, 6, 100)] == [7, 10, 10]
    assert Watch().within(100).within(7).limits.layouts == 7


def test_a_part_has_limits_within_those_of_the_whole() -> None:
    whole = Watch.of("1M", 100)
    part = whole.part(memory=1 << 30, seconds=1000)
    assert part.memory == 1 << 20 and part.limits.seconds == 100
    small = whole.part(memory=10, seconds=1)
    assert small.memory == 10 and small.limits.seconds < 2
    small.look(3, 7)
    assert (whole.depth, whole.layouts) == (3, 7)


def test_a_limit_tells_what_was_proved() -> None:
    watch = Watch.of(max_layouts=1)
    watch.lower = 4
    with pytest.raises(LimitReached) as caught, watch.proving(lambda: "the best"):
        watch.look(0, 2)
    assert (caught.value.lower, caught.value.solution) == (4, "the best")


def test_work_is_cut_so_that_a_call_lasts_some_ms() -> None:
    watch = Watch()
    with mock.patch("time.perf_counter") as clock:
        clock.return_value = 1.0
        assert watch.call(most=100) == 100
        clock.return_value += 0.001
        watch.back()
        assert watch.call() == 800
        clock.return_value += 0.2
        watch.back()
        assert watch.call() == 100
        clock.return_value += 0.001
        watch.back(whole=False)  # it stopped early for another reason, so its time says nothing about larger amounts
        assert watch.call() == 100
        limited = Watch.of(max_layouts=100)
        assert limited.call() == 100
        limited.look(0, 90)
        assert limited.call() == 64
        assert watch.call(most=7) == 7  # another kind of work, whose time is not known yet


def test_what_is_set_up_is_asked_under_the_watch_of_its_thread_only() -> None:
    ask_watch(1 << 62)
    with Watch.of("1M").setting_up():
        ask_watch(1 << 20)
        pytest.raises(LimitReached, ask_watch, (1 << 20) + 1)
        other = threading.Thread(target=ask_watch, args=(1 << 62,))
        other.start()
        other.join()
    ask_watch(1 << 62)


def _checks(body: list[ast.stmt], name: str) -> bool | None:
    """Whether each way through some statements uses a name before it returns; None where some way only goes on."""
    for node in body:
        inner = [getattr(node, at, []) for at in ("body", "orelse")]
        heads = [getattr(node, at, None) for at in ("test", "iter")] if any(inner) else [node]
        heads += [item.context_expr for item in getattr(node, "items", [])]
        if isinstance(node, ast.FunctionDef):
            continue
        if any(re.search(rf"\b{name}\b", ast.unparse(head)) for head in heads if head is not None):
            return True
        if isinstance(node, ast.Return | ast.Raise):
            return isinstance(node, ast.Raise)
        found = [_checks(part, name) for part in inner if part]
        if False in found:
            return False
        sure = isinstance(node, ast.With) or (isinstance(node, ast.If) and node.orelse)
        if sure and all(found):
            return True
    return None


def test_limits_are_looked_at_before_any_answer_is_given() -> None:
    """A cached answer is no reason to take an invalid limit: `max_seconds=-1` is refused the second time too."""
    seen, wrong = 0, []
    package = Path(huarong.__file__).parent
    for path in sorted(package.rglob("*.py")):
        text = path.read_text("utf-8")
        for node in ast.walk(ast.parse(text)) if re.search("max_seconds|GivenLimits", text) else ():
            if isinstance(node, ast.FunctionDef):
                arguments = [each.arg for each in [*node.args.args, *node.args.kwonlyargs]]
                arguments += [f"**{node.args.kwarg.arg}"] if node.args.kwarg else []
                for given in {"max_seconds", "max_memory", "**limits"} & {*arguments}:
                    name = given.removeprefix("**")
                    seen += 1
                    docs = ast.get_docstring(node) is not None
                    if not _checks(node.body[docs:], name) and ast.unparse(node.body[-1]) != "...":
                        wrong.append(f"{path.relative_to(package)}: {node.name}: {name}")
    assert seen >= 60 and not wrong, wrong


def test_what_takes_long_takes_all_limits():
    import importlib
    import inspect

    names = "atlas design explore graph notation proof search space study suite tiles"
    limits = {"max_memory", "max_seconds", "progress", "cancel"}
    for module in ("huarong", *(f"huarong.{name}" for name in names.split())):
        page = importlib.import_module(module)
        for name in page.__all__:
            public = getattr(page, name)
            parts = vars(public).values() if inspect.isclass(public) else [public]
            for each in (getattr(part, "__func__", part) for part in parts):
                if inspect.isfunction(each) and not each.__name__.startswith("_"):
                    given = limits & set(inspect.signature(each).parameters)
                    assert "max_seconds" not in given or given == limits, f"{each.__qualname__}: {given}"


def test_no_other_argument_is_taken_among_the_limits() -> None:
    space = huarong.Space.parse("2x2 1x1:2")
    for other in ("unit", "max_layouts", "max_second"):
        given: Any = {other: 5}
        with pytest.raises(TypeError, match=f"build\\(\\) got an unexpected .* '{other}'"):
            huarong.Atlas.build(space, **given)
