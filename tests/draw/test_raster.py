"""Pictures in pixels."""

import io

import pytest
from PIL import Image

import huarong as hr
from huarong.draw.picture import png
from huarong.errors import InputError


def test_a_picture_has_its_size_and_colours():
    picture = Image.open(io.BytesIO(png(hr.svg("横刀立马", cell=50, labels=False), 2)))
    assert picture.size == (444, 544)
    red = picture.convert("RGB").getpixel((222, 122))  # in the middle of the large piece
    assert red == (0xB2, 0x3A, 0x2B)


def test_chinese_is_drawn_where_a_font_is_there():
    from huarong.draw.pages import chinese_font

    if chinese_font() is None:
        pytest.skip("no font with Chinese characters")
    labelled, bare = (Image.open(io.BytesIO(png(hr.svg("横刀立马", labels=each), 1))) for each in (True, False))
    assert labelled.tobytes() != bare.tobytes()


def test_a_picture_far_too_large_is_refused():
    with pytest.raises(InputError, match="pixels is too large"):
        png(hr.svg("横刀立马"), 1000)
