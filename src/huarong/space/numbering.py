"""The numbering of layouts: it builds the automaton of a space from the pieces, counts the automaton's words, and
computes its tables.

The loops are in `kernels/numbering.py`. This module prepares their arrays, handles the trivial cases itself, and does
not import NumPy.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from huarong.errors import InputError
from huarong.kernels import kernel, record
from huarong.limits import Watch, ask_watch, usable_memory
from huarong.model.board import Board, Kind
from huarong.model.pieces import Range, kind_text

MAX_EDGES = 1 << 22
"""The most edges (states times letters) of an automaton: 64 MB during construction, 0.2 s."""

MAX_RANK = (1 << 63) - 1
"""The greatest 64-bit rank; larger spaces use Python's integers in uncompiled loops."""

_WORD = 64
_ROOM = 1 << 12
_OFTEN = 128
_CHUNK = 1 << 14


class NotNumberedError(InputError):
    """The automaton of a space would be too large, so its layouts have no ranks."""


@dataclass(frozen=True, eq=False)
class Numbering:
    """A complete automaton: its number of words, its tables (see `huarong.space.space.Tables`), and its `Walker`."""

    size: int
    cell: array[int]
    to: array[int]
    before: array[int] | list[int]
    """An array, or a list if numbers exceed `MAX_RANK`."""
    walker: Any

    @classmethod
    def of(
        cls, board: Board, kinds: Sequence[Kind], counts: Sequence[Range], empty: Range, watch: Watch | None = None
    ) -> Numbering:
        """Build the automaton of all layouts whose pieces of each kind are `counts` and whose empty cells are `empty`.

        A watch may end the construction. With a watch, more than `MAX_RANK` layouts are refused, because counting them
        takes long. Raises `NotNumberedError`.
        """
        cells, letters = len(board.free), len(kinds) + 1
        sizes = [1, *(len(kind.shape) for kind in kinds)]
        bounds = [empty, *counts]
        if all(least == most for least, most in counts):
            rest = cells - sum(least * n for (least, _), n in zip(counts, sizes[1:], strict=True))
            least, most = empty
            within = least <= rest and (most is None or rest <= most)
            bounds[0] = (rest, rest) if within else (cells + 1, None)
        owed = sum(least * size for (least, _), size in zip(bounds, sizes, strict=True))
        # A count is kept only up to where it can matter: the most pieces allowed, or the least required.
        caps = [
            least if most is None or most >= cells // size else most
            for (least, most), size in zip(bounds, sizes, strict=True)
        ]
        bounded = [most is not None and most < cells // size for (_, most), size in zip(bounds, sizes, strict=True)]
        widths = [cap.bit_length() for cap in caps]
        if sum(widths) > _WORD or letters > 255:
            raise NotNumberedError(
                "the layouts of {kinds} {kinds:kind|kinds} with these counts cannot be numbered: the counts take "
                "{bits} {bits:bit|bits}, and at most 64 are possible; a search works without ranks",
                kinds=len(kinds),
                bits=sum(widths),
            )
        if owed > cells:
            return cls._finished(0, board, letters, [0, board.size])
        if not cells:
            return cls._finished(1, board, letters, [board.size])
        alphabet = record(
            {
                "masks": array("Q", _masks(board, kinds)),
                "sizes": array("i", sizes),
                "least": array("i", [least for least, _ in bounds]),
                "cap": array("i", caps),
                "bounded": array("i", bounded),
                "shift": array("i", [min(sum(widths[:i]), _WORD - 1) for i in range(letters)]),
                "field": array("Q", [(1 << width) - 1 for width in widths]),
            }
        )
        return cls._grown(board, letters, owed, alphabet, watch)

    @classmethod
    def _finished(cls, size: int, board: Board, letters: int, cell: list[int]) -> Numbering:
        """Return an automaton without edges: it accepts no word, or only the empty one."""
        tables = (array("i", cell), array("i", [-1] * len(cell) * letters), _zeros("q", len(cell) * letters))
        return cls(size, *tables, kernel("numbering").Walker(letters, board.size, *tables))

    @classmethod
    def _grown(cls, board: Board, letters: int, owed: int, alphabet: Any, watch: Watch | None) -> Numbering:
        build = kernel("numbering")
        heads = array("i", [*board.free, board.size])
        cells, room, each = len(heads) - 1, _ROOM, 24 + 4 * letters
        at, need, to = _zeros("i", room), _zeros("i", room), _zeros("i", room * letters)
        window, used = _zeros("Q", room), _zeros("Q", room)
        growth = build.Growth(cells, alphabet)
        growth.keep(at, need, to, window, used)
        growth.begin(owed)
        while growth.next < growth.known:
            done = growth.next
            ask_watch()
            if watch is not None:
                watch.look()
            growth.expand(_CHUNK)
            if growth.next == done:
                # While tables grow, there are the old ones and others twice as large.
                much = watch is not None and 3 * room * each > usable_memory(watch.memory) // 2
                if much or 2 * room * letters > MAX_EDGES:
                    raise NotNumberedError(
                        "the layouts cannot be numbered: the automaton would have more than {states:,} "
                        "{states:state|states}; a search works without ranks",
                        states=room,
                    )
                room *= 2
                at, need, to, window, used = (
                    table + _zeros(table.typecode, len(table)) for table in (at, need, to, window, used)
                )
                growth.keep(at, need, to, window, used)
        known = growth.known
        at, to = at[:known], to[: known * letters]
        ask_watch()
        order, words = _zeros("i", known), _zeros("q", known)
        kept = build.count(at, to, order, _zeros("i", cells + 1), words, MAX_RANK)
        large = kept < 0
        if large:
            if watch is not None:
                raise NotNumberedError("there are more than {most:,} {most:layout|layouts}", most=MAX_RANK)
            build = kernel("numbering", pure=True)
            words = [0] * known
            kept = build.count(at, to, order, _zeros("i", cells + 1), words, letters**cells)
        before = [0] * (kept * letters) if large else _zeros("q", kept * letters)
        tables = _zeros("i", kept), _zeros("i", kept * letters), before
        ask_watch()
        build.number(order, at, to, words, _zeros("i", known), heads, *tables)
        return cls(words[1], *tables, build.Walker(letters, board.size, *tables))


def _zeros(typecode: str, n: int) -> Any:
    return array(typecode, bytes(n * array(typecode).itemsize))


def _masks(board: Board, kinds: Sequence[Kind]) -> list[int]:
    """For each free cell and letter, the cells that it covers from there on, as bits; 0 if it cannot begin there."""
    index = {cell: i for i, cell in enumerate(board.free)}
    masks = []
    for cell, i in index.items():
        if not i % _OFTEN:
            ask_watch()
        masks.append(1)
        for kind in kinds:
            mask = sum(1 << (index[each] - i) for each in board.cells(kind, cell) or ())
            if mask.bit_length() > _WORD:
                template = (
                    "the layouts cannot be numbered: a {name} piece at cell {cell} ends {got} {got:cell|cells} "
                    "later in reading order, and at most 63 are possible; a search works without ranks"
                )
                raise NotNumberedError(template, name=kind_text(kind), cell=cell, got=mask.bit_length() - 1)
            masks.append(mask)
    return masks
