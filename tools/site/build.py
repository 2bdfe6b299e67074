"""Builds the site: pages, pictures and reference are put together for each language, and Sphinx makes HTML of them."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from tools.site import commands, formats, glossary, http_api, museum, names, search
from tools.site.contents import CONTENTS, DOCS, GENERATED, KINDS, LANGUAGES, ROOT, WRITTEN, behind, source
from tools.site.pictures import pictured
from tools.site.words import word

HERE = Path(__file__).parent
TAGS = {"en": "en", "zh": "zh_CN"}


def generated(language: str) -> dict[str, str]:
    """The pages of the reference that are made here, by name."""
    made: dict[str, str] = {}
    for part in (commands, names, formats, http_api, glossary, museum):
        made |= part.pages(language)
    return made


def translated(page: str, language: str) -> str:
    """A written page in a language; one that is behind or missing says so at its top."""
    english = source(page, "en").read_text("utf-8")
    path = source(page, language)
    if language == "en":
        return english
    if not path.exists():
        return _noted(english, word("missing", language))
    text = path.read_text("utf-8")
    changed = behind(english, text)
    if changed:
        return _noted(text, word("behind", language).format(names=", ".join(changed)))
    return text


def _noted(text: str, note: str) -> str:
    """A page with a note below its first heading."""
    first, rest = text.split("\n", 1)
    return f"{first}\n\n```{{attention}}\n{note}\n```\n{rest}"


def linked(text: str, page: str) -> str:
    """A page whose links work on the site: those that leave `docs/LANGUAGE/` become emphasis.

    A link to the page in the other language is left out: the side of every page has one.

    >>> linked("[a](../b/c.md#d) [r](../../../README.md) [w](https://e.org)", "b/e")
    '[a](../b/c.md#d) *r* [w](https://e.org)'
    >>> linked("All of it. ([中文](../../zh/b/e.md))", "b/e")
    'All of it.'
    """
    text = re.sub(rf" ?[(（]?\[[^\]\n]+\]\([./]+/(en|zh)/{re.escape(page)}\.md\)[)）]?", "", text)

    def replace(found: re.Match[str]) -> str:
        shown, target = found.groups()
        if "://" in target or target.startswith("#"):
            return found.group()
        path = os.path.normpath(os.path.join(os.path.dirname(page), target.partition("#")[0]))
        return f"*{shown}*" if path.startswith("..") or not path.endswith(".md") else found.group()

    return re.sub(r"(?<!!)\[([^\]\n]+)\]\(([^)\s]+)\)", replace, text)


def index(language: str) -> str:
    """The first page: the doors of `README.md`; all pages by their kind are beside it."""
    lines = [linked(translated("README", language), "README")]
    for kind, pages in CONTENTS.items():
        listed = [f"{kind}/{page}" for page in pages] + [*GENERATED] * (kind == "reference")
        lines += ["```{toctree}", ":hidden:", f":caption: {KINDS[kind][language == 'zh']}", "", *listed, "```", ""]
    return "\n".join(lines)


def for_models() -> str:
    """The text of `llms.txt` (https://llmstxt.org): the doors, with links to the English pages of the site."""
    text = re.sub(r"<!--.*?-->\n\n", "", linked(translated("README", "en"), "README"))
    return re.sub(r"\]\(([^):\s]+)\.md", r"](en/\1.html", text)


def repository() -> str:
    """The address of the repository, as `pyproject.toml` has it; empty where none is set."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return str(project.get("urls", {}).get("Repository", "")).rstrip("/")


def stage(folder: Path, language: str) -> None:
    """Put all pages of a language into a folder, ready for Sphinx."""
    pages = {page: translated(page, language) for page in WRITTEN if page != "README"}
    pages |= generated(language) | {"index": index(language)}
    for page, text in pages.items():
        path = folder / f"{page}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        up = "../" * page.count("/")
        whole = pictured(linked(text, page), folder / "pictures", up, language)
        path.write_text(whole, encoding="utf-8")
    shutil.copytree(DOCS / language / "pictures", folder / "pictures", dirs_exist_ok=True)
    shutil.copy(HERE / "conf.py", folder)
    editing = {
        "address": f"{repository()}/edit/main" if repository() else "",
        "text": word("edit", language),
        "sources": {
            "index" if page == "README" else page: source(page, language).relative_to(ROOT).as_posix()
            for page in WRITTEN
            if source(page, language).exists()
        },
    }
    (folder / "editing.json").write_text(json.dumps(editing), encoding="utf-8")
    if language == "zh":
        words = folder / "locale" / TAGS[language] / "LC_MESSAGES"
        words.mkdir(parents=True, exist_ok=True)
        shutil.copy(HERE / "furo.zh_CN.po", words / "sphinx.po")
    templates = folder / "_templates"
    templates.mkdir(exist_ok=True)
    other = "en" if language == "zh" else "zh"
    (templates / "languages.html").write_text(
        f'<div style="padding: 0 1rem .5rem"><a lang="{TAGS[other]}" '
        f"href=\"{{{{ pathto('', 1) }}}}../{other}/{{{{ pagename }}}}.html\">{word('language', language)}</a></div>\n",
        encoding="utf-8",
    )
    search.stage(folder, templates, language)


def build(out: Path, languages: tuple[str, ...] = tuple(LANGUAGES)) -> None:
    """Build the site into a folder; Sphinx's warnings are errors."""
    work = out.parent / f"{out.name}-pages"
    for language in languages:
        folder = work / language
        shutil.rmtree(folder, ignore_errors=True)
        shutil.rmtree(out / language, ignore_errors=True)
        stage(folder, language)
        subprocess.run(
            [
                sys.executable,
                "-m",
                "sphinx",
                "-q",
                "-W",
                "--keep-going",
                "-b",
                "html",
                "-j",
                "auto",
                "-D",
                f"language={TAGS[language]}",
                "-d",
                str(work / f"{language}-trees"),
                str(folder),
                str(out / language),
            ],
            check=True,
            env={**os.environ, "PYTHONWARNINGS": "ignore"},
        )
        search.index(out / language, language)
    (out / "llms.txt").write_text(for_models(), encoding="utf-8")
    (out / "index.html").write_text(
        "<!doctype html><meta charset=utf-8><title>Huarong 华容</title>"
        "<script>location.replace(navigator.language.startsWith('zh') ? 'zh/' : 'en/')</script>"
        '<p><a href="en/index.html">English</a> <a href="zh/index.html">中文</a>\n',
        encoding="utf-8",
    )
