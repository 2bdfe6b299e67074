"""A script for the pages' modules, run in Node without a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any

import pytest

from huarong.web.pages import STATIC

needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="it takes Node")
# The language that the modules ask a browser for, and how a script gets its modules and its value.
BEFORE = """
globalThis.navigator ??= { language: 'en' };
globalThis.fetch = async () => ({ json: async () => ({}) });
const from = (name) => import(`file://%s/${name}.js`);
const given = JSON.parse(await new Promise((done) => {
  let text = '';
  process.stdin.setEncoding('utf8').on('data', (part) => { text += part; }).on('end', () => done(text));
}));
const answer = await (async () => { %s })();
process.stdout.write(JSON.stringify(answer));
"""


def told(script: str, given: Any = None) -> Any:
    """What a script returns, which has the value `given`; `await from('rules/reader')` imports a module."""
    words = ["node", "--experimental-default-type=module", "--input-type=module", "-e"]
    found = subprocess.run(
        [*words, BEFORE % (STATIC.as_posix(), script)],
        input=json.dumps(given), capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert found.returncode == 0, found.stderr[-2000:]
    return json.loads(found.stdout)
