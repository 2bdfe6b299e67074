"""Recording zhoutk's array with its border of sentinels: every read and write of a cell by zhoutk's functions."""

from typing import Any

from huarong.errors import InputError
from huarong.model.puzzle import Puzzle
from huarong.study import zhoutk
from huarong.study.classic import Classic
from huarong.study.traces.levels import level_by_level
from huarong.study.traces.tape import Tape, layout_text
from huarong.study.zhoutk import TYPES, GameState, Warrior, blocks_of

_PRINTED = {"ask": "isPositionAvailable", "take": "takePosition", "add": "addGameStateHero"}
_QUIET = {"read": None, "write": None}
"""The values for a frame in which no cell is read or written."""


class _Row(list[int]):
    """A row of the board that records reads and writes. Copying the row returns a plain list."""

    def __init__(self, tape: Tape, row: int, values: list[int]) -> None:
        super().__init__(values)
        self.tape, self.row = tape, row

    def __getitem__(self, column: Any) -> Any:
        value = super().__getitem__(column)
        if not isinstance(column, slice):
            self.tape.put(at={"read": [self.row, column], "write": None})
            self.tape.frame("read", row=self.row, column=column, value=value)
        return value

    def __setitem__(self, column: Any, value: Any) -> None:
        super().__setitem__(column, value)
        self.tape.put(cell={f"{self.row},{column}": value}, at={"write": [self.row, column], "read": None})
        self.tape.frame("write", row=self.row, column=column, value=value)


def _framed(tape: Tape) -> GameState:
    """Return an empty board, with every cell in table `cell`."""
    state = GameState()
    state.board = [_Row(tape, n, row) for n, row in enumerate(state.board)]
    _array(GameState(), tape)
    return state


def placed(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """Record `initState`: it tries each warrior and places it if there is room; then each tries all its moves."""
    heroes, state = zhoutk.warriors(puzzle), _framed(tape)
    heroes = [*zhoutk.HENGDAO] if {*heroes} == {*zhoutk.HENGDAO} else heroes
    tape.put(count={"placed": 0})
    tape.frame("framed")
    for index, hero in enumerate(heroes):
        number = TYPES.index(hero.type) + 1
        tape.put(at={"hero": [index, number, hero.left, hero.top]})
        tape.frame("add", n=index + 1, type=number, left=hero.left, top=hero.top)
        zhoutk.add_hero(state, index, hero)
        tape.put(at=_QUIET | {"board": layout_text(blocks_of(state))}, count={"placed": len(state.heroes)})
        tape.frame("added", n=index + 1)
    tries = going = 0
    for index in range(len(state.heroes)):
        for direction in range(4):
            tries += 1
            tape.put(at={"hero": [index, direction]})
            tape.frame("try", n=index + 1, way="URDL"[direction])
            child = zhoutk.moved(state, index, direction)
            going += child is not None
            tape.put(at=_QUIET, count={"tries": tries, "going": going})
            tape.frame("refused" if child is None else "may", n=index + 1, way="URDL"[direction])
    tape.put(at={"hero": None})
    tape.frame("tried", tries=tries, going=going)
    tape.figures = {"placed": len(state.heroes), "tries": tries, "going": going}


def by_hand(calls: str, tape: Tape) -> None:
    """Record zhoutk's functions, called by the visitor: `calls` as `add 4 1 0;ask 1 0 0;take 2 0 0;init`.

    The numbers are type, left and top; `init` is initState with 横刀立马. Raises `InputError` for an invalid call.
    """
    state = _framed(tape)
    tape.frame("framed")
    for n, call in enumerate(filter(None, map(str.strip, calls.split(";")))):
        if n == 40:
            raise InputError("at most {most} {most:call|calls}", most=40)
        _called(state, call, tape)
        tape.put(at=_QUIET)
    tape.figures = {"placed": len(state.heroes)}


def _called(state: GameState, call: str, tape: Tape) -> None:
    name, *numbers = call.split()
    if name == "init" and not numbers:
        tape.frame("init")
        tape.frame("answer", call="initState", value=state.init_state(list(zhoutk.HENGDAO)))
        return
    if name not in _PRINTED or len(numbers) != 3:
        raise InputError("{call!r} is not a valid call; expected ask, take or add with type, left and top", call=call)
    try:
        kind, left, top = map(int, numbers)
    except ValueError:
        kind = 0
    if not (1 <= kind <= 4 and 0 <= left <= 3 and 0 <= top <= 4):
        text = "{call!r} is not valid; expected a type from 1 to 4, left from 0 to 3, top from 0 to 4"
        raise InputError(text, call=call)
    size, index = TYPES[kind - 1], len(state.heroes)
    tape.put(at={"hero": [index, kind, left, top]})
    tape.frame("hand", call=_PRINTED[name], type=kind, left=left, top=top)
    if name == "ask":
        answer: object = zhoutk.is_position_available(state, size, left, top)
    elif name == "add":
        answer = zhoutk.add_hero(state, index, Warrior(size, left, top))
    else:
        zhoutk.take_position(state, index, size, left, top)
        answer = None
    tape.put(count={"placed": len(state.heroes)})
    tape.frame("answer", call=_PRINTED[name], value=answer)


def searched(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """Record the search that uses zhoutk's fields: parent, step and move of each state."""
    classic = Classic.of(puzzle, empty=None)
    start, game = zhoutk.begin(classic)

    def made(_: object, state: GameState, parent: GameState | None, solved: bool) -> None:
        _array(state, tape)
        if parent is not None:
            tape.put(at={"hero": [state.move.hero, state.move.direction]})

    level_by_level(tape, game, start, lambda state: layout_text(blocks_of(state)), made, told=False)


def _array(state: GameState, tape: Tape) -> None:
    """Record every cell of a board."""
    if tape.on:
        tape.put(cell={f"{n},{m}": value for n, row in enumerate(state.board) for m, value in enumerate(row)})
