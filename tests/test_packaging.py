"""Packaging: one version, few dependencies, constraints for everything that CI installs, a complete sdist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import huarong

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def name(requirement: str) -> str:
    return re.split(r"[\[<>=~;! ]", requirement, maxsplit=1)[0].lower()


def test_the_version_stands_in_one_place() -> None:
    assert PROJECT["dynamic"] == ["version"]
    assert f"\nversion: {huarong.__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


def test_the_plain_install_does_what_a_person_touches() -> None:
    wanted = ["click", "rich", "numpy", "platformdirs", "starlette", "uvicorn", "httptools", "textual", "resvg-py", "pillow", "fpdf2"]  # fmt: skip
    assert {name(each) for each in PROJECT["dependencies"]} == set(wanted)
    extras = PROJECT["optional-dependencies"]
    assert set(extras) == {"cluster", "export", "notebook", "gpu", "docs", "test", "lint"}


def test_constraints_name_what_ci_installs() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    known = {each.partition("==")[0] for each in lines if "==" in each}
    extras = PROJECT["optional-dependencies"]
    wanted = [*PROJECT["dependencies"], *(r for e in extras if e != "gpu" for r in extras[e])]
    missing = {name(each) for each in wanted} - known - {"huarong"}
    assert missing == set()
    assert "PIP_CONSTRAINT" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_the_sdist_has_what_its_tests_need() -> None:
    grafted = re.findall(r"^(?:graft|include) (.+)$", (ROOT / "MANIFEST.in").read_text("utf-8"), re.MULTILINE)  # fmt: skip
    packed = {each for line in grafted for each in line.split()}
    wanted = {"docs", "tests", "tools", "suite", "benchmarks", "examples", ".ci", "constraints.txt", "Containerfile", "CITATION.cff"}  # fmt: skip
    assert wanted <= packed


def test_ci_names_tests_that_are_there() -> None:
    named = re.findall(r"\btests/[\w/.]+", (ROOT / ".ci" / "run").read_text("utf-8"))
    assert named
    assert [each for each in named if not (ROOT / each).exists()] == []
