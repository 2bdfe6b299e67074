"""吕震宇's visited sets: a linear list, an AVL tree, and a hash table with chains.

Each has `insert(code)`, which returns True for a new code, and counts the codes compared. 华容道与数据结构, parts 2, 3
(tree) and 续 1 (hash), describes them.
"""

from typing import Protocol


class VisitedSet(Protocol):
    """The interface of a visited set of codes."""

    compared: int

    def insert(self, code: int) -> bool:
        """Add a code; return False if it is there already."""


class _Link:
    __slots__ = ("code", "link")

    def __init__(self, code: int) -> None:
        self.code = code
        self.link: _Link | None = None


class LinearList:
    """The unsorted list against which the articles warn: every look-up scans it."""

    def __init__(self) -> None:
        self.head = self.end = _Link(-1)
        self.compared = 0

    def insert(self, code: int) -> bool:
        """Add a code; return False if it is there already."""
        at = self.head.link
        while at is not None:
            self.compared += 1
            if at.code == code:
                return False
            at = at.link
        self.end.link = self.end = _Link(code)
        return True


class AvlNode:
    """A node of the tree: its code, the height of its subtree, and its two children."""

    __slots__ = ("code", "height", "left", "right")

    def __init__(self, code: int) -> None:
        self.code = code
        self.height = 1
        self.left: AvlNode | None = None
        self.right: AvlNode | None = None

    def measure(self) -> int:
        """Set the height from the heights of the subtrees; return how much higher the left subtree is."""
        left = self.left.height if self.left else 0
        right = self.right.height if self.right else 0
        self.height = 1 + (left if left > right else right)
        return left - right


class AvlTree:
    """A search tree whose two sides differ in height by at most one at every node.

    `rotations` counts the insertions that required a single or double rotation.
    """

    def __init__(self) -> None:
        self.root: AvlNode | None = None
        self.compared = self.rotations = 0

    @property
    def height(self) -> int:
        """The most codes that one look-up compares."""
        return self.root.height if self.root else 0

    def insert(self, code: int) -> bool:
        """Add a code, and rotate where a side has become too high; return False if it is there already."""
        path = []
        at = self.root
        while at is not None:
            self.compared += 1
            if code == at.code:
                return False
            path.append(at)
            at = at.left if code < at.code else at.right
        below = AvlNode(code)
        while path:
            at = path.pop()
            if code < at.code:
                at.left = below
            else:
                at.right = below
            before = at.height
            lean = at.measure()
            if -2 < lean < 2:
                if at.height == before:
                    return True
                below = at
            else:
                top = self.turn(at, lean)
                if not path:
                    self.root = top
                elif path[-1].left is at:
                    path[-1].left = top
                else:
                    path[-1].right = top
                return True
        self.root = below
        return True

    def turn(self, node: AvlNode, lean: int) -> AvlNode:
        """Rotate at a node that leans by two; return the node that replaces it."""
        self.rotations += 1
        return _balanced(node, lean)


def kind_of_turn(node: AvlNode, lean: int) -> str:
    """Return the name of the rotation of a node that leans by two: LL, LR, RL or RR, the sides that are too high.

    LL and RR are one rotation, to the right or to the left; LR and RL are two.
    """
    high = node.left if lean > 0 else node.right
    assert high is not None
    other = high.measure()
    return ("LR" if other < 0 else "LL") if lean > 0 else ("RL" if other > 0 else "RR")


def _balanced(node: AvlNode, lean: int) -> AvlNode:
    """Return the subtree of a node that leans by two, rotated once or twice."""
    if lean > 0:
        assert node.left is not None
        if node.left.measure() < 0:
            node.left = _left(node.left)
        return _right(node)
    assert node.right is not None
    if node.right.measure() > 0:
        node.right = _right(node.right)
    return _left(node)


def _left(node: AvlNode) -> AvlNode:
    top = node.right
    assert top is not None
    node.right, top.left = top.left, node
    node.measure()
    top.measure()
    return top


def _right(node: AvlNode) -> AvlNode:
    top = node.left
    assert top is not None
    node.left, top.right = top.right, node
    node.measure()
    top.measure()
    return top


GROUPS = 6
"""The groups of 14 bits that 吕震宇's hash adds up."""


def fold(code: int) -> int:
    """Return 吕震宇's hash of a code: the sum of its groups of 14 bits. The original loop takes six groups of 64 bits.
    In C#, the shift of the sixth group, 70, is taken modulo 64, so it adds bits 6 to 19 a second time. This function
    does the same; of a longer code, it adds all groups once.

    >>> fold(577606461035643914), fold(1 << 70 | 1)
    (19815, 2)
    """
    if code >> 64:
        return sum(code >> shift & 0x3FFF for shift in range(0, code.bit_length(), 14))
    return sum(code >> (14 * group & 63) & 0x3FFF for group in range(GROUPS))


def group_at(code: int, n: int) -> int:
    """Return a group of 14 bits of a 64-bit code; the shift wraps at 64, as in C#."""
    return code >> (14 * n & 63) & 0x3FFF


class ChainedHash:
    """吕震宇's 66,000 chains. The sum of a code's 14-bit groups can exceed this, but not for ten pieces."""

    CAPACITY = 66_000

    def __init__(self) -> None:
        self.table = [_Link(0) for _ in range(self.CAPACITY)]
        self.compared = 0

    def insert(self, code: int) -> bool:
        """Add a code at the end of its chain; return False if it is there already."""
        at = self.table[fold(code) % self.CAPACITY]
        while at.link is not None:
            at = at.link
            self.compared += 1
            if at.code == code:
                return False
        at.link = _Link(code)
        return True

    @property
    def chains(self) -> list[int]:
        """The lengths of the chains that are not empty."""
        lengths = []
        for at in (head for head in self.table if head.link):
            length = 0
            while at.link is not None:
                length, at = length + 1, at.link
            lengths.append(length)
        return lengths

    @property
    def longest(self) -> int:
        """The length of the longest chain."""
        return max(self.chains, default=0)
