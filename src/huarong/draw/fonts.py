"""Finding a font with Chinese characters on this machine, for files that embed their fonts."""

from __future__ import annotations

import functools
import os
import sys
from pathlib import Path

__all__ = ["chinese_font"]

_FAMILIES = (
    ("NotoSerifCJKsc", 0), ("NotoSerifSC", 0), ("NotoSerifCJK", 2), ("SourceHanSerif", 0),
    ("NotoSansCJKsc", 0), ("NotoSansSC", 0), ("NotoSansCJK", 2), ("SourceHanSans", 0),
    ("wqy-microhei", 0), ("wqy-zenhei", 0), ("DroidSansFallback", 0), ("uming", 0), ("ukai", 0),
    ("simsun", 0), ("msyh", 0), ("simhei", 0), ("Songti", 0), ("PingFang", 0), ("STHeiti", 0),
)  # fmt: skip
"""How file names of Chinese fonts begin, best first, each with the index of simplified Chinese in a font collection."""


@functools.cache
def chinese_font() -> tuple[Path, int] | None:
    """The file of a font with Chinese characters and the index of the font in it; None where none is found.

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
        fits.sort(
            key=lambda name: (
                next((i for i, w in enumerate(_WEIGHTS) if w in name), len(_WEIGHTS)),
                name,
            )
        )
        if fits:
            path = found[fits[0]]
            return path, number if path.suffix.lower() in (".ttc", ".otc") else 0
    return None


_WEIGHTS = ("-bold", "-semibold", "-medium", "-regular")


def _folders() -> list[Path]:
    home = Path.home()
    if sys.platform == "win32":
        return [Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts"]
    if sys.platform == "darwin":
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts"]
    data = os.environ.get("XDG_DATA_HOME") or str(home / ".local/share")
    return [
        Path("/usr/share/fonts"),
        Path("/usr/local/share/fonts"),
        Path(data) / "fonts",
        home / ".fonts",
    ]
