"""Values that a notebook shows as pictures, which are made on a floor above the model."""

TYPE_CHECKING = False  # as in `typing`, which `import huarong` leaves alone
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar


class Shown:
    """A value that a notebook shows as a picture: as SVG."""

    __slots__ = ()
    drawn: "ClassVar[Callable[[Any], str | None]]"
    """What draws such a value, which `huarong` sets: pictures are made on a floor above the model."""

    def _repr_svg_(self) -> str | None:
        return Shown.drawn(self)


def captioned(picture: str | None, value: object) -> str:
    """The HTML of a picture, with what `repr` says about a value below it.

    >>> captioned("<svg/>", int)
    '<svg/><p>class &#x27;int&#x27;</p>'
    """
    import html

    return f"{picture or ''}<p>{html.escape(repr(value)[1:-1])}</p>"
