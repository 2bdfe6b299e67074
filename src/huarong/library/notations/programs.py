"""The files of single programs: js2, the Sliding Block Program, and the game identifiers of `slide`."""

import re
from collections import defaultdict
from dataclasses import replace

from huarong.errors import CannotExpress, PuzzleError
from huarong.library.notations.base import (
    Notation,
    check_cells,
    check_free,
    claimed,
    fail,
    matching,
    meaning,
    with_goal,
    with_lines,
)
from huarong.library.notations.key_piece import key_of, keyed
from huarong.model.board import MAX_CELLS, Board, Kind
from huarong.model.puzzle import Puzzle
from huarong.model.setup import Setup, label_stands
from huarong.model.symbols import new_symbols, places, stands
from huarong.model.text import goal_rows

# js2 (earlier: jim'slide), Jim Leonard's solver of sliding-block puzzles

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
    r"""Read a file of js2: the size, walls, the cells of the pieces, where they start, and where they must end.

    `piece: 2 (0,0) (1,0)` defines type 2 by its cells. `lockx: 2` keeps this type from moving left and right, `locky:
    2` from moving up and down. `put: 2 (3,0)` puts a piece of this type on the board. `win: 2 (0,1)` requires some
    piece of this type at a cell; all such lines must hold. `hwall: 1 (0,2)` is a wall in row 1 from column 0 to 2;
    `vwall` is the same in a column. Lines that begin with `!` or `#` are comments. Settings of memory, threads and
    output are ignored. An empty cell as a goal (`win: 0`), `xstep` and `ystep` are refused::

        xsize: 3
        ysize: 2
        piece: 1 (0,0) (0,1)         A . .        . . A
        put: 1 (0,0)                 A . .   ->   . . A
        win: 1 (2,0)

    Source: https://github.com/Xuth/js2, `readme.txt`.

    >>> decode_js2("xsize: 3\nysize: 2\npiece: 1 (0,0) (0,1)\nput: 1 (0,0)\nwin: 1 (2,0)").line()
    'a../a../goal:/..a/..a'
    """
    said, labels = _js2_lines(text)
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
            fail(None, "the board has pieces of type {n}, which no `piece` line defines", n=n)
        own = stands(label) and label not in ".#-" and labels.count(label) == 1
        members[n].append(label if own else next(more))
        ways = ("" if [n] in said["locky"] else "UD") + ("" if [n] in said["lockx"] else "LR")
        setup.place(members[n][-1], [(x + dx, y + dy) for dx, dy in shapes[n]], directions=ways)
    ends, left = dict[str, list[tuple[int, int]]](), {n: list(each) for n, each in members.items()}
    for n, x, y in said["win"]:
        if not left.get(n):
            template = "the goal needs more pieces of type {n} than are on the board"
            fail(None, template if n else "a goal cannot require an empty cell (win: 0)", n=n)
        ends[left[n].pop(0)] = [(x + dx, y + dy) for dx, dy in shapes[n]]
    alike = ["".join(each) for each in members.values() if len(each) > 1]
    return with_goal(Puzzle.of(setup, [ends], same=alike), goal)


def _js2_lines(text: str) -> tuple[dict[str, list[list[int]]], list[str]]:
    """Return the numbers of each line by its word, and the labels of the pieces on the board."""
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


_JS2_FORM = with_lines(r"\s*xsize\s*:.*", r"\s*put\s*:.*")
JS2 = Notation("js2", "a js2 file", "js2 文件", _JS2_FORM, decode_js2, encode_js2, sure=True)


# The Sliding Block Program, an applet by Hirofumi Fujiwara and Nick Baxter

_GRIDS = ("initial", "target", "hint")
_WORDS = ("size", *_GRIDS, "step", "equiv", "label", "display", "color", "image", "labeloffset", "next", "end")


def encode_fujiwara(puzzle: Puzzle) -> str:
    """Write a file of the Sliding Block Program: see `decode_fujiwara`."""
    board, kinds = puzzle.board, puzzle.kinds
    if board.gates:
        raise CannotExpress("this notation has no gates")
    for piece in puzzle.pieces:
        check_free(kinds[piece.kind], piece.symbol)
        if piece.symbol == ";":
            raise CannotExpress("a semicolon begins a comment in this notation; give that piece another character")
    members = [[piece.symbol for piece in puzzle.pieces if piece.kind == k] for k in range(len(kinds))]
    named = {kind for kind, _ in puzzle.goal.alternatives[0]}
    lines = [f"size {board.width} {board.height}", "initial"]
    lines += [*puzzle.rows(), "target", *goal_rows(board, kinds, puzzle.pieces, puzzle.goal.alternatives[0])]
    lines += [f"label {p.symbol} {p.label}" for p in puzzle.pieces if p.label != p.symbol]
    lines += ["equiv " + "".join(members[kind]) for kind in sorted(named) if len(members[kind]) > 1]
    text = "\n".join([*lines, "end"])
    try:
        found = decode_fujiwara(text)
    except PuzzleError as error:
        raise CannotExpress("the goal would be invalid when read back: {why}", why=error.faults[0].message()) from None
    if meaning(found) != meaning(puzzle):
        raise CannotExpress("this notation writes the goal cell by cell, which would change the goal of this puzzle")
    return text


def decode_fujiwara(text: str, goal: str | None = None) -> Puzzle:
    r"""Read a file of the Sliding Block Program: `size`, the `initial` board and the `target`, each word on a line.

    In the grids, `#` is a wall, `.` or a space an empty cell, and any other character a piece. In the target, `.` is
    anything. A character requires this piece or, after `equiv abc`, any of the pieces `abc`, which must have one shape.
    `step` is the fewest moves, `display` the name of the puzzle, and `label` the name of a piece; `hint` and colors are
    ignored. `;` begins a comment, and `end` ends the puzzle::

        size 3 2
        initial
        a.b                 a . b           a's and b's places
        a..                 a . .           are exchanged
        target
        b.a
        ..a
        end

    Source: Sliding Block Program, Hirofumi Fujiwara (1996) and Nick Baxter (1998), `Slide.java`.

    >>> decode_fujiwara("size 3 2\ninitial\na.b\na..\ntarget\nb.a\n..a\nend").line()
    'a.b/a../goal:/b.a/..a'
    """
    said, grids = _fujiwara_lines(text)
    width, height = (int(each) for each in said["size"])
    where, wanted = (places(grids[each]) for each in ("initial", "target"))
    for each in (where, wanted):
        each.pop(".", None)
    walls = frozenset(y * width + x for x, y in where.pop("#", []))
    more = new_symbols({*where, *wanted})
    names = {symbol: next(more) if symbol in "-:/" else symbol for symbol in where | wanted}
    setup = Setup(Board(width, height, walls))
    for symbol, cells in where.items():
        label = said.get(f"label {symbol}", [""])[0]
        setup.place(names[symbol], cells, label=label if label_stands(label) and label[0] != "*" else "")
    equal = [[c for c in key[6:] if c in where] for key in said if key.startswith("equiv ")]
    for word in equal:
        if any(each in wanted and len(where[each]) > 1 for each in word) and not {*word} <= {*wanted}:
            fail(None, "the target names only some of the equivalent pieces {pieces}", pieces=" ".join(word))
    wanted.pop("#", None)
    same = ["".join(names[each] for each in word) for word in equal if len(word) > 1]
    goals = [{names[symbol]: cells for symbol, cells in wanted.items()}]
    puzzle = replace(Puzzle.of(setup, goals, same=same), name=" ".join(said.get("display", ())))
    return with_goal(claimed(puzzle, said.get("step", ["-"])[0], "move"), goal)


def _fujiwara_lines(text: str) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The words after each keyword (for `label` and `equiv`, also by their first word), and the rows of each grid."""
    said, grids, height, rows = dict[str, list[str]](), dict[str, list[str]](), 0, ["."]
    width = 0
    for number, line in enumerate(text.split("\n"), 1):
        row, (word, *words) = line.rstrip(), line.split() or [""]
        if line.startswith(";"):
            continue
        if len(rows) < height:
            if len(row) > width:
                template = "this row has {got} {got:cell|cells}; the size requires {expected}"
                fail(width + 1, template, line=number, got=len(row), expected=width)
            rows.append(row.ljust(width).replace(" ", "."))
        elif word == "end":
            if re.search(r"(?am)^initial\s*$", "\n".join(text.split("\n")[number:])):
                fail(1, "another puzzle follows this line", line=number)
            break
        elif word == "size" and re.fullmatch(r"(?a)[1-9]\d{0,3} [1-9]\d{0,3}", " ".join(words)) and not height:
            said[word], (width, height) = words, map(int, words)
            check_cells(width, height, number)
            rows = [""] * height
        elif word in _GRIDS and height:
            rows = grids[word] = []
        elif word in ("equiv", "label") and words:
            said[f"{word} {words[0]}"] = words[1:] or [""]
        elif word in _WORDS and word != "size":
            said[word] = words or [""]
        elif word:
            why = "{word!r} is not a valid line; expected one of {names}"
            fail(1, why, line=number, word=row[:20], names=", ".join(_WORDS))
    if not {"initial", "target"} <= {*grids} or len(rows) < height:
        fail(None, "expected size, initial and target; the size gives the number of rows of both grids")
    return said, grids


_FUJIWARA_FORM = with_lines(r"size\s+\d+\s+\d+\s*", r"initial\s*", r"target\s*")
_TITLES = ("a Sliding Block Program file", "Sliding Block Program 文件")
FUJIWARA = Notation("fujiwara", *_TITLES, _FUJIWARA_FORM, decode_fujiwara, encode_fujiwara, sure=True)


# `slide`, an unfinished game of Simon Tatham's Portable Puzzle Collection

_SLIDE_CELLS = r"(?:f?(?:[amew]\d*|d\d+))+"
_SLIDE = rf"(?ai)(\d{{1,4}})x(\d{{1,4}})(?:m\d*|u)?:({_SLIDE_CELLS}),(\d{{1,4}}),(\d{{1,4}})(?:,(-?\d+))?"
_LEAST, _MOST = (5, 4), 251


def encode_slide(puzzle: Puzzle) -> str:
    """Write an identifier of `slide`: see `decode_slide`. A board smaller than 5x4 gets a wall around it."""
    key, _, covers = key_of(puzzle)
    board = puzzle.board
    if len(covers) != 1:
        raise CannotExpress("this notation has one place for the key piece; the goal has {got}", got=len(covers))
    rim = board.width < _LEAST[0] or board.height < _LEAST[1]
    width, height = board.width + 2 * rim, board.height + 2 * rim
    if width > _MOST or height > _MOST:
        raise CannotExpress("this notation writes boards of at most {most} columns and rows", most=_MOST)
    grid, rows = ["#"] * (width * height), "".join(puzzle.rows())
    place = [(cell // board.width + rim) * width + cell % board.width + rim for cell in range(board.size)]
    for cell, symbol in zip(place, rows, strict=True):
        grid[cell] = symbol
    gates, last, items = {place[cell] for cell in board.gates}, dict[str, int](), list[str]()
    for cell, symbol in enumerate(grid):
        item = {"#": "w", ".": "e", "-": "e"}.get(symbol) or ("m" if symbol == key else "a")
        if symbol in last:
            item = f"d{cell - last[symbol]}"
            if cell - last[symbol] > _MOST:
                raise CannotExpress("this notation writes pieces whose cells are at most {most} apart", most=_MOST)
        if symbol not in "#.-":
            last[symbol] = cell
        items.append("f" * (cell in gates) + item)
    runs = re.sub(r"(?<![a-z])(f?[amew]) (?:\1 )*", _run, " ".join(items) + " ").replace(" ", "")
    goal = place[min(covers[0])]
    return f"{width}x{height}u:{runs},{goal % width},{goal // width}"


def _run(found: re.Match[str]) -> str:
    count = found[0].count(" ")
    return f"{found[1]}{count if count > 1 else ''} "


def decode_slide(text: str, goal: str | None = None) -> Puzzle:
    """Read an identifier of `slide`: a size, the cells in reading order, and the goal of the main piece.

    `a` begins a piece, `m` begins the main piece, `d3` continues the piece of the cell three before it, `e` is an empty
    cell and `w` a wall; `a4` means four of them in a row. `f` before a cell makes it a forcefield, which only the main
    piece may enter (this project's gate). Then follow the column and the row, from 0, of the main piece's first cell at
    the goal, and the fewest moves::

        6x4u:w7md1aefewd5d1e2few6,3,1       w w w w w w
                                            w m m a . f      2x2 `m`, one `a`, two forcefields
                                            w m m . . f
                                            w w w w w w      the goal: column 3, row 1

    Source: Simon Tatham's Portable Puzzle Collection, `unfinished/slide.c`.

    >>> decode_slide("6x4u:w7md1aefewd5d1e2few6,3,1").rows()
    ('######', '#AAa.-', '#AA..-', '######')
    """
    found = re.fullmatch(_SLIDE, text.strip())
    if found is None:
        fail(1, "expected a size, cells and a goal, as in {example}", example="6x4u:w7md1aefewd5d1e2few6,3,1")
    width, height, x, y = (int(found[each]) for each in (1, 2, 4, 5))
    check_cells(width, height)
    runs = re.sub(r"(f?[amew])(\d+)", lambda run: run[1] * min(int(run[2]), MAX_CELLS + 1), found[3].lower())
    items, piece = re.findall(r"(f?)(?:d(\d+)|(.))", runs), list[int]()
    for cell, (_, back, letter) in enumerate(items):
        begun = piece[cell - int(back)] if back and 0 < int(back) <= cell else -1
        if back and begun < 0:
            fail(None, "d{back} of cell {cell} does not continue a piece", back=back, cell=cell)
        piece.append(begun if back else cell if letter in "am" else -1)
    mains = [cell for cell, (_, _, letter) in enumerate(items) if letter == "m"]
    if len(piece) != width * height or len(mains) != 1:
        template = (
            "{got} {got:cell|cells} and {mains} main {mains:piece|pieces}; expected {expected}, with one main piece"
        )
        fail(None, template, got=len(piece), mains=len(mains), expected=width * height)
    more = new_symbols("A")
    names = {head: "A" if head == mains[0] else next(more) for head in dict.fromkeys(piece) if head >= 0}
    where = {s: [(c % width, c // width) for c, p in enumerate(piece) if p == head] for head, s in names.items()}
    walls = frozenset(cell for cell, item in enumerate(items) if item[2] == "w")
    board = Board(width, height, walls, frozenset(cell for cell, item in enumerate(items) if item[0]) - walls)
    fits = x < width and y < height and board.cells(Kind.of(where["A"], gates=True), y * width + x)
    puzzle = keyed(board, "A", where, [y * width + x] if fits else [])
    return with_goal(claimed(puzzle, found[6], "move"), goal)


_SLIDE_FORM = matching(rf"(?ai)\d+x\d+(?:m\d*|u)?:{_SLIDE_CELLS}(?:,.*)?")
SLIDE = Notation("slide", "an identifier of slide", "slide 的标识", _SLIDE_FORM, decode_slide, encode_slide, sure=True)
