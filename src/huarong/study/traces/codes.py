"""Recording how a layout is written. 吕震宇's program sorts it by quicksort, and writes it as 26 bits, as 64 bits, and
as a hash. Huarong writes it as a word (`huarong.space.space`) with a rank.

The sort is `huarong.study.lv.original.quick_sort` itself, under observation. Its results are compared with the numbers
in his program's layouts.
"""

from typing import Any

from huarong.errors import HuarongError
from huarong.library.notations.codes import encode_liu
from huarong.model.puzzle import Puzzle
from huarong.space.space import Space
from huarong.study.classic import BOX, HBAR, SHAPES, SINGLE, VBAR, Classic
from huarong.study.lv import VERSIONS, assemble
from huarong.study.lv.original import quick_sort
from huarong.study.lv.visited import GROUPS, fold, group_at
from huarong.study.traces.tape import LETTER, Tape, layout_text

TYPE32 = {SINGLE: 1, VBAR: 2, HBAR: 3}
TYPE64 = {BOX: 1, VBAR: 2, HBAR: 3, SINGLE: 4}
MALIK = (45, 82, 25, 94, 50, 60, 78, 32, 92)
"""Nine numbers with the pivot 50 in the middle, as in the picture after D. S. Malik and P. S. Nair."""


def _men(puzzle: Puzzle, most: int = 10) -> tuple[Classic, list[tuple[str, int]]]:
    """Read a puzzle of ten (or `most`) pieces; return it, and the size ("" if empty) and cell of each item."""
    classic = Classic.of(puzzle, empty=2, count=most if len(puzzle.pieces) == most else 10)
    return classic, [*classic.blocks, *(("", cell) for cell in classic.empty)]


def sorting(puzzle: Puzzle, tape: Tape, malik: int) -> None:
    """Record QuickSortArray on `sortedChessmen` by 10 y + x or, with `malik`, on nine numbers like the article's.

    For each place, table `item` has the key (no two are equal), a letter, and the item's initial place. `at.part`,
    `at.pivot`, `at.index` and `at.small` are the pointers; `at.done` are the final places.
    """
    if malik:
        items = [(key, "", n) for n, key in enumerate(MALIK)]
    else:
        classic, men = _men(puzzle)
        tape.put(at={"board": layout_text(classic.blocks)})
        items = [(10 * (c // 4) + c % 4, LETTER.get(s, ""), n) for n, (s, c) in enumerate(men)]
    compared, done = 0, set[int]()
    tape.put(at={"sorting": malik})

    def write(part: Any = None, pivot: Any = None, index: Any = None, small: Any = None) -> None:
        tape.put(
            item={place: [*item] for place, item in enumerate(items)},
            at={"part": part, "pivot": pivot, "index": index, "small": small, "done": sorted(done)},
            count={"compared": compared},
        )

    write()
    tape.frame("sort_begin", n=len(items))

    def witness(what: str, first: int, last: int, index: int, small: int) -> None:
        nonlocal compared
        compared += what in ("less", "more")
        at = small if what == "parted" else first
        if what == "part":
            write([first, last])
        elif what == "parted":
            done.add(small)
            write([first, last], pivot=small, small=small)
        else:
            write([first, last], first, index, small)
        sides = {"first": first, "last": last, "small": small, "less": small - first, "more": last - small}
        key = items[small if what == "less" else index][0]
        tape.frame(f"sort_{what}", key=key, pivot=items[at][0], **sides)

    quick_sort(items, witness)
    done.update(range(len(items)))
    write()
    tape.frame("sort_end", compared=compared)
    tape.figures = {"compared": compared, "length": len(items)}


def codes(puzzle: Puzzle, tape: Tape, _: int) -> None:
    """Record a layout as 24 digits, as the table of 10 y + x, as 26 bits (30 for twelve pieces), as 64 bits, as a hash.

    Tables: `digits` (by number: who, two digits), `row` (the table of part 11), `bits` (who and two bits),
    `adds` (who, cell and three bits), `groups` (14 bits, their value, the sum) and `back` (who, cell and bits,
    decoded); `at.stage`, and `at.code26`, `at.code64` and `at.hash`.
    """
    classic, men = _men(puzzle, 12)
    tape.put(at={"board": layout_text(classic.blocks), "stage": "digits"})
    tape.frame("start")
    _digits(puzzle, tape)
    tape.put(at={"stage": "table"})
    layout: Any = assemble(classic, VERSIONS["lv-original"], pool=2).pool.current.info
    for place, man in enumerate(layout.sorted_chessmen):
        letter, (y, x) = LETTER.get(man.size, ""), divmod(man.key, 10)
        tape.put(row={place: [letter, y, x, man.key]}, at={"lit": 4 * y + x})
        tape.frame("code_row", who=letter, y=y, x=x, key=man.key, place=place, empty=not man.size)
    code = _shifted([(man.size, man.cell(man.position)) for man in layout.sorted_chessmen], tape)
    wide = _added(classic, tape)
    tape.put(at={"stage": "hash", "lit": None})
    total = 0
    for n in range(GROUPS):
        part = group_at(wide, n)
        total += part
        shift = 14 * n & 63
        tape.put(groups={n: [format(part, "014b"), part, total, shift]})
        tape.frame("code_group", n=n + 1, value=part, sum=total, shift=shift, bits=min(14, 64 - shift))
    assert total == fold(wide)
    tape.put(at={"hash": total})
    tape.frame("code_hash", place=total)
    _decoded(code, 2 * len(men) - 2, tape)
    tape.figures = {"code26": code, "code64": str(wide), "place": total}


def _digits(puzzle: Puzzle, tape: Tape) -> None:
    """Record 刘峻松's 24 digits: two for each of ten pieces and two empty cells."""
    try:
        text = encode_liu(puzzle)
    except HuarongError:
        tape.frame("code_no_digits")
        return
    for n, who in enumerate(["B", *(5 * "G"), *(4 * "S"), "", ""]):
        digits = text[2 * n : 2 * n + 2]
        tape.put(digits={n: [who, digits]}, at={"lit": int(digits) - 1})
        tape.frame("code_digits", n=n + 1, cell=int(digits), digits=text[: 2 * n + 2])


def _shifted(row: list[tuple[str, int]], tape: Tape) -> int:
    """Record 26 bits (30 for twelve pieces): for each piece, shift by two, add the type; the 2x2's place is above."""
    tape.put(at={"stage": "bits"})
    code = general = 0
    for place, (size, cell) in enumerate(row, 1):
        tape.put(at={"lit": cell})
        if size == BOX:
            general = place
            tape.frame("code_general", place=place)
            continue
        letter, kind = LETTER.get(size, ""), TYPE32.get(size, 0)
        code, bits = code << 2 | kind, format(kind, "02b")
        tape.put(bits={place: [letter, bits]}, at={"code26": format(code, f"0{2 * (place - bool(general))}b")})
        tape.frame("code_shift", who=letter, bits=bits, code=code)
    low = 2 * len(row) - 2
    code, bits = code | general << low, format(general, "04b")
    tape.put(bits={0: ["B", bits]}, at={"code26": format(code, f"0{low + 4}b"), "lit": None})
    tape.frame("code_26", place=general, bits=bits, code=code, low=low)
    return code


def _decoded(code: int, low: int, tape: Tape) -> None:
    """Decode a layout, two bits at a time: which piece begins at each cell that nothing covers yet."""
    general, pairs = code >> low, (code >> at & 3 for at in range(low - 2, -1, -2))
    sizes, board, free = {kind: size for size, kind in TYPE32.items()}, ["."] * 20, {*range(20)}
    for n in range(1, low // 2 + 2):
        cell, kind = min(free), None if n == general else next(pairs)
        size = BOX if kind is None else sizes.get(kind, "")
        letter, bits = LETTER.get(size, ""), format(general, "04b") if kind is None else format(kind, "02b")
        free -= {cell + x + 4 * y for x, y in SHAPES.get(size, ((0, 0),))}
        board[cell] = letter or "."
        tape.put(back={n: [letter, cell, bits]}, at={"board": "".join(board), "stage": "back", "lit": cell})
        tape.frame("code_back", n=n, cell=cell, bits=bits, who=letter)


def _added(classic: Classic, tape: Tape) -> int:
    """Record 64 bits: each piece adds its own three bits, shifted to its cell; nothing is sorted."""
    tape.put(at={"stage": "adds"})
    code = 0
    for n, (size, cell) in enumerate(classic.blocks):
        code += TYPE64[size] << 3 * cell
        letter, bits = LETTER[size], format(TYPE64[size], "03b")
        tape.put(adds={n: [letter, cell, bits]}, at={"code64": format(code, "064b"), "lit": cell})
        tape.frame("code_add", who=letter, bits=bits, shift=3 * cell, cell=cell)
    tape.put(at={"lit": None})
    tape.frame("code_64", code=str(code))
    return code


def read_word(puzzle: Puzzle, tape: Tape) -> int:
    """Record the start as a word, the letter at each cell that nothing covers yet, and then its rank.

    Table `word` has for each letter its cell, the letter, and the number of words before it.
    """
    space = Space.of(puzzle)
    tables, letters = space.tables, [".", *(LETTER[kind.size] for kind in space.kinds)]
    heads = {h: k + 1 for k, group in enumerate(puzzle.start.heads) for h in group}
    node, rank, n = 0, 0, 0
    while tables.to[node].max() >= 0:
        cell = int(tables.cell[node])
        letter = heads.get(cell, 0)
        passed = int(tables.before[node][letter])
        rank += passed
        tape.put(word={n: [cell, letters[letter], passed]}, at={"lit": cell}, count={"rank": rank})
        tape.frame("letter", cell=cell, letter=letters[letter], passed=passed, rank=rank)
        node, n = int(tables.to[node][letter]), n + 1
    tape.put(at={"lit": None}, count={"words": space.size})
    tape.frame("ranked", rank=rank, size=space.size)
    return rank
