"""Cached certificates of tables that the checker has accepted: they prove the hints of their puzzles.

`huarong.proof.verify` writes them to the cache folder. A file's name begins with a hash of everything on which the
distances depend: board, kinds, numbers of pieces, goal and metric. See `docs/en/reference/certificates.md`.
"""

import contextlib
import hashlib
import json
import zlib
from collections.abc import Iterator
from typing import Any

from huarong.files import cache_folder, replacing
from huarong.model.board import Layout, Metric
from huarong.model.puzzle import Puzzle


def described(puzzle: Puzzle, metric: Metric) -> dict[str, Any]:
    """Return the fields of a certificate's header that describe a puzzle."""
    board = puzzle.board
    area = {"width": board.width, "height": board.height, "walls": sorted(board.walls), "gates": sorted(board.gates)}
    kinds = [[kind.shape, kind.directions, kind.gates] for kind in puzzle.kinds]
    start = [[piece.kind, piece.head] for piece in puzzle.pieces]
    return {**area, "kinds": kinds, "start": start, "goal": puzzle.goal.alternatives, "metric": str(metric)}


def header_of(data: bytes) -> dict[str, Any]:
    """Return the header of a certificate that a checker has accepted."""
    header: dict[str, Any] = json.loads(data.split(b"\n", 2)[1])
    return header


def _name(header: dict[str, Any]) -> str:
    kinds = sorted(kind for kind, _ in header["start"])
    about = [header[each] for each in ("width", "height", "walls", "gates", "kinds", "goal", "metric")]
    return hashlib.sha256(json.dumps([kinds, *about]).encode()).hexdigest()[:32]


def keep(data: bytes) -> None:
    """Cache a certificate accepted by a checker if it is for a table. Raises `FileError` and `OSError`."""
    if data.startswith(b"huarong table "):
        path = cache_folder("proofs") / f"{_name(header_of(data))}-{data[-4:].hex()}.proof"
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as file:
            file.write(data)


def kept(puzzle: Puzzle, metric: Metric) -> Iterator[tuple[str, Layout, dict[str, Any]]]:
    """Iterate over the cached certificates for a puzzle's pieces and goal: file name, start, header."""
    for path in sorted(cache_folder("proofs").glob(f"{_name(described(puzzle, metric))}-*.proof")):
        with contextlib.suppress(OSError):
            data = path.read_bytes()
            if zlib.crc32(data[:-4]).to_bytes(4, "little") == data[-4:]:
                start = (header := header_of(data))["start"]
                heads = (tuple(head for of, head in start if of == kind) for kind in range(len(puzzle.kinds)))
                yield path.name, Layout(tuple(heads)), header
