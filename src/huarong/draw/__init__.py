"""Pictures: SVG for pages and notebooks, pixels, film strips, animations, maps, sheets, coloured blocks for terminals.

>>> svg("横刀立马")[:27]
'<svg xmlns="http://www.w3.o'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from huarong.lazy import lazily

if TYPE_CHECKING:
    from huarong.draw.chart import power_chart as power_chart
    from huarong.draw.film import animation as animation, strip as strip
    from huarong.draw.map import map_svg as map_svg
    from huarong.draw.pages import Card as Card, Page as Page, sheet as sheet
    from huarong.draw.picture import (
        THEMES as THEMES,
        Theme as Theme,
        ThemeName as ThemeName,
        png as png,
        shown as shown,
        svg as svg,
    )
    from huarong.draw.terminal import Line as Line, Span as Span, board as board, filmstrip as filmstrip

__getattr__, __dir__, __all__ = lazily(
    __name__,
    {
        "draw.chart": "power_chart",
        "draw.film": "animation strip",
        "draw.map": "map_svg",
        "draw.pages": "Card Page sheet",
        "draw.picture": "THEMES Theme ThemeName png shown svg",
        "draw.terminal": "Line Span board filmstrip",
    },
)
