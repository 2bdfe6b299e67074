"""Estimates of what an exploration costs on other machines."""

from __future__ import annotations

import math

import pytest

from huarong.errors import FileError, InputError
from huarong.explore import cost
from huarong.explore.cost import MEASURED, Cluster, Rates, bits, keys, predict


@pytest.mark.parametrize("work", [keys(1e6), keys(1e10, 2), bits(1e10, 53)])
def test_levels_hold_all_layouts(work):
    sizes = list(work.sizes())
    assert len(sizes) == work.levels
    assert math.isclose(sum(sizes), work.layouts)
    assert max(sizes) / work.layouts == pytest.approx(work.widest, rel=0.05)


@pytest.mark.parametrize("work", [keys(1e10), bits(1e12, 60)])
def test_more_of_anything_never_takes_longer(work):
    usual = Cluster(4, 16, 1e9, 1e9)
    seconds = predict(work, MEASURED, usual).seconds
    for more in Cluster(8, 16, 1e9, 1e9), Cluster(4, 32, 1e9, 1e9), Cluster(4, 16, 9e9, 9e9):
        assert predict(work, MEASURED, more).seconds <= seconds


def test_the_slowest_part_is_the_bottleneck():
    work = keys(1e11)
    assert predict(work, MEASURED, Cluster(2, 1, 1e12, 1e12)).bottleneck == "processors"
    assert predict(work, MEASURED, Cluster(4, 64, 1e8, 1e12)).bottleneck == "disks"
    assert predict(work, MEASURED, Cluster(4, 64, 1e12, 1e8)).bottleneck == "network"
    many = Cluster(1000, 64, 1e12, 1e12)
    assert predict(work, MEASURED, many).bottleneck == "driver"
    assert predict(keys(1e4)).bottleneck == "starts"


def test_rows_of_few_layouts_take_longer():
    """Every level looks at every row of bits."""
    few, many = (predict(bits(1.8e6, 56, rows)).processor for rows in (30_240, 302))
    assert few > 1.5 * many > 0


def test_one_machine_sends_nothing_over_the_network():
    assert predict(keys(1e9), MEASURED, Cluster(1, 8)).traffic == 0
    assert predict(keys(1e9), MEASURED, Cluster(2, 8)).traffic > 0


def test_what_cannot_be_predicted():
    with pytest.raises(InputError, match="one machine"):
        predict(keys(0))
    with pytest.raises(InputError, match="bytes a second"):
        predict(keys(1), MEASURED, Cluster(disk=0))


def test_rates_are_kept(monkeypatch, tmp_path):
    monkeypatch.setenv("HUARONG_CACHE", str(tmp_path))
    assert Rates.read() is None
    rates = Rates((1e-6, 2e-6), 3e-8, 4e-4)
    rates.write()
    assert Rates.read() == rates
    cost.cache.folder("explore-rates.json").write_text("{}")
    with pytest.raises(FileError, match="explore --calibrate"):
        Rates.read()
