"""华容道 by 马旭's recursion, with a sign matrix for each kind of piece (section 4 of the article)."""

from huarong.errors import InputError
from huarong.model.board import Layout, Metric
from huarong.model.puzzle import Puzzle
from huarong.search.solver import solve as fewest
from huarong.study.classic import BOX, MASKS, Classic
from huarong.study.ma.recursions import Recursion, sign_matrix
from huarong.study.record import Enough, Found, Solver, note

MOST = 13
"""The most steps of an opening for the exhibit."""

_State = tuple[int, ...]


class PieceRecursion(Recursion):
    """Depth-first search within a bound of `most` steps; it refuses a state that is on the path already.

    `ways` has the states of each path found. Only places that the sign matrix allows are tested. The witness gets each
    step: `call`, `taken`, `known`, `fits`, `back` or `pass`, the depth, the piece, its cell, and the state.

    >>> from huarong.library.reader import puzzle
    >>> run = PieceRecursion(Classic.of(puzzle("退一步海阔天空")), 3).run()
    >>> len(run.ways), run.calls, run.tests
    (0, 21, 251)
    """

    def __init__(self, classic: Classic, most: int, limit: int | None = None) -> None:
        super().__init__(tuple(cell for _, cell in classic.blocks), (), most, limit, classic.puzzle.board.width)
        self.sizes, self.goals = [size for size, _ in classic.blocks], classic.goals
        kinds = {kind.size: kind for kind in classic.puzzle.kinds}
        signs = {size: sign_matrix(classic.puzzle.board, kind) for size, kind in kinds.items()}
        self.signs = [signs[size] for size in self.sizes]
        self.path, self.same = [self.start], [self._known(self.start)]

    def begin(self) -> None:
        taken = sum(MASKS[size][cell] for size, cell in zip(self.sizes, self.start, strict=True))
        self.move(self.start, taken, 0)

    def _known(self, state: _State) -> _State:
        """Return a key that is equal for states that differ only in the names of pieces."""
        return tuple(sorted(zip(self.sizes, state, strict=True)))  # type: ignore[arg-type]

    def move(self, state: _State, taken: int, n: int) -> None:
        """Continue from a state whose pieces cover the cells `taken`, after n steps."""
        self.calls += 1
        if self.watch is not None and not self.calls % 512:
            self.watch.look(n, self.calls)
        self.witness("call", n, -1, -1, state)
        if any(s == BOX and c in self.goals for s, c in zip(self.sizes, state, strict=True)):
            self.ways.append(tuple(self.path))
            self.at.append((self.calls, self.tests))
            self.witness("pass", n, -1, -1, state)
            if len(self.ways) == self.limit:
                raise Enough
            return
        if n == self.most:
            return
        for piece, (size, cell) in enumerate(zip(self.sizes, state, strict=True)):
            masks = MASKS[size]
            others = taken ^ masks[cell]
            for to, sign in enumerate(self.signs[piece][cell]):
                if sign:
                    self.tests += 1
                    new = (*state[:piece], to, *state[piece + 1 :])
                    known = self._known(new)
                    what = "taken" if masks[to] & others else "known" if known in self.same else "fits"
                    self.witness(what, n, piece, cell, new)
                    if what == "fits":
                        self.path.append(new)
                        self.same.append(known)
                        self.move(new, others | masks[to], n + 1)
                        self.path.pop()
                        self.same.pop()
                        self.witness("back", n, piece, cell, state)


def prepare(puzzle: Puzzle) -> Solver:
    """Prepare the exhibit: the first path of the fewest steps."""
    classic = Classic.of(puzzle, empty=None)
    most = fewest(puzzle, Metric.STEP).length
    if most is None:
        raise InputError("there is no path to the goal, so no bound would end the recursion")
    if most > MOST:
        template = "this exhibit accepts openings of at most {most} {most:step|steps}; this one takes {got}"
        raise InputError(template, most=MOST, got=most)

    def solve() -> Found:
        run = PieceRecursion(classic, most, limit=1).run()
        notes = note("calls before the first path, not layouts; {tests:,} {tests:place|places} tested", tests=run.tests)

        def path() -> tuple[Layout, ...]:
            return tuple(classic.layout(zip(run.sizes, state, strict=True)) for state in run.ways[0])

        return Found(run.calls, None, most, path=path, notes=(notes,))

    return solve
