"""The JSON text of a hint, written directly from a table of distances, for a server that gives thousands of hints.

`Hint.to_json` gives the JSON of any hint (`tests/atlas/test_telling.py` compares the two) in four times the time, since
it makes a value of every move, and text of every value. Here the text of a move up to its grade is cached: where few
cells are empty, few different moves occur.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence

from huarong.atlas.hints import Position
from huarong.atlas.known import Known
from huarong.model.board import Leg, Move

__all__ = ["told"]

_write = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def told(position: Position, known: Known, rank: int) -> str:
    """The text of `Hint.to_json(count=False)` for a position of a rank, before which no move was made.

    >>> import huarong as hr
    >>> from huarong.atlas.oracle import Oracle
    >>> oracle = Oracle("A./../goal:/.A/..", "step")
    >>> at = Position.of(oracle.puzzle, None)
    >>> table = oracle.table()
    >>> told(at, table, table.space.rank(at.layout))
    '{"metric":"step","distance":1,...
    """
    puzzle, metric = position.puzzle, known.metric
    rules, pieces = puzzle.rules, puzzle.pieces
    here = known.distance(rank)
    ends: dict[int, dict[int, int | None]] = {}
    for p, q, to in known.moves.at(rank):
        ends.setdefault(p, {})[q] = known.distance(to)
    held = [rules.place[piece.kind, at] for piece, at in zip(pieces, position.heads, strict=True)]
    taken = sum([rules.covers[p] for p in held])
    moves: list[tuple[bool, int, str]] = []
    best = []
    for piece, p in zip(pieces, held, strict=True):
        if p not in ends:
            continue
        own = ends[p]
        for q, legs in rules.ways(p, taken - rules.covers[p], metric).items():
            name, text = _begun(piece.symbol, piece.label, rules.head[p], rules.head[q], legs)
            left = own[q]
            if left is None or here is None:
                grade = f'{_null(left)},"known":true,"loses":null,"best":false}}'
                moves.append((left is None, 0, text + grade))
                continue
            loses = left + 1 - here
            finds = "true" if loses == 0 and here else "false"
            if finds == "true":
                best.append(name)
            moves.append(
                (False, loses, f'{text}{left},"known":true,"loses":{loses},"best":{finds}}}')
            )
    moves.sort(key=_worth)
    return (
        f'{{"metric":"{metric.value}","distance":{_null(here)},"solvable":{_flag(here is not None)},'
        f'"solved":{_flag(here == 0)},"source":"{known.source}","best":[{",".join(best)}],'
        f'"moves":[{",".join([text for _, _, text in moves])}]}}'
    )


def _null(number: int | None) -> int | str:
    return "null" if number is None else number


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _worth(each: tuple[bool, int, str]) -> tuple[bool, int]:
    return each[:2]


@functools.lru_cache(1 << 14)
def _begun(symbol: str, label: str, start: int, stop: int, legs: Sequence[Leg]) -> tuple[str, str]:
    """The text of a move as a JSON string, and the move's JSON object up to its distance."""
    move = Move(symbol, label, start, stop, tuple(legs))
    text = str(move)
    said = {"move": text, "piece": symbol, "label": label, "from": start, "to": stop, "path": move.path}  # fmt: skip
    return _write(text), _write(said)[:-1] + ',"distance":'
