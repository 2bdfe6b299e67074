"""How a board is read if its characters are ambiguous: the sign of the empty cell, and letters for several pieces.

On a board without `.`, `0` or `_` is the sign for an empty cell. If another likely sign (`x`, `o`, `-`) occurs, the
reader asks. Of several signs, signs that are not letters come first, then the most frequent.

A character may have cells that do not all touch. On the classic board (4x5 with one 2x2) the pieces are 2x2, 1x2, 2x1
and 1x1, so each such letter stands for copies of one of these kinds. If every letter can stand for copies of a kind of
its own, every letter does; otherwise only letters in several parts do. If several kinds fit, the classic set (five
dominoes, four singles) decides, then the larger kind for the letter that comes first. A letter whose cells touch in
another shape (four soldiers in a row) stands for all pieces of one kind if that makes the classic set and no goal has
the letter. On any other board a letter is one piece, unless its parts have one shape that also occurs elsewhere: then
the reader asks. `one: AB` in the text says that A and B are one piece each.
"""

import itertools
import math
from collections.abc import Collection, Mapping, Sequence

from huarong.errors import Fault
from huarong.model.board import Board, Kind
from huarong.model.symbols import EMPTY, places

_Cell = tuple[int, int]
EMPTY_SIGNS = "_0空口□〇"
"""Signs that mean the empty cell on a board without `.`."""
LIKELY_SIGNS = "xXoO-~*+○⬜⬛◻◼■▢?？"
"""Signs that probably mean the empty cell on a board without `.`; the reader asks about them."""
CLASSIC = {"2x2": (2, 2), "1x2": (1, 2), "2x1": (2, 1), "1x1": (1, 1)}
"""The width and height of the classic pieces, larger first."""


def sign_of_empty(rows: Sequence[str], one: Collection[str]) -> tuple[str, Fault | None]:
    """Return the sign of a board's empty cells (rows as text), and a note or question about it.

    >>> sign_of_empty(["12", "30"], "")[0], sign_of_empty(["1.", "30"], "")[0]
    ('0', '.')
    """
    board = set().union(*rows)
    if EMPTY in board:
        return EMPTY, None
    sign = next((each for each in EMPTY_SIGNS if each in board and each not in one), "")
    if sign:
        return sign, Fault.of("{symbol!r} stands for the empty cells", symbol=sign)
    even = len(set(map(len, rows))) == 1  # or else spaces at the end of a row are missing
    if even and not board.isdisjoint(" \u3000"):
        return EMPTY, Fault("no cell is empty: write . for each space that means an empty cell")
    likely = [c for c in LIKELY_SIGNS if c in board and c not in one and (even or not c.isalpha())]
    where = places(rows)
    cells = {c: where[c] for c in likely}
    if len(rows) == len(rows[0]) == 6 and "X" in cells and _solid(cells["X"]):
        del cells["X"]  # the red car of Rush Hour
    sign = max(cells, key=lambda each: (not each.isalpha(), len(parts(cells[each])), len(cells[each])), default="")
    return EMPTY, Fault.of(_ASK_EMPTY, symbol=sign) if sign else None


_ASK_EMPTY = "no cell is empty: write . for {symbol!r} if it means an empty cell, or add one: {symbol} if it is a piece"


def parts(cells: Sequence[_Cell]) -> list[list[_Cell]]:
    """Return the parts of a piece that touch along edges, in reading order.

    >>> parts([(0, 0), (2, 0), (2, 1)])
    [[(0, 0)], [(2, 0), (2, 1)]]
    """
    left, found = set(cells), []
    for cell in cells:
        if cell not in left:
            continue
        left.remove(cell)
        part = [cell]
        for x, y in part:
            near = left & {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
            left -= near
            part += near
        found.append(sorted(part, key=lambda c: (c[1], c[0])))
    return found


def copies(cells: Sequence[_Cell], width: int, height: int) -> list[list[_Cell]]:
    """Return the rectangles of one size that fill the cells exactly, in reading order; empty if none do.

    >>> copies([(0, 0), (0, 1), (0, 2), (0, 3)], 1, 2)
    [[(0, 0), (0, 1)], [(0, 2), (0, 3)]]
    """
    left, found = set(cells), []
    for x, y in sorted(cells, key=lambda c: (c[1], c[0])):
        if (x, y) in left:  # no rectangle before covers it, so one begins here
            piece = [(x + dx, y + dy) for dy in range(height) for dx in range(width)]
            if not left.issuperset(piece):
                return []
            left.difference_update(piece)
            found.append(piece)
    return found


def arrows(
    cells: Mapping[str, list[_Cell]], one: Collection[str], goals: Sequence[Collection[str]]
) -> tuple[dict[str, list[list[_Cell]]], list[Fault]]:
    """The dominoes drawn as `^` above `v` and `<` before `>`, by their first sign, and notes about them.

    Signs are read as dominoes only if all lie in pairs, at least two, and no goal has one. Each domino belongs to its
    first sign; the second sign has none.

    >>> arrows({"^": [(0, 0), (1, 0)], "v": [(0, 1), (1, 1)]}, "", [])[0]
    {'^': [[(0, 0), (0, 1)], [(1, 0), (1, 1)]], 'v': []}
    """
    found: dict[str, list[list[_Cell]]] = {}
    for first, second, dx, dy in (("^", "v", 0, 1), ("<", ">", 1, 0)):
        named = any(sign in each for sign in (first, second) for each in (one, *goals))
        pairs = [[(x, y), (x + dx, y + dy)] for x, y in cells.get(first, ()) if not named]
        if pairs and [end for _, end in pairs] == cells.get(second):
            found |= {first: pairs, second: []}
    if sum(map(len, found.values())) < 2:
        return {}, []
    template = "each {first!r} and the {second!r} after it are one piece"
    return found, [Fault.of(template, first=sign, second="v" if sign == "^" else ">") for sign in found if found[sign]]


def separated(
    board: Board, cells: Mapping[str, list[_Cell]], one: Collection[str], goals: Sequence[Mapping[str, list[_Cell]]]
) -> tuple[dict[str, list[list[_Cell]]], list[Fault], list[Fault]]:
    """Return the letters that stand for several pieces, with the cells of each piece; then notes, then questions.

    `cells` has the cells of each character in reading order. `one` are the characters declared to be one piece.
    """
    loose = {symbol: parts(where) for symbol, where in cells.items() if symbol not in one and not _solid(where)}
    many = {symbol: found for symbol, found in loose.items() if len(found) > 1}
    sizes = {symbol: Kind.of(where).size for symbol, where in cells.items()} if many or board.size == 20 else {}
    touching = [s for s, size in sizes.items() if size not in CLASSIC and not any(s in each for each in (one, *goals))]
    if not many and not touching:
        return {}, [], []
    squares = [symbol for symbol, size in sizes.items() if size == "2x2"]
    odd = [symbol for symbol in cells if symbol in many or symbol in touching]
    found = _classic(cells, many, odd, squares, one) if board == Board(4, 5) and squares else None
    if found:
        return found
    alone = {Kind.of(where).shape for symbol, where in cells.items() if symbol not in many}
    alike = {s: shapes.pop() for s, each in many.items() if len(shapes := {Kind.of(part).shape for part in each}) == 1}
    drawn = {s for goal in goals for s in goal if s in many and Kind.of(goal[s]).shape == Kind.of(cells[s]).shape}
    asked, told = [], []
    for symbol, each in many.items():
        others = alone | {shape for other, shape in alike.items() if other != symbol}
        known = symbol in drawn or (len(many) == 1 and len(each) == 2)
        if alike.get(symbol) in others and not known:
            asked.append(Fault.of(_ASK, symbol=symbol, n=len(each)))
        else:
            told.append(Fault.of("{symbol!r} in {n} parts is one piece", symbol=symbol, n=len(each)))
    return {}, told, asked


_ASK = "{symbol!r} stands in {n} places: give each piece a letter of its own, or add one: {symbol} if it is one piece"


def _solid(cells: Sequence[_Cell]) -> bool:
    """Whether some cells fill their bounding box; a quick test that most pieces pass."""
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    return (max(xs) - min(xs) + 1) * (max(ys) - min(ys) + 1) == len(cells)


def _classic(
    cells: Mapping[str, list[_Cell]],
    many: Collection[str],
    odd: Sequence[str],
    squares: Sequence[str],
    one: Collection[str],
) -> tuple[dict[str, list[list[_Cell]]], list[Fault], list[Fault]] | None:
    """Read letters as copies of the classic kinds: letters in several parts, and `odd` letters of other shapes.

    None if another letter than the 2x2 has its shape, or if the cells of each letter touch and make no classic set.
    """
    letters = [symbol for symbol in cells if symbol not in one]
    few = len(cells) <= len(CLASSIC)
    strict = [way for square in squares for way in _ways(letters, cells, square)] if few else []
    strict = [way for way in strict if len({size for _, size in way}) == len(way)]  # each letter for a kind of its own
    if not strict and len(squares) > 1:
        return None
    tries = [strict] if strict else [_ways(odd, cells), _ways([*many], cells)]
    classic = next((best for each in tries if (best := [way for way in each if _is_classic(way, cells, many)])), [])
    ways = classic or tries[-1]
    if not many and len(classic) != 1:
        return None
    if not ways or (len(ways) > 1 and not strict):
        return {}, [], [Fault.of(_ASK, symbol=symbol, n=len(parts(cells[symbol]))) for symbol in many]
    found = {symbol: copies(cells[symbol], *CLASSIC[size]) for symbol, size in ways[0]}
    text = ", ".join(f"{symbol} = {size}:{len(found[symbol])}" for symbol, size in ways[0])
    told = Fault.of("one letter for each kind: {text}", text=text)
    return {symbol: each for symbol, each in found.items() if len(each) > 1}, [told], []


def _ways(
    symbols: Sequence[str], cells: Mapping[str, list[_Cell]], square: str = ""
) -> list[tuple[tuple[str, str], ...]]:
    """The ways to give each letter a kind whose copies fill its cells (2x2 to `square` only); empty if too many."""
    sizes = {s: [size for size, box in CLASSIC.items() if size != "2x2" and copies(cells[s], *box)] for s in symbols}
    choices = [[(s, size) for size in (["2x2"] if s == square else sizes[s])] for s in symbols]
    return list(itertools.product(*choices)) if math.prod(map(len, choices)) < 100 else []


def _is_classic(way: Sequence[tuple[str, str]], cells: Mapping[str, list[_Cell]], many: Collection[str]) -> bool:
    """Whether a way gives one 2x2, five dominoes and four singles, and no letter outside `many` shares its kind."""
    sizes = {symbol: Kind.of(where).size for symbol, where in cells.items()} | dict(way)
    if any(list(sizes.values()).count(size) > 1 for symbol, size in way if symbol not in many):
        return False
    if not CLASSIC.keys() >= {*sizes.values()}:
        return False
    counts = dict.fromkeys(CLASSIC, 0)
    for symbol, size in sizes.items():
        counts[size] += len(copies(cells[symbol], *CLASSIC[size]))
    return (counts["2x2"], counts["1x2"] + counts["2x1"], counts["1x1"]) == (1, 5, 4)
