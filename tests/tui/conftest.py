"""Each test has a cache of its own: a game that one leaves unfinished does not go on in another."""

import pytest


@pytest.fixture(autouse=True)
def _own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("HUARONG_CACHE", str(tmp_path / "cache"))
