"""Values that a notebook shows as pictures. The pictures are drawn by modules above the model."""

TYPE_CHECKING = False  # as in `typing`, which `import huarong` does not import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar


class Shown:
    """A value that a notebook shows as an SVG picture."""

    __slots__ = ()
    drawn: "ClassVar[Callable[[Any], str | None]]"
    """The function that draws such a value; `huarong` sets it, because drawing modules are above the model."""

    def _repr_svg_(self) -> str | None:
        return Shown.drawn(self)


def captioned(picture: str | None, value: object) -> str:
    """Return the HTML of a picture, with the `repr` of a value below it.

    >>> captioned("<svg/>", int)
    '<svg/><p>class &#x27;int&#x27;</p>'
    """
    import html

    return f"{picture or ''}<p>{html.escape(repr(value)[1:-1])}</p>"
