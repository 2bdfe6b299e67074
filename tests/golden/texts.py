"""Golden answers: texts read and written: notations, puzzles and their faults, moves, pieces, the library, messages."""

import hashlib
import itertools
import json
from pathlib import Path
from typing import Any

from suite.invent import KINDS, invented

import huarong as hr
from huarong import i18n, limits
from huarong.errors import nearest
from huarong.library.catalogue import best_counts, entries, rating, search, stars
from huarong.library.description import described
from huarong.model.board import METRICS
from huarong.model.moves import read_move
from huarong.model.pieces import board_text, kind_text, pieces_text, read_board, read_pieces
from huarong.model.symbols import new_symbols, stands, tile_symbol
from huarong.model.symmetry import MIRROR, image, symmetries
from huarong.model.tiles import tile_orders
from huarong.notation import NOTATIONS, detect, write
from tests.golden import Work, cases

WORKS: dict[str, Work] = {}
DATA = Path(__file__).parents[1] / "data"
SOME = ["横刀立马", "捷足先登", "Rush Hour 1", "876543210", "A./../goal:/../.A", "Pennant"]


def _read(text: str) -> Any:
    """The line of the puzzle in a text, or its faults, each with its place and the values of its message."""
    try:
        found = hr.puzzle(text)
    except hr.errors.PuzzleError as error:
        return [[each.line, each.column, each.template[:40], _said(each)] for each in error.faults]
    except hr.HuarongError as error:
        return [type(error).__name__, i18n_free(error)]
    return found.line()


def _said(fault: hr.errors.Fault) -> list[Any]:
    return [pair for pair in fault.args if f"{{{pair[0]}" in fault.template]


def i18n_free(error: hr.HuarongError) -> Any:
    """The values in an error's message, in no language."""
    return {key: value for key, value in error.values.items() if isinstance(value, int | str | float)}


def _corpus(digit: str) -> Any:
    texts = json.loads((DATA / "texts.json").read_text("utf-8"))
    texts = list(texts.values()) if isinstance(texts, dict) else texts
    sums = {hashlib.sha256(str(text).encode()).hexdigest()[:6]: text for text in texts}
    return {name: _read(text) for name, text in list(sums.items())[:1200] if name[0] == digit}


cases(WORKS, "corpus", _corpus, "0123456789abcdef")


def _written(source: Any) -> Any:
    found: dict[str, Any] = {}
    for notation in NOTATIONS:
        try:
            text = write(source, notation.name)
        except hr.HuarongError as error:
            found[notation.name] = [type(error).__name__, i18n_free(error)]
            continue
        found[notation.name] = [text, [each.name for each in detect(text)], _read(text)]
    return found


def _puzzle(name: str) -> Any:
    kind, _, number = name.rpartition(" ")
    if kind in KINDS:
        return next(itertools.islice(invented(kind, 2), int(number), None))
    return hr.puzzle(name)


def _about(name: str) -> Any:
    puzzle = _puzzle(name)
    found: dict[str, Any] = {
        "text": puzzle.text(),
        "line": puzzle.line(),
        "set": pieces_text(puzzle),
        "orders": tile_orders(puzzle),
    }
    found["images"] = [[each[1], str(each[0])] for each in symmetries(puzzle)]
    found["mirror"] = image(puzzle, MIRROR).line()
    for metric in METRICS:
        moves = puzzle.moves(metric)
        found[f"{metric} moves"] = [[str(move), move.steps, move.to_json(), move.name] for move in moves]
        found[f"{metric} read"] = [str(read_move(puzzle.rules, puzzle.pieces, str(move))) for move in moves]
        found[f"{metric} after"] = [puzzle.after(move).rows() for move in moves[:3]]
    found["covers"] = puzzle.rules.covers
    found["exits"] = puzzle.rules.exits
    found["places"] = [[kind.size, kind.along, puzzle.board.heads(kind)] for kind in puzzle.kinds]
    found["description"] = described(puzzle)
    return found | {f"as {key}": value for key, value in _written(puzzle).items()}


cases(WORKS, "puzzle", _about, [*SOME[:-1], *(f"{kind} {n}" for kind in KINDS for n in (0, 1))])


def _many(kind: str) -> Any:
    """Puzzles of a kind in all notations, or why they cannot be written in one."""
    found: dict[str, Any] = {}
    for number, puzzle in enumerate(itertools.islice(invented(kind, 3), 12)):
        for notation in NOTATIONS:
            try:
                found[f"{number} {notation.name}"] = write(puzzle, notation.name)
            except hr.HuarongError as error:
                found[f"{number} {notation.name}"] = str(error)
    return {"": found, "written": sum("\n" not in each and " " not in each for each in found.values())}


cases(WORKS, "written", _many, KINDS)
GATED = (
    "gate: A/AA.../BB.#./C..../gates:/--.../....-/...../goal:/...AA/...../.....",
    "gate: A/AA.--/..../goal:/...AA/.....",
    "gate: A/A.-/..-/goal:/..A/...",
    "gate: A/A.-/B.-/goal:/..A/...",
    "gate: A/A.-/A.-/goal:/..A/..A",
    "gate: A B/A.-/B.-/goal:/..A/...",
)
cases(WORKS, "gated", lambda text: [_read(text), _written(text) if isinstance(_read(text), str) else None], GATED)


def _moves(text: str) -> Any:
    puzzle = hr.puzzle("横刀立马")
    try:
        return str(puzzle.move(text))
    except hr.HuarongError as error:
        return [type(error).__name__, i18n_free(error)]


MOVES = "N D1,卒1 下,O D1 L1,曹操 left,N,N D0,N D9,X D1,N D1 U1,P R1,Q l,n d1,卒 下1,N 下 1,"
cases(WORKS, "move", _moves, MOVES.split(","))


def _pieces(text: str) -> Any:
    try:
        kinds, empty = read_pieces(text)
    except hr.HuarongError as error:
        return [type(error).__name__, i18n_free(error)]
    return [[kind_text(kind), kind, count] for kind, count in kinds.items()] + [empty]


SETS = """2x2:1 2x1:1 1x2:4 1x1:4,1x1,1x1:0..,2x1:2..5 empty:2..,XX/X.:2,1x2=LR:1,A@1x1:2,1x1:5..2,0x1:1,65x1:1,\
64x64:1,-1x1:1,1x1-:1,X.X:1,,empty:3,empty:0..2 1x1:1,8x8:1,9x9:1"""
cases(WORKS, "pieces", _pieces, SETS.split(","))


def _board(text: str) -> Any:
    try:
        board = read_board(text)
    except hr.HuarongError as error:
        return [type(error).__name__, i18n_free(error)]
    return [board, board_text(board), board.size, len(board.free)]


cases(
    WORKS,
    "board",
    _board,
    ["4x5", "1x1", "64x64", "65x1", "1x65", "0x3", "..#/...", "..", "-.#", "4096x1", "3 x 3", "..-/#.."],
)


def _library(part: int) -> Any:
    found = {}
    for entry in entries()[part::25]:
        line = entry.to_json() | {"title": entry.title(), "zh": entry.title("zh")}
        found[entry.name] = [line, best_counts(entry), rating(entry), stars(rating(entry))]
    return found


cases(WORKS, "library", _library, range(0, 25, 3))
WORKS["stars"] = lambda: [stars(each) for each in (None, *range(0, 101, 1))]
cases(
    WORKS,
    "search",
    lambda text: [len(search(text)), [entry.name for entry in search(text)[:5]]],
    ["横", "rush", "", "4x5", "2x2:1", "zzz", "Klotski"],
)
WORKS["nearest"] = lambda: [
    nearest(word, ["alpha", "beta", "gamma", "delta", "alpine"], n)
    for word in ("alpa", "x", "deta", "")
    for n in (1, 3)
]


def _words() -> Any:
    near = [1 << 10, 10 << 10, 1 << 20]
    sizes = [0, 1, 999, 1000, *(n + by for n in near for by in (-1, 0, 1)), 1.5 * (1 << 30), 1 << 40, 1 << 50, 1 << 63]
    return {
        "sizes": [i18n.size_text(each) for each in sizes],
        "counted": [
            i18n.counted(n, unit, lang) for n in (0, 1, 2, 1000) for unit in ("step", "layout") for lang in ("en", "zh")
        ],
        "widths": [i18n.text_width(text) for text in ("", "a", "横刀", "a横", "（）", "é", "★")],
        "said": [i18n.say("{n:,} {n:layout|layouts}", lang, n=n) for n in (0, 1, 2, 10**6) for lang in ("en", "zh")],
        "memory": [limits.memory_size(each) for each in ("1", "1K", "1k", "2M", "1.5G", "1GiB", "10MB", "1T", 5)],
        "symbols": [tile_symbol(n) for n in range(80)],
        "new": list(itertools.islice(new_symbols("ABC"), 70)),
        "stands": [c for c in map(chr, range(32, 400)) if stands(c)],
    }


WORKS["words"] = _words


def _limit(text: str) -> Any:
    try:
        return limits.memory_size(text)
    except hr.HuarongError as error:
        return [type(error).__name__, i18n_free(error)]


cases(WORKS, "memory", _limit, ["0", "-1", "1.5", "x", "1K", "1Q", "1e3", "nan", "99999999T", "0.5K", " 1 M "])


def _progress() -> Any:
    found = []
    for values in (
        (3, 1000, 2.0, None),
        (3, 1000, 2.0, 4000),
        (0, 0, 0.0, 10),
        (1, 5, 1.0, 5),
        (1, 6, 1.0, 5),
        (2, 10, 0.5, 11),
    ):
        each = limits.Progress(values[0], values[1], values[2], total=values[3])
        found.append([each.rate, each.left])
    return found


WORKS["progress"] = _progress
