"""The tables of a family: their content, and that each run writes them byte for byte the same."""

from pathlib import Path

import pytest

from huarong.atlas.atlas import Atlas
from huarong.atlas.dataset import FAMILY, Dataset, write_dataset
from huarong.atlas.goals import read_goal
from huarong.errors import InputError
from huarong.search.solver import solve
from huarong.space.space import Space
from tests.clock import ticking

pytest.importorskip("pyarrow")
SPACE = Space.parse("3x4", "2x2:1 2x1:0..1 1x1:0..3 empty:2..")
GOAL = read_goal(SPACE, ".../.../aa./aa.")


def test_tables_say_what_the_atlas_says(tmp_path: Path) -> None:
    data = write_dataset(tmp_path / "one", SPACE, GOAL)
    rows, layouts = data.sets.to_pylist(), data.layouts
    assert len(layouts) == SPACE.size == sum(r["layouts"] for r in rows if r["metric"] == "move")
    for metric in ("step", "slide", "move"):
        atlas = Atlas.build(SPACE, GOAL, metric)
        assert layouts.column(metric).to_pylist() == [atlas.distance(r) for r in range(SPACE.size)]
        assert data.compressed(metric).longest == atlas.facts.longest
    for row in rows:
        of_set = [k for k, s in enumerate(layouts.column("set").to_pylist()) if s == row["set"]]
        assert len(of_set) == row["layouts"]
        if row["hardest"]:
            found = solve(row["hardest"][0], row["metric"])
            assert found.length == row["longest"] and len(row["hardest"]) == min(8, row["longest_count"])


def test_again_byte_for_byte(tmp_path: Path) -> None:
    one, two = (write_dataset(tmp_path / name, SPACE, GOAL).folder for name in ("a", "other"))
    files = sorted(path.name for path in one.iterdir())
    assert "README.md" in files and len(files) == 6
    for name in files:
        assert (one / name).read_bytes() == (two / name).read_bytes()
    assert "6 sets" not in Dataset(one).card and "Columns" in Dataset(one).card


@pytest.mark.slow
def test_the_family_has_203_sets() -> None:
    space = Space.parse("4x5", FAMILY)
    sets = Atlas.build(space, read_goal(space, None), "step").piece_sets()
    assert (len(sets), sum(each.facts.layouts for each in sets)) == (203, 29_334_498)


def test_progress_is_that_of_all_tables(tmp_path: Path) -> None:
    told: list[tuple[int, int | None]] = []
    with ticking():
        write_dataset(
            tmp_path, SPACE, GOAL, max_seconds=1e9, progress=lambda now: told.append((now.layouts, now.total))
        )
    done, totals = [n for n, _ in told], {total for _, total in told}
    assert totals == {10 * SPACE.size} and done == sorted(done) and done[-1] == 10 * SPACE.size
    assert len({10 * n // done[-1] for n in done}) == 11


def test_too_little_memory_is_refused_at_once(tmp_path: Path) -> None:
    """The family's tables took 1,276 MiB, whatever the limit."""
    with pytest.raises(InputError, match=r"need 376 MiB, and 375 MiB hold those of 29,229,056:"):
        write_dataset(tmp_path / "none", Space.parse("4x5", FAMILY), GOAL, max_memory="375M")
    assert not (tmp_path / "none").exists()
    write_dataset(tmp_path / "small", SPACE, GOAL, max_memory="160M")
