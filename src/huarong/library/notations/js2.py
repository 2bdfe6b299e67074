"""The files of js2 (earlier: jim'slide), Jim Leonard's solver of sliding-block puzzles."""

from __future__ import annotations

import re
from collections import defaultdict

from huarong.errors import CannotExpress
from huarong.library.notations.base import Notation, check_cells, check_free, fail, with_goal, with_lines
from huarong.model.board import Board
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Setup
from huarong.model.symbols import new_symbols, stands

_COUNTS = dict.fromkeys(("xsize", "ysize", "lockx", "locky"), 1) | {"wall": 2, "xstep": 2, "ystep": 2}
_COUNTS |= dict.fromkeys(("put", "win", "hwall", "vwall", "piece"), 3)
"""How many numbers follow each word; `piece` may have more pairs."""
_IGNORED = (
    r"useletters|hexprint|winonly|(big|small)mem|(num|disk)threads|cachepercent|nograph|noconcurrent|cutoff|directed|"
    r"checkfulltree"
)
_LOCKS = {"UDLR": (), "LR": ("locky",), "UD": ("lockx",), "": ("lockx", "locky")}


def encode_js2(puzzle: Puzzle) -> str:
    """Write a file of js2: see `decode_js2`."""
    board, kinds = puzzle.board, puzzle.kinds
    if board.gates:
        raise CannotExpress("this notation has no gates")
    if len(puzzle.goal.alternatives) != 1:
        raise CannotExpress("this notation has one goal; this puzzle has {got}", got=len(puzzle.goal.alternatives))

    def at(cell: int) -> str:
        return f"({cell % board.width},{cell // board.width})"

    lines = [f"xsize: {board.width}", f"ysize: {board.height}", *(f"wall: {at(c)}" for c in sorted(board.walls))]
    for n, kind in enumerate(kinds, 1):
        if kind.directions not in _LOCKS:
            check_free(kind, next(piece.symbol for piece in puzzle.pieces if piece.kind == n - 1))
        lines.append(f"piece: {n} " + " ".join(f"({x},{y})" for x, y in kind.shape))
        lines += [f"{lock}: {n}" for lock in _LOCKS[kind.directions]]
    for piece in puzzle.pieces:
        label = f" '{piece.symbol}'" if "!" <= piece.symbol <= "~" and piece.symbol != "'" else ""
        lines.append(f"put: {piece.kind + 1} {at(piece.head)}{label}")
    lines += [f"win: {kind + 1} {at(head)}" for kind, head in puzzle.goal.alternatives[0]]
    return "\n".join(lines)


def decode_js2(text: str, goal: str | None = None) -> Puzzle:
    r"""Read a file of js2: the size, walls, pieces by their cells, where they are put, and where they must come.

    `piece: 2 (0,0) (1,0)` is the type 2 with its cells. `lockx: 2` keeps this type from moving left and right,
    `locky: 2` from moving up and down. `put: 2 (3,0)` puts a piece of it on the board, and by `win: 2 (0,1)` any
    piece of it must come there; all such lines must hold. `hwall: 1 (0,2)` is a wall in row 1 from column 0 to 2,
    `vwall` the same in a column. Lines that begin with `!` or `#` are comments; what sets memory, threads or the
    output is passed over. An empty cell as a goal (`win: 0`) and `xstep`, `ystep` are refused::

        xsize: 3
        ysize: 2
        piece: 1 (0,0) (0,1)         A . .        . . A
        put: 1 (0,0)                 A . .   ->   . . A
        win: 1 (2,0)

    Source: https://github.com/Xuth/js2, `readme.txt`.

    >>> decode_js2("xsize: 3\nysize: 2\npiece: 1 (0,0) (0,1)\nput: 1 (0,0)\nwin: 1 (2,0)").line()
    'a../a../goal:/..a/..a'
    """
    said, labels = _said(text)
    if not said["xsize"] or not said["ysize"] or not said["win"]:
        fail(None, "expected xsize, ysize, piece, put and win")
    width, height = (max(1, said[word][0][0]) for word in ("xsize", "ysize"))
    check_cells(width, height)
    walls = [(x, y) for x, y in said["wall"]]
    walls += [(x, y) for y, *to in said["hwall"] for x in range(min(to), max(to) + 1)]
    walls += [(x, y) for x, *to in said["vwall"] for y in range(min(to), max(to) + 1)]
    inside = frozenset(y * width + x for x, y in walls if 0 <= x < width and 0 <= y < height)
    setup, more, members = Setup(Board(width, height, inside)), new_symbols(labels), defaultdict[int, list[str]](list)
    shapes = {n: list(zip(xys[::2], xys[1::2], strict=True)) for n, *xys in said["piece"]}
    for (n, x, y), label in zip(said["put"], labels, strict=True):
        if n not in shapes:
            fail(None, "the type {n} is put on the board but not defined by piece", n=n)
        own = stands(label) and label not in ".#-" and labels.count(label) == 1
        members[n].append(label if own else next(more))
        ways = ("" if [n] in said["locky"] else "UD") + ("" if [n] in said["lockx"] else "LR")
        setup.place(members[n][-1], [(x + dx, y + dy) for dx, dy in shapes[n]], directions=ways)
    ends, left = dict[str, list[tuple[int, int]]](), {n: list(each) for n, each in members.items()}
    for n, x, y in said["win"]:
        if not left.get(n):
            template = "the goal wants more pieces of type {n} than are on the board"
            fail(None, template if n else "the goal wants an empty cell (win: 0), which cannot be expressed here", n=n)
        ends[left[n].pop(0)] = [(x + dx, y + dy) for dx, dy in shapes[n]]
    alike = ["".join(each) for each in members.values() if len(each) > 1]
    return with_goal(Puzzle.of(setup, [ends], same=alike), goal)


def _said(text: str) -> tuple[dict[str, list[list[int]]], list[str]]:
    """The numbers of each line by its word, and the labels of the pieces that are put."""
    said, labels = defaultdict[str, list[list[int]]](list), list[str]()
    for number, line in enumerate(text.split("\n"), 1):
        head, _, rest = line.partition(":")
        word, count = head.strip().lower(), _COUNTS.get(head.strip().lower(), 0)
        if not line.strip() or line.strip()[0] in "!#*" or re.fullmatch(_IGNORED, word):
            continue
        numbers = [int(each) for each in re.findall(r"(?a)-?\d{1,4}", re.split("['!]", rest)[0])]
        many = word == "piece" and len(numbers) % 2 and len(numbers) > 3
        if not count:
            names = ", ".join(_COUNTS)
            fail(1, "{word!r} is not a valid line; expected one of {names}", line=number, word=word[:20], names=names)
        if len(numbers) != count and not many:
            template = "after {word} there {got:is|are} {got} {got:number|numbers}; expected {count}"
            fail(1, template, line=number, word=word, got=len(numbers), count=count)
        if word.endswith("step") and numbers[1] not in (0, 1):
            fail(1, "{word} cannot be expressed here", line=number, word=word)
        if word.endswith("size") and said[word]:
            fail(1, "{word} is given twice", line=number, word=word)
        said[word].append(numbers)
        label = re.search("'(.)'", rest)
        labels += [label[1] if label else ""] if word == "put" else []
    return said, labels


_FORM = with_lines(r"\s*xsize\s*:.*", r"\s*put\s*:.*")
JS2 = Notation("js2", "a js2 file", "js2 文件", _FORM, decode_js2, encode_js2, sure=True)
