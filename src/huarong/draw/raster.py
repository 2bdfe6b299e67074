"""SVG pictures as PNG."""

from __future__ import annotations

import resvg_py

from huarong.errors import InputError, expect

_MOST = 1 << 14
"""The most pixels of a picture in either direction."""
_TOO_LARGE = (
    "a picture of {width:,.0f} x {height:,.0f} pixels is too large; expected at most {most:,} in each direction"
)


def png(svg: str, scale: float = 2.0) -> bytes:
    r"""An SVG picture as the bytes of a PNG, with `scale` pixels for each of its own.

    Raises `InputError` if the picture would be far too large.

    >>> from huarong.draw.picture import svg
    >>> png(svg("AB/../goal:/../AB"), 1)[:4]
    b'\x89PNG'
    """
    expect(svg, str)
    try:
        texts = (svg.partition(f' {name}="')[2].partition('"')[0] for name in ("width", "height"))
        width, height = (scale * float(text) for text in texts)
    except ValueError:
        raise InputError("the text is not an SVG picture with a width and a height") from None
    if not 1 <= width <= _MOST or not 1 <= height <= _MOST:
        raise InputError(_TOO_LARGE, width=width, height=height, most=_MOST)
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, zoom=scale))
