"""Values that a notebook shows as pictures, which are made on a floor above the model."""

from __future__ import annotations

from huarong.lazy import HANDED_DOWN


class Shown:
    """A value that a notebook shows as a picture: as SVG."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        found: str | None = HANDED_DOWN["picture"](self)
        return found


def captioned(picture: str | None, value: object) -> str:
    """The HTML of a picture, with what `repr` says about a value below it.

    >>> captioned("<svg/>", int)
    '<svg/><p>class &#x27;int&#x27;</p>'
    """
    import html

    return f"{picture or ''}<p>{html.escape(repr(value)[1:-1])}</p>"
