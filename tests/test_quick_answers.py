"""The facts of docs/en/explanation/quick-answers.md, each found by Huarong and by the naive twin."""

import itertools
from collections import Counter
from types import SimpleNamespace

import numpy as np
import pytest

import huarong as hr
from huarong.atlas import Atlas, Components, reach
from huarong.design import chapters, vehicles
from huarong.limits import Watch
from huarong.space.space import Space
from tests import naive

TILES = "123/456/78./goal:/123/456/78."


@pytest.mark.slow
def test_equal_tiles():
    alike = hr.puzzle("123/456/78./goal:/123/45./...")
    counts = naive.bfs(alike, "step").counts
    assert (len(counts) - 1, counts[-1], sum(counts)) == (30, 2, 60_480)
    assert list(counts) == list(hr.explore.run(alike, "step").levels)


@pytest.mark.slow
@pytest.mark.parametrize(("metric", "longest"), [("step", 24), ("slide", 20), ("move", 16)])
def test_two_empty_cells(metric, longest):
    puzzle = hr.puzzle("123/456/7../goal:/123/456/7..")
    assert len(naive.bfs(puzzle, metric).counts) - 1 == longest == Atlas.of(puzzle, metric).facts.longest


@pytest.mark.slow
def test_a_tile_that_cannot_go_up():
    puzzle = hr.puzzle(f"slide: 8=LRD/{TILES}")
    found = [each for each in naive.all_distances(puzzle, "step").values() if each is not None]
    facts = Atlas.of(puzzle, "step").facts
    assert (len(found), max(found)) == (181_440, 34) == (facts.solvable, facts.longest)
    assert len(naive.bfs(puzzle, "step").depth) == 60_480 == hr.explore.run(puzzle, "step").total


def test_two_pieces_that_change_places():
    puzzle = hr.puzzle("A../.../..B/goal:/B../.../..A")
    layer = Counter([naive.start(puzzle)])
    for _ in range(8):
        after = Counter()
        for state, count in layer.items():
            after.update(dict.fromkeys(naive.neighbours(puzzle, state, "step"), count))
        layer = after
    ways = sum(count for state, count in layer.items() if naive.solved(puzzle, state))
    assert ways == 1_224 == Atlas.of(puzzle, "step").count_solutions(puzzle.start)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "components", "own"), [("AAB/CDE/FG.", 724, 5_040), ("1#2/345/67.", 84, 480), ("1#2/345/6..", 1, 20_160)]
)
def test_more_components_than_parity_makes(text, components, own):
    puzzle = hr.puzzle(f"{text}/goal:/{text}")
    found = naive.components(puzzle)
    atlas = Atlas.of(puzzle, "step")
    assert len(found) == components == len(atlas.components)
    assert next(len(part) for part in found if naive.start(puzzle) in part) == own == atlas.facts.solvable


@pytest.mark.slow
def test_twelve_dominoes():
    space = Space.parse("5x5", "1x2:0.. 2x1:0.. empty:1")
    sizes = Counter()
    for lying in range(13):
        pieces = [SimpleNamespace(kind=kind) for kind in [1] * lying + [0] * (12 - lying)]
        sizes.update(map(len, naive.components(SimpleNamespace(board=space.board, kinds=space.kinds, pieces=pieces))))
    found = Components.of(space, np.ones(space.size, np.uint8))
    assert (sum(sizes.values()), sum(n * count for n, count in sizes.items())) == (524, 2_180)
    assert (max(sizes), sizes[9]) == (9, 192) and sorted(sizes.elements()) == sorted(found.sizes)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("piece", "goal", "longest"), [("B", "BB../BB..", 85), ("B", ".BB./.BB.", 93), ("E", "..../.EE.", 120)]
)
def test_goals_of_the_classic_set(piece, goal, longest):
    puzzle = hr.puzzle(
        "ABBC/ABBC/DEEF/DGHF/I..J", goal="/".join([*goal.split("/"), *["...."] * (5 - goal.count("/") - 1)])
    )
    found = naive.all_distances(puzzle, "move").values()
    assert max(each for each in found if each is not None) == longest == Atlas.of(puzzle, "move").facts.longest


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "longest", "boards"), [("1234/567.", 36, 1), ("123/456/78.", 31, 2), ("123/4.5/678", 30, 148)]
)
def test_farthest_tiles(text, longest, boards):
    puzzle = hr.puzzle(f"{text}/goal:/{text}")
    facts, counts = Atlas.of(puzzle, "step").facts, naive.bfs(puzzle, "step").counts
    assert (len(counts) - 1, counts[-1]) == (longest, boards) == (facts.longest, facts.longest_count)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("metric", "gaps", "longest"), [("step", (1, 3), 25), ("slide", (0, 8), 21), ("move", (0, 8), 18)]
)
def test_two_empty_cells_between_any_two_boards(metric, gaps, longest):
    """Tiles may be renamed, so a board for each place of the gaps is enough; the twin takes the best of them."""

    def board(gaps):
        tiles = iter("1234567")
        cells = "".join("." if c in gaps else next(tiles) for c in range(9))
        return hr.puzzle(f"{cells[:3]}/{cells[3:6]}/{cells[6:]}/goal:/123/456/7..")

    boards = map(board, itertools.combinations(range(9), 2))
    assert max(reach(Space.of(each), each.start, metric).eccentricity for each in boards) == longest
    assert len(naive.bfs(board(gaps), metric).counts) - 1 == longest


@pytest.mark.slow
def test_mirror_images_of_the_classic_set():
    puzzle = hr.puzzle("横刀立马")
    wide = [max(x for x, _ in kind.shape) for kind in puzzle.kinds]
    parts = naive.components(puzzle)
    part = {state: n for n, states in enumerate(parts) for state in states}

    def image(state):
        return frozenset((kind, head - head % 4 + 3 - head % 4 - wide[kind]) for kind, head in state)

    pairs = {frozenset((n, part[image(state)])) for state, n in part.items()}
    own = {frozenset((state, image(state))) for state in parts[part[naive.start(puzzle)]]}
    assert (len(parts), len(pairs), len(own), min(map(len, parts))) == (898, 459, 13_011, 2)

    atlas = Atlas.of(puzzle)
    labels, grids = atlas.components.labels, atlas.space.grids(range(atlas.space.size)).reshape(-1, 5, 4)
    images = np.zeros_like(grids)
    for letter, more in enumerate(wide, 1):
        n, y, x = np.nonzero(grids == letter)
        images[n, y, 3 - x - more] = letter
    ranks = atlas.space.ranks(images.reshape(-1, 20))
    mine = np.flatnonzero(labels == labels[atlas.space.rank(puzzle.start)])
    assert len(set(map(frozenset, zip(labels, labels[ranks], strict=True)))) == 459
    assert len(set(map(frozenset, zip(mine, ranks[mine], strict=True)))) == 13_011 and min(atlas.components.sizes) == 2


def cars_far_from_the_exit(side, others):
    """The most slides of the car in the middle row, and on how many boards: an axis of an array for each car."""
    kinds = [(down, line, n) for down in (False, True) for line in range(side) for n in (2, 3)]
    red, most, boards = (False, (side - 1) // 2, 2), 1, set()
    cells = {
        (down, line, n): [{(line, at + i) if down else (at + i, line) for i in range(n)} for at in range(side + 1 - n)]
        for down, line, n in kinds
    }
    meet = {(a, b): [[bool(x & y) for y in cells[b]] for x in cells[a]] for a in kinds for b in kinds}
    for rest in itertools.combinations_with_replacement(kinds, others):
        shape = [side + 1 - n for _, _, n in (red, *rest)]
        free = np.ones(shape, bool)
        for (x, a), (y, b) in itertools.combinations(enumerate((red, *rest)), 2):
            free &= ~np.reshape(meet[a, b], [size if axis in (x, y) else 1 for axis, size in enumerate(shape)])
        last = np.zeros(shape, bool)
        last[-1] = free[-1]
        seen, depth = last.copy(), 0
        while last.any():
            far, slid = last, np.zeros(shape, bool)
            for axis, way in itertools.product(range(others + 1), (1, -1)):
                begin, can, end = (np.moveaxis(each, axis, 0)[::way] for each in (last, free, slid))
                going = np.zeros_like(begin[0])
                for i in range(1, len(can)):
                    going = (going | begin[i - 1]) & can[i]
                    end[i] |= going
            last, depth = slid & ~seen, depth + 1
            seen |= last
        if depth > most:
            most, boards = depth, set()
        if depth == most:
            boards |= {tuple(sorted(zip((red, *rest), at, strict=True))) for at in np.argwhere(far).tolist()}
    return most - 1, len(boards)


@pytest.mark.slow
def test_few_cars_need_more_than_a_slide_each():
    plain = {others + 1: cars_far_from_the_exit(6, others) for others in (2, 3, 4)}
    assert plain == {3: (3, 460), 4: (8, 30), 5: (11, 72)}
    rows = list(chapters.rush_hour(5, 0, chapters.ChapterWork(None, 1, Watch())))
    assert {int(row.key): (row.length, row.count) for row in rows if row.metric == "slide"}.items() >= plain.items()
    family = vehicles.RushHourFamily(5, 5, 2)
    small = vehicles.search(family, hr.Metric.SLIDE, family.rows(), Watch()).hardest()
    assert small[4][:2] == cars_far_from_the_exit(5, 3) == (4, 8)


def test_the_start_of_tks_demonstration():
    """`findings/tk-demo.sh` shows by a plain search that no shorter solution exists."""
    found = hr.solve(puzzle := hr.puzzle("3 1 6 2 5 7 15 13 4 11 8 9 14 10 12 0"), "step")
    end = naive.replay(puzzle, found.moves)
    assert found.length == end.counts["step"] == 50 and naive.solved(puzzle, end.state)
