"""Pictures of layouts: SVG for pages and notebooks, coloured blocks for a terminal.

>>> svg("横刀立马")[:27]
'<svg xmlns="http://www.w3.o'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.draw.notebook import shown
    from huarong.draw.picture import THEMES, Theme, ThemeName, svg
    from huarong.draw.terminal import Line, Span, board, filmstrip

__all__ = ["THEMES", "Line", "Span", "Theme", "ThemeName", "board", "filmstrip", "shown", "svg"]

_MODULES = {
    "notebook": "shown",
    "picture": "THEMES Theme ThemeName svg",
    "terminal": "Line Span board filmstrip",
}
__getattr__, __dir__ = lazily(
    __name__,
    {name: f"{__name__}.{module}" for module, names in _MODULES.items() for name in names.split()},
)
