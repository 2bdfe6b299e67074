"""The pages on benchmarks and certificates agree with the measured data."""

import importlib.util
import sys
from pathlib import Path
from typing import Any

import pytest

from huarong.suite import cases

ROOT = Path(__file__).parents[2]


def loaded(path: str) -> Any:
    """A program of `benchmarks/` as a module."""
    file = ROOT / "benchmarks" / path
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[file.stem] = module
    spec.loader.exec_module(module)
    return module


def test_the_pages_are_those_of_the_data() -> None:
    """On failure: `python benchmarks/suite/measure.py page`."""
    found = loaded("suite/measure.py").data()
    assert {run["name"].split()[0] for run in found["runs"]} > {"huarong", "klotski"}
    for path, text in loaded("suite/page.py").files(found).items():
        assert path.read_text("utf-8") == text, path.name


def test_figures_of_pages_are_those_of_the_data_and_the_model() -> None:
    """On failure: `python benchmarks/figures.py`."""
    found = loaded("figures.py")
    assert [found.plain(each) for each in (1234567.8, 0.01234, 999.9, 2)] == ["1,230,000", "0.0123", "1,000", "2"]
    assert found.duration(4000, "en") == "1.1 h" and found.duration(100, "zh") == "1.7 分钟"
    for path, text in found.files().items():
        assert path.read_text("utf-8") == text, path.name


def test_the_table_of_certificates_is_that_of_the_data() -> None:
    """On failure: `python benchmarks/proof/certificates.py --table`."""
    certificates = loaded("proof/certificates.py")
    for lang in certificates.WORDS:
        page = (certificates.DOCS / lang / certificates.PAGE).read_text("utf-8")
        assert certificates.written(page, certificates.table(lang)) == page


def test_certificates_and_cases_agree() -> None:
    known = {case.name: case for case in cases() if case.name}
    rows = [row for row in loaded("proof/certificates.py").rows() if row["length"]]
    assert len(rows) > 150
    for row in rows:
        if row["puzzle"] in known:
            length = known[row["puzzle"]].answers[row["metric"]].length
            assert row["length"] == ("none" if length is None else str(length)), row
        assert int(row["bytes"]) <= (100_000 if row["group"] == "openings" else 1_000_000)


@pytest.fixture(autouse=True)
def modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules loaded by a test are removed after it."""
    for name in ("measure", "page", "certificates", "figures"):
        monkeypatch.delitem(sys.modules, name, raising=False)
