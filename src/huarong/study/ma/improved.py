"""What can be saved in 马旭's programs: the string, the sign matrix and the path once more, without needless copies.

Each walks the tree of the printed program, call for call; only what a call does with memory differs. The printed ones
copy the state back after each of the four conditions or of the nine entries of a row, whether anything was changed or
not.
"""

from __future__ import annotations

from huarong.study.ma.recursions import Matrix, PathRecursion, Recursion, SignRecursion, Way, signs_of


class StringSlices(Recursion):
    """The state is an immutable string: a new one is put together for each test, so there is nothing to copy back."""

    def begin(self) -> None:
        """Call `move` at the start."""
        self.b = _text(self.goal)
        self.path = [""] * (self.most + 1)
        self.path[0] = _text(self.start)
        self.move(self.path[0], self.start.index(0), 0)

    def move(self, x: str, p: int, n: int) -> None:
        """Go on from x, whose blank is at p, after n moves."""
        self.calls += 1
        if not self.calls & 4095:
            self.look(n)
        if x == self.b:
            self.put_pass(n)
        i, j = divmod(p, self.width)
        if n < self.most:
            n += 1
            if i != 0 and self.move_ok(x, p, p - self.width, n):
                self.moved[n] = ord(x[p - self.width]) - 48
                self.move(self.path[n], p - self.width, n)
            if i != self.height - 1 and self.move_ok(x, p, p + self.width, n):
                self.moved[n] = ord(x[p + self.width]) - 48
                self.move(self.path[n], p + self.width, n)
            if j != 0 and self.move_ok(x, p, p - 1, n):
                self.moved[n] = ord(x[p - 1]) - 48
                self.move(self.path[n], p - 1, n)
            if j != self.width - 1 and self.move_ok(x, p, p + 1, n):
                self.moved[n] = ord(x[p + 1]) - 48
                self.move(self.path[n], p + 1, n)

    def move_ok(self, x: str, p: int, k: int, n: int) -> bool:
        """True, and the new state is on the path, unless it was there already."""
        self.tests += 1
        a, b = (p, k) if p < k else (k, p)
        new = x[:a] + x[b] + x[a + 1 : b] + x[a] + x[b + 1 :]
        if new in self.path[:n]:
            return False
        self.path[n] = new
        return True


def _text(state: Way) -> str:
    return "".join(chr(48 + number) for number in state)


class SignOnes(SignRecursion):
    """The matrix is copied back only after an entry that is 1, as only there can it have been changed."""

    def step(self, x: Matrix, p: int, n: int) -> None:
        """Go on from x, whose blank is at p, after n moves."""
        self.calls += 1
        if not self.calls & 4095:
            self.look(n)
        y = [row[:] for row in x]
        if x == self.b:
            self.put_pass(n)
        if n < self.most:
            n += 1
            for k, sign in enumerate(self.sign[p]):
                if sign == 1:
                    if self.allowed(x, p, k, n):
                        i, j = divmod(p, self.width)
                        self.moved[n] = x[i][j]
                        self.step(x, k, n)
                    self.mcopy(x, y)


class PathOnes(Recursion):
    """The one state is a flat list, and is copied back from the path after an entry that is 1 alone."""

    def begin(self) -> None:
        """Call `move` at the start."""
        self.sign = signs_of(self.width, self.height)
        self.a = list(self.start)
        self.b = list(self.goal)
        self.path: list[list[int]] = [[] for _ in range(self.most + 1)]
        self.path[0] = self.a[:]
        self.move(self.start.index(0), 0)

    def move(self, p: int, n: int) -> None:
        """Go on with the blank at p after n moves."""
        self.calls += 1
        if not self.calls & 4095:
            self.look(n)
        if self.a == self.b:
            self.put_pass(n)
        if n < self.most:
            n += 1
            for k, sign in enumerate(self.sign[p]):
                if sign == 1:
                    if self.move_ok(p, k, n):
                        self.moved[n] = self.a[p]
                        self.move(k, n)
                    self.a[:] = self.path[n - 1]

    def move_ok(self, p: int, k: int, n: int) -> bool:
        """Move the blank. Unless the new state is on the path already, add it to the path and return True."""
        self.tests += 1
        a = self.a
        a[p], a[k] = a[k], 0
        if a in self.path[:n]:
            return False
        self.path[n] = a[:]
        return True


BY_SIGNS = (SignRecursion, PathRecursion, PathOnes)
"""The programs that try the neighbours by rising cell."""
