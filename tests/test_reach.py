"""`python -m tools.reach --changed` chooses the test files that a change can reach."""

import json
from pathlib import Path

from tools.reach import Reach


def test_a_change_runs_what_has_entered_it_what_names_it_and_what_is_new(tmp_path: Path) -> None:
    tree, package = tmp_path, tmp_path / "src" / "huarong"
    (tree / "tests").mkdir()
    package.mkdir(parents=True)
    for name, text in {"one": "", "two": "from tests.naive import moves", "new": ""}.items():
        (tree / "tests" / f"test_{name}.py").write_text(text, "utf-8")
    kept = {
        name: [0.1, hit, ""]
        for name, hit in {
            "tests/test_one.py::test_a": {"model/moves.py": [3]},
            "tests/test_two.py::test_b": {"files.py": [7]},
        }.items()
    }
    (tree / "reach.json").write_text(json.dumps({"tests": kept, "modules": {}}), "utf-8")
    reach, new = Reach(tree / "reach.json", tree, package), "tests/test_new.py"
    assert reach.files([]) == [new] and reach.files(["src/huarong/model/moves.py"]) == [new, "tests/test_one.py"]
    assert reach.files(["src/huarong/files.py", "README.md"]) == [new, "tests/test_two.py"]
    assert reach.files(["tests/naive.py"]) == [new, "tests/test_two.py"]
    assert reach.files(["tests/test_one.py", "tests/test_gone.py"]) == [new, "tests/test_one.py"]
