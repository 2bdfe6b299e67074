"""Public packages: each has the names of its `__all__`, whether they are imported at once or when asked for."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "huarong"
PAGES = sorted(
    ".".join(["huarong", *path.parent.relative_to(SOURCE).parts])
    for path in (SOURCE / "__init__.py", *SOURCE.glob("*/__init__.py"))
    if "__all__" in path.read_text("utf-8")
)


def test_there_are_pages() -> None:
    expected = {"huarong", *(f"huarong.{name}" for name in ("draw", "library", "notation", "space"))}
    assert expected <= {*PAGES}


@pytest.mark.parametrize("page", PAGES)
def test_a_page_shows_what_it_says(page: str) -> None:
    module = importlib.import_module(page)
    names = module.__all__
    assert len(names) == len({*names}) and {*names} <= {*dir(module)}
    for name in names:
        assert getattr(module, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing_like_it'"):
        module.nothing_like_it  # noqa: B018


@pytest.mark.parametrize("page", PAGES)
def test_no_name_of_a_page_is_a_modules(page: str) -> None:
    package = importlib.import_module(page)
    folder = Path(package.__file__ or "").parent
    modules = {path.stem for path in folder.glob("*.py")} | {path.parent.name for path in folder.glob("*/__init__.py")}
    assert modules.isdisjoint(package.__all__)


FIRST = """
import os, sys
for page in sys.argv[1:]:
    child = os.fork()
    if not child:
        module = __import__(page, fromlist=["*"])
        [getattr(module, name) for name in module.__all__]
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0, page
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_every_page_can_be_imported_first() -> None:
    """Each package is imported in a process that has imported nothing else."""
    subprocess.run([sys.executable, "-W", "error", "-c", FIRST, *PAGES], check=True)


def test_a_module_that_lacks_another_package_says_so() -> None:
    """Python's own message names what is missing; that the module is not there would be wrong."""
    program = (
        "import sys; sys.modules['numpy'] = None; import huarong\n"
        "try: huarong.atlas.dense\n"
        "except ModuleNotFoundError as error: print(error.name)\n"
        "try: huarong.atlases\n"
        "except AttributeError as error: print(error.name)\n"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert said.stdout.split() == ["numpy", "atlases"], said.stderr
