"""Estimates of what an exploration takes of disks."""

import math
import os

import pytest

import huarong as hr
from huarong.errors import InputError
from huarong.explore import Resources, run
from huarong.explore.driver import ExplorationCost
from huarong.explore.exploration import Request
from huarong.explore.store import Store
from huarong.model.metric import Metric


def request(text):
    return Request(hr.puzzle(text), Metric.MOVE)


def test_bits_are_a_few_for_each_layout_and_level():
    """Of the 15-puzzle: 3 levels of 2 bits a layout, and links; all of them are read in each of 80 levels."""
    found = ExplorationCost.of(request("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"))
    assert (found.layouts, found.words) == (math.factorial(16) // 2, 0)
    assert 0.75 < found.room / found.layouts < 0.8
    assert 120 < found.passed / found.layouts < 130


def test_keys_are_eight_bytes_a_word():
    one, two = (ExplorationCost.of(request(name), 10**9) for name in ("Pelopones", "Traffic Jam"))
    assert (one.words, two.words) == (1, 2)
    assert (2 * one.room, 2 * one.passed) == (two.room, two.passed) == (4 * 10**9, 128 * 10**9)
    pytest.raises(InputError, ExplorationCost.of, request("Traffic Jam")).match("--layouts")


@pytest.mark.parametrize("text", ["876543210", "ABC/DEF/G.#/goal:/ABC/DEF/G.#"])
def test_the_room_is_what_is_taken(text, tmp_path, monkeypatch):
    most = 0

    def names(self):
        nonlocal most
        most = max(most, sum(each.stat().st_size for each in os.scandir(self.folder)))
        return os.listdir(self.folder)

    monkeypatch.setattr(Store, "names", names)
    run(text, resources=Resources(folder=tmp_path, workers=1))
    assert 0.5 < most / ExplorationCost.of(request(text)).room < 1.2
