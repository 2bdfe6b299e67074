"""Numbered tiles by their definition, and damaged files."""

import functools
import random
from collections import deque


def shuffled(width, height, seed):
    """A random board of tiles, as text; the goal may be out of reach."""
    tiles = random.Random(seed).sample(range(width * height), width * height)
    return "/".join(" ".join(map(str, tiles[y * width : (y + 1) * width])) for y in range(height))


def neighbours(board, width, metric):
    """The boards one move away, by the definition."""
    height, blank = len(board) // width, board.index(0)
    for dx, dy in ((0, -1), (0, 1), (-1, 0), (1, 0)):
        tiles, here = list(board), blank
        x, y = blank % width + dx, blank // width + dy
        while 0 <= x < width and 0 <= y < height:
            there = y * width + x
            tiles[here], tiles[there] = tiles[there], 0
            yield tuple(tiles)
            here, x, y = there, x + dx, y + dy
            if metric == "tile":
                break


@functools.lru_cache(2)
def naive_distances(goal, width, metric):
    """The distance of every board from a goal, breadth-first."""
    distance, queue = {tuple(goal): 0}, deque([tuple(goal)])
    while queue:
        board = queue.popleft()
        for other in neighbours(board, width, metric):
            if other not in distance:
                distance[other] = distance[board] + 1
                queue.append(other)
    return distance


def harmed(sound, chance):
    """A file's content with some of its bytes changed, cut off, added, or all of another file."""
    content = bytearray(sound)
    way = chance.randrange(4)
    if way == 0:
        for at in chance.sample(range(len(content)), chance.choice([1, 1, 2, 9])):
            content[at] ^= 1 << chance.randrange(8)
    elif way == 1:
        del content[chance.choice([0, 1, 33, 34, chance.randrange(len(content))]) :]
    elif way == 2:
        at = chance.randrange(len(content) + 1)
        content[at:at] = chance.randbytes(chance.choice([1, 7]))
    else:
        at = chance.randrange(len(content) - 1)
        del content[at : at + chance.choice([1, 2, 50])]
    return bytes(content)
