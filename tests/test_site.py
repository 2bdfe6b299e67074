"""The documentation site: every public name, command, option, JSON key, notation, file and address is in it, in both
languages.
"""

import doctest
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest
from PIL import Image
from tools.site import __main__ as main, build, commands, contents, formats, glossary, http_api, names, pictures, words
from tools.site.contents import LANGUAGES, ROOT, WRITTEN, behind, sections, source, uneven

from huarong.cli.commands import COMMANDS
from huarong.i18n import catalogue
from huarong.notation import NOTATIONS
from huarong.web.endpoints import ENDPOINTS
from huarong.web.endpoints.server import openapi
from tests.web.conftest import ARGUMENTS, CHROMIUM

BOTH = pytest.mark.parametrize("language", LANGUAGES)


@pytest.fixture(scope="module")
def made() -> dict[str, dict[str, str]]:
    """The generated pages, without the keys of commands: to see them is to run all commands."""
    with mock.patch.object(commands, "observed", return_value=dict.fromkeys(commands.speaking(), ("explored",))):
        return {language: build.generated(language) for language in LANGUAGES}


@pytest.mark.slow
@BOTH
def test_every_public_name_has_a_section(made: dict[str, dict[str, str]], language: str) -> None:
    for package in names.packages():
        for path, listed in names.modules(package).items():
            headings = re.findall(r"^## (\S+)$", made[language][path], re.MULTILINE)
            assert headings == listed, path
        assert sum(map(len, names.modules(package).values())) == len(names.names(package))


def test_every_public_name_has_an_example() -> None:
    missing = [
        f"{package}.{name}"
        for package in names.packages()
        for name in names.names(package)
        if names.example(package, name) is None
    ]
    assert missing == []


EXTRA = [
    pytest.param(block, id=f"{n}")
    for n, block in enumerate(re.split(r"\n\n+|^== .*$", names.EXTRA.read_text("utf-8"), flags=re.MULTILINE))
    if ">>>" in block
]


@pytest.mark.parametrize("block", EXTRA)
def test_examples_run(block: str) -> None:
    test = doctest.DocTestParser().get_doctest(block, {}, "example", "examples.txt", 0)
    assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


@pytest.mark.slow
@BOTH
def test_every_command_and_option_is_there(made: dict[str, dict[str, str]], language: str) -> None:
    parts = by_command(made[language])
    assert set(parts) >= set(COMMANDS)
    for name in commands.leaves():
        for option in commands.options(name):
            assert option in parts[name], (name, option)


def by_command(made: dict[str, str]) -> dict[str, str]:
    whole = "\n".join(t for name, t in made.items() if name.startswith("generated/commands"))
    return dict(re.findall(r"^## huarong ([^\n]+)\n(.*?)(?=^## |\Z)", whole, re.MULTILINE | re.DOTALL))


@pytest.mark.slow
def test_every_key_that_a_command_or_an_address_gives_is_explained(monkeypatch: pytest.MonkeyPatch) -> None:
    used: set[str] = set()

    def explained(where: str, path: str, language: str) -> str:
        used.add(words.explained(where, path))
        return language

    monkeypatch.setattr(http_api, "meaning", explained)
    http_api.page("en")
    for name, paths in commands.observed().items():
        assert paths, f"tools/site/calls.txt: {name}"
        used |= {words.explained(name, path) for path in paths}
    assert set(words.KEYS) == used
    for language in LANGUAGES:
        parts = by_command(commands.pages(language))
        for name, paths in commands.observed().items():
            for path in paths:
                said = words.meaning(name, path, language).replace("|", "\\|")
                assert f"| `{path}` | {said} |" in parts[name], (name, path)


@pytest.mark.slow
@BOTH
def test_every_address_and_field_is_there(made: dict[str, dict[str, str]], language: str) -> None:
    page = made[language]["generated/http"]
    spec = openapi(ENDPOINTS)
    for path, methods in spec["paths"].items():
        for method, operation in methods.items():
            part = page.partition(f"## {method.upper()} {path}\n")[2].partition("\n## ")[0]
            wanted = {each["name"] for each in operation["parameters"]}
            if "requestBody" in operation:
                schema = operation["requestBody"]["content"]["application/json"]["schema"]
                wanted |= set(schema["properties"])
            for content in operation["responses"]["200"]["content"].values():
                wanted |= {name for name, _ in http_api.fields(content.get("schema", {}))}
            assert all(f"| `{name}` |" in part for name in wanted), (path, method)
    for name in spec["components"]["schemas"]:
        assert f"### {name}\n" in page
    if language == "zh":
        said = {op["summary"] for ms in spec["paths"].values() for op in ms.values()}
        said |= {each["description"] for each in spec["components"]["schemas"].values() if "description" in each}
        assert not said - set(http_api.CHINESE)


@pytest.mark.slow
@BOTH
def test_every_notation_and_file_is_there(made: dict[str, dict[str, str]], language: str) -> None:
    page = made[language]["generated/notations"]
    for each in NOTATIONS:
        part = page.partition(f"## {each.name}: ")[2].partition("\n## ")[0]
        assert formats.sample(each).splitlines()[0] in part
    page = made[language]["generated/formats"]
    assert all(f"`{module}`" in page for module in formats.FILES)
    kinds = re.findall(
        r'^_?KIND = "(\w+)"', "\n".join(p.read_text("utf-8") for p in names.SOURCE.rglob("*.py")), re.MULTILINE
    )
    for kind in kinds:
        assert any(kind in (sys.modules[m].__doc__ or "") + m for m in formats.FILES), kind


@pytest.mark.parametrize("page", WRITTEN)
def test_both_languages_have_every_page_and_section(page: str) -> None:
    """A Chinese section that does not follow today's English says so on the page (`behind`)."""
    english, chinese = (source(page, each).read_text("utf-8") for each in LANGUAGES)
    assert "<!-- follows " in chinese
    depth = [[text.partition(" ")[0] for _, text in sections(each)] for each in (english, chinese)]
    assert depth[0] == depth[1] or behind(english, chinese)
    assert not uneven(english, chinese) or behind(english, chinese)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("| 3 | 4 |\n", "cells: 6, in Chinese 8"),
        ("- two\n", "items: 1, in Chinese 2"),
        ("```console\n$ huarong list\n```\n", "blocks of code: 0, in Chinese 1"),
        ("<!-- picture: 捷足先登 | x -->\n", "pictures: 0, in Chinese 1"),
        ("## 丙\n", "(sections: 2, in Chinese 3)"),
    ],
)
def test_what_only_one_language_has_is_told(
    more: str, told: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The stamp is the English one's: a row that only the Chinese page has, or that was left out of it, changes no
    stamp.
    """
    monkeypatch.setattr(contents, "DOCS", tmp_path)
    monkeypatch.setattr(main, "WRITTEN", ["a"])
    monkeypatch.setattr(sys, "argv", ["tools.site", "--behind"])
    english = "# A\n\nx\n\n## B\n\n- one\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
    for language in LANGUAGES:
        (tmp_path / language).mkdir()
    (tmp_path / "en" / "a.md").write_text(english, "utf-8")
    page = tmp_path / "zh" / "a.md"
    page.write_text(contents.stamped(english, english, "a.md"), "utf-8")
    main.main()
    assert capsys.readouterr().out == ""
    page.write_text(contents.stamped(english, english + more, "a.md"), "utf-8")
    main.main()
    assert told in capsys.readouterr().out


def test_a_page_that_is_behind_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(contents, "DOCS", tmp_path)
    one, two = "# A\n\nx\n\n## B\n\ny\n", "# A\n\nx\n\n## B\n\nz\n"
    for language in LANGUAGES:
        (tmp_path / language).mkdir()
    (tmp_path / "zh" / "a.md").write_text(contents.stamped(one, "# 甲\n\n## 乙\n", "a.md"), "utf-8")
    (tmp_path / "en" / "a.md").write_text(one, "utf-8")
    assert "attention" not in build.translated("a", "zh")
    (tmp_path / "en" / "a.md").write_text(two, "utf-8")
    assert "改动过的节：B" in build.translated("a", "zh")


@BOTH
def test_pages_are_all_in_the_contents(language: str) -> None:
    folder = contents.DOCS / language
    assert {path.relative_to(folder).as_posix().removesuffix(".md") for path in folder.rglob("*.md")} == set(WRITTEN)


def links(text: str, page: str) -> set[str]:
    """The pages that a page links to, by their path in the folder of its language."""
    targets = re.findall(r"\]\(([^)\s:]+)\.md[^)\s]*\)", text)
    return {os.path.normpath(Path(page).parent / target) for target in targets}


@BOTH
def test_two_clicks_lead_from_a_door_to_every_page(language: str) -> None:
    text = source("README", language).read_text("utf-8")
    doors = [links(part, "README") for heading, part in sections(text)[1:]]
    assert len(doors) == 6 and all(len(door) >= 4 for door in doors)
    once = set().union(*doors)
    twice = once.union(*(links(source(page, language).read_text("utf-8"), page) for page in once & set(WRITTEN)))
    assert twice >= set(WRITTEN) - {"README"}
    root = (ROOT / ("README.md" if language == "en" else "README.zh-CN.md")).read_text("utf-8")
    assert f"docs/{language}/README" in links(root, "README")


def test_the_readmes_show_the_app_in_motion() -> None:
    """`python -m tools.site.film` makes the animations, in the language of each README."""
    for name, film in (("README.md", "docs/en/pictures/app.webp"), ("README.zh-CN.md", "docs/zh/pictures/app.webp")):
        text = (ROOT / name).read_text("utf-8")
        assert f"]({film})" in text
        assert len(text.splitlines()) <= 90
        assert len(NOTATIONS) == 23 and ("twenty-three notations" in text or "二十三种记法" in text)
        path = ROOT / film
        assert path.stat().st_size < 600_000
        with Image.open(path) as shown:
            assert getattr(shown, "n_frames", 1) > 32 and shown.width >= 600


def test_pictures_of_terminals_charts_and_floors() -> None:
    shown = pictures.drawn('terminal 2 show "AAB/AA/..."', "zh")
    assert "$ huarong show" in shown and ">第 1 行" not in shown and "应" in shown
    offered = pictures.drawn("completion solve 横刀", "en")
    assert "横刀立马" in offered
    chart = pictures.drawn("bars 1", "en", "| a | s |\n|---|---|\n| `x` | 0.1 s |\n| y | none |\n")
    assert ">x<" in chart and ">0.1<" in chart and ">y<" not in chart
    page = source("contributing/architecture", "zh").read_text("utf-8")
    drawing = pictures.drawn("floors", "zh", page)
    assert all(f">{each}<" in drawing for each in ("cli/", "kernels/", "limits", "memo"))
    for drawing in ("bars 1", "floors", "no-such-puzzle"):
        with pytest.raises(ValueError, match=r"behind this picture|no-such-puzzle: "):
            pictures.drawn(drawing, "en", "nothing here")


def test_language_models_find_the_doors() -> None:
    text = build.for_models()
    targets = re.findall(r"\]\(en/([^)#]+)\.html", text)
    assert text.startswith("# Huarong\n") and len(targets) > 30 and set(targets) < set(WRITTEN)
    assert "](" not in re.sub(r"\]\(en/[^)]+\.html[^)]*\)", "", text) and "<!--" not in text


def terms_in(text: str) -> Iterator[glossary.Term]:
    for term in glossary.terms():
        if re.search(rf"\b{term.en}s?\b", text):
            yield term


HELD = ("certificate", "pattern database", "lower bound", "frontier", "visited set", "atlas", "layout", "metric")


@pytest.mark.parametrize("word", HELD)
def test_messages_keep_to_the_glossary(word: str) -> None:
    (term,) = (each for each in glossary.terms() if each.en == word)
    good = (term.zh, *term.forms)
    wrong = {
        english: chinese
        for english, chinese in catalogue("zh").items()
        if re.search(rf"(?<![\w`'{{:|.=-])(?<!huarong ){word}s?(?![\w`|}}.-])", english)
        and not any(g in chinese for g in good)
    }
    assert wrong == {}


def test_chinese_has_one_word_for_one_thing() -> None:
    """The last column of the table of `contributing/contribute.md` is in no Chinese page, message or word."""
    table = source("contributing/contribute", "zh").read_text("utf-8").partition("|---|")[2].partition("\n\n")[0]
    wrong = [word for row in table.splitlines()[1:] for word in row.split("|")[3].strip().split("、")]
    files = [path for path in (contents.DOCS / "zh").rglob("*.md") if path.stem != "contribute"]
    files += [ROOT / "README.zh-CN.md", *(names.SOURCE / "web" / "static").rglob("words.json")]
    texts = {str(path): path.read_text("utf-8") for path in files}
    texts |= {f"zh.json: {english}": chinese for english, chinese in catalogue("zh").items()}
    assert len(wrong) >= 5 and [(name, w) for name, text in texts.items() for w in wrong if w in text] == []


SOUGHT = json.loads((ROOT / "tests" / "data" / "sought.json").read_text("utf-8"))
"""Things that a stranger looks for, the last fifteen in two clicks: each with the links to follow from the first page,
and the text found there.
"""


@pytest.mark.slow
@BOTH
def test_each_thing_in_three_clicks(made: dict[str, dict[str, str]], language: str) -> None:
    assert len(SOUGHT) >= 45 and all(len(path) <= 2 for _, path, _ in SOUGHT[-15:])

    def text(page: str) -> str:
        if page == "index":
            return build.index(language)
        return made[language].get(page) or build.linked(build.translated(page, language), page)

    for thing, path, shown in SOUGHT:
        assert len(path) <= 3
        here = "index"
        for page in path:
            beside = {*WRITTEN, *contents.GENERATED}
            assert page in beside | links(text(here), here), (thing, here, page)
            here = page
        assert shown.lower() in text(here).lower() or language == "zh", thing


SEARCHED = ("提示", "步数", "横刀立马", "布局", "安装")
IN_ENGLISH = ("hint", "moves", "横刀立马", "layout", "install", "提示", "安装")


@pytest.mark.slow
def test_sphinx_builds_it(tmp_path: Path) -> None:
    """Sphinx builds the site without a warning, and without the network; its search finds words of both languages."""
    pytest.importorskip("furo")
    pytest.importorskip("myst_parser")
    pytest.importorskip("sphinx_copybutton")
    site = tmp_path / "site"
    subprocess.run([sys.executable, "-m", "tools.site", "--out", str(site)], check=True, cwd=ROOT)
    page = (site / "zh" / "tutorials" / "five-minutes.html").read_text("utf-8")
    assert "<svg" in page or ".svg" in page
    assert "回到页首" in page and "Back to top" not in page
    for path in site.rglob("*.html"):
        sources = re.findall(r'(?:src|href)="(https?:[^"]+\.(?:js|css|woff2?))"', path.read_text("utf-8"))
        assert sources == [], path
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = browser.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        for language, queries in (("zh", SEARCHED), ("en", IN_ENGLISH)):
            for query in queries:
                page.goto(f"{(site / language / 'index.html').as_uri()}")
                page.fill(".sidebar-search", query)
                page.press(".sidebar-search", "Enter")
                page.wait_for_selector(".finder-found li")
                link = page.locator(".finder-found li a").first
                about = f"{link.inner_text()} {page.locator('.finder-found li p').first.inner_text()}"
                assert query.lower() in about.lower() or language == "en", (language, query)
                address = str(link.get_attribute("href")).partition("#")[0]
                assert (site / language / address).exists()
        page.fill(".finder input", "没有这样的词 xyzzy")
        assert page.locator(".finder-found li").count() == 0
        assert faults == []


EDIT = "https://example.org/huarong"


def test_pages_link_to_their_source_where_a_repository_is_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(build, "WRITTEN", ("howto/limits",))
    monkeypatch.setattr(build, "generated", lambda language: {})
    monkeypatch.setattr(build, "index", lambda language: "# x\n")
    for address in ("", EDIT):
        monkeypatch.setattr(build, "repository", lambda address=address: address)
        build.stage(tmp_path, "zh")
        found = json.loads((tmp_path / "editing.json").read_text("utf-8"))
        assert found["address"] == (f"{EDIT}/edit/main" if address else "")
        assert found["sources"] == {"howto/limits": "docs/zh/howto/limits.md"}
