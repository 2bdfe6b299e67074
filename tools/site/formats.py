"""The reference of notations and files: from the descriptions beside the code that reads and writes them."""

from __future__ import annotations

import importlib
import inspect

from huarong.errors import HuarongError
from huarong.library import puzzle, write
from huarong.library.notations.base import Notation
from huarong.notation import NOTATIONS
from tools.site.names import rst
from tools.site.words import word

FILES = {
    "huarong.container": ("The container", "容器"),
    "huarong.atlas.file": ("Atlas", "图谱"),
    "huarong.atlas.compressed": ("Compressed atlas (`residues`)", "压缩图谱（`residues`）"),
    "huarong.atlas.dataset": ("Tables of a family", "家族的表"),
    "huarong.tiles.building": ("Tables of numbered tiles", "数码的模式数据库"),
    "huarong.explore.store": ("Levels of an exploration", "遍历的各层"),
    "huarong.explore.checkpoint": ("Checkpoint of an exploration", "遍历的检查点"),
    "huarong.proof.certificate": ("Certificate", "证明"),
    "huarong.study.zhou_file": ("周扬's file", "周扬的文件"),
    "huarong.design.records": ("Chapters of the book of records", "纪录簿的章"),
    "huarong.resuming": ("State and journal of work that resumes", "可续做工作的状态与日志"),
    "huarong.suite.case": ("Cases of the suite", "题组的例题"),
    "huarong.web.endpoints.table": ("Tables for a page", "网页的表"),
    "huarong.web.endpoints.map": ("Maps for a page", "网页的地图"),
    "huarong.atlas.export": ("CSV and Parquet", "CSV 与 Parquet"),
}
"""The modules that say of a file how it lies in bytes, with a heading in both languages."""

EXAMPLES = {"tiles": "876543210", "rush": "Rush Hour 1", "lv32": "近在咫尺"}
"""Puzzles for notations that cannot write 横刀立马."""


WRITTEN_OUT = {
    "sbp": "5,4,\n1,-1,-1,1,1,\n1,2,2,0,1,\n1,3,4,0,1,\n1,1,1,1,1,",
    "clausecker": "1 3,1,2,0  6",
    "gnome": "#######\n#**ab #\n#**cd #\n#-- ..#\n##  ..#",
}
"""Texts of notations that can say little of what the library has."""


def sample(notation: Notation) -> str:
    """A puzzle in a notation."""
    if notation.name in WRITTEN_OUT:
        return WRITTEN_OUT[notation.name]
    for name in (EXAMPLES.get(notation.name, "横刀立马"), "横刀立马", "Rush Hour 1", "876543210"):
        try:
            return write(puzzle(name), notation)
        except HuarongError:
            continue
    return ""


def notations(language: str) -> str:
    """The page of all notations."""
    lines = [f"# {word('notations', language)}", "", word("notations about", language), ""]
    for each in NOTATIONS:
        title = each.title_zh if language == "zh" else each.title
        lines += [f"## {each.name}: {title}", ""]
        about = inspect.getdoc(each.decode) or ""
        module = inspect.getdoc(inspect.getmodule(each.decode)) or ""
        lines += [rst(module), "", rst(about), ""]
        shown = sample(each)
        if shown:
            lines += [f"{word('written', language)}:", "", "```text", shown, "```", ""]
    return "\n".join(lines)


def files(language: str) -> str:
    """The page of all files."""
    lines = [f"# {word('formats', language)}", "", word("formats about", language), ""]
    for module, titles in FILES.items():
        about = inspect.getdoc(importlib.import_module(module)) or ""
        lines += [f"## {titles[language == 'zh']}", "", f"`{module}`", "", rst(about), ""]
    return "\n".join(lines)


def pages(language: str) -> dict[str, str]:
    """Both pages."""
    return {"generated/notations": notations(language), "generated/formats": files(language)}
