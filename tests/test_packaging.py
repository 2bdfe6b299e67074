"""Packaging: one version, few dependencies, constraints for everything that CI installs, a complete sdist."""

import importlib
import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from tools import publish

import huarong

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def name(requirement: str) -> str:
    return re.split(r"[\[<>=~;! ]", requirement, maxsplit=1)[0].lower()


def test_the_version_stands_in_one_place() -> None:
    assert PROJECT["dynamic"] == ["version"]
    assert f"\nversion: {huarong.__version__}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


def test_the_plain_install_does_what_a_person_touches() -> None:
    wanted = [
        "click",
        "rich",
        "numpy",
        "platformdirs",
        "starlette",
        "uvicorn",
        "httptools",
        "textual",
        "resvg-py",
        "pillow",
        "fpdf2",
    ]
    assert {name(each) for each in PROJECT["dependencies"]} == set(wanted)
    extras = PROJECT["optional-dependencies"]
    assert set(extras) == {
        "cluster",
        "export",
        "notebook",
        "gpu",
        "learn",
        "mcp",
        "pddl",
        "verifiers",
        "docs",
        "test",
        "lint",
    }


def test_constraints_name_what_ci_installs() -> None:
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    known = {each.partition("==")[0] for each in lines if "==" in each}
    extras = PROJECT["optional-dependencies"]
    wanted = [*PROJECT["dependencies"], *(r for e in extras if e not in ("gpu", "verifiers") for r in extras[e])]
    missing = {name(each) for each in wanted} - known - {"huarong"}
    assert missing == set() and "PIP_CONSTRAINT" in (ROOT / ".ci" / "run").read_text("utf-8")


@pytest.mark.slow
def test_extras_that_are_offered_together_install_together() -> None:
    extras = ",".join(sorted({*PROJECT["optional-dependencies"]} - {"gpu"}))
    command = [sys.executable, "-m", "pip", "install", "--dry-run", "-c", ROOT / "constraints.txt", f"{ROOT}[{extras}]"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_the_sdist_has_what_its_tests_need() -> None:
    grafted = re.findall(r"^(?:graft|include) (.+)$", (ROOT / "MANIFEST.in").read_text("utf-8"), re.MULTILINE)
    packed = {each for line in grafted for each in line.split()}
    wanted = {
        "docs",
        "tests",
        "tools",
        "suite",
        "benchmarks",
        "examples",
        ".ci",
        "constraints.txt",
        "Containerfile",
        "CITATION.cff",
    }
    assert wanted <= packed


def test_ci_names_tests_that_are_there() -> None:
    named = re.findall(r"\btests/[\w/.]+", (ROOT / ".ci" / "run").read_text("utf-8"))
    assert named and [each for each in named if not (ROOT / each).exists()] == []


def test_one_command_fills_in_who_publishes_and_where(tmp_path: Path) -> None:
    names = ("CITATION.cff", "pyproject.toml", "README.md", "README.zh-CN.md", "server.json")
    for each in names:
        (tmp_path / each).write_text((ROOT / each).read_text("utf-8"), "utf-8")
    for address in ("https://github.com/ada/huarong", "https://example.org/b"):
        publish.publish(tmp_path, address, "Ada Lovelace", "10.5281/zenodo.1", "2030-05-06")
    found = {each: (tmp_path / each).read_text("utf-8") for each in names}
    urls = tomllib.loads(found["pyproject.toml"])["project"]["urls"]
    assert urls == {"Repository": "https://example.org/b"}
    for each in names[2:4]:
        assert found[each].count("git clone https://example.org/b ") == 1 == found[each].count("git clone")
    cited = found["CITATION.cff"]
    assert '  - given-names: "Ada"\n    family-names: "Lovelace"\n' in cited
    assert 'repository-code: "https://example.org/b"\n' in cited and "doi: 10.5281/zenodo.1\n" in cited
    assert "date-released: 2030-05-06" in cited and "github.com/ada" not in cited
    server = json.loads(found["server.json"])
    assert server["name"] == "io.github.ada/huarong" and server["repository"]["source"] == "github"
    assert found["README.md"].endswith(f"\n<!-- mcp-name: {server['name']} -->\n")


def test_the_entry_for_registries_starts_the_server_of_this_version() -> None:
    """Its published schema has a limit of 100 characters for the description, and wants exact versions."""
    server = json.loads((ROOT / "server.json").read_text("utf-8"))
    [package] = server["packages"]
    assert server["version"] == package["version"] == huarong.__version__ and len(server["description"]) <= 100
    assert package["identifier"] == PROJECT["name"] and package["transport"] == {"type": "stdio"}
    [needed], [command] = package["runtimeArguments"], package["packageArguments"]
    assert [needed["value"]] == PROJECT["optional-dependencies"]["mcp"]
    assert f"{command['value']}_command" in vars(importlib.import_module("huarong.cli.mcp"))


def test_the_repository_is_the_same_everywhere() -> None:
    address = PROJECT.get("urls", {}).get("Repository")
    cited = re.findall(r'^repository-code: "(.*)"$', (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    assert cited == ([address] if address else [])
    for name in ("README.md", "README.zh-CN.md"):
        assert re.findall(r"^git clone (\S+) ", (ROOT / name).read_text("utf-8"), re.MULTILINE) == cited
