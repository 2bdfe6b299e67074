"""A cache of its own for each module's tables, and an empty one for a test that asks for it."""

import pytest

import huarong.tiles.store


@pytest.fixture(autouse=True, scope="module")
def cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HUARONG_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setattr(huarong.tiles.store, "_loaded", {})
        yield


@pytest.fixture
def empty_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("HUARONG_CACHE", str(tmp_path))
    monkeypatch.setattr(huarong.tiles.store, "_loaded", {})
    return tmp_path / "tables"
