"""Memory that grows, also on systems that offer less than Linux does."""

import mmap

import numpy as np
import pytest

import huarong as hr
from huarong.search import memory
from huarong.search.memory import Numbers

CONSTANTS = [name for name in dir(mmap) if name.startswith(("MAP_", "MADV_")) and name != "MAP_SHARED"]


@pytest.fixture
def elsewhere(monkeypatch):
    """A system without private mappings and advice, where nothing is taken from the heap."""
    for name in CONSTANTS:
        monkeypatch.delattr(mmap, name)
    monkeypatch.setattr(memory, "_LITTLE", 0)


@pytest.mark.parametrize("name", ["横刀立马", "gnome-klotski: Ambush"])
def test_a_puzzle_is_solved_without_what_windows_lacks(elsewhere, name):
    assert hr.solve(name).verify()


@pytest.mark.parametrize("little", [0, 1 << 20])
def test_growing_keeps_the_numbers(monkeypatch, little):
    monkeypatch.setattr(memory, "_LITTLE", little)
    numbers = Numbers("Q", 1000)
    for i in range(1000):
        numbers.view[i] = i * i
    numbers.grow(200_000)
    assert list(numbers.view[:1000]) == [i * i for i in range(1000)] and not any(numbers.view[1000:])
    numbers.close()


def test_a_map_that_is_not_private_grows_too(monkeypatch):
    """A shared map must not be resized in place: access beyond its old end would end the process (SIGBUS)."""
    for name in CONSTANTS:
        monkeypatch.delattr(mmap, name)
    numbers = Numbers("Q", 1 << 18)
    numbers.view[5] = 7
    numbers.grow(1 << 19)
    numbers.view[-1] = 9
    assert (numbers.view[5], numbers.view[1 << 18], numbers.view[-1]) == (7, 0, 9)
    numbers.close()


def test_giving_back_can_be_ended():
    numbers = Numbers("Q", 1 << 18)

    def look():
        raise hr.Cancelled

    pytest.raises(hr.Cancelled, numbers.close, look)


@pytest.mark.parametrize("look_again", [lambda view: view[5:], lambda view: np.frombuffer(view, "u8")[5:]])
def test_giving_back_what_an_error_on_its_way_still_looks_at(look_again):
    numbers = Numbers("Q", 1 << 18)
    numbers.view[5] = 7
    held = look_again(numbers.view)
    numbers.close()
    if hasattr(mmap, "MADV_DONTNEED"):
        assert held[0] == 0


def test_no_memory_is_said(monkeypatch):
    def none(*_, **__):
        raise OSError("Cannot allocate memory")

    monkeypatch.setattr(memory, "_LITTLE", 0)
    monkeypatch.setattr(mmap, "mmap", none)
    pytest.raises(MemoryError, Numbers, "I", 10).match("allocate")


def test_forgetting_the_first_numbers_keeps_the_others():
    for count in (10, 1 << 18):
        numbers = Numbers("Q", count)
        numbers.view[count - 1] = 7
        numbers.forget(count // 2 + 1)
        numbers.forget(0)
        assert numbers.view[count - 1] == 7
        numbers.close()
