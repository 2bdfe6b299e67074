"""Pictures of layouts: SVG for pages and notebooks, coloured blocks for a terminal.

>>> svg("横刀立马")[:27]
'<svg xmlns="http://www.w3.o'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from huarong.draw.notebook import picture
from huarong.draw.svg import THEMES, Theme, ThemeName, svg
from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.draw.terminal import board, filmstrip

__all__ = ["THEMES", "Theme", "ThemeName", "board", "filmstrip", "picture", "svg"]

__getattr__, __dir__ = lazily(
    __name__, {"board": "huarong.draw.terminal", "filmstrip": "huarong.draw.terminal"}
)
