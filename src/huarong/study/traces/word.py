"""Recording how a layout is read as a word of the automaton, and its rank: the number of words before it."""

from __future__ import annotations

from huarong.model.puzzle import Puzzle
from huarong.space.space import Space
from huarong.study.traces.tape import LETTER, Tape


def read_word(puzzle: Puzzle, tape: Tape) -> int:
    """Read the puzzle's start: at each cell that nothing covers yet the letter of what begins there; the rank.

    For each letter read, table `word` has its cell, the letter, and how many words it passes over.
    """
    space = Space.of(puzzle)
    tables, letters = space.tables, [".", *(LETTER[kind.size] for kind in space.kinds)]
    heads = {h: k + 1 for k, group in enumerate(puzzle.start.heads) for h in group}
    node, rank, n = 0, 0, 0
    while tables.to[node].max() >= 0:
        cell = int(tables.cell[node])
        letter = heads.get(cell, 0)
        passed = int(tables.before[node][letter])
        rank += passed
        tape.put("word", n, [cell, letters[letter], passed])
        tape.put("at", "lit", cell)
        tape.put("count", "rank", rank)
        tape.frame("letter", cell=cell, letter=letters[letter], passed=passed, rank=rank)
        node, n = int(tables.to[node][letter]), n + 1
    tape.put("at", "lit", None)
    tape.put("count", "words", space.size)
    tape.frame("ranked", rank=rank, size=space.size)
    return rank
