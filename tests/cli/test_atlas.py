"""`huarong atlas`: whole spaces, and the layouts in reach."""

import json
import os
import re
import shlex
from unittest import mock

import networkx as nx
import pytest

import huarong as hr
from huarong.atlas.atlas import Atlas
from huarong.atlas.job import AtlasBuild
from tests.cli.running import read, run
from tests.examples import few

HERO = "横刀立马"


def test_facts_for_a_person(tmp_path):
    saved, table = tmp_path / "hero.atlas", tmp_path / "sets.csv"
    out = run("atlas", HERO, "--save", saved, "--csv", table).output
    for text in ("65,880", "53,954", "93 moves, 2 layouts", "1,656,575", "898", "██", "The hardest"):
        assert text in out
    assert re.findall("written: (.*)", out) == [str(saved), str(table)]
    assert Atlas.open(saved)[hr.puzzle(HERO).start] == 81
    assert len(table.read_text("utf-8").splitlines()) == 2


def test_a_card_is_known_in_reach():
    out = run("atlas", "Rush Hour 1", "--limit", "1").output
    for text in ("All layouts reachable", "1,247", "172", "9 moves, 6 layouts", "and 5 more"):
        assert text in out
    assert "No layout can reach" in run("atlas", "走投无路", "--reach", status=1).output


def test_why_only_what_the_start_can_reach(monkeypatch):
    whole = read("atlas", "slide: 8=LRD/123/456/78./goal:/123/456/78.", "--whole")
    assert (whole["layouts"], whole["solvable"]) == (362_880, 181_440)
    monkeypatch.setattr("huarong.cli.atlas._LARGE", 65_879)
    assert "the space has 65,880 layouts" in run("atlas", HERO).output


SPACES = """横刀立马
横刀立马 --reach
'Rush Hour 1'
876543210
'Motor-Car Problem'
'gnome-klotski: Only 18 Steps' --reach --limit 2
AAB/A.#/C../goal:/.../.B#/...
--board 3x3 --pieces '2x1:1 1x1:0..2' --goal .../.../.aa
--board 4x3 --pieces '2x1=LR:1 1x2:2..3' --goal ..../..XX/...."""


@pytest.mark.parametrize("line", few(SPACES.split("\n"), 3))
def test_the_hardest_are_what_solve_reads(line):
    words = shlex.split(line)
    facts = read("atlas", *words, "--metric", "step")
    assert facts["hardest"]
    texts = "\n".join(facts["hardest"])
    quoted = "\n".join(json.dumps(each, ensure_ascii=False) for each in facts["hardest"])
    objects = "\n".join(json.dumps({"puzzle": each}) for each in facts["hardest"])
    for given in (texts, quoted, objects):
        out = run("solve", "-", "--metric", "step", "--json", stdin=given + "\n").stdout
        answers = [json.loads(line) for line in out.splitlines()]
        assert [each["length"] for each in answers] == [facts["longest"]] * len(facts["hardest"])
    shown = run("atlas", *words, "--metric", "step").output.splitlines()
    assert all(each in shown for each in facts["hardest"])


def test_an_atlas_larger_than_memory_is_built_on_disk(tmp_path):
    words = ("atlas", HERO, "--metric", "step", "--save", tmp_path / "hero", "--max-memory", "20K")
    result = run(*words, "--max-seconds", "1e-3", status=3)
    assert "stopped by the time limit" in result.stderr
    done = AtlasBuild.keep

    def until(job, state, durable):
        done(job, state, durable)
        if state.depth == 60:
            raise KeyboardInterrupt

    with mock.patch.object(AtlasBuild, "keep", until):
        result = run(*words, status=130)
    assert "hero.building: the same command resumes it" in " ".join(result.stderr.split())
    assert "holds the beginning of another" in run(*words, "--metric", "move", status=2).stderr
    facts = read(*words, "--limit", "2")
    assert (facts["longest"], facts["sum"], facts["components"]) == (126, 2326963, None)
    assert len(facts["hardest"]) == 2
    assert Atlas.open(tmp_path / "hero")[hr.puzzle(HERO).start] == 116
    assert "build it on disk (--save FILE)" in run(*words[:4], *words[6:], status=3).stderr


def test_an_atlas_of_the_cache_says_since_when(tmp_path, monkeypatch):
    """A large space is built once: the seconds are those of that run; `--fresh` builds it again."""
    monkeypatch.setenv("HUARONG_CACHE", str(tmp_path))
    monkeypatch.setattr("huarong.cli.atlas._MANY", 1)
    words = ["atlas", "--board", "3x3", "--pieces", "2x1:1 1x1:2", "--goal", ".../.../.aa"]
    built = read(*words)
    assert built["cached_at"] is None
    (path,) = (tmp_path / "atlas").iterdir()
    os.utime(path, (1_700_000_000, 1_700_000_000))
    for _ in range(2):
        assert read(*words) == built | {"cached_at": "2023-11-14T22:13:20+00:00"}
    said = run(*words).stdout
    assert "The atlas was built at 2023-11-1" in said and "--fresh" in said
    assert read(*words, "--fresh")["cached_at"] is None
    assert "--fresh" not in run(*words, "--fresh").stdout
    assert path.stat().st_mtime > 1_700_000_000


def test_the_diameter_and_the_graph_of_what_can_be_reached(tmp_path):
    path = tmp_path / "g.graphml"
    words = ["atlas", "AB/../goal:/../AB", "--metric", "step"]
    found = read(*words, "--diameter", "--graphml", path)
    a, b = found["diameter"]["pair"]
    goal = b.partition("/goal:")[0]
    assert found["diameter"]["length"] == 4 == hr.solve(hr.puzzle(a.partition("/goal:")[0], goal), "step").length
    graph = nx.read_graphml(path)
    assert (graph.number_of_nodes(), nx.diameter(graph.to_undirected())) == (12, 4)
    atlas = Atlas.of(words[1], "step")
    for node, data in graph.nodes(data=True):
        layout = atlas.space.layout(int(node))
        assert data["distance"] == atlas.distance(int(node))
        assert data["layout"] == "/".join(hr.puzzle(words[1]).started(layout).rows())
    said = run(*words, "--diameter").stdout
    assert f"diameter: 4 steps, between\n{a}\n{b}\n" in said
    said = run("atlas", "--board", "4x5", "--pieces", "2x2:1 1x1:2", "--diameter", status=2).stderr
    assert "need a PUZZLE" in said


def test_a_family_without_a_goal_is_counted():
    words = ["atlas", "--board", "4x4", "--pieces", "1x2:3 2x1:2"]
    assert "largest component  992" in run(*words).stdout
    assert "--csv, --save and --graphml need a goal" in run(*words, "--save", "x", status=2).stderr
    assert "goals" in read(*words, "--goal", "AA../..../..../....")


def test_the_hardest_start_of_a_drawn_puzzle(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("AAB\nAA.\n...\ngoal:\n...\n.AA\n.AA\n", encoding="utf-8")
    drawn = read("design", "hardest", file, "--metric", "step")
    words = ("--board", "3x3", "--pieces", "2x2:1 1x1:1", "--metric", "step", "--goal", ".../.aa/.aa")
    given = read("design", "hardest", *words)
    for each in (drawn, given):
        each.pop("seconds")
    assert drawn == given
    assert "give a PUZZLE, or both --board and --pieces" in run("design", "hardest", status=2).stderr
    assert "give a PUZZLE" in run("design", "hardest", file, "--board", "3x3", "--pieces", "1x1:1", status=2).stderr


def test_tables_are_written(tmp_path):
    pytest.importorskip("pyarrow")
    words = ["--board", "3x3", "--pieces", "2x1:0..1 1x1:3", "--goal", ".../.../.aa"]
    told = run("atlas", "tables", *words, "-o", str(tmp_path / "t"), "--json").stdout
    names = [each["name"] for each in json.loads(told)["files"]]
    assert names == ["README.md", "layouts.parquet", "move.residues", "sets.parquet", "slide.residues", "step.residues"]
    assert "written" in run("atlas", "tables", *words, "-o", str(tmp_path / "t")).output
