"""zhoutk, notes on 《算法的乐趣》 (王晓华) rewritten in JavaScript (ES6): part 1, data and start.

The board has 7 rows and 6 columns: the playing board with a border of sentinels, -1, so bounds need no tests. 0 is an
empty cell, and other numbers are the warriors', from 1.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from huarong.errors import InputError
from huarong.model.board import Metric
from huarong.model.puzzle import Puzzle
from huarong.study.classic import BOX, HBAR, SHAPES, SINGLE, VBAR, Block, Classic
from huarong.study.record import Exhibit, Solver, breadth_first

WIDTH, HEIGHT = 6, 7
EMPTY, BORDER = 0, -1
DIRECTIONS = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""Up, right, down, left, as (x, y)."""

TYPES = (SINGLE, VBAR, HBAR, BOX)
"""HT_BLOCK, HT_VBAR, HT_HBAR and HT_BOX are 1 to 4."""


class Warrior(NamedTuple):
    """A warrior's type, and its left and top on the board without the border."""

    type: str
    left: int
    top: int


class MoveAction(NamedTuple):
    """A move: the warrior and its direction."""

    hero: int = 0
    direction: int = 0


def _framed() -> list[list[int]]:
    inside = [BORDER, *[EMPTY] * (WIDTH - 2), BORDER]
    return [[BORDER] * WIDTH, *(inside[:] for _ in range(HEIGHT - 2)), [BORDER] * WIDTH]


@dataclass(slots=True)
class GameState:
    """A board with its warriors, and the state from which it came."""

    board: list[list[int]] = field(default_factory=_framed)
    heroes: list[Warrior] = field(default_factory=list)
    parent: "GameState | None" = None
    step: int = 0
    move: MoveAction = field(default_factory=MoveAction)

    def init_state(self, heroes: list[Warrior]) -> bool:
        """Place the warriors one by one; return False as soon as one has no room."""
        return all(add_hero(self, index, hero) for index, hero in enumerate(heroes))


def add_hero(state: GameState, index: int, hero: Warrior) -> bool:
    """Place one warrior if there is room for it; return whether there was."""
    if room := is_position_available(state, hero.type, hero.left, hero.top):
        take_position(state, index, hero.type, hero.left, hero.top)
        state.heroes.append(hero)
    return room


def is_position_available(state: GameState, kind: str, left: int, top: int) -> bool:
    """Whether all cells that such a warrior would cover are empty, read as in the article, up to the first that is not.
    Outside a row, JavaScript reads `undefined`, which is not 0. Raises `InputError` where there is no row, because
    JavaScript throws there.
    """
    return all(_cell(state, top + 1 + row, left + 1 + column) == EMPTY for column, row in SHAPES[kind])


def _cell(state: GameState, row: int, column: int) -> int | None:
    if not 0 <= row < HEIGHT:
        raise InputError("board[{row}] is undefined, so zhoutk's function throws a TypeError", row=row)
    return state.board[row][column] if 0 <= column < WIDTH else None


def take_position(state: GameState, index: int, kind: str, left: int, top: int) -> None:
    """Write a warrior's number, its index plus one, to its cells."""
    for column, row in SHAPES[kind]:
        state.board[top + 1 + row][left + 1 + column] = index + 1


def printed(state: GameState) -> str:
    """Return the board as `console.dir` prints it.

    >>> print(printed(GameState()).splitlines()[1])
      [ -1, 0, 0, 0, 0, -1 ],
    """
    rows = ("[ " + ", ".join(map(str, row)) + " ]" for row in state.board)
    return "[ " + ",\n  ".join(rows) + " ]"


HENGDAO = (
    *map(Warrior, (VBAR, BOX, VBAR, VBAR, HBAR, VBAR), (0, 1, 3, 0, 1, 3), (0, 0, 0, 2, 2, 2)),
    *map(Warrior, (SINGLE,) * 4, (0, 1, 2, 3), (4, 3, 3, 4)),
)
"""横刀立马 in the order of the article's test, which is not quite reading order."""


def warriors(puzzle: Puzzle) -> list[Warrior]:
    """Return the warriors of a puzzle, in reading order. Raises `InputError` if a piece has none of the `TYPES`."""
    return [Warrior(size, cell % 4, cell // 4) for size, cell in Classic.of(puzzle, empty=None).blocks]


def moved(state: GameState, index: int, direction: int) -> GameState | None:
    """Return the state in which a warrior has moved one cell, or None if it cannot."""
    hero, (dx, dy), mine = state.heroes[index], DIRECTIONS[direction], index + 1
    left, top = hero.left + dx, hero.top + dy
    if any(state.board[top + 1 + row][left + 1 + column] not in (EMPTY, mine) for column, row in SHAPES[hero.type]):
        return None
    heroes, board = state.heroes[:], [row[:] for row in state.board]
    heroes[index] = Warrior(hero.type, left, top)
    for column, row in SHAPES[hero.type]:
        board[hero.top + 1 + row][hero.left + 1 + column] = EMPTY
    new = GameState(board, heroes, state, state.step + 1, MoveAction(index, direction))
    take_position(new, index, hero.type, left, top)
    return new


def children(state: GameState) -> Iterator[GameState]:
    """Iterate over the states after a move of one warrior by one cell."""
    every = (moved(state, index, direction) for index in range(len(state.heroes)) for direction in range(4))
    return (child for child in every if child is not None)


def blocks_of(state: GameState) -> list[Block]:
    """Return the sizes of the warriors and their cells, 0 to 19."""
    return [(hero.type, hero.top * 4 + hero.left) for hero in state.heroes]


class WarriorGame(NamedTuple):
    """The states as a graph with one step a move; the goal is the warrior `box` at one of these cells."""

    box: int
    goals: frozenset[int]

    def neighbours(self, state: GameState) -> Iterator[GameState]:
        return children(state)

    def is_goal(self, state: GameState) -> bool:
        hero = state.heroes[self.box]
        return hero.top * 4 + hero.left in self.goals

    def key(self, state: GameState) -> bytes:
        """Return the types at the top left cells, which are equal for states that differ only in names."""
        types = bytearray(20)
        for hero in state.heroes:
            types[hero.top * 4 + hero.left] = 1 + TYPES.index(hero.type)
        return bytes(types)


def begin(classic: Classic) -> tuple[GameState, WarriorGame]:
    """Return the state of a puzzle's start, and the graph of its game."""
    start = GameState()
    start.init_state(warriors(classic.puzzle))
    return start, WarriorGame(next(i for i, (size, _) in enumerate(classic.blocks) if size == BOX), classic.goals)


def _prepare(puzzle: Puzzle) -> Solver:
    classic = Classic.of(puzzle, empty=None)
    start, game = begin(classic)
    return lambda: breadth_first(game, start, lambda state: classic.layout(blocks_of(state)))


EXHIBITS = (Exhibit("zhoutk", Metric.STEP, _prepare),)
