"""The JSON text of a hint, written straight from a table of distances, for a server that answers thousands of requests.

`Hint.to_json` gives the JSON of any hint (`tests/atlas/test_hint_json.py` compares the two) in four times the time, since
it makes an object of every move. Here the text of a move up to its grade is cached: where few cells are empty, few
different moves occur.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence

from huarong.atlas.hints import Position
from huarong.atlas.table import DistanceTable
from huarong.model.board import Leg, Move

__all__ = ["hint_json"]

_write = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def hint_json(position: Position, table: DistanceTable, rank: int) -> str:
    """The text of `Hint.to_json(count=False)` for a position and its rank, no last move being given.

    >>> import huarong as hr
    >>> from huarong.atlas.oracle import Oracle
    >>> oracle = Oracle("A./../goal:/.A/..", "step")
    >>> at = Position.of(oracle.puzzle, None)
    >>> table = oracle.table()
    >>> hint_json(at, table, table.space.rank(at.layout))
    '{"metric":"step","distance":1,...
    """
    puzzle, metric = position.puzzle, table.metric
    rules, pieces = puzzle.rules, puzzle.pieces
    here = table.distance(rank)
    ends: dict[int, dict[int, int | None]] = {}
    for p, q, to in table.moves.at(rank):
        ends.setdefault(p, {})[q] = table.distance(to)
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
    moves.sort(key=_by_grade)
    return (
        f'{{"metric":"{metric.value}","distance":{_null(here)},"solvable":{_flag(here is not None)},'
        f'"solved":{_flag(here == 0)},"source":"{table.source}","best":[{",".join(best)}],'
        f'"moves":[{",".join([text for _, _, text in moves])}]}}'
    )


def _null(number: int | None) -> int | str:
    return "null" if number is None else number


def _flag(value: bool) -> str:
    return "true" if value else "false"


def _by_grade(each: tuple[bool, int, str]) -> tuple[bool, int]:
    return each[:2]


@functools.lru_cache(1 << 14)
def _begun(symbol: str, label: str, start: int, stop: int, legs: Sequence[Leg]) -> tuple[str, str]:
    """The text of a move as a JSON string, and the move's JSON object up to its distance."""
    move = Move(symbol, label, start, stop, tuple(legs))
    text = str(move)
    said = {"move": text, "piece": symbol, "label": label, "from": start, "to": stop, "path": move.path}  # fmt: skip
    return _write(text), _write(said)[:-1] + ',"distance":'
