"""Moves of named pieces: which are legal, and which move a text means.

A move is written as a piece, by its character or its label, and its path: `N D1`, `J L1U1`, `卒1 下1`, `曹操 右`. A
direction is one of `UDLR`, `上下左右` or a word such as `down`; without a number the piece moves one cell.
"""

import re
from collections.abc import Container, Iterable, Iterator, Sequence

from huarong.errors import InputError, nearest
from huarong.model.board import DIRECTIONS, Leg, Metric, Move, Piece
from huarong.model.rules import NOWHERE, Rules

_MOST_SHOWN = 12
_WORDS = {"U": ("u", "up", "上"), "D": ("d", "down", "下"), "L": ("l", "left", "左"), "R": ("r", "right", "右")}
_DIRECTION = {word: direction for direction, words in _WORDS.items() for word in words}
_HAN = "零一二三四五六七八九"
_SOLDIER = re.compile(f"^卒(?:([{_HAN[1:]}]?)(十))?([{_HAN[1:]}]?)")
_LEG = r"(?i)\s*(" + "|".join(sorted(_DIRECTION, key=len, reverse=True)) + r")\s*(\d{1,4})?"


class IllegalMove(InputError):
    """A move that cannot be made; the message lists possible moves."""


def legal_moves(rules: Rules, pieces: Sequence[Piece], metric: Metric) -> tuple[Move, ...]:
    """Return every legal move of the pieces, piece by piece, nearer places first."""
    heads = [piece.head for piece in pieces]
    return tuple(move for move, _, _ in moves_between(rules, pieces, heads, metric))


def moves_between(
    rules: Rules, pieces: Sequence[Piece], heads: Sequence[int], metric: Metric, movable: Container[int] | None = None
) -> Iterator[tuple[Move, int, int]]:
    """Iterate over every legal move of pieces at these heads, with the places (of `Rules`) before and after.

    `movable` has the places that can be left, if they are known already; pieces at other places are skipped.
    """
    covers, head, place, ways = rules.covers, rules.head, rules.place, rules.ways
    held = [place[piece.kind, at] for piece, at in zip(pieces, heads, strict=True)]
    taken = sum([covers[p] for p in held])
    for piece, p in zip(pieces, held, strict=True):
        if movable is None or p in movable:
            for q, legs in ways(p, taken - covers[p], metric).items():
                yield Move(piece.symbol, piece.label, head[p], head[q], legs), p, q


def go(rules: Rules, pieces: Sequence[Piece], piece: Piece, legs: Iterable[Leg]) -> Move | None:
    """Return the move of a piece along a path, checked cell by cell; None if something blocks the path."""
    place = {other.symbol: rules.place[other.kind, other.head] for other in pieces}
    others = sum(rules.covers[p] for symbol, p in place.items() if symbol != piece.symbol)
    at = place[piece.symbol]
    path: list[Leg] = []
    for leg in legs:
        for _ in range(leg.cells):
            at = rules.step[4 * at + DIRECTIONS.index(leg.direction)]
            if at == NOWHERE or rules.covers[at] & others:
                return None
        if path and path[-1].direction == leg.direction:
            leg = Leg(leg.direction, path.pop().cells + leg.cells)
        path.append(leg)
    return Move(piece.symbol, piece.label, piece.head, rules.head[at], tuple(path))


def read_move(rules: Rules, pieces: Sequence[Piece], text: str) -> Move:
    """Return the move that a text means. Raises `InputError`, or `IllegalMove` if it cannot be made.

    If several pieces share a name, the text means the piece that can make the move.
    """
    named = meant(pieces, text)
    moves = [move for piece, legs in named if (move := go(rules, pieces, piece, legs))]
    if len(moves) == 1:
        return moves[0]
    if moves:
        template = "{text!r} matches several pieces: {pieces}; write a character"
        raise InputError(template, text=text[:60], pieces=" ".join(sorted(move.piece for move in moves)))
    legal, symbols = legal_moves(rules, pieces, Metric.MOVE), {piece.symbol for piece, _ in named}
    own = [str(move) for move in legal if move.piece in symbols]
    if own:
        template = "{text!r} is not possible; this piece can go {moves}"
        raise IllegalMove(template, text=text[:60], moves=", ".join(own[:_MOST_SHOWN]))
    if not legal:
        raise IllegalMove("{text!r} is not possible; no piece can move", text=text[:60])
    able = " ".join(dict.fromkeys(move.piece for move in legal))
    raise IllegalMove("{text!r} is not possible; these pieces can move: {pieces}", text=text[:60], pieces=able)


def meant(pieces: Sequence[Piece], text: str) -> list[tuple[Piece, list[Leg]]]:
    """Return the pieces that the text of a move may mean, each with its path, whether or not the path is free.

    A piece's character takes precedence over an equal label of another piece. Raises `InputError`.
    """
    text = text.strip()
    for by in ("symbol", "label"):
        found = []
        for piece in pieces:
            name = getattr(piece, by)
            if text.startswith(name) and (legs := _path(text[len(name) :])):
                found.append((piece, legs))
        if found:
            return found
    if (plain := _SOLDIER.sub(_in_digits, text)) != text:
        return meant(pieces, plain)
    name, _, path = text.rpartition(" ")
    symbols = [piece.symbol for piece in pieces]
    names = [*symbols, *(piece.label for piece in pieces if piece.label != piece.symbol)]
    if (path and not _path(path)) or not name:
        template = "{text!r} is not a valid move; expected a piece and its path, as in {example}"
        raise InputError(template, text=text[:60], example=f"{symbols[0]} D1")
    template = "no piece has the name {name!r}; expected one of {names}"
    raise InputError(template, name=name[:60], names=" ".join(nearest(name, names) or names))


def _in_digits(found: re.Match[str]) -> str:
    tens, ten, ones = found.groups()
    return f"卒{bool(ten) * 10 * _HAN.index(tens or '一') + _HAN.index(ones or '零') or ''}"


def _path(text: str) -> list[Leg]:
    legs, at = [], 0
    while found := re.compile(_LEG).match(text, at):
        cells = int(found[2] or 1)
        if not cells:
            return []
        legs.append(Leg(_DIRECTION[found[1].lower()], cells))
        at = found.end()
    return [] if text[at:].strip() else legs
