"""The 8-puzzle's depth-first search: compiled and plain find the same paths and counts."""

from array import array

from huarong.kernels import kernel


def test_eight_counts_alike():
    signs = array("q")
    for p in range(9):
        row = [k for k in (p - 3, p + 3) if 0 <= k < 9]
        row += [k for k in (p - 1, p + 1) if k // 3 == p // 3 and 0 <= k < 9]
        signs.extend([*row, -1, -1, -1][:4])
    start = 0x087654321  # the digits 1 to 8 and the blank at the end, position 0 lowest
    goal = 0x807654321  # tile 8 one cell on
    found = []
    for pure, budget in ((False, 7), (True, 100)):
        search, ways = kernel("eight", pure=pure).PathsOfTiles(start, 8, goal, 8, signs), []
        while search.depth >= 0:
            if search.run(budget):
                ways.append(search.tiles())
        found.append((ways, search.calls, search.tests))
    assert found[0] == found[1] and found[0][0]
