"""Reports about a puzzle without solving it: how its text was read, whether it is valid, its goal in words."""

from collections.abc import Iterable
from typing import Any

from huarong.errors import Fault
from huarong.i18n import say
from huarong.library.labels import piece_text
from huarong.library.notations.registry import notation
from huarong.library.reader import NAME, detect
from huarong.model.board import Requirement
from huarong.model.pieces import board_text, pieces_text
from huarong.model.puzzle import Puzzle
from huarong.model.symbols import EMPTY, GATE, TILES
from huarong.model.text import drawn, named_by


def empty_cells(puzzle: Puzzle) -> int:
    """Return the number of empty cells."""
    return sum(row.count(EMPTY) + row.count(GATE) for row in puzzle.rows())


def described(puzzle: Puzzle) -> dict[str, Any]:
    """Describe a puzzle as JSON; `piece_set` is a text for `huarong atlas --pieces`.

    >>> found = described(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J"))
    >>> found["empty_cells"], found["piece_set"]
    (2, '2x2:1 1x2:4 2x1:1 1x1:4')
    """
    name = puzzle.name_zh or puzzle.name or None
    about = {"name": name, "source": puzzle.source or None, "board": board_text(puzzle.board)}
    pieces = {"pieces": {piece.symbol: piece.label for piece in puzzle.pieces}, "piece_set": pieces_text(puzzle)}
    return {**about, **pieces, "empty_cells": empty_cells(puzzle), "puzzle": puzzle.line()}


def checked(
    puzzle: Puzzle | None, text: str, faults: Iterable[Fault] = (), layouts: int | None = None, lang: str = "en"
) -> dict[str, Any]:
    """Return as JSON whether a text is valid, with the facts of its puzzle, or with its faults in the language `lang`.

    >>> found = checked(Puzzle.parse("A./..", goal="../.A"), "A./../goal:/../.A")
    >>> found["valid"], found["piece_set"], found["notations"]
    (True, '1x1:1', ['line'])
    """
    told = [{"line": each.line, "column": each.column, "message": each.message(lang)} for each in faults]
    return {"valid": puzzle is not None, "faults": told, **(facts(puzzle, text, layouts) if puzzle else {})}


def facts(puzzle: Puzzle, text: str, layouts: int | None = None) -> dict[str, Any]:
    """Return the facts of a valid puzzle by name; `layouts` is the number of layouts of its pieces, if counted."""
    found: dict[str, Any] = {"board": board_text(puzzle.board), "pieces": len(puzzle.pieces)}
    found |= {"kinds": len(puzzle.kinds), "piece_set": pieces_text(puzzle), "empty_cells": empty_cells(puzzle)}
    found |= {"goal_alternatives": len(puzzle.goal.alternatives), "name": puzzle.name_zh or puzzle.name or None}
    found |= {"layouts": layouts, "notations": [each.name for each in detect(text)] or None}
    return {key: value for key, value in found.items() if value is not None}


def goal_text(puzzle: Puzzle, lang: str = "en") -> str:
    """Describe the goal in words: which piece must be where.

    >>> goal_text(Puzzle.parse("ABBC/ABBC/DEEF/DGHF/I..J")), goal_text(Puzzle.parse("876/543/21."))
    ('B in columns 2-3, rows 4-5', 'the tiles in order, the blank last')
    """
    goals = [_ends(puzzle, each, lang) for each in puzzle.goal.alternatives[:_MOST_GOALS]]
    more = len(puzzle.goal.alternatives) - len(goals)
    if more:
        return say("{goals} or {more:,} more", lang, goals=", ".join(goals), more=more)
    return say(_OR, lang).join(goals)


_MOST_GOALS = 3
"""The most alternatives of a goal to describe in words."""
_OR = " or "
_BOX = "{piece} in {x:column|columns} {columns}, {y:row|rows} {rows}"


def _ends(puzzle: Puzzle, each: tuple[Requirement, ...], lang: str) -> str:
    """Return one alternative of a goal in words, or as rows if it names most of the pieces."""
    board, named = puzzle.board, named_by(puzzle.pieces, each)
    if not puzzle.keys:
        rows = drawn(board, [(c, p.symbol) for p, head in named for c in board.cells(puzzle.kinds[p.kind], head) or ()])
        order = "".join(rows)
        for first, template in ((0, "the tiles in order, the blank last"), (1, "the tiles in order, the blank first")):
            if order == (TILES[1:] * 2)[: board.size - 1].join([EMPTY * first, EMPTY * (1 - first)]):
                return say(template, lang)
        return "/".join(rows)
    words = []
    for piece, head in named:
        cells = board.cells(puzzle.kinds[piece.kind], head) or ()
        columns, rows_ = {c % board.width + 1 for c in cells}, {c // board.width + 1 for c in cells}
        who = piece_text(piece.symbol, piece.label, lang)
        where = {"columns": _range(columns), "x": len(columns), "rows": _range(rows_), "y": len(rows_)}
        words.append(say(_BOX, lang, piece=who, **where))
    return ", ".join(words)


def _range(numbers: set[int]) -> str:
    return f"{min(numbers)}-{max(numbers)}" if len(numbers) > 1 else f"{min(numbers)}"


def reading_json(puzzle: Puzzle, lang: str = "en") -> dict[str, Any]:
    """Return how a text was read, as JSON: notation, board, pieces, key piece, goal, assumptions, alternatives.

    >>> import huarong as hr
    >>> found = reading_json(hr.puzzle("12BE9"))
    >>> found["notation"], found["board"], found["key"], found["others"]
    ('short', '4x5', 'A', ['code'])
    """
    how, key = puzzle.read_as, puzzle.key
    about = {"notation": how.notation if how else None, "board": board_text(puzzle.board)}
    pieces = {"pieces": pieces_text(puzzle, marks=False), "key": key.symbol if key else None}
    notes = [each.message(lang) for each in how.notes] if how else []
    taken = {"goal": goal_text(puzzle, lang), "notes": notes, "others": list(how.others) if how else []}
    return {**about, **pieces, **taken, "text": reading_text(puzzle, lang)}


def reading_text(puzzle: Puzzle, lang: str = "en") -> str:
    """Return how a text was read, in one line.

    >>> import huarong as hr
    >>> print(reading_text(hr.puzzle("A..B/goal:/..A.")))
    read as the grid text on one line: 4x1, pieces 1x1:2, goal A in column 3, row 1
    """
    how = puzzle.read_as
    values = {"board": board_text(puzzle.board), "pieces": pieces_text(puzzle, marks=False)}
    text = say("{board}, pieces {pieces}, goal {goal}", lang, **values, goal=goal_text(puzzle, lang))
    if not how:
        return text
    text = say("read as {notation}: {text}", lang, notation=_title(how.notation, lang), text=text)
    if how.notes:
        notes = say("; ", lang).join(each.message(lang) for each in how.notes)
        text = say("{text}; assumed: {notes}", lang, text=text, notes=notes)
    if how.others:
        names = say(_OR, lang).join(_title(each, lang) for each in how.others)
        text = say("{text}; it could also be {names} (--from)", lang, text=text, names=names)
    return text


def _title(name: str, lang: str) -> str:
    if name == NAME:
        return say("a name of the library", lang)
    found = notation(name)
    return found.title_zh if lang == "zh" else found.title
