"""What the shells offer while a command is typed: names of puzzles, and words that bash does not break.

Click makes the scripts; see `docs/commands.md`.
"""

from __future__ import annotations

from huarong.library.catalogue import entries

__all__ = ["puzzle_names"]


def puzzle_names(beginning: str) -> list[str]:
    """The names of the library that begin so, in any case: Chinese, English, pinyin.

    >>> puzzle_names("heng-dao"), puzzle_names("横刀")
    (['heng-dao-li-ma'], ['横刀立马'])
    """
    folded = beginning.casefold()
    names = [name for e in entries() for name in (e.name_zh, e.name, e.pinyin)]
    return [n for n in dict.fromkeys(names) if n and n.casefold().startswith(folded)]
