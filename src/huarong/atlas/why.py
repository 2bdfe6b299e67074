"""Why a move is best: what it makes way for on a shortest solution, and what every other move costs.

A move *makes way* for the first later move that enters an emptied cell and would otherwise be blocked. A chain of such
moves is the reason. It ends with the first move of the goal's piece or, if the goal names most of the pieces, with the
first move that brings a piece to its final place. Sentences about later moves describe the hint's solution only;
sentences about other moves hold for all of them. The pages have a twin, `rules/why.js`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from huarong.i18n import say
from huarong.library.labels import called, length_text
from huarong.model.board import DIRECTIONS, Metric, Move
from huarong.model.puzzle import Puzzle
from huarong.model.rules import Rules


@dataclass(frozen=True)
class Because:
    """One sentence of a reason: its kind (one of `TEXTS`), and its values."""

    kind: str
    values: dict[str, Any]
    metric: Metric = Metric.MOVE

    def message(self, lang: str = "en") -> str:
        """The sentence in the language asked for."""
        named = {
            name: called(value, lang) if isinstance(value, str) else length_text(value, self.metric, lang)
            for name, value in self.values.items()
        }
        text = say(TEXTS[self.kind], lang, **named)
        return _APART.sub(" ", text) if lang == "zh" else text


@dataclass(frozen=True)
class Reason:
    """Why the first best move of a hint is best: the move, and at least one sentence."""

    move: Move
    because: tuple[Because, ...]

    def message(self, lang: str = "en") -> str:
        """The sentences in the language asked for."""
        return ("" if lang == "zh" else " ").join(each.message(lang) for each in self.because)

    def to_json(self, lang: str = "en") -> dict[str, Any]:
        """Return the move, the kinds and values of the sentences, and their text."""
        because = [{"kind": each.kind, **each.values} for each in self.because]
        return {"move": str(self.move), "because": because, "text": self.message(lang)}


TEXTS = {
    "arrives": "{piece} reaches its place in the goal.",
    "makes way": "{piece} makes way for {other}, which can move there {n} later.",
    "makes way at once": "{piece} makes way for {other}, which can move there next.",
    "makes way for a chain": "{piece} makes way for {other}, so that {key} can move {n} later.",
    "makes way to arrive": "{piece} makes way for {other}, so that {key} can reach its place {n} later.",
    "goes to its place": "{piece} is on its way: it can reach its place {n} later.",
    "goes on": "{piece} is on its way: it can move on {n} later.",
    "only move": "No other move is possible.",
    "only way": "After any other move the goal cannot be reached.",
    "others lose": "Anything else takes at least {n} more.",
}
"""The sentences by kind; `n` is a number of moves in the hint's metric."""


_APART = re.compile(r"(?<=[0-9A-Za-z])(?=[一-鿿])|(?<=[一-鿿])(?=[0-9A-Za-z])")
"""The places where a letter or a digit meets a Chinese character: a space separates names and numbers there."""


class Graded(NamedTuple):
    """A legal move and its grade.

    `distance` is the distance to the goal after the move. It is None if no goal can be reached or, with `known` false,
    if it was not computed. `loses` is how many more moves than a best move it costs; None if `distance` is None.
    """

    move: Move
    distance: int | None
    known: bool = True
    loses: int | None = None
    best: bool = False

    def to_json(self) -> dict[str, Any]:
        """The move and its grade as JSON."""
        move = self.move
        return {
            "move": str(move),
            "piece": move.piece,
            "label": move.label,
            "from": move.start,
            "to": move.stop,
            "path": move.path,
            "distance": self.distance,
            "known": self.known,
            "loses": self.loses,
            "best": self.best,
        }


def why(
    puzzle: Puzzle,
    best: Sequence[Move],
    moves: Sequence[Graded],
    line: Sequence[Move] | None,
    metric: Metric = Metric.MOVE,
) -> Reason | None:
    """Return why the first of the best moves at a puzzle's start is best; None if no true reason is known.

    `moves` are all legal moves. `line` is a shortest solution that begins with that move; None if unknown.

    >>> puzzle = Puzzle.parse("AB/..", goal="../.A")
    >>> first, then = puzzle.moves()[1], puzzle.moves()[0]
    >>> why(puzzle, [first], [Graded(first, 1, loses=0), Graded(then, 3, loses=2)], None).message()
    'Anything else takes at least 2 moves more.'
    """
    if not best:
        return None
    found = (_purpose(puzzle, line), _grades(best, moves))
    because = tuple(replace(each, metric=metric) for each in found if each is not None)
    return Reason(best[0], because) if because else None


def _grades(best: Sequence[Move], moves: Sequence[Graded]) -> Because | None:
    others = [each for each in moves if each.move != best[0]]
    if not others:
        return Because("only move", {})
    if len(best) > 1 or not all(each.known for each in others):
        return None
    loses = [each.loses for each in others if each.loses is not None]
    if not loses:
        return Because("only way", {})
    return Because("others lose", {"n": min(loses)}) if min(loses) > 0 else None


def _purpose(puzzle: Puzzle, line: Sequence[Move] | None) -> Because | None:
    if not line:
        return None
    first, placed = line[0], _placed(puzzle, line)
    if 0 in placed:
        return Because("arrives", {"piece": first.label})
    kinds = {piece.symbol: piece.kind for piece in puzzle.pieces}
    begun = [[move.piece for move in line].index(move.piece) for move in line]
    keys = {at for at, move in enumerate(line) if kinds[move.piece] in puzzle.keys}
    chain, ends = list[int](), keys or set(placed)
    at = makes_way_for(puzzle.rules, kinds, line, 0)
    while at is not None:
        chain.append(at)
        at = None if at in ends else makes_way_for(puzzle.rules, kinds, line, at)
    if not chain:
        again = [i for i, move in enumerate(line) if i and move.piece == first.piece]
        return Because("goes on", {"piece": first.label, "n": again[0]}) if again else None
    other, last, end = line[chain[0]], line[chain[-1]], chain[-1]
    values: dict[str, Any] = {"piece": first.label, "other": other.label}
    if not keys and end in ends and last.piece == first.piece:
        return Because("goes to its place", {"piece": first.label, "n": end})
    if len(chain) > 1 and end in ends and (not keys or begun[end] == end):
        kind = "makes way for a chain" if keys else "makes way to arrive"
        return Because(kind, {**values, "key": last.label, "n": end})
    if chain[0] == 1:
        return Because("makes way at once", values)
    return Because("makes way", {**values, "n": chain[0]})


def _placed(puzzle: Puzzle, line: Sequence[Move]) -> list[int]:
    """Return the moves of a solution that bring a piece to its final place in the reached goal."""
    heads = {piece.symbol: (piece.kind, piece.head) for piece in puzzle.pieces}
    last = {move.piece: at for at, move in enumerate(line)}
    heads |= {piece: (heads[piece][0], line[at].stop) for piece, at in last.items()}
    there = set(heads.values())
    wanted = {each for some in puzzle.goal.alternatives if there.issuperset(some) for each in some}
    return sorted(at for piece, at in last.items() if heads[piece] in wanted)


def makes_way_for(rules: Rules, kinds: dict[str, int], line: Sequence[Move], at: int) -> int | None:
    """The first later move to enter a cell that move `at` empties; None without one or if its piece moves before."""
    piece = line[at].piece
    before, after = (rules.covers[rules.place[kinds[piece], head]] for head in (line[at].start, line[at].stop))
    emptied = before & ~after
    for number in range(at + 1, len(line)):
        move = line[number]
        if move.piece == piece:
            return None
        if _swept(rules, kinds, move) & emptied:
            return number
    return None


def _swept(rules: Rules, kinds: dict[str, int], move: Move) -> int:
    place = rules.place[kinds[move.piece], move.start]
    cells, begun = 0, rules.covers[place]
    for leg in move.legs:
        for _ in range(leg.cells):
            place = rules.step[4 * place + DIRECTIONS.index(leg.direction)]
            cells |= rules.covers[place]
    return cells & ~begun
