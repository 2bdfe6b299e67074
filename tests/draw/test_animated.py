"""Animated solutions: every picture is a board on the way, the first the start, the last the end."""

import io

import pytest
from PIL import Image

import huarong as hr
from huarong.draw.film import FORMATS, animation
from huarong.errors import InputError

PUZZLE = "AB/../goal:/../AB"


def frames(data):
    picture = Image.open(io.BytesIO(data))
    found = []
    for number in range(picture.n_frames):
        picture.seek(number)
        picture.load()
        found.append((picture.convert("RGB"), picture.info.get("duration")))
    return found


@pytest.mark.parametrize("kind", FORMATS)
def test_it_begins_with_the_start_and_ends_with_the_goal(kind):
    solution = hr.solve(PUZZLE)
    found = frames(animation(solution, kind, cell=40, labels=False))
    # Two moves of one cell, each in three pictures, after the start.
    assert len(found) == 7
    single = (0xB9, 0x8B, 0x3E)

    def near(picture, x, y):
        return max(abs(a - b) for a, b in zip(picture.getpixel((x, y)), single, strict=True)) < 12

    (start, first), (end, last) = found[0], found[-1]
    # The middles of the upper and of the lower left cell; nothing is red, since all pieces are of the goal.
    assert near(start, 28, 28) != near(end, 28, 28) or near(start, 28, 68) != near(end, 28, 68)
    assert first < last == 2000
    assert start.tobytes() != found[1][0].tobytes()


def test_twice_as_fast_takes_half_as_long():
    solution = hr.solve(PUZZLE)
    times = [sum(t for _, t in frames(animation(solution, "gif", speed=speed))) for speed in (1, 2)]
    assert times[0] == 2 * times[1]


def test_what_is_refused():
    solution = hr.solve(PUZZLE)
    with pytest.raises(InputError, match="'mp4' is not a valid kind"):
        animation(solution, "mp4")
    with pytest.raises(InputError, match="a speed from"):
        animation(solution, speed=0)
    with pytest.raises(InputError, match="no solution"):
        animation(hr.solve("AB/goal:/BA"))
