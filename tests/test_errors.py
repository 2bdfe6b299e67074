import copy
import importlib
import inspect
import itertools
import pickle
import pkgutil

import pytest

import huarong as hr

ERRORS = [
    hr.InputError("{value} is not a valid number of seconds to search; expected more than 0", value=-1),
    hr.PuzzleError([hr.Fault("there are no pieces on the board", 2, 3)]),
    hr.UnknownName("slid", ["slide", "move"]),
    hr.LimitReached("time", "2 s", 7, 1234, 2.01),
    hr.Cancelled(3, 99),
    hr.CannotExpress("{text}", text="no"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors_come_whole_from_another_process(error):
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert again.message("zh") == error.message("zh")
    assert vars(again) == vars(error)


def test_errors_are_the_builtins_that_fit():
    assert issubclass(hr.PuzzleError, ValueError)
    assert issubclass(hr.UnknownName, KeyError)
    assert issubclass(hr.LimitReached, RuntimeError)
    assert all(isinstance(error, hr.HuarongError) for error in ERRORS)


def test_a_subclass_keeps_its_message_when_it_tells_what_is_proved():
    class Full(hr.LimitReached):
        def __init__(self, size):
            super().__init__("memory", "1 KiB")
            self.size, self.template, self.values = (size, "{layouts} layouts at most", {"layouts": size})

    told = Full(1920).proving(7)
    assert isinstance(told, Full) and told.size == 1920
    assert told.lower == 7 and str(told).startswith("1920 layouts at most")
    assert "fewer than 7 moves" in str(told)


def test_a_word_that_is_not_valid_is_answered_with_all_choices_and_the_nearest():
    def said(name, choices):
        return str(hr.UnknownName(name, choices)).partition("; ")[2]

    few, many = ["step", "slide", "move"], ["Pansy", "Poppy", *map(str, range(20))]
    assert said("slid", few) == "expected one of step, slide, move; the nearest: slide"
    told = hr.UnknownName("slid", few).message("zh")
    assert told == "找不到名为 'slid' 的条目；应为其一：step, slide, move；最接近的有：slide"
    assert said("x", few) == "expected one of step, slide, move"
    assert said("p", many) == "the nearest: Pansy, Poppy"
    assert said("x", many) == "expected one of 22 names, such as Pansy, Poppy, 0"
    error = hr.UnknownName("x", many, listing="huarong list")
    assert str(error).endswith("such as Pansy, Poppy, 0 (huarong list)") and not error.nearest
    assert said(5, few) == "expected one of step, slide, move"


@pytest.mark.parametrize("value", [None, 5, [], {}])
def test_an_argument_of_another_type_is_told(value):
    from huarong import atlas, draw, notation, space, tiles

    one = hr.puzzle("AB/../goal:/../AB")
    calls = [
        lambda: one.move(value),
        lambda: one.after(value),
        lambda: one.started(value),
        lambda: one.faults(value),
        lambda: hr.Puzzle.of(value, value),
        lambda: hr.Space.of(one).rank(value),
        lambda: hr.Space.of(one).layout(12 if value == 5 else value),
        lambda: hr.Space.of(one).random(str(value)),
        lambda: hr.Atlas.open(value),
        lambda: hr.Atlas.of(one).solution(value),
        lambda: hr.Atlas.build(value, value),
        lambda: hr.Space.parse(value),
        lambda: hr.Puzzle.parse(value),
        lambda: hr.read(value),
        lambda: hr.find(value),
        lambda: hr.detect(value),
        lambda: atlas.read_goal(value),
        lambda: atlas.layouts_csv("x", value),
        lambda: space.read_board(value),
        lambda: tiles.table_set(value),
        lambda: tiles.solve_tiles([1, 2, 3, 4, 5, 6, 7, 0, 8], tables=value or 5),
        lambda: draw.png(value),
        lambda: notation.notation(value),
    ]
    for call in calls:
        with pytest.raises((hr.InputError, hr.UnknownName)):
            call()


def public():
    """What is public and takes an argument that has to be given, by package and name; errors are the library's to
    make.
    """
    packages = [each.name for each in pkgutil.iter_modules(hr.__path__) if each.ispkg]
    found = {}
    for package in ("", *packages):
        module = importlib.import_module(f"huarong.{package}".rstrip("."))
        for name in getattr(module, "__all__", ()):
            value = getattr(module, name)
            error = isinstance(value, type) and issubclass(value, Exception)
            if inspect.isroutine(value) or (inspect.isclass(value) and not error):
                found.setdefault(value, f"{package}.{name}".lstrip("."))
    return sorted((name, value) for value, name in found.items())


LEFT_OUT = {
    "graph.Graph": "a protocol, of which nothing is made",
    "explore.hardest_starts": "an empty list of spaces is one, for which Ray starts",
    "proof.check": "the checker imports nothing of the library, and has an error of its own",
}


@pytest.mark.parametrize("value", [None, 5, "", [], {}, object()], ids=lambda value: type(value).__name__)
def test_whatever_is_given_to_a_public_name_only_errors_of_the_library_are_raised(value):
    plain = {}
    for name, each in public():
        try:
            given = inspect.signature(each).parameters.values()
        except (TypeError, ValueError):  # a named tuple or a type alias
            continue
        needed = [p for p in given if p.default is p.empty and p.kind is not p.VAR_KEYWORD]
        places = [value for p in needed if p.kind is not p.KEYWORD_ONLY]
        if not needed or name in LEFT_OUT:
            continue
        try:
            made = each(*places, **{p.name: value for p in needed if p.kind is p.KEYWORD_ONLY})
            if inspect.isgenerator(made):
                list(itertools.islice(made, 3))
        except hr.HuarongError:
            pass
        except Exception as error:
            plain[name] = repr(error)
    assert plain == {}


@pytest.fixture(scope="module")
def samples():
    """A value of each public class that has methods with arguments, and for each argument a value that is right."""
    from huarong import atlas, design, search, study

    one = hr.puzzle("AB/../goal:/../AB")
    whole, space = hr.Atlas.of(one), hr.Space.of(one)
    values = {
        "Atlas": whole,
        "Board": one.board,
        "Fault": hr.Fault("x"),
        "Goal": one.goal,
        "Hint": hr.hint(one),
        "Kind": one.kinds[0],
        "Layout": one.start,
        "Oracle": hr.Oracle(one),
        "Puzzle": one,
        "Space": space,
        "Setup": hr.Setup(hr.Board(3, 3)),
        "Solution": hr.solve(one),
        "atlas.Component": atlas.Component.of(one),
        "atlas.Components": whole.components,
        "atlas.Compressed": atlas.Compressed.of(whole),
        "atlas.DistanceTable": atlas.Component.of(one).table("step"),
        "atlas.Map": atlas.Map.of(one),
        "atlas.Oracles": atlas.Oracles(),
        "atlas.Survey": whole.survey(),
        "design.HardestGoal": None,
        "design.Rating": design.rate(one),
        "library.Entry": hr.find("横刀立马"),
        "proof.Certificate": hr.prove(hr.solve(one)),
        "search.Distances": search.Distances.of(one),
        "search.Heuristic": search.Heuristic.of(one, [[[0], [1]]]),
        "design.Changed": design.easier("A.../BB../goal:/..A./..BB")[0],
        "design.Part": design.rate(one).parts[0],
        "design.PuzzleReport": design.report(one, picture=False),
        "search.Why": search.Why("moves", {}),
        "study.Article": study.ARTICLES[0],
        "study.Claim": study.claims()[0],
        "study.Comparison": study.compare("横刀立马", ["lv-avl64"], repeats=1),
        "study.Exhibit": study.EXHIBITS[0],
    }
    right = {
        "alternatives": [[(0, 1)]],
        "atlas": whole,
        "board": "2x2",
        "cells": [(0, 0)],
        "column": 1,
        "component": values["atlas.Component"],
        "data": {},
        "distance": 0,
        "distances": whole.table,
        "goal": one.goal,
        "goals": [{"A": [(0, 0)]}],
        "grids": space.grids([0]),
        "groups": [[[0], [1]]],
        "head": 0,
        "heads": [0, 1],
        "histogram": (1, 2),
        "kind": one.kinds[0],
        "kinds": one.kinds,
        "layout": one.start,
        "layouts": 3,
        "least": 0,
        "line": 1,
        "metric": "step",
        "most": 2,
        "move": whole.options(one.start)[0],
        "n": 2,
        "number": 0,
        "moves": "A D1",
        "oracle": values["Oracle"],
        "path": "x",
        "puzzle": one,
        "rank": 0,
        "ranks": [0],
        "setup": values["Setup"],
        "space": space,
        "symbol": "A",
        "template": "x",
        "text": "A D1",
        "to": 2,
        "values": whole.table,
    }
    return values, right


OF_THE_LIBRARY = {"watch", "packing", "request", "task", "design", "draw", "progress", "cancel"}
"""Arguments by these names are values that only the library makes, or functions and generators of the caller's."""


def methods(value):
    """The public methods of a class that take arguments, each with the parameters but `self`."""
    for name in dir(value):
        here = inspect.getattr_static(value, name)
        bound = isinstance(here, (classmethod, staticmethod))
        own = any(name in vars(each) for each in value.__mro__ if each.__module__[:7] == "huarong")
        called = not name.startswith("_") or name in ("__getitem__", "__contains__", "__call__")
        if own and called and (bound or inspect.isfunction(here)):
            given = list(inspect.signature(getattr(value, name)).parameters.values())[not bound :]
            needed = {each.name for each in given if each.default is each.empty}
            if given and not needed & OF_THE_LIBRARY:
                yield name, bound, given


@pytest.mark.parametrize(
    "wrong",
    [None, 5, "", [], {}, object(), 1.5, -1, 10**9, [None], [[0]], [("a", "b")], hr.Layout(((1,),))],
    ids=lambda value: f"{type(value).__name__}-{str(value)[:6]}",
)
def test_whatever_is_given_to_a_public_method_only_errors_of_the_library_are_raised(
    wrong, samples, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    values, right = samples
    plain = {}
    for name, each in public():
        if not inspect.isclass(each) or name in LEFT_OUT:
            continue
        for method, bound, given in methods(each):
            if not bound and name not in values:
                continue
            for tried in given:
                many = (method, tried.name) in [("random", "n"), ("svg", "cell")] and wrong == 10**9
                if tried.name in OF_THE_LIBRARY or tried.kind is tried.VAR_KEYWORD or many:
                    continue
                on = copy.deepcopy(values[name]) if name == "Setup" else values.get(name)
                of = each if bound else on
                error = plain_error(getattr(of, method), given, tried, wrong, right)
                # A mapping's own KeyError names the key.
                if error and not (method == "__getitem__" and error.args == (wrong,)):
                    plain[name, method, tried.name] = repr(error)
    assert plain == {}


def plain_error(call, given, tried, wrong, right):
    """The error, not the library's, of a call whose arguments are right but one; None where there is none."""
    places, named = [], {}
    for one in given:
        if one is tried or (one.default is one.empty and one.kind is not one.VAR_KEYWORD):
            value = wrong if one is tried else right[one.name]
            if one.kind is one.KEYWORD_ONLY or one.default is not one.empty:
                named[one.name] = value
            else:
                places.append(value)
    try:
        made = call(*places, **named)
        if inspect.isgenerator(made):
            list(itertools.islice(made, 3))
    except (hr.HuarongError, FileNotFoundError):
        return None
    except Exception as error:
        return error
    return None
