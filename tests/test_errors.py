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
    assert told == "找不到名为 'slid' 的条目；应为 step, slide, move 之一；最接近的有：slide"
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
    board, whole = hr.Space.of(one), hr.Atlas.of(one)
    calls = [one.move, one.after, one.started, one.faults, board.rank, whole.solution, hr.Atlas.open, hr.Space.parse]
    calls += [hr.Puzzle.parse, hr.read, hr.find, hr.detect, atlas.read_goal, space.read_board, tiles.table_set]
    calls += [
        draw.png,
        notation.notation,
        lambda text: board.random(str(text)),
        lambda out: atlas.layouts_csv("x", out),
    ]
    calls += [lambda each: hr.Puzzle.of(each, each), lambda each: hr.Atlas.build(each, each)]
    calls.append(lambda rank: board.layout(12 if rank == 5 else rank))
    calls.append(lambda tables: tiles.solve_tiles([1, 2, 3, 4, 5, 6, 7, 0, 8], tables=tables or 5))
    for call in calls:
        with pytest.raises((hr.InputError, hr.UnknownName)):
            call(value)


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
    component, setup, oracle = atlas.Component.of(one), hr.Setup(hr.Board(3, 3)), hr.Oracle(one)
    values = {"Atlas": whole, "Board": one.board, "Fault": hr.Fault("x"), "Goal": one.goal, "Hint": hr.hint(one)}
    values |= {"Kind": one.kinds[0], "Layout": one.start, "Oracle": oracle, "Puzzle": one, "Space": space}
    values |= {"Setup": setup, "Solution": hr.solve(one), "library.Entry": hr.find("横刀立马")}
    values |= {"proof.Certificate": hr.prove(hr.solve(one)), "search.Distances": search.Distances.of(one)}
    values |= {"search.Heuristic": search.Heuristic.of(one, [[[0], [1]]]), "search.Why": search.Why("moves", {})}
    for name, value in {
        "Component": component,
        "Components": whole.components,
        "Compressed": atlas.Compressed.of(whole),
        "DistanceTable": component.table("step"),
        "Map": atlas.Map.of(one),
        "Oracles": atlas.Oracles(),
        "Survey": whole.survey(),
    }.items():
        values[f"atlas.{name}"] = value
    changed, rating = design.easier("A.../BB../goal:/..A./..BB")[0], design.rate(one)
    values |= {"design.HardestGoal": None, "design.Rating": rating, "design.Part": rating.parts[0]}
    values |= {"design.Changed": changed, "design.PuzzleReport": design.report(one, picture=False)}
    values |= {"study.Article": study.ARTICLES[0], "study.Claim": study.claims()[0], "study.Exhibit": study.EXHIBITS[0]}
    values["study.Comparison"] = study.compare("横刀立马", ["lv-avl64"], repeats=1)
    right = {"alternatives": [[(0, 1)]], "atlas": whole, "board": "2x2", "cells": [(0, 0)], "column": 1, "data": {}}
    right |= {"component": component, "distance": 0, "distances": whole.table, "values": whole.table, "goal": one.goal}
    right |= {"goals": [{"A": [(0, 0)]}], "grids": space.grids([0]), "groups": [[[0], [1]]], "head": 0, "heads": [0, 1]}
    right |= {"histogram": (1, 2), "kind": one.kinds[0], "kinds": one.kinds, "layout": one.start, "layouts": 3}
    right |= {"least": 0, "line": 1, "metric": "step", "most": 2, "move": whole.options(one.start)[0], "n": 2}
    right |= {"number": 0, "moves": "A D1", "oracle": oracle, "path": "x", "puzzle": one, "rank": 0, "ranks": [0]}
    right |= {"setup": setup, "space": space, "symbol": "A", "template": "x", "text": "A D1", "to": 2}
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
