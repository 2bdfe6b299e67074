"""The pages' pure modules in Node's own test runner: `node --test --experimental-default-type=module tests/page/`."""

import subprocess
from pathlib import Path

from tests.web.node import needs_node

FOLDER = Path(__file__).parents[1] / "page"


@needs_node
def test_the_pure_modules_pass_their_tests() -> None:
    words = ["node", "--test", "--experimental-default-type=module", *map(str, sorted(FOLDER.glob("*.test.js")))]
    found = subprocess.run(words, capture_output=True, text=True, encoding="utf-8", check=False, timeout=600)
    assert found.returncode == 0, found.stdout[-4000:] + found.stderr[-1000:]
    assert "# tests 0" not in found.stdout
