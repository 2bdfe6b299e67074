import importlib
import inspect
import itertools
import pickle
import pkgutil

import pytest

import huarong as hr

ERRORS = [
    hr.InputError("{value} is no number of seconds to search; expected more than 0", value=-1),
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
            self.size, self.template, self.values = (
                size,
                "{layouts} layouts at most",
                {"layouts": size},
            )

    told = Full(1920).proving(7)
    assert isinstance(told, Full) and told.size == 1920
    assert told.lower == 7 and str(told).startswith("1920 layouts at most")
    assert "fewer than 7 moves" in str(told)


def test_a_name_that_nothing_has_is_answered_with_the_nearest_choices_or_all():
    def said(name, choices):
        return str(hr.UnknownName(name, choices)).partition("; ")[2]

    few, many = ["step", "slide", "move"], ["Pansy", "Poppy", *map(str, range(20))]
    assert said("slid", few) == "the nearest: slide"
    assert said("x", few) == "expected one of step, slide, move"
    assert said("p", many) == "the nearest: Pansy, Poppy"
    assert said("x", many) == "expected one of 22 names, such as Pansy, Poppy, 0"
    error = hr.UnknownName("x", many, listing="huarong list")
    assert str(error).endswith("such as Pansy, Poppy, 0 (huarong list)") and not error.nearest
    assert said(5, few) == "expected one of step, slide, move"


@pytest.mark.parametrize("value", [None, 5, [], {}])
def test_an_argument_of_another_type_is_told(value):
    from huarong import atlas, draw, notation, space, tiles, tours

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
        lambda: tours.parse_board(value),
        lambda: tours.parse_leaper(value),
        lambda: draw.png(value),
        lambda: notation.notation(value),
    ]
    for call in calls:
        with pytest.raises((hr.InputError, hr.UnknownName)):
            call()


def public():
    """What is public and takes an argument that has to be given, by package and name; errors are the library's to make."""
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


@pytest.mark.parametrize(
    "value", [None, 5, "", [], {}, object()], ids=lambda value: type(value).__name__
)
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
