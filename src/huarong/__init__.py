"""Huarong (华容): sliding-block puzzles, solved optimally and known in full.

>>> import huarong as hr
>>> hr.solve("横刀立马").length
81
"""

from huarong.lazy import lazily
from huarong.model.notebook import Shown

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazily(__name__)


def _drawn(value: object) -> str | None:
    from huarong.draw.picture import shown

    return shown(value)


Shown.drawn = _drawn
