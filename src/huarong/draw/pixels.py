"""Many points and lines as one small image: a PNG with a palette, written without any package for pictures."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from huarong.limits import Watch

_PORTION = 1 << 20
"""How many pixels of lines are set between two looks at the watch."""


def lines(
    pixels: NDArray[np.uint8], begin: NDArray[np.float64], end: NDArray[np.float64], colour: int, watch: Watch
) -> None:
    """Draw straight lines from each x and y of `begin` to those of `end`, one pixel wide.

    Lines of a length between the same powers of two are drawn together, with a pixel for each part of that power.
    """
    powers = np.ceil(np.log2(np.maximum(np.abs(end - begin).max(axis=1), 1))).astype(int)
    for power in np.unique(powers).tolist():
        some, parts = np.flatnonzero(powers == power), np.linspace(0, 1, 1 + (1 << power))
        each = max(1, _PORTION >> power)
        for first in range(0, len(some), each):
            watch.count(0)
            a, b = (ends[some[first : first + each], :, None] for ends in (begin, end))
            x, y = np.moveaxis((a + (b - a) * parts).astype(np.int64), 1, 0)
            pixels[y, x] = colour


def dots(
    pixels: NDArray[np.uint8], at: NDArray[np.float64], radius: float, colours: NDArray[np.uint8], watch: Watch
) -> None:
    """Draw a disc around each x and y of `at`, the last on top."""
    reach = np.arange(-int(radius), int(radius) + 1)
    whole = at.astype(np.int64)
    for dx, dy in ((dx, dy) for dx in reach for dy in reach if dx * dx + dy * dy <= radius**2):
        watch.count(0)
        pixels[whole[:, 1] + dy, whole[:, 0] + dx] = colours


def palette_png(pixels: NDArray[np.uint8], palette: Sequence[str]) -> bytes:
    r"""A PNG whose pixels are indices of colours such as `#c83e2c`.

    >>> palette_png(np.zeros((2, 3), np.uint8), ["#ffffff"])[:4]
    b'\x89PNG'
    """
    height, width = pixels.shape
    size = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    rows = np.insert(pixels, 0, 0, axis=1).tobytes()  # each row begins with its filter: none
    parts = {
        b"IHDR": size + bytes([8, 3, 0, 0, 0]),
        b"PLTE": b"".join(bytes.fromhex(colour[1:]) for colour in palette),
        b"IDAT": zlib.compress(rows),
        b"IEND": b"",
    }
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")
        for kind, data in parts.items()
    )
