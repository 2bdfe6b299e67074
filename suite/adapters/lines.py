"""The lines of the suite, read without huarong, and the answers: what adapters in Python have in common.

An adapter's `solve(puzzle, metric)` gives the length of a shortest solution, None where there is none, and raises
`CannotSay` for what its solver does not know: other boards, other rules, another count.
"""

import os
import sys


class CannotSay(Exception):
    """This puzzle, or this way of counting, is not the solver's."""


class Puzzle:
    """A line of the suite: `rows` and `goals` as lists of text, the headers by name."""

    def __init__(self, text):
        self.headers, parts, into = {}, {"board": [[]], "goal": []}, "board"
        for line in text.split("/"):
            name, colon, value = line.partition(":")
            if not colon:
                parts[into][-1].append(line)
            elif name == "goal":
                into = "goal"
                parts[into].append([])
            elif name == "gates":
                into = parts.setdefault("gates", [[]]) and "gates"
            elif name != "one":  # each character is one piece in all lines of the suite
                self.headers[name] = value.strip()
        (self.rows,), self.goals = parts["board"], parts["goal"]
        self.width, self.height = len(self.rows[0]), len(self.rows)
        self.plain = not self.headers and "gates" not in parts and "-" not in "".join(self.rows)

    @property
    def walls(self):
        """The cells `(x, y)` of walls."""
        return pieces(self.rows, "#").get("#", [])

    @property
    def pieces(self):
        """The cells of each piece, by its character, in reading order."""
        return pieces(self.rows)

    def only_goal(self):
        """The one goal: the cells of the pieces that it names. Raises `CannotSay` where there are several."""
        need(len(self.goals) == 1)
        return pieces(self.goals[0])


def pieces(rows, only=None):
    """The cells `(x, y)` of each piece by its character, in reading order; or of one character only."""
    found = {}
    for y, row in enumerate(rows):
        for x, symbol in enumerate(row):
            if symbol == only if only else symbol not in ".#-":
                found.setdefault(symbol, []).append((x, y))
    return found


def size(cells):
    """Width and height of a full rectangle. Raises `CannotSay` for any other shape."""
    (x0, y0), (x1, y1) = cells[0], cells[-1]
    need(cells == [(x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)])
    return x1 - x0 + 1, y1 - y0 + 1


def need(true):
    """Raise `CannotSay` where something is not so."""
    if not true:
        raise CannotSay


def serve(solve):
    """Answer the lines of standard input. What a solver itself prints goes to standard error."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    for line in sys.stdin:
        name, metric, text = line.rstrip("\n").split("\t")
        try:
            answer = solve(Puzzle(text), metric)
        except CannotSay:
            answer = "?"
        print(name, "none" if answer is None else answer, sep="\t", file=out, flush=True)
