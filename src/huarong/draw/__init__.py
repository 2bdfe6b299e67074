"""Pictures: SVG for pages and notebooks, pixels, film strips, animations, maps, sheets, colored blocks for terminals.

>>> svg("横刀立马")[:27]
'<svg xmlns="http://www.w3.o'
"""

from huarong.lazy import lazily

__getattr__, __dir__, __all__ = lazily(__name__)
