"""The words of the generated reference in both languages."""

from __future__ import annotations

import json
from pathlib import Path

WORDS: dict[str, list[str]] = json.loads(Path(__file__).with_name("words.json").read_text("utf-8"))
"""By key, what it is in English and in Chinese."""


def word(key: str, language: str) -> str:
    """A word of the reference. Raises `KeyError` for one that nobody wrote."""
    return WORDS[key][language == "zh"]
