"""Animated solutions: GIF, WebP and APNG."""

from __future__ import annotations

import functools
import io
from collections.abc import Iterator
from typing import Any, Literal, Unpack, get_args

from PIL import Image

from huarong.draw.film import require_solution
from huarong.draw.picture import Layers, ThemeName, layers, theme_named
from huarong.draw.raster import png
from huarong.errors import InputError
from huarong.limited import GivenLimits, limited
from huarong.limits import Watch
from huarong.model.board import DELTA
from huarong.model.solution import Solution

Format = Literal["gif", "webp", "apng"]
FORMATS: tuple[Format, ...] = get_args(Format)
"""The formats of animated pictures."""
_BEFORE, _BETWEEN, _AFTER = 800, 160, 2000
"""Milliseconds that the start, each layout and the end stand still."""
_STEP = 40
"""Milliseconds of each picture while a piece slides."""
_A_CELL = 3
"""Pictures to each cell that a piece slides."""


@limited
def animation(
    solution: Solution,
    kind: Format = "gif",
    *,
    theme: ThemeName = "light",
    labels: bool = True,
    cell: int = 36,
    speed: float = 1.0,
    lang: str = "en",
    **limits: Unpack[GivenLimits],
) -> bytes:
    """A solution as the bytes of an animated picture that repeats for ever.

    `cell` is the width of a cell in pixels; `speed` 2 plays in half the time; names are in the language `lang`. Raises
    `InputError` if there is no solution, `LimitReached` and `Cancelled`.

    >>> from huarong.search.solver import solve
    >>> animation(solve("AB/../goal:/../AB"))[:6]
    b'GIF89a'
    """
    require_solution(solution)
    if kind not in FORMATS:
        names = ", ".join(FORMATS)
        raise InputError("{kind!r} is not a valid kind of animation; expected one of {names}", kind=kind, names=names)
    if not 0.01 <= speed <= 100 or not 4 <= cell <= 400:
        raise InputError("an animation needs a speed from 0.01 to 100, and cells of 4 to 400 pixels")
    watch = Watch.of(**limits)
    drawn = layers(solution.puzzle, None, None, theme, labels, cell, lang)
    frames = list(_frames(solution, drawn, theme, cell, watch))
    pictures = [picture for picture, _ in frames]
    times = [max(20, round(time / speed / 10) * 10) for _, time in frames]
    if kind == "gif":
        palette = pictures[0].quantize(255, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        pictures = [each.quantize(palette=palette, dither=Image.Dither.NONE) for each in pictures]
    options: dict[str, Any] = {"save_all": True, "append_images": pictures[1:], "duration": times, "loop": 0}
    options |= {"gif": {"optimize": False, "disposal": 1}, "webp": {"lossless": True, "method": 2}}.get(kind, {})
    for each in pictures:
        # Pillow seeks frame 0 of each picture before it writes it: there the watch is asked between two pictures.
        each.seek = functools.partial(_seek, watch)
    stream = io.BytesIO()
    pictures[0].save(stream, "PNG" if kind == "apng" else kind.upper(), **options)
    return stream.getvalue()


def _seek(watch: Watch, part: int) -> None:
    watch.look()
    if part:
        raise EOFError


def _frames(solution: Solution, drawn: Layers, theme: ThemeName, cell: int, watch: Watch) -> Iterator[tuple[Any, int]]:
    """The pictures, each with its duration in milliseconds."""
    puzzle, width = solution.puzzle, solution.puzzle.board.width

    def read(svg: str) -> Any:
        return Image.open(io.BytesIO(png(svg, 1))).convert("RGBA")

    board = read(drawn.board)
    paper = Image.new("RGBA", board.size, theme_named(theme).paper)
    paper.alpha_composite(board)
    above = read(drawn.above) if drawn.above else None
    sprites = []
    for number, piece in enumerate(puzzle.pieces):
        watch.look()
        whole = read(drawn.piece(number))
        box = whole.getbbox() or (0, 0, 1, 1)
        row, column = divmod(piece.head, width)
        sprites.append((whole.crop(box), box[0] - column * cell, box[1] - row * cell))

    def picture(at: list[tuple[float, float]]) -> Any:
        watch.look()
        found = paper.copy()
        for (sprite, x, y), (dx, dy) in zip(sprites, at, strict=True):
            found.alpha_composite(sprite, (round(x + dx * cell), round(y + dy * cell)))
        if above:
            found.alpha_composite(above)
        return found.convert("RGB")

    at = [(float(h % width), float(h // width)) for h in solution.heads[0]]
    yield picture(at), _BEFORE if solution.moves else _AFTER
    symbols = [piece.symbol for piece in puzzle.pieces]
    for number, move in enumerate(solution.moves, 1):
        i = symbols.index(move.piece)
        for leg in move.legs:
            (dx, dy), (x, y) = DELTA[leg.direction], at[i]
            for part in range(1, leg.cells * _A_CELL + 1):
                at[i] = (x + dx * part / _A_CELL, y + dy * part / _A_CELL)
                last = part == leg.cells * _A_CELL and leg is move.legs[-1]
                still = _AFTER if number == len(solution.moves) else _BETWEEN
                yield picture(at), still if last else _STEP
