"""Searches of tiles can be paused and resumed."""

from hypothesis import given, strategies as st

from huarong.kernels import kernel
from huarong.tiles import tableset
from huarong.tiles.guided import automaton
from tests.examples import examples


@examples(20)
@given(st.permutations(range(6)), st.integers(1, 50), st.integers(1, 50))
def test_tiles_can_stop_anywhere(order, first, second):
    """Compiled and plain visit the same nodes, wherever they pause; the database is trivial (1 except at home)."""
    tables = tableset.default_set(2, 3, 0, 1 << 28, lines=False)
    memory = bytearray(b"\1" * sum(tables.sizes))
    home = tableset.numbers(tables, range(6))
    for number in home:
        memory[number] = 0
    found, follow = [], automaton(2, 3, 7)
    for pure, slice_ in ((False, first), (True, second)):
        loops, board = kernel("tiles", pure=pure), bytearray(order)
        numbers = tableset.numbers(tables, board)
        search = loops.StepSearch(memory, board, numbers, tableset.Steering.of(tables), follow)
        search.begin(8, board.index(0))
        what = loops.why.RUNNING
        while what == loops.why.RUNNING and search.nodes < 5000:
            what = search.run(slice_)
        found.append((what, search.above, search.path() if what == loops.why.FOUND else None))
    if loops.why.RUNNING not in (found[0][0], found[1][0]):
        assert found[0] == found[1]
