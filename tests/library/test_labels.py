"""Pieces named after the generals of 三国."""

import pytest

import huarong as hr
from huarong.library.catalogue import entries, find
from huarong.library.labels import called, english, han, in_language, parted, piece_text
from tests.web.node import needs_node, told


def test_generals() -> None:
    def labels(name: str) -> dict[str, str]:
        return {piece.symbol: piece.label for piece in find(name).puzzle.pieces}

    assert labels("横刀立马") == {
        "A": "曹操",
        "B": "关羽",
        "H": "张飞",
        "I": "赵云",
        "J": "马超",
        "K": "黄忠",
        "N": "卒1",
        "O": "卒2",
        "P": "卒3",
        "Q": "卒4",
    }
    assert labels("水泄不通")["B"] == "关羽"
    assert sorted(labels("水泄不通")[s] for s in "CDEH") == sorted(["赵云", "马超", "黄忠", "张飞"])
    for entry in entries():
        if entry.group == "openings":
            names = [piece.label for piece in entry.puzzle.pieces]
            assert len(set(names)) == len(names)
            assert all(english(name).isascii() for name in names)


@pytest.mark.parametrize("text", ["横刀立马", "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3", "Pennant"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_move_names_its_piece_and_its_character_on_the_board(text: str, lang: str) -> None:
    puzzle = hr.puzzle(text)
    board = "".join(puzzle.rows())
    said = [piece_text(piece.symbol, piece.label, lang) for piece in puzzle.pieces]
    assert len(set(said)) == len(said)
    for piece, words in zip(puzzle.pieces, said, strict=True):
        symbol = words.rstrip(")").rpartition("(")[2]
        assert symbol == piece.symbol and symbol in board
        assert lang == "zh" or not any("一" <= letter <= "鿿" for letter in words)


def test_pictures_call_pieces_as_texts_do() -> None:
    puzzle = hr.puzzle("横刀立马")
    assert [p.label for p in in_language(puzzle, "en").pieces[-2:]] == ["Soldier 3", "Soldier 4"]
    assert [p.label for p in in_language(puzzle, "zh").pieces[-2:]] == ["卒三", "卒四"]
    assert in_language(hr.puzzle("Pennant"), "en") == hr.puzzle("Pennant")


@needs_node
def test_the_page_names_and_numbers_pieces_by_one_rule() -> None:
    labels = ["曹操", "卒1", "卒4", "卒10", "卒12", "卒30", "卒99", "卒100", "卒", "A", "12", "守卫2", "Guard 3", "9"]
    names = [*labels, *(called(label, lang) for label in labels for lang in ("en", "zh"))]
    script = """const { called, han, parted } = await from('rules/cast');
        const { english } = await from('rules/cast');
        const all = (lang) => given.labels.map((label) => called({ label, label_en: english(label) }, lang));
        return { en: all('en'), zh: all('zh'), parts: given.names.map(parted), numbers: given.numbers.map(han) };"""
    numbers = [*range(1, 101)]
    assert told(script, {"labels": labels, "names": names, "numbers": numbers}) == {
        **{lang: [called(label, lang) for label in labels] for lang in ("en", "zh")},
        "parts": [list(parted(name)) for name in names],
        "numbers": [han(n) for n in numbers],
    }
