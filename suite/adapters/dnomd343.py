"""dnomd343/klotski as py-klotski of PyPI: 4x5 boards with one 2x2 that leaves at the bottom, two cells empty or more;
counts moves.

pip install py-klotski  # with a compiler that has `<format>` and `ranges::to`: GCC 14, or Clang 19 (below)
huarong suite run --metric move -- python suite/adapters/dnomd343.py

With Clang 19 of Debian 12 (`clang-19 libc++-19-dev libc++abi-19-dev lld-19`), in a virtual environment that has
setuptools, wheel, scikit-build, cmake and ninja, 0.0.2 is built by `pip install --no-build-isolation` of its unpacked
source with `KLSK_ENABLE_LTO` off in `setup.py`, and CC=clang-19 CXX=clang++-19 CXXFLAGS=-stdlib=libc++
LDFLAGS="-stdlib=libc++
-fuse-ld=lld-19"
CMAKE_POLICY_VERSION_MINIMUM=3.5.
"""

from klotski import FastCal, Layout
from lines import need, serve, size

FILLS = {(1, 1): 3, (2, 1): 1, (1, 2): 2}
"""What the code has for a shape at the next free cell: 0 an empty cell, 1 to 3 the smaller pieces."""


def code(puzzle):
    """The code of a layout: where the 2x2 is, then two bits for each cell that is next to be filled."""
    need(puzzle.plain and not puzzle.walls and (puzzle.width, puzzle.height) == (4, 5))
    shapes = {symbol: size(cells) for symbol, cells in puzzle.pieces.items()}
    (large,) = [s for s, shape in shapes.items() if shape == (2, 2)] or [need(False)]
    need(puzzle.only_goal() == {large: [(1, 3), (2, 3), (1, 4), (2, 4)]})
    bits, taken = "", set(puzzle.pieces[large])
    for y in range(5):
        for x in range(4):
            if (x, y) not in taken:
                symbol = puzzle.rows[y][x]
                bits += f"{FILLS[shapes[symbol]] if symbol != '.' else 0:02b}"
                taken.update(puzzle.pieces.get(symbol, ()))
    x, y = puzzle.pieces[large][0]
    return f"{y * 4 + x:X}{int(bits.ljust(32, '0'), 2):08X}"


def solve(puzzle, metric):
    """As many moves as the way to the solution has layouts, less one."""
    need(metric == "move")
    search = FastCal(Layout(code(puzzle)))
    found = search.solve()
    return None if found is None else len(search.backtrack(found)) - 1


if __name__ == "__main__":
    serve(solve)
