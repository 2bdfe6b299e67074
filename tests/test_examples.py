"""The programs of `examples/`, run as their users would run them."""

import json
import os
import runpy
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent / "examples"
QUICK = {
    "game_loop": ["捷足先登: ", "81 needed"],
    "custom_graph": ["the river: 7 crossings", "lights out, 3x3: 5 presses"],
}
SLOW = {
    "state_space": ["largest difference", "39"],
    "search_class": ["20 steps", "poos-protocol  depth 20, 37809", "from the goal: 1 2 4 8 16 20 39"],
    "hunting": ["2x2:1 1x2:2 2x1:2 1x1:2 42"],
    "learning": ["reward step", "reward potential", "optimum"],
    "cluster_run": ["disk", "the goal is at depth 30", "181,440 layouts in all"],
}
ARGUMENTS = {"learning": ["--actions", "100000"]}


def test_every_example_is_run_and_listed() -> None:
    there = {path.stem for path in FOLDER.glob("*.py")}
    assert there == {*QUICK, *SLOW} and len(there) >= 6
    listed = (FOLDER / "README.md").read_text("utf-8")
    assert all(f"`{name}.py`" in listed for name in there)


@pytest.mark.parametrize("name", [*QUICK, *(pytest.param(name, marks=pytest.mark.slow) for name in SLOW)])
@pytest.mark.filterwarnings("default")
def test_example(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    if name == "state_space":
        for package in ("pandas", "polars", "matplotlib"):
            pytest.importorskip(package)
    plot = tmp_path / "plot.png"
    monkeypatch.setattr(sys, "argv", [name, *ARGUMENTS.get(name, []), *([str(plot)] if name == "state_space" else [])])
    monkeypatch.setitem(os.environ, "MPLCONFIGDIR", str(tmp_path))
    runpy.run_path(str(FOLDER / f"{name}.py"), run_name="__main__")
    told = capsys.readouterr().out
    assert all(each in told for each in {**QUICK, **SLOW}[name]), told
    assert plot.exists() == (name == "state_space")


@pytest.mark.slow
def test_a_policy_learns_almost_the_optimum(tmp_path: Path) -> None:
    module = runpy.run_path(str(FOLDER / "learning.py"), run_name="learning")
    curve = module["train"]("Simplicity", "step", "potential", actions=300_000)
    (_, first, needed), (_, last, optimum) = curve[0], curve[-1]
    assert first > 2 * needed and optimum <= last < 1.4 * optimum
    pytest.importorskip("matplotlib")
    module["draw"]({"potential": curve}, str(tmp_path / "curve.png"))
    assert (tmp_path / "curve.png").read_bytes()[:4] == b"\x89PNG"


NOTEBOOKS = {
    "breadth_first_and_hashing": ["right: 13 steps", "times as many codes", "longest chain by his hash: 3"],
    "heuristics": ["klotski bound at the start: 3", "additive pattern databases", "16 met, length"],
}


def test_every_notebook_is_run_and_listed() -> None:
    assert {path.stem for path in FOLDER.glob("*.ipynb")} == {*NOTEBOOKS}
    listed = (FOLDER / "README.md").read_text("utf-8")
    assert all(f"`{name}.ipynb`" in listed for name in NOTEBOOKS)


@pytest.mark.slow
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebook(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """All cells run in order, those that check answers too, and none has kept an output."""
    book = json.loads((FOLDER / f"{name}.ipynb").read_text("utf-8"))
    space: dict[str, object] = {}
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None
            exec(compile("".join(cell["source"]), name, "exec"), space)
    told = capsys.readouterr().out
    assert all(each in told for each in NOTEBOOKS[name]), told
