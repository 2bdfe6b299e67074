"""`GET table`: the numbering and the distances of a small space, as bytes from which a page computes hints itself.

====================  ==============================================================================
bytes                 what (all numbers little-endian)
====================  ==============================================================================
0 to 3                `HRT2`
4 to 7                how long the header is, with spaces up to a multiple of 4
8 to ...              the header: JSON with states, letters, layouts, wide, metric
then                  `to`, a 32-bit integer for each state and letter: the state after it, or -1
then                  `before`, 32 bits for each: how many layouts begin with a smaller letter here
then                  the distances by rank, 8 bits each (16 where `wide`), all bits set where unsolvable
then                  `cell`, 32 bits for each state: the cell that it reads
====================  ==============================================================================

The rank of a layout is the sum of `before` along its word: `docs/en/explanation/numbering.md` works it out by hand.
"""

from typing import Any

from starlette.responses import Response

from huarong.atlas.atlas import Atlas
from huarong.errors import InputError
from huarong.limits import Watch
from huarong.memo import Budget, Cache
from huarong.model.board import Goal, Metric
from huarong.space.space import Space
from huarong.web.answers import MOST_IN_TABLE
from huarong.web.endpoint import MOST_CELLS, Call, endpoint
from huarong.web.fields import METRIC, Field, FieldError, long_text, naming
from huarong.web.replies import BYTES, as_bytes

CACHE: Cache[bytes] = Cache(len, Budget(16 << 20), 4096)
"""Tables by their request."""


def read_space(text: str) -> Space:
    """Read the space of a board and pieces. Raises `InputError` if it has too many layouts for a table."""
    with naming("space"):
        space = Space.parse(text)
    if space.board.size > MOST_CELLS:
        template = "the board has {got:,} {got:cell|cells}; this server reads at most {most}"
        raise FieldError("space", template, got=space.board.size, most=MOST_CELLS)
    if space.size > MOST_IN_TABLE:
        template = "the space has {size:,} {size:layout|layouts}; tables hold at most {most:,}"
        raise InputError(template, size=space.size, most=MOST_IN_TABLE)
    return space


def read_goal(text: str, space: Space) -> Goal:
    """Read a goal: alternatives separated by `,`, requirements by `+`, each a kind's index `@` a head."""
    alternatives = []
    for part in text.split(","):
        pairs = []
        for pair in part.split("+"):
            kind, at, head = pair.partition("@")
            good = at and kind.isascii() and kind.isdecimal() and head.isascii() and head.isdecimal()
            if not good or len(pair) > 12:
                template = "{text!r} is not a valid kind and head; expected one such as 0@13"
                raise FieldError("goal", template, text=pair[:40])
            if int(kind) >= len(space.kinds) or int(head) >= space.board.size:
                raise FieldError("goal", "{text!r} is outside the space", text=pair)
            pairs.append((int(kind), int(head)))
        alternatives.append(pairs)
    return Goal.of(alternatives)


def table_bytes(text: str, wanted: str, metric: Metric, watch: Watch) -> bytes:
    """Return the bytes of the table of a space, given as a text, for a goal in a metric.

    Raises `FieldError`, `InputError`, `LimitReached` and `Cancelled`.
    """
    space = read_space(text)
    goal = read_goal(wanted, space)
    values = Atlas.build(space, goal, metric, watch=watch).distances
    if values.itemsize > 2:
        raise InputError("the distances are too large for a table")
    tables = space.tables
    header: dict[str, Any] = {"states": len(tables.cell), "letters": tables.letters, "layouts": space.size}
    header |= {"wide": values.itemsize == 2, "metric": metric.value}
    edges, far = (tables.to.astype("<i4"), tables.before.astype("<u4")), values.astype(values.dtype.newbyteorder("<"))
    return as_bytes(b"HRT2", header, *(each.tobytes() for each in (*edges, far, tables.cell.astype("<u4"))))


@endpoint(
    "table",
    "the numbering and the distances of a small space, as bytes (see below)",
    Field("space", long_text(2000, "a board and its pieces, such as 4x5 2x2:1 1x2:4 2x1:1 1x1:4"), needed=True),
    Field("goal", long_text(4000, "0@13: kind 0 at head 13; `+` joins, `,` separates alternatives"), needed=True),
    METRIC,
    media=BYTES,
    computes=True,
)
async def table(call: Call) -> Response:
    asked = call["space"], call["goal"], call.metric
    data = CACHE.get(asked)
    if data is None:
        data = CACHE.put(asked, await call.search(lambda watch: table_bytes(*asked, watch)))
    return Response(data, media_type=BYTES, headers={"cache-control": "no-cache"})
