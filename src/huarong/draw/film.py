"""Film strips: a solution as one picture, the layouts side by side, each with the arrow of the next move."""

from __future__ import annotations

from html import escape

from huarong.draw.picture import SERIF, ThemeName, on_paper, svg, theme_named
from huarong.errors import InputError, expect
from huarong.library.labels import called
from huarong.model.solution import Solution

MOST = 500
"""The most pictures in a strip."""


def require_solution(solution: Solution) -> None:
    """Raise `InputError` for anything that is not a solution with moves to draw."""
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
    """A solution as the text of an SVG image: each layout with the move made from it, `across` of them in a row.

    Under each stands the number of the move and the move. Raises `InputError` if there is no solution, or it has
    more than 500 moves, and for an unknown theme.

    >>> from huarong.search.solver import solve
    >>> picture = strip(solve("AB/../goal:/../AB", "step"))
    >>> picture.count('class="huarong"'), picture.count("<text"), "1. A D1" in picture
    (3, 9, True)
    """
    require_solution(solution)
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
        parts.append(f'<text {at} text-anchor="middle" fill="{look.ink}">{escape(text)}</text>')
    return on_paper(width, height, look.paper, parts)
