"""The words of the generated reference in both languages."""

from __future__ import annotations

import json
from pathlib import Path

HERE = Path(__file__).parent
WORDS: dict[str, list[str]] = json.loads((HERE / "words.json").read_text("utf-8"))
"""By key, what it is in English and in Chinese."""
KEYS: dict[str, list[str]] = json.loads((HERE / "keys.json").read_text("utf-8"))
"""What a JSON key is, in English and Chinese: by key, or by command (address, shared schema) and path where it differs
there.
"""


def word(key: str, language: str) -> str:
    """A word of the reference. Raises `KeyError` for one that nobody wrote."""
    return WORDS[key][language == "zh"]


def explained(where: str, path: str) -> str:
    """Which entry of `KEYS` is about a key of a command or an address. Raises `KeyError` where nobody explained it.

    >>> explained("solve", "counts.step"), explained("suite run", "groups.*.right")
    ('step', 'suite run: groups.*.right')
    """
    above, _, key = path.removesuffix("[]").rpartition(".")
    for each in (f"{where}: {path}", path, f"{above}.*", key):
        if each in KEYS:
            return each
    raise KeyError(f"{where}: {path}")


def meaning(where: str, path: str, language: str) -> str:
    """What a key of a command or an address is. Raises `KeyError` where nobody explained it."""
    return KEYS[explained(where, path)][language == "zh"]
