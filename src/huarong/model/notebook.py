"""Values that a notebook shows as pictures.

Pictures are made on a floor above the model, so `huarong` hands the painter in when it is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

__all__ = ["Shown", "captioned"]


class Shown:
    """A value that a notebook shows as a picture: as SVG, or as text where no painter was handed in."""

    __slots__ = ()

    painter: ClassVar[Callable[[Any], str | None]] = staticmethod(lambda value: None)

    def _repr_svg_(self) -> str | None:
        return Shown.painter(self)


def captioned(picture: str | None, value: object) -> str:
    """The HTML of a picture, with what `repr` says about a value below it.

    >>> captioned("<svg/>", int)
    '<svg/><p>class &#x27;int&#x27;</p>'
    """
    import html

    return f"{picture or ''}<p>{html.escape(repr(value)[1:-1])}</p>"
