"""A script for the pages' modules, run in Node without a browser."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from huarong.web.pages import MISSING, PAGES, STATIC

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
process.stdout.write(JSON.stringify(answer), () => process.exit(0));
"""
ROOMS = Path(__file__).parent / "rooms"
LIMIT = 60
"""Seconds that a script may take: a fault may make it loop for ever."""


def texts_of(*names: str) -> dict[str, list[str]]:
    """The texts in some files of the pages, by their keys."""
    files = ((STATIC / f"{name}.json").read_text("utf-8") for name in names)
    return {key: texts for file in files for key, texts in json.loads(file).items()}


def told(script: str, given: Any = None) -> Any:
    """What a script returns, which has the value `given`; `await from('rules/reader')` imports a module."""
    words = ["node", "--experimental-default-type=module", "--input-type=module", "-e"]
    words.append(BEFORE % (STATIC.as_posix(), script))
    given = json.dumps(given)
    found = subprocess.run(words, input=given, capture_output=True, text=True, encoding="utf-8", timeout=LIMIT)
    assert found.returncode == 0, found.stderr[-2000:]
    return json.loads(found.stdout)


def room(file: str, name: str, path: str, **given: Any) -> Any:
    """What the function `name` of `rooms/FILE.js` returns for a page by its path, which it may install
    (`rooms/page.js`).
    """
    html = next(page for page in (*PAGES, MISSING) if page.path == path).html("/", files=False)
    script = f"""const {{ {name} }} = await import('file://{ROOMS.as_posix()}/{file}.js');
        return {name}(given);"""
    return told(script, {"root": STATIC.parent.as_posix(), "html": html, **given})
