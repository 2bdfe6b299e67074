"""Values that a notebook shows as pictures.

Pictures are made on a floor above the model, so `huarong` hands the painter in when it is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

__all__ = ["Shown"]


class Shown:
    """A value that a notebook shows as a picture: as SVG, or as text where no painter was handed in."""

    __slots__ = ()

    painter: ClassVar[Callable[[Any], str | None]] = staticmethod(lambda value: None)

    def _repr_svg_(self) -> str | None:
        return Shown.painter(self)
