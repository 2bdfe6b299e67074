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
