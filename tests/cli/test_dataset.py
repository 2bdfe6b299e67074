"""`huarong atlas tables`."""

import json
from pathlib import Path

import pytest

from tests.cli.running import run


def test_tables_are_written(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    words = ["--board", "3x3", "--pieces", "2x1:0..1 1x1:3", "--goal", ".../.../.aa"]
    told = run("atlas", "tables", *words, "-o", str(tmp_path / "t"), "--json").stdout
    names = [each["name"] for each in json.loads(told)["files"]]
    assert names == ["README.md", "layouts.parquet", "move.residues", "sets.parquet", "slide.residues", "step.residues"]
    assert "written" in run("atlas", "tables", *words, "-o", str(tmp_path / "t")).output
