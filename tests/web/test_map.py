"""The map page: folded graphs and waists, compared with slow methods, and the page's texts on them."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import huarong as hr
from tests import naive
from tests.web.node import needs_node, told as in_page
from tests.web.test_pages import cell_size, drag, ready

FOLDED = """
const { corridors, keyed, mirrored, wholeOf, quotient } = await from('map/folding');
const { waist, waists } = await from('map/bottlenecks'), { graphml } = await from('map/folding');
const made = ({ n, edges, start, goals }) => wholeOf({ points: n, xy: new Float32Array(2 * n),
    lines: Uint32Array.from(edges.flat()), distance: Uint32Array.from({ length: n }, (_,
        i) => (goals.includes(i) ? 0 : 7)), depth: new Uint32Array(n), start });
"""
SERVED = """
const from = (name) => import(`/static/${name}.js`);
const { load } = await from('ask/source'), { mapOf } = await from('rules/packed');
const { symmetries } = await from('rules/symmetry');
const drawnOf = async (text) => {
  const puzzle = await load(text);
  return [puzzle, mapOf(await (await fetch('/api/v1/map?' + new URLSearchParams({ puzzle: puzzle.line,
      metric: 'move' }))).arrayBuffer())];
};
"""


def told(page: Any, script: str, value: Any = None) -> Any:
    return page.evaluate(f"async (given) => {{ {SERVED} {FOLDED} {script} }}", value)


def graphs(count: int) -> Iterator[dict[str, Any]]:
    """Random thin graphs, so that there is something to cut, with a start and goals."""
    draw = random.Random(7)
    for _ in range(count):
        n = draw.randrange(4, 26)
        drawn = nx.random_labeled_tree(n, seed=draw.randrange(1 << 30))
        for _ in range(draw.randrange(n // 2 + 1)):
            drawn.add_edge(*draw.sample(range(n), 2))
        goals = draw.sample(range(1, n), draw.randrange(1, 3))
        yield {"n": n, "edges": [list(e) for e in drawn.edges], "start": 0, "goals": goals}


def reaches(graph: nx.Graph, case: dict[str, Any]) -> bool:
    return any(goal in graph and nx.has_path(graph, 0, goal) for goal in case["goals"])


@needs_node
def test_what_every_solution_passes_is_what_cannot_be_taken_away() -> None:
    cases = list(graphs(150))
    found = in_page(
        FOLDED
        + """return given.map((each) => { const g = made(each), w = waists(g), slim = waist(g, 0);
            return [w.waists, w.bridges, slim && slim.nodes,
                slim && slim.before + slim.beyond + slim.nodes.length,
                    waist(g)?.nodes.length === waist(made({ ...each, edges: each.edges.toReversed() }))?.nodes.length];
                        });""",
        cases,
    )
    narrow = 0
    for case, (nodes, bridges, slim, held, steady) in zip(cases, found, strict=True):
        assert steady, case
        whole = nx.Graph(case["edges"])
        single = {
            v
            for v in range(case["n"])
            if v not in (0, *case["goals"]) and not reaches(nx.restricted_view(whole, [v], []), case)
        }
        lines = {frozenset(e) for e in whole.edges if not reaches(nx.restricted_view(whole, [], [e]), case)}
        # The search does not go on beyond a goal.
        assert set(nodes) == single, case
        assert {frozenset(pair) for pair in bridges} == lines, case
        far = nx.Graph(whole)
        for goal in case["goals"]:
            far.add_edge(goal, "end")
        ends = nx.contracted_nodes(far, "end", case["goals"][0], self_loops=False)
        for goal in case["goals"][1:]:
            ends = nx.contracted_nodes(ends, "end", goal, self_loops=False)
        if ends.has_edge(0, "end"):
            assert slim is None
        else:
            assert len(slim) == len(nx.minimum_node_cut(ends, 0, "end")), case
            assert not reaches(nx.restricted_view(whole, slim, []), case)
            assert held == case["n"]
            narrow += 1
    assert narrow > 50


@needs_node
def test_corridors_go_into_one_edge_and_nothing_is_lost() -> None:
    cases = list(graphs(80))
    found = in_page(
        FOLDED
        + "return given.map((each) => { const g = corridors(made(each)); return [g.n, [...g.edges], [...g.steps], "
        "[...g.pick], [...g.of]]; });",
        cases,
    )
    for case, (n, edges, steps, pick, of) in zip(cases, found, strict=True):
        whole = nx.Graph(case["edges"])
        kept = {v for v in whole if whole.degree(v) != 2 or v == 0 or v in case["goals"]}
        assert set(pick) == kept and n == len(kept)
        assert sum(steps) == whole.number_of_edges() and len(edges) == 2 * len(steps)
        assert all(of[v] == i for i, v in enumerate(pick))
        assert sum(1 for each in of if each != 0xFFFFFFFF) == n


@pytest.mark.parametrize(
    "text",
    [
        "AB./.../goal:/.AB/...",
        "AA./AAB/.../goal:/.../.AA/.AA",
        "..A/B../..C/goal:/.../.A./...",
        "BAAC/B..C/DD../goal:/..../..../.AA.",
    ],
)
def test_mirror_images_are_folded_as_the_board_is_mirrored(modules: Any, text: str) -> None:
    puzzle = hr.puzzle(text)
    found = told(
        modules,
        "const [puzzle, points] = await drawnOf(given), g = mirrored(points, puzzle); return [g?.n ?? null, "
        "symmetries(puzzle).length];",
        text,
    )
    board, wanted = puzzle.board, {kind for pairs in puzzle.goal.alternatives for kind, _ in pairs}
    reach = next(each for each in naive.components(puzzle) if naive.start(puzzle) in each)
    ways = [lambda x, y: (board.width - 1 - x, y)]
    if board.width == board.height:
        ways += [lambda x, y: (x, board.height - 1 - y), lambda x, y: (y, x)]
    ways = [
        way
        for way in ways
        if any(
            image(puzzle, goal, way) == image(puzzle, goal, lambda x, y: (x, y)) for goal in puzzle.goal.alternatives
        )
    ]
    # Layouts that are images of each other under a symmetry are folded into one.
    orbits = nx.Graph()
    for each in reach:
        here = image(puzzle, each, lambda x, y: (x, y), wanted)
        orbits.add_node(here)
        orbits.add_edges_from((here, image(puzzle, each, way, wanted)) for way in ways)
    count = nx.number_connected_components(orbits)
    assert found == [count if ways else None, found[1]]
    assert bool(found[1]) == bool(ways)


def image(puzzle: hr.Puzzle, pairs: Any, way: Any, wanted: Any = ()) -> frozenset[Any]:
    """The pieces' cells after a rotation or reflection, and whether they are pieces of the goal."""
    width = puzzle.board.width
    return frozenset(
        (kind in wanted, frozenset(way(cell % width, cell // width) for cell in naive.cells(puzzle, kind, head)))
        for kind, head in pairs
    )


@pytest.mark.slow  # the largest map
def test_only_where_the_key_piece_is(modules: Any) -> None:
    n, edges, sizes, spots = told(
        modules,
        "const [puzzle, points] = await drawnOf('捷足先登'), g = keyed(points, puzzle); return [g.n, g.edges.length "
        "/ 2, g.size.reduce((a, b) => a + b, 0), [...g.xy]];",
    )
    # Cao Cao, two by two on 4x5, can be in 12 places, and goes from one to those beside it.
    assert (n, edges, sizes) == (12, 17, 25955)
    assert len({round(x, 3) for x in spots[::2]}) == 3 and len({round(y, 3) for y in spots[1::2]}) == 4


@pytest.mark.slow
def test_the_page_tells_what_it_shows_and_forgets_and_shows_around(page: Any, tmp_path: Path) -> None:
    page.goto("/map#p=捷足先登")
    page.wait_for_selector("#canvas[data-ready]")
    assert page.locator("#legend li:visible").count() == 4
    assert "every solution passes one" in page.locator("#narrow").inner_text()
    page.locator("#fold-mirror").check()
    page.locator("#forgets", has_text="Each point is a layout together with its mirror images.").wait_for()
    assert "drawn as 13,011 points" in page.locator("#facts").inner_text()
    page.locator("#fold-corridors").check()
    page.locator("#forgets", has_text="a line may stand for many steps").wait_for()
    page.locator("#fold-key").check()
    page.locator("#forgets", has_text="The other pieces are left out").wait_for()
    assert not page.locator("#fold-mirror").is_checked()
    # The board beside the map is one layout of many, and so is its distance.
    assert "32 moves to go" in page.locator("#where").inner_text()
    page.locator("#fold-corridors").uncheck()
    with page.expect_download() as download:
        page.get_by_role("button", name="GraphML").click()
    download.value.save_as(tmp_path / "map.graphml")
    graph = nx.read_graphml(tmp_path / "map.graphml")
    assert len(graph) == 12 and sum(node["layouts"] for _, node in graph.nodes(data=True)) == 25955
    page.locator("#solid").check()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save picture").click()
    assert download.value.path().read_bytes()[:4] == b"\x89PNG"
    page.locator("#fold-key").uncheck()
    page.get_by_role("button", name="Show me around").click()
    page.get_by_text("1 / 3: This is the start.").wait_for()
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_text("2 / 3: This is the waist").wait_for()
    page.get_by_role("button", name="Next", exact=True).click()
    page.get_by_text("3 / 3: This is the goal's side").wait_for()
    page.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Show me around").wait_for()


@pytest.mark.slow
def test_nothing_of_the_puzzle_before_stays_where_one_cannot_be_read(page: Any) -> None:
    page.goto("/map#p=AB./.../goal:/.AB/...")
    page.wait_for_selector("#canvas[data-ready]")
    page.evaluate("location.hash = 'p=ZZ/..'")
    page.get_by_text("there is no goal").wait_for()
    shown = "#facts, #look, #where, #forgets, #narrow, #legend, #here"
    assert page.locator("#title").inner_text() == "Map"
    assert not page.evaluate(
        f"[...document.querySelectorAll('{shown}')].some((each) => each.checkVisibility() && each.textContent)"
    )


@pytest.mark.slow  # opens two pages one after the other
def test_play_from_here_then_the_map_shows_that_game(page: Any) -> None:
    ready(page, "/#p=AB../..../goal:/..../..AB&at=1.0")
    drag(page, cell_size(page), "B", [("D", 1)])
    page.get_by_role("link", name="Map").click()
    page.wait_for_selector("#canvas[data-ready]")
    assert "You" in page.locator("#where").inner_text()
    assert "at=1.0" in page.url


@pytest.mark.slow
@pytest.mark.parametrize("size", [(390, 844), (320, 640), (844, 390)])
def test_on_a_phone_nothing_of_the_map_is_below_the_fold(lend: Any, size: tuple[int, int]) -> None:
    page = lend(viewport={"width": size[0], "height": size[1]})
    page.goto("/map#p=捷足先登")
    page.wait_for_selector("#canvas[data-ready]")
    height, shown = page.evaluate(
        "[document.documentElement.scrollHeight, ['#canvas', '#legend', '#guide', '#options "
        "summary'].map((id) => document.querySelector(id).getBoundingClientRect().bottom)]"
    )
    assert height <= size[1] and max(shown) <= size[1]
