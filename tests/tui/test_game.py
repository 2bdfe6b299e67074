"""A game: pieces slide as the rules say, and moves are counted as a solution counts them."""

import random

import huarong as hr
from huarong.tui.game import Game


def test_a_solution_played_counts_as_it_does():
    solution = hr.solve("捷足先登")
    game = Game(solution.puzzle)
    symbols = [piece.symbol for piece in game.puzzle.pieces]
    for move in solution.moves:
        assert game.go(symbols.index(move.piece), move.stop)
    assert game.solved and game.counts == solution.counts
    assert [str(move) for move in game.moves] == [str(move) for move in solution.moves]


def test_undo_and_redo():
    game = Game(hr.puzzle("横刀立马"))
    draw, seen = random.Random(1), [game.heads]
    while len(seen) < 60:
        if game.step(draw.randrange(10), draw.choice("UDLR")):
            seen.append(game.heads)
            assert not game.puzzle.faults(game.puzzle.layout(game.heads))
    last, moves = game.heads, game.counts["move"]
    for _ in range(moves):
        assert game.undo()
    assert not game.undo() and game.heads == seen[0]
    for _ in range(moves):
        assert game.redo()
    assert not game.redo() and game.heads == last
    game.restart()
    assert (game.heads, game.counts) == (seen[0], {"move": 0, "slide": 0, "step": 0})


def test_going_there_and_back_is_no_move():
    game = Game(hr.puzzle("A./..", "../.A"))
    assert game.step(0, "R") and game.step(0, "L") and not game.moves
    assert not game.step(0, "L") and not game.go(0, 0) and game.go(0, 3)
    assert game.counts == {"move": 1, "slide": 2, "step": 2} and game.solved


def test_a_click_on_an_empty_cell_brings_the_piece_there():
    game = Game(hr.puzzle("横刀立马"))
    soldier = game.at(18 - 4)
    assert soldier is not None and game.reach(soldier, 18) == 18
    assert game.reach(0, 18) is None and game.at(18) is None
