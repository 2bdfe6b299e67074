"""A game with hints: the loop of a program of your own.

The player here makes a mistake now and then; the oracle says what each move loses, and brings the game home.
"""

# %%
from __future__ import annotations

import random

import huarong as hr


def play(name: str, mistakes: float = 0.2, seed: int = 1) -> tuple[int, int]:
    """Play a puzzle to its end; returns how many moves were made, and how many were needed from the start."""
    puzzle = hr.puzzle(name)
    oracle = hr.Oracle(puzzle)
    chance = random.Random(seed)
    heads = tuple(piece.head for piece in puzzle.pieces)
    hint = oracle.hint(heads)
    needed, made, last = hint.distance or 0, 0, None
    while not hint.solved:
        moves = [each for each in hint.moves if each.distance is not None]
        best = [each for each in moves if each.best]
        chosen = chance.choice(moves if chance.random() < mistakes else best)
        if last is None or last.symbol != chosen.move.piece:
            made += 1  # to go on with the same piece is the same move
        i = [piece.symbol for piece in puzzle.pieces].index(chosen.move.piece)
        heads = (*heads[:i], chosen.move.stop, *heads[i + 1 :])
        last = puzzle.pieces[i]
        hint = oracle.hint(heads, last=str(chosen.move))
    return made, needed


# %%
if __name__ == "__main__":
    for name in ("捷足先登", "横刀立马"):
        made, needed = play(name)
        print(f"{name}: {made} moves made, {needed} needed")
