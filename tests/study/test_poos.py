"""poos's codes, his mirror map as printed and as meant, and the search on each representation."""

import pytest
from hypothesis import given, strategies as st

from huarong.atlas import dense
from huarong.errors import FileError, InputError
from huarong.model.puzzle import Puzzle
from huarong.notation import read, write
from huarong.search.solver import solve
from huarong.space.space import Space
from huarong.study import exhibit
from huarong.study.classic import Classic
from huarong.study.poos import depth_reached
from huarong.study.poos.bits import identity, mirrored, mirrored_as_printed, value_at
from huarong.study.poos.intermediate import stations
from huarong.study.poos.nodes import AnyNode, ArrayNode, IdentityNode, StringNode, layout_code, start_cells
from huarong.study.poos.posts import Posts
from huarong.study.poos.search import AStar
from tests import naive

HENGDAO = Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J")
EXAMPLE = 0b11111010010110100000010100000101111111111001010011
SPACES = [Space.of(puzzle) for puzzle in (HENGDAO, read(str(EXAMPLE), "poos"))]
codes = st.one_of(
    [st.integers(0, space.size - 1).map(lambda rank, space=space: _code(space, rank)) for space in SPACES]
)


def _code(space: Space, rank: int) -> int:
    base = HENGDAO if space is SPACES[0] else read(str(EXAMPLE), "poos")
    return identity(*start_cells(Classic.of(base.started(space.layout(rank))).blocks))


def test_his_example() -> None:
    classic = Classic.of(read(f"{EXAMPLE:#b}", "poos"))
    assert classic.empty == (18, 19) and identity(*start_cells(classic.blocks)) == EXAMPLE
    drawn = "33221122001100113333"
    assert "".join(str(value_at(EXAMPLE, cell)) for cell in range(20)) == drawn


@given(codes)
def test_the_mirror_image(code: int) -> None:
    assert mirrored(mirrored(code)) == code
    for cell in range(20):
        assert value_at(mirrored(code), cell) == value_at(code, cell // 4 * 4 + 3 - cell % 4)


@given(codes)
def test_the_map_as_printed_is_never_the_mirror_image(code: int) -> None:
    assert mirrored_as_printed(code) != mirrored(code)


@pytest.mark.slow
def test_where_the_printed_map_goes_wrong() -> None:
    """In the printed map the rows overlap: different layouts may get the same image, and rows are lost."""
    images: dict[int, int] = {}
    for rank in range(0, SPACES[0].size, 7):
        image = mirrored_as_printed(_code(SPACES[0], rank))
        images[image] = images.get(image, 0) + 1
    assert max(images.values()) > 1


@pytest.mark.parametrize("node", [StringNode, ArrayNode, IdentityNode])
@given(rank=st.integers(0, SPACES[0].size - 1))
def test_the_children_are_the_models(node: type[AnyNode], rank: int) -> None:
    puzzle = HENGDAO.started(SPACES[0].layout(rank))
    children = list(node.of(*start_cells(Classic.of(puzzle).blocks)).child_states())
    found = {naive.state(_layout(child)) for child in children}
    assert found == naive.neighbours(puzzle, naive.start(puzzle), "step") and len(found) == len(children)


def _layout(node: AnyNode) -> object:
    values, empty = node.cells()
    code = identity(values, (min(empty), max(empty)))
    return read(f"{code:#b}", "poos").start


def test_depth_15() -> None:
    assert depth_reached(HENGDAO, 15) == sum(naive.bfs(HENGDAO, "step", most=15).counts) == 387
    assert depth_reached(HENGDAO, 0) == 1


@pytest.mark.slow  # a search of a second
def test_mirror_images_count_once() -> None:
    start = IdentityNode.of(*start_cells(Classic.of(HENGDAO).blocks))
    depths, level = {start.identifier: 0}, [start]
    for depth in range(1, 117):
        level = [child for node in level for child in node.child_states()]
        level = list({c.identifier: c for c in level if c.identifier not in depths}.values())
        depths.update((node.identifier, depth) for node in level)
    levels: dict[int, set[int]] = {}
    for code, depth in depths.items():
        levels.setdefault(depth, set()).add(min(code, mirrored(code)))
    halved = exhibit("poos-mirror").prepare(HENGDAO)()
    assert halved.depth == 116 and halved.levels == tuple(len(levels[depth]) for depth in range(116))
    assert halved.layouts == 12_018


def test_a_goal_at_one_side_has_no_mirror_image() -> None:
    puzzle = Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J", goal="..../..../..../BB../BB..")
    pytest.raises(InputError, exhibit("poos-mirror").prepare, puzzle).match("mirror")
    assert exhibit("poos-identity").prepare(puzzle)().depth == solve(puzzle, "step").length


def test_astar_saves_next_to_nothing() -> None:
    start = IdentityNode.of(*start_cells(Classic.of(HENGDAO).blocks))
    search = AStar(Classic.of(HENGDAO))
    assert search.route.length == 116 and len(search.met) == 23_952
    assert write(HENGDAO, "poos") == f"{start.identifier:#052b}"


@pytest.mark.slow
@pytest.mark.parametrize("leaps", [False, True])
def test_a_record_solves_as_the_whole_atlas_says(leaps: bool) -> None:
    """The search with the record's bytes alone, against the lengths counted on all layouts at once."""
    found = stations(HENGDAO, "step", leaps=leaps)
    record = Posts.decode(found.record(HENGDAO).encode())
    space = found.atlas.space
    for rank in range(0, space.size, 500):
        legs, home = record.solve(IdentityNode(layout_code(HENGDAO, space.layout(rank))))
        assert home == (found.total[rank] >= 0)
        if home:
            assert sum(each.length for each in legs) == found.total[rank]
            assert all(each.length <= 15 for each in legs if each.met)


def test_a_damaged_record_is_refused() -> None:
    record = Posts(frozenset({13}), {5: 2}, {5: bytes([1, 0])})
    assert Posts.decode(record.encode()) == record
    pytest.raises(FileError, Posts.decode, record.encode()[:-1]).match("damaged")
    start = IdentityNode.of(*start_cells(Classic.of(HENGDAO).blocks))
    wrong = Posts(frozenset({13}), {start.identifier: 1}, {start.identifier: bytes([0])})
    pytest.raises(FileError, wrong.solve, start).match("does not lead")


@pytest.mark.parametrize("text", ["AAB./AAB./C..D/C..D/E..F", "AABC/AABC/DEFG/DEFG/HI.J"])
def test_stations_are_for_ten_pieces_and_two_empty_cells(text: str) -> None:
    pytest.raises(InputError, exhibit("poos-stations").prepare, Puzzle.parse(text))


def test_stations_of_too_large_a_space_are_refused_before_an_atlas_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("huarong.atlas.atlas.Atlas.build")
    pytest.raises(dense.TooLargeError, stations, "Rush Hour 1")
