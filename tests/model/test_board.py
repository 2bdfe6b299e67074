"""Boards, kinds, layouts, moves, goals, metrics, symbols of cells, and which puzzles are numbered tiles."""

import itertools
import pickle

import pytest

import huarong as hr
from huarong.errors import InputError
from huarong.model.board import _CODES, METRICS, Board, Goal, Kind, Layout, Leg, Metric, Move, usual_goal
from huarong.model.puzzle import Puzzle
from huarong.model.symbols import new_symbols, stands, tile_symbol
from huarong.model.tiles import all_tiles, tile_orders
from tests.examples import data


def test_a_layout_knows_its_home_and_is_equal_without_it() -> None:
    puzzle = hr.puzzle("横刀立马")
    space = hr.Space.of(puzzle)
    bare = Layout(puzzle.start.heads)
    assert puzzle.start.home is puzzle and space.layout(7).home is space
    assert puzzle.start.moved(0, 1, 1).home is puzzle and bare.home is None
    assert bare == puzzle.start == space.layout(space.rank(bare))
    assert len({bare, puzzle.start, space.layout(space.rank(bare))}) == 1
    assert pickle.loads(pickle.dumps(puzzle.start)).home is None
    assert pickle.loads(pickle.dumps(puzzle.start)) == puzzle.start
    assert len(pickle.dumps(puzzle.start)) == len(pickle.dumps(bare)) < 200


def test_the_shape_of_a_kind_begins_at_its_head() -> None:
    assert Kind.of([(5, 5), (6, 5), (5, 7)]) == Kind.of([(0, 2), (1, 0), (0, 0)])
    assert Kind.of([(3, 1), (2, 2)]).shape == ((0, 0), (-1, 1))
    pytest.raises(ValueError, Kind.of, []).match("expected one or more pairs")
    with pytest.raises(InputError, match="expected str, not int"):
        Kind.of([(0, 0)], 4)  # type: ignore[arg-type]


def test_where_a_piece_can_lie() -> None:
    board = Board(3, 2, walls=frozenset({0}), gates=frozenset({5}))
    domino = Kind.of([(0, 0), (1, 0)])
    assert board.heads(domino) == (1, 3) and board.heads(Kind.of(domino.shape, gates=True)) == (1, 3, 4)
    assert board.free == (1, 2, 3, 4, 5)


@pytest.mark.parametrize(
    ("path", "name", "steps"), [("U1", "Up", 1), ("L3", "Left3", 3), ("R1D1", "Turning", 2), ("R2D1", "Path", 3)]
)
def test_what_a_move_is_called(path: str, name: str, steps: int) -> None:
    legs = tuple(Leg(path[i], int(path[i + 1])) for i in range(0, len(path), 2))
    move = Move("A", "曹操", 0, 1, legs)
    assert (move.name, move.steps, move.path, str(move)) == (name, steps, path, f"A {path}")


SQUARE = Kind.of([(0, 0), (1, 0), (0, 1), (1, 1)])
SINGLE = Kind.of([(0, 0)])


def test_usual_goal() -> None:
    assert usual_goal(Board(4, 5), [SINGLE, SQUARE]) == (1, 13) and usual_goal(Board(4, 5), [SINGLE]) is None
    assert usual_goal(Board(4, 5), [SQUARE, SQUARE]) is None and usual_goal(Board(5, 4), [SQUARE]) is None
    assert usual_goal(Board(4, 5, walls=frozenset({0})), [SQUARE]) is None
    assert usual_goal(Board(4, 5, gates=frozenset({0})), [SQUARE]) is None


def test_goals_are_equal_whatever_their_order() -> None:
    assert Goal.of([[(1, 2), (0, 3)], [(0, 1)]]) == Goal.of([[(0, 1)], [(0, 3), (1, 2), (1, 2)]])


@pytest.mark.parametrize(("text", "keys", "key"), data("known")["key pieces"])
def test_key_pieces(text: str, keys: str, key: str | None) -> None:
    puzzle = Puzzle.parse(text)
    assert "".join(sorted(p.symbol for p in puzzle.pieces if p.kind in puzzle.keys)) == keys
    assert (puzzle.key.symbol if puzzle.key else None) == key


def test_each_metric_has_a_number_of_its_own() -> None:
    assert sorted(each.code for each in METRICS) == list(range(len(METRICS)))


def test_what_no_kernel_knows_is_not_searched_by_the_rules_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(_CODES, "slide")
    pytest.raises(KeyError, hr.solve, "AB/../goal:/../AB", metric=Metric.SLIDE).match("slide")
    pytest.raises(KeyError, hr.Atlas.of, "AB/../goal:/../AB", metric="slide").match("slide")


@pytest.mark.parametrize("symbol", ["A", "7", "曹", "=", "*", "é", ".", "#"])
def test_what_stands_in_a_cell(symbol: str) -> None:
    assert stands(symbol)


@pytest.mark.parametrize("symbol", ["", "AB", " ", "\u3000", "\0", "/", ":", "\n", "\ufeff"])
def test_what_stands_in_none(symbol: str) -> None:
    assert not stands(symbol)


def test_symbols_are_enough_for_any_board() -> None:
    tiles = [tile_symbol(number) for number in range(4096)]
    assert len({*tiles}) == len(tiles) and all(map(stands, tiles))
    fresh = list(itertools.islice(new_symbols("abcA"), 4096))
    assert len({*fresh}) == len(fresh) and all(map(stands, fresh)) and {*"abcA"}.isdisjoint(fresh)


@pytest.mark.parametrize(("text", "tiles", "orders"), data("known")["numbered tiles"])
def test_numbered_tiles(text: str, tiles: bool, orders: object) -> None:
    puzzle = Puzzle.parse(text)
    assert all_tiles(puzzle) is tiles and tile_orders(puzzle) == (orders and tuple(orders))
