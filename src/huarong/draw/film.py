"""A solution as pictures: a film strip of its layouts, each with the arrow of the next move, or an animated picture."""

import functools
import io
from collections.abc import Iterator
from typing import Any, Literal, Unpack, get_args

from PIL import Image

from huarong.draw.picture import SERIF, Layers, ThemeName, layers, on_paper, png, svg, theme_named, xml
from huarong.errors import InputError, expect
from huarong.library.labels import called
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.board import DELTA
from huarong.model.puzzle import Solution

MOST = 500
"""The most pictures in a strip."""


def _require(solution: Solution) -> None:
    """Raise `InputError` for anything but a solution with moves to draw."""
    expect(solution, Solution)
    if not solution.solved:
        raise InputError("there is no solution to draw")


def strip(
    solution: Solution,
    *,
    across: int = 6,
    theme: ThemeName = "light",
    labels: bool = True,
    cell: int = 24,
    lang: str = "en",
) -> str:
    """Draw a solution as the text of an SVG image: each layout with its next move, `across` layouts in a row.

    The number and the text of the move are below each layout. Raises `InputError` if there is no solution, or it has
    more than 500 moves, and for an unknown theme.

    >>> from huarong.search.solver import solve
    >>> picture = strip(solve("AB/../goal:/../AB", "step"))
    >>> picture.count('class="huarong"'), picture.count("<text"), "1. A D1" in picture
    (3, 9, True)
    """
    _require(solution)
    if len(solution.heads) > MOST:
        text = "the solution has {moves:,} {moves:move|moves}; a strip has {most:,} at most"
        raise InputError(text, moves=len(solution.moves), most=MOST)
    puzzle, look = solution.puzzle, theme_named(theme)
    wide, high = (puzzle.board.width + 0.44) * cell, (puzzle.board.height + 0.44) * cell
    size = max(9.0, min(14.0, 0.5 * cell))
    gap, line = 0.4 * cell, 1.7 * size
    across = max(1, min(across, len(solution.heads)))
    down = -(-len(solution.heads) // across)
    width, height = across * (wide + gap) + gap, down * (high + line + gap) + gap
    parts = []
    for i, heads in enumerate(solution.heads):
        move = solution.moves[i] if i < len(solution.moves) else None
        x = gap + (i % across) * (wide + gap)
        y = gap + (i // across) * (high + line + gap)
        picture = svg(puzzle, heads, move=move, theme=theme, labels=labels, cell=cell, lang=lang)
        parts.append(picture.replace("<svg ", f'<svg x="{x:.1f}" y="{y:.1f}" ', 1))
        text = "✓" if move is None else f"{i + 1}. {called(move.label, lang)} {move.path}"
        fits = min(size, 1.75 * wide / max(6, sum(2 if c > "⺀" else 1 for c in text)))
        at = f'x="{x + wide / 2:.1f}" y="{y + high + 0.75 * line:.1f}" font-size="{fits:.1f}" font-family="{SERIF}"'
        parts.append(f'<text {at} text-anchor="middle" fill="{look.ink}">{xml(text)}</text>')
    return on_paper(width, height, look.paper, parts)


# Animations

Format = Literal["gif", "webp", "apng"]
FORMATS: tuple[Format, ...] = get_args(Format)
"""The formats of animated pictures: GIF, WebP and APNG."""
_BEFORE, _BETWEEN, _AFTER = 800, 160, 2000
"""Milliseconds for which the start, each layout and the end stand still."""
_STEP = 40
"""Milliseconds of each picture while a piece slides."""
_A_CELL = 3
"""Pictures for each cell that a piece slides."""


@limited
def animation(
    solution: Solution,
    kind: Format = "gif",
    *,
    theme: ThemeName = "light",
    labels: bool = True,
    cell: int = 80,
    speed: float = 1.0,
    lang: str = "en",
    **limits: Unpack[GivenLimits],
) -> bytes:
    """Draw a solution as the bytes of an animated picture that repeats forever, with the number of the move below.

    `cell` is the width of a cell in pixels, a `speed` of 2 halves the duration, and names are in the language `lang`.
    Raises `InputError` if there is no solution, `LimitReached` and `Cancelled`.

    >>> from huarong.search.solver import solve
    >>> animation(solve("AB/../goal:/../AB"))[:6]
    b'GIF89a'
    """
    _require(solution)
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
        # Pillow seeks frame 0 of each picture before writing it, so the watch is asked between two pictures.
        each.seek = functools.partial(_seek, watch)
    stream = io.BytesIO()
    pictures[0].save(stream, "PNG" if kind == "apng" else kind.upper(), **options)
    return stream.getvalue()


def _seek(watch: Watch, part: int) -> None:
    watch.look()
    if part:
        raise EOFError


def _frames(solution: Solution, drawn: Layers, theme: ThemeName, cell: int, watch: Watch) -> Iterator[tuple[Any, int]]:
    """Iterate over the pictures, each with its duration in milliseconds."""
    puzzle, width = solution.puzzle, solution.puzzle.board.width

    def read(svg: str) -> Any:
        return Image.open(io.BytesIO(png(svg, 1))).convert("RGBA")

    board, look, line = read(drawn.board), theme_named(theme), max(14, cell // 2)
    paper = Image.new("RGBA", (board.width, board.height + line), look.paper)
    paper.alpha_composite(board)

    def count(number: int) -> None:
        """Write the number of the move below the board."""
        text = f'<text x="50%" y="{0.7 * line}" font-size="{0.6 * line}" font-family="{SERIF}" text-anchor="middle" '
        text += f'fill="{look.ink}">{number} / {len(solution.moves)}</text>'
        paper.paste(read(on_paper(board.width, line, look.paper, [text])), (0, board.height))

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

    count(0)
    at = [(float(h % width), float(h // width)) for h in solution.heads[0]]
    yield picture(at), _BEFORE if solution.moves else _AFTER
    symbols = [piece.symbol for piece in puzzle.pieces]
    for number, move in enumerate(solution.moves, 1):
        i = symbols.index(move.piece)
        count(number)
        for leg in move.legs:
            (dx, dy), (x, y) = DELTA[leg.direction], at[i]
            for part in range(1, leg.cells * _A_CELL + 1):
                at[i] = (x + dx * part / _A_CELL, y + dy * part / _A_CELL)
                last = part == leg.cells * _A_CELL and leg is move.legs[-1]
                still = _AFTER if number == len(solution.moves) else _BETWEEN
                yield picture(at), still if last else _STEP
