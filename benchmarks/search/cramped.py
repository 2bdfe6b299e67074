"""Lower bounds for levels of gnome-klotski by what a step of the key needs: rows of the table of the page records.

    python benchmarks/search/cramped.py LEVEL [LEVEL ...]

The key enters cells with each step, and these must be empty. Right after its step before, the cells that it left are
empty, and at most as many others as the board has empty cells. All other cells that the next step enters are covered
then, and each piece on them must make a move in between, so that the next step begins another move of the key. The
least number of pieces that can cover those cells is the cost of a pair of steps, and a shortest way of the key, by
pairs, is a lower
bound.
"""

from __future__ import annotations

import argparse
import functools
import heapq
import itertools
import time

import huarong as hr
from huarong.model.puzzle import Puzzle


def bound(puzzle: Puzzle) -> int:
    """The lower bound in moves, for a puzzle whose goal names one piece."""
    rules, key = puzzle.rules, puzzle.key
    assert key is not None
    covers, place = rules.covers, rules.place
    others = [piece for piece in puzzle.pieces if piece is not key]
    start = place[key.kind, key.head]
    taken = [covers[place[piece.kind, piece.head]] for piece in others]
    groups = {rules.group[place[piece.kind, piece.head]] for piece in others}
    loose = [covers[p] for group in groups for p in rules.groups[group]]
    zone = functools.reduce(int.__or__, loose)
    room = zone.bit_count() - sum(map(int.bit_count, taken))
    goals = {place[each[0]] for each in puzzle.goal.alternatives}

    @functools.cache
    def pieces(p: int, empty: int, cells: int, spare: int) -> int:
        """The fewest loose pieces that cover all of `cells` but `spare`, with the key at `p` and `empty` without
        pieces.
        """
        parts = {each & cells for each in loose if each & cells and not each & (covers[p] | empty)}
        for count in range(cells.bit_count() + 1):
            for some in itertools.combinations(parts, count):
                if functools.reduce(int.__or__, some, 0).bit_count() >= cells.bit_count() - spare:
                    return count
        return 1  # no pieces can lie there, so that the cells are not covered all: no more is claimed

    inside = enclosed(puzzle)

    def hole(p: int) -> int:
        """The cells that the key encloses."""
        by = rules.head[p] - key.head
        return sum(1 << number[cell + by] for cell in inside)

    number = {cell: i for i, cell in enumerate(puzzle.board.free)}
    now = zone & ~functools.reduce(int.__or__, taken) & ~covers[start]
    best = {(start, start): 0}
    heap = [(0, start, start)]
    while heap:
        cost, p, before = heapq.heappop(heap)
        if p in goals:
            return cost + 1
        if cost > best[p, before]:
            continue
        left = now if before == p else (covers[before] & ~covers[p] | hole(p)) & zone
        spare = room - (covers[p] & zone).bit_count() - left.bit_count()
        for _, q, cells in rules.exits[p]:
            enters = cells & ~covers[p] & ~left & zone
            moved = pieces(p, left, enters, spare) if spare < enters.bit_count() else 0
            more = cost + moved + (moved > 0 and before != p)
            if more < best.get((q, p), more + 1):
                best[q, p] = more
                heapq.heappush(heap, (more, q, p))
    raise AssertionError


def enclosed(puzzle: Puzzle) -> set[int]:
    """The empty cells that the key encloses at the start: it carries them with it, and no piece can come in."""
    board, key = puzzle.board, puzzle.key
    assert key is not None
    ring = set(board.cells(puzzle.kinds[key.kind], key.head) or ())
    pieces = [piece for piece in puzzle.pieces if piece is not key]
    covered = {c for each in pieces for c in board.cells(puzzle.kinds[each.kind], each.head) or ()}
    found: set[int] = set()
    for cell in set(board.free) - ring - covered:
        region, fringe = {cell}, [cell]
        for at in fringe:
            beside = {at - 1, at + 1, at - board.width, at + board.width} - ring - region
            region |= beside
            fringe += beside
            if not beside.isdisjoint(covered) or not beside <= set(board.free) or len(region) > board.size:
                break
        else:
            found |= region
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("levels", nargs="+", metavar="LEVEL")
    for level in parser.parse_args().levels:
        used = time.process_time()
        found = bound(hr.puzzle(f"gnome-klotski: {level}"))
        print(f"{level}: at least {found} moves, {time.process_time() - used:.1f} s")


if __name__ == "__main__":
    main()
