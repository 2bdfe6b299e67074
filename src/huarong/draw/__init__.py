"""Pictures: SVG for pages and notebooks, pixels, film strips, animations, maps, sheets, and coloured blocks for a terminal.

>>> svg("横刀立马")[:27]
'<svg xmlns="http://www.w3.o'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.draw.animated import animation
    from huarong.draw.chart import power_chart
    from huarong.draw.film import strip
    from huarong.draw.map import map_svg
    from huarong.draw.notebook import shown
    from huarong.draw.pages import Card, Page, sheet
    from huarong.draw.picture import THEMES, Theme, ThemeName, svg
    from huarong.draw.raster import png
    from huarong.draw.terminal import Line, Span, board, filmstrip

__all__ = [
    "THEMES",
    "Card",
    "Line",
    "Page",
    "Span",
    "Theme",
    "ThemeName",
    "animation",
    "board",
    "filmstrip",
    "map_svg",
    "png",
    "power_chart",
    "sheet",
    "shown",
    "strip",
    "svg",
]

_MODULES = {
    "animated": "animation",
    "chart": "power_chart",
    "film": "strip",
    "map": "map_svg",
    "notebook": "shown",
    "pages": "Card Page sheet",
    "picture": "THEMES Theme ThemeName svg",
    "raster": "png",
    "terminal": "Line Span board filmstrip",
}
__getattr__, __dir__ = lazily(
    __name__,
    {name: f"{__name__}.{module}" for module, names in _MODULES.items() for name in names.split()},
)
