"""Calibration: measured rates, and the amount of work of a puzzle."""

from __future__ import annotations

import pytest

from huarong.errors import Cancelled, InputError
from huarong.explore import calibration
from huarong.explore.calibration import calibrate, work
from huarong.explore.cost import Rates
from huarong.model.metric import Metric
from tests.cli.running import read, run


@pytest.fixture
def quick(monkeypatch, tmp_path):
    """Small explorations instead of those that take seconds; rates are kept in a folder of the test."""
    monkeypatch.setenv("HUARONG_CACHE", str(tmp_path))
    for name, value in {"_ONE": "Pennant", "_MORE": "Pennant", "_TILES": "123/45.", "_SAMPLE": 0.05}.items():
        monkeypatch.setattr(calibration, name, value)
    monkeypatch.setattr(calibration, "_CHECKS", (("Pennant", Metric.STEP),))
    monkeypatch.setattr(calibration, "_FEW", "Pennant")


def test_work_of_a_small_puzzle_is_all_of_it():
    found = work("Pennant", "step")
    assert (found.layouts, found.levels, found.words) == (1398, 113, 1)
    assert found.candidates > 1 and found.seconds > 0


def test_work_of_layouts_held_as_is_asked_for(quick):
    assert (work("876543210").words, work("876543210").rows) == (0, 15_120)
    assert work("876543210", by="keys").words == 1
    with pytest.raises(InputError, match="are stored as bits"):
        work("Traffic Jam", layouts=1e6, by="bits")


def test_a_puzzle_of_which_nobody_knows_how_many_layouts_it_has():
    with pytest.raises(InputError, match="--layouts"):
        work("Traffic Jam")


def test_calibrating(quick):
    rates, checks = calibrate()
    assert Rates.read() == rates
    assert min(*rates.keys, rates.bits, rates.task) > 0
    (check,) = checks
    assert (check.puzzle, check.layouts) == ("Pennant", 1398)
    assert check.ratio == check.measured / check.reckoned > 0


def test_calibrating_can_be_cancelled(quick):
    with pytest.raises(Cancelled):
        calibrate(cancel=lambda: True)
    assert Rates.read() is None


@pytest.mark.slow  # the everyday part calls the functions behind them
def test_the_commands(quick):
    found = read("explore", "--calibrate")
    assert set(found) == {"rates", "checks"}
    asked = ("--machines", "10", "--cores", "64", "--disk", "5G/s")
    found = read("explore", "--plan", "876543210", *asked)
    assert (found["work"]["layouts"], found["calibrated"]) == (181_440, True)
    assert "bottleneck" in run("explore", "--plan", "Pennant").output
    assert "give a PUZZLE" in run("explore", status=2).output
