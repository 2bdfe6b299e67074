"""The grammar of answers: which part of a reply counts, and what it means (see `docs/en/howto/language-models.md`)."""

import contextlib
import functools
import json
import re
from collections.abc import Callable
from typing import Any

from huarong.errors import InputError
from huarong.model.board import Move
from huarong.model.puzzle import Puzzle

_MARK = re.compile(r"(?i)(?:answer|答案)[*_`\s]*[:：]")
_LATEX = re.compile(r"\\boxed\{|\\text\{|}|\\[()\[\]]")
_QUOTES = "[](){}（）【】\"'“”‘’"
_BRACKETS = f"[{re.escape(_QUOTES)}]"
_ITEM = re.compile(r"(?i)^[\s\[({（【\"'“‘]*(?:(?:(?:step|move)\s*)?\d+[.):]\s+|第\d+步\s*[:：]?|[-•–]\s)?")
_REMARKS = re.compile(
    r"(?im)[ \t,;，；]*(?:\b(?:because|since)\b|因为|由于).*|[.。!！]\s*(?=[^\W\d_]{2})[^\d\n上下左右]*$"
)
_INTRODUCTION = (
    r"(?is)\s*(?:(?:(?:the|it|answer|distance|length|number|of|minimum|moves|shortest|solution|goal|is|has|takes|needs)\b|"
    r"答案|距离|步数|最短|最少|解|需要|一共|共|是|为|[=:：])\s*)*"
    rf"{_BRACKETS}*"
)
_HEDGE = r"\s*(?:[-\d]|(?:or|and|but|if|no|maybe)\b|或|和|但|否|可能)"
_REMARK = rf"{_BRACKETS}*\s*(?:[.。!！](?!\d).*|(?:[,;:(，；：（—]|-(?=\s))(?!{_HEDGE}).*)?"
_YES = "yes|y|true|solvable|reachable|can|can be reached|是|是的|对|能|能到达|可以|可以到达|可达|有解"
_NO = "no|n|false|unsolvable|unreachable|impossible|cannot|can't|not solvable|not reachable"
_NO += "|cannot be reached|can't be reached|否|不|不是|不能|不能到达|不可以|不可达|没有|没有解|无解"
_WORDS = dict.fromkeys(_YES.split("|"), "yes") | dict.fromkeys(_NO.split("|"), "no")
_NUMBER = re.compile(rf"{_INTRODUCTION}(\d{{1,9}})\s*(?:moves?|steps?|步)?{_REMARK}")
_WORD = re.compile(rf"{_INTRODUCTION}({'|'.join(sorted(_WORDS, key=len, reverse=True))}){_REMARK}")
_BESIDE = re.compile(rf"(?i)\b(?:and|the|pieces?|are)\b|棋子|[和与&,;.，；、。]|{_BRACKETS}")


def answer_of(reply: str) -> str:
    """The answer in a reply: what follows its last `ANSWER:` or `答案：`, without decoration. Raises `InputError`."""
    if not reply.strip():
        raise InputError("no answer given")
    *before, text = _MARK.split(reply)
    text = re.sub(r"```\w*|[`*$]", "", re.sub(r"(?m)^[ \t]*\* ", "- ", text)).strip()
    with contextlib.suppress(ValueError, RecursionError):
        if text[:1] in ("[", "{", '"'):
            text = _plain(json.loads(text))
    if not before or not (text := _LATEX.sub("", text).strip()):
        raise InputError("the reply has no line with ANSWER:")
    return text


def _plain(value: Any) -> str:
    """Return JSON as plain text: commas between list items, spaces between parts of an item, but not between cells."""
    if isinstance(value, dict):
        return _plain(value["answer"]) if "answer" in value else " ".join(map(_plain, value.values()))
    if isinstance(value, list):
        items = [list(map(_plain, each)) if isinstance(each, list) else [_plain(each)] for each in value]
        return ", ".join(("" if all(len(part) == 1 for part in item) else " ").join(item) for item in items)
    return value if isinstance(value, str) else json.dumps(value)


def first_line(text: str) -> str:
    """Return the first line of an answer, or all lines of a list that begins there, without remarks."""
    lines = _REMARKS.sub("", text).split("\n")
    listed = [line for line in lines if re.match(r"\s*(?:[-•–]|\d+[.)])\s", line)]
    return ", ".join(_ITEM.sub("", each) for each in listed) if lines[0] in listed else lines[0]


def _single(form: re.Pattern[str], text: str) -> list[str]:
    """Return the number or word in the first line that matches a pattern, without brackets; empty if there is none."""
    found = form.fullmatch(first_line(text).strip(_QUOTES + " \t"))
    return [_WORDS.get(found[1].lower()) or str(int(found[1]))] if found else []


def _rows(text: str) -> list[str]:
    """Return the rows of a board; cells may be separated if there is a `/`, a line feed or `]` between the rows."""
    rows = [re.sub(rf"{_BRACKETS}|[,，]", " ", row).split() for row in re.split(r"[/\n\]]", text.replace("0", "."))]
    cells = [cell for row in rows for cell in row]
    apart = sum(map(bool, rows)) > 1 and all(len(cell) == 1 for cell in cells)
    return ["".join(row) for row in rows if row] if apart else cells


READ: dict[str, Callable[[str], list[str]]] = {
    "distance": functools.partial(_single, _NUMBER),
    "solvable": functools.partial(_single, _WORD),
    "apply": _rows,
    "blocks": lambda text: sorted({*_BESIDE.sub(" ", first_line(text)).split()}),
}
"""The reader, by kind of question, for an answer and the correct one before they are compared."""


def play(puzzle: Puzzle, text: str) -> tuple[list[Move], Puzzle]:
    """Return the moves in a text, separated by commas or line feeds, and the puzzle after them. Raises `InputError`.

    >>> [str(move) for move in play(Puzzle.parse("AB/..", goal="../AB"), "[A down; 2. B下1]")[0]]
    ['A D1', 'B D1']
    """
    moves: list[Move] = []
    for part in re.split(r"[,;\n，；、。]|->|→|\bthen\b|然后", _REMARKS.sub("", text)):
        part = re.sub(rf"{_BRACKETS}|[\s.]+$", " ", _ITEM.sub("", part)).replace(":", " ")
        if part.strip():
            moves.append(puzzle.move(part))
            puzzle = puzzle.after(moves[-1])
    return moves, puzzle
