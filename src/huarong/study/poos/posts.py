"""Posts: a record of a few layouts, the file that holds it, and the searches that solve with the record alone.

A record has the way to the goal from each post (then posts are called stations), or only the posts, for leaping. These
searches know only the distances in the record. Its file, with big-endian numbers::

    8 bytes  "poosPST1"
    1 byte   1 if posts have ways, else 0
    4 bytes  the goal cells of the 2x2, a bit each
    4 bytes  the number of posts
    for each post, by rising steps left:
        7 bytes  its 50 bits
        1 byte   the number of steps left from it
        1 byte   of its way, for each step: which child of the layout comes next, in the order of `IdentityNode`
    4 bytes  CRC-32 of everything before
"""

import contextlib
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from huarong.errors import FileError
from huarong.files import readable, replacing
from huarong.graph import Watcher, bfs
from huarong.study.poos.nodes import IdentityNode
from huarong.study.poos.search import Nodes
from huarong.study.record import UNBOUNDED, Enough, unseen

_MAGIC = b"poosPST1"
_HEAD = len(_MAGIC) + 9


class Leap(NamedTuple):
    """A part of a solution: the layouts from a post (or the start) to the next one or the goal.

    `met` is the number of layouts that its search met, or 0 if it followed a recorded way.
    """

    nodes: tuple[IdentityNode, ...]
    met: int
    duplicates: int

    @property
    def length(self) -> int:
        return len(self.nodes) - 1


@dataclass(frozen=True, slots=True)
class Posts:
    """A record: the goal cells of the 2x2, the steps left from each post, and its way, if ways are recorded.

    Posts are named by their 50 bits and sorted by the steps left; of two equally near posts, a search takes the first.
    """

    goals: frozenset[int]
    left: Mapping[int, int]
    ways: Mapping[int, bytes] | None = None

    def encode(self) -> bytes:
        """Return the record as the bytes of its file.

        >>> record = Posts(frozenset({13}), {5: 2}, {5: bytes([1, 0])})
        >>> Posts.decode(record.encode()) == record
        True
        """
        mask = sum(1 << cell for cell in self.goals)
        parts = [_MAGIC, bytes([self.ways is not None]), mask.to_bytes(4), len(self.left).to_bytes(4)]
        for post, left in self.left.items():
            parts.append(post.to_bytes(7) + bytes([left]) + (self.ways or {}).get(post, b""))
        data = b"".join(parts)
        return data + zlib.crc32(data).to_bytes(4)

    @classmethod
    def decode(cls, data: bytes, path: str | Path = "") -> "Posts":
        """Return the record in the bytes of a file. Raises `FileError` for other bytes."""
        body = data[:-4]
        if data[: len(_MAGIC)] != _MAGIC or data[-4:] != zlib.crc32(body).to_bytes(4):
            raise FileError("{path} does not contain posts, or is damaged", path=str(path))
        mask = int.from_bytes(body[9:13])
        left, ways, at = dict[int, int](), dict[int, bytes](), _HEAD
        for _ in range(int.from_bytes(body[13:_HEAD])):
            post, n = int.from_bytes(body[at : at + 7]), body[at + 7]
            left[post], at = n, at + 8
            if body[8]:
                ways[post], at = body[at : at + n], at + n
        goals = frozenset(cell for cell in range(20) if mask >> cell & 1)
        return cls(goals, left, ways if body[8] else None)

    def write(self, path: str | Path) -> None:
        """Write the file. Raises `FileError`."""
        with replacing(path) as file:
            file.write(self.encode())

    @classmethod
    def read(cls, path: str | Path) -> "Posts":
        """Read a file. Raises `FileNotFoundError`, and `FileError` if it does not contain posts."""
        with readable(path, missing=True):
            data = Path(path).read_bytes()
        return cls.decode(data, path)

    def leaps(self, start: IdentityNode, told: Callable[[IdentityNode], None] = unseen) -> Iterator[Leap]:
        """Iterate over the parts of a solution, each as soon as it is found; call `told` with each layout met.

        The search is breadth first to the nearest post or the goal. From a post it follows the way, or continues to the
        nearest post with fewer steps left, and so on. If nothing is within reach, the last part has no steps.
        """
        at = start
        while not at.at_home(self.goals):
            if self.ways is not None and at.identifier in self.ways:
                end, met, duplicates = self._follow(at), 0, 0
            else:
                found, met, duplicates = self._search(at, told)
                end = found or at
            way = [end]
            while way[-1] is not at:
                way.append(way[-1].parent_state or at)
            yield Leap(tuple(way[::-1]), met, duplicates)
            if end is at:
                return
            at = end

    def solve(self, start: IdentityNode) -> tuple[tuple[Leap, ...], bool]:
        """Return the parts of a solution, and whether the last one ends at the goal."""
        parts = tuple(self.leaps(start))
        end = parts[-1].nodes[-1] if parts else start
        return parts, end.at_home(self.goals)

    def _follow(self, node: IdentityNode) -> IdentityNode:
        """Return the goal at which a post's way ends."""
        for which in (self.ways or {})[node.identifier]:
            children = tuple(node.child_states())
            if which >= len(children):
                break
            node = children[which]
        if not node.at_home(self.goals):
            raise FileError("a recorded path does not lead to the goal")
        return node

    def _search(
        self, start: IdentityNode, told: Callable[[IdentityNode], None]
    ) -> tuple[IdentityNode | None, int, int]:
        """Find the nearest goal or post with fewer steps left than the start; also count layouts met and met again."""
        bound = self.left.get(start.identifier, 256)
        order = {post: n for n, (post, left) in enumerate(self.left.items()) if left < bound}
        near = _Nearest(lambda node: node.identifier in order or node.at_home(self.goals), told)
        with contextlib.suppress(Enough):
            bfs(Nodes[IdentityNode](lambda _: False), start, watcher=near, **UNBOUNDED)
        end = min(near.ends, key=lambda n: (not n.at_home(self.goals), order.get(n.identifier, -1)), default=None)
        return end, near.met, near.duplicates


class _Nearest(Watcher[IdentityNode]):
    """Ends a search after the first whole level with nodes to end at; calls `told` with each node met."""

    def __init__(self, is_end: Callable[[IdentityNode], bool], told: Callable[[IdentityNode], None]) -> None:
        self.is_end, self.told = is_end, told
        self.ends, self.met, self.duplicates = list[IdentityNode](), 1, 0

    def generated(self, state: IdentityNode, parent: IdentityNode, known: bool, solved: bool) -> None:
        self.met, self.duplicates = self.met + (not known), self.duplicates + known
        if not known:
            self.told(state)
            self.ends += [state] if self.is_end(state) else []

    def closed(self) -> None:
        if self.ends:
            raise Enough
