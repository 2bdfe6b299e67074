"""Finding a font with Chinese characters on this machine, for files that embed their fonts."""

from __future__ import annotations

import functools
import os
import sys
from pathlib import Path

_FAMILIES = (
    ("NotoSerifCJKsc", 0),
    ("NotoSerifSC", 0),
    ("NotoSerifCJK", 2),
    ("SourceHanSerif", 0),
    ("NotoSansCJKsc", 0),
    ("NotoSansSC", 0),
    ("NotoSansCJK", 2),
    ("SourceHanSans", 0),
    ("wqy-microhei", 0),
    ("wqy-zenhei", 0),
    ("DroidSansFallback", 0),
    ("uming", 0),
    ("ukai", 0),
    ("simsun", 0),
    ("msyh", 0),
    ("simhei", 0),
    ("Songti", 0),
    ("PingFang", 0),
    ("STHeiti", 0),
)
"""How file names of Chinese fonts begin, best first, each with the index of simplified Chinese in a font collection."""


@functools.cache
def chinese_font() -> tuple[Path, int] | None:
    """The file of a font with Chinese characters and the index of the font in it; None if none is found.

    `HUARONG_FONT` names a file to take instead.
    """
    own = os.environ.get("HUARONG_FONT")
    if own:
        return (Path(own), 0) if Path(own).is_file() else None
    found: dict[str, Path] = {}
    for folder in _folders():
        if folder.is_dir():
            for path in sorted(folder.rglob("*")):
                if path.suffix.lower() in (".ttf", ".ttc", ".otf", ".otc"):
                    found.setdefault(path.name.lower(), path)
    for family, number in _FAMILIES:
        fits = [name for name in sorted(found) if name.startswith(family.lower())]
        if fits:
            path = found[min(fits, key=_lightness)]
            return path, number if path.suffix.lower() in (".ttc", ".otc") else 0
    return None


def _lightness(name: str) -> int:
    """How far a font is from the bold one of its family."""
    weights = ("-bold", "-semibold", "-medium", "-regular")
    return next((i for i, weight in enumerate(weights) if weight in name), len(weights))


def _folders() -> list[Path]:
    home = Path.home()
    if sys.platform == "win32":
        return [Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts"]
    if sys.platform == "darwin":
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts"]
    data = os.environ.get("XDG_DATA_HOME") or str(home / ".local/share")
    folders = "/usr/share/fonts", "/usr/local/share/fonts", f"{data}/fonts"
    return [*map(Path, folders), home / ".fonts"]
