"""A tour as text, as a drawing, as JSON, and checked."""

import itertools
import json
import xml.etree.ElementTree as ElementTree

from huarong.tours import Tour, first_tour, parse_board


def test_svg_is_a_drawing_of_the_tour():
    tour = first_tour(parse_board("....../..##../....../....../....../......"), closed=False).tour
    svg = "{http://www.w3.org/2000/svg}"
    root = ElementTree.fromstring(tour.svg())
    line = root.find(f"{svg}polyline").get("points").split()
    assert len(line) == len(tour.cells)
    closed = first_tour(parse_board("6x6"), closed=True).tour
    assert ElementTree.fromstring(closed.svg(20)).find(f"{svg}polygon") is not None


def test_text_numbers_the_cells():
    tour = first_tour(parse_board("8x8")).tour
    numbers = [[int(n) for n in row.split()] for row in str(tour).splitlines()]
    assert numbers[tour.cells[0] // 8][tour.cells[0] % 8] == 1
    assert sorted(itertools.chain(*numbers)) == list(range(1, 65))


def test_verify_finds_fault():
    good = first_tour(parse_board("5x5"), 0).tour
    assert not Tour(good.board, good.cells, closed=True).verify()
    assert not Tour(good.board, good.cells[:-1]).verify()
    assert not Tour(good.board, good.cells, leaper=(1, 3)).verify()


def test_json_and_notebook():
    tour = first_tour("5x6", "a1").tour
    facts = tour.to_json()
    assert json.loads(json.dumps(facts)) == facts
    assert (facts["width"], facts["height"], facts["cells"][0], facts["leaper"]) == (5, 6, "a1", [1, 2])
    assert tour._repr_svg_() == tour.svg()


def test_json_of_an_answer():
    answer = first_tour("5x5", "a1")
    facts = answer.to_json()
    assert json.loads(json.dumps(facts)) == facts
    assert len(facts["tour"]) == 25
    none = first_tour("5x5", closed=True).to_json("zh")
    assert none["tour"] is None
    assert "13" in none["reason"]
