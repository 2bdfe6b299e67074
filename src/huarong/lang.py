"""Two languages: an English template is its own key, its Chinese stands in `data/zh.json`."""

from __future__ import annotations

import functools
import json
import os
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "zh")


@functools.cache
def catalogue(lang: str) -> dict[str, str]:
    """The templates of a language by their English; English itself needs none."""
    if lang == "en":
        return {}
    path = Path(__file__).parent / "data" / f"{lang}.json"
    result: dict[str, str] = json.loads(path.read_text("utf-8"))
    return result


def say(template: str, lang: str = "en", **args: Any) -> str:
    """A template in a language, its values filled in.

    >>> say("line {line}: {text}", "zh", line=2, text="…")
    '第 2 行：…'
    """
    return catalogue(lang).get(template, template).format(**args)


def system_language() -> str:
    """The language that the environment asks for: `zh` for any Chinese locale, else `en`."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    import locale

    return "zh" if (locale.getlocale()[0] or "").lower().startswith(("zh", "chinese")) else "en"
