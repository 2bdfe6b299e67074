"""The texts of the pages: each is in both languages with the same values, and none is missing or unused."""

import re

import huarong as hr
from huarong.search.select import METHODS
from huarong.web.pages import PAGES, STATIC
from tests.web.node import texts_of

WORDS = texts_of("shared/words")
ALONE = texts_of("alone/words", "docs/words", "library/records", "timer/words")
"""Texts of a page that answers by itself, of the API's page and of the records'."""
FILES = {
    path.relative_to(STATIC).as_posix(): path.read_text("utf-8")
    for path in STATIC.rglob("*")
    if path.suffix in (".js", ".html")
}
SOURCES = "".join(FILES.values())
OWN = "".join(text for name, text in FILES.items() if not name.startswith("museum/"))
"""But for the museum's pages, which have texts of their own besides (see `test_study.py`)."""


def test_every_text_has_both_languages_with_the_same_values() -> None:
    museum = texts_of("museum/words", "museum/drawings/words", "museum/questions", "museum/race")
    assert not set(WORDS) & set(museum)
    for key, texts in {**WORDS, **ALONE, **museum}.items():
        assert len(texts) == 2 and all(texts), key
        english, chinese = (set(re.findall(r"\{(\w+)", text)) for text in texts)
        assert english == chinese, key


def test_nouns_agree_with_their_numbers() -> None:
    """A noun after a number has both its forms in the text."""
    nouns = "move|slide|step|layout|puzzle|piece|solution"
    for key, texts in {**WORDS, **ALONE}.items():
        assert not re.search(rf"\}} (best )?({nouns})s?\b", texts[0]), key


def test_every_text_that_is_used_is_there_and_every_text_is_used() -> None:
    used = set(re.findall(r"\bt\('(\w[\w-]*)'[,)]", OWN))
    used |= set(re.findall(r'data-t(?:-\w+)?="([\w-]+)"', OWN))
    assert len(used) > 100
    assert used <= {*WORDS, *ALONE}
    quoted = set(re.findall(r"'([\w-]+)'", SOURCES)) | used | {page.name for page in PAGES}
    made = re.compile(r"(move|slide|step)_n|[gsdf]_[\w-]+|learn_\w+|x_(every|shortest)|[UDLR]")
    assert {key for key in WORDS if key not in quoted and not made.fullmatch(key)} == set()


def test_every_method_has_a_name() -> None:
    alone = set(re.findall(r"method: this\.tiles \? '(\w+)' : '(\w+)'", SOURCES)[0])
    quick = {hr.solve(text, optimal=False).method for text in ("AB/../goal:/../AB", "8 7 6/5 4 3/2 1 0")}
    assert {f"d_{each}" for each in {"auto", "quick", "atlas", *METHODS, *alone, *quick}} <= set(WORDS)


def test_a_word_is_only_said_once() -> None:
    pairs = (STATIC / "shared" / "words.json").read_text("utf-8")
    keys = re.findall(r'^ "([\w-]+)":', pairs, re.M)
    assert len(keys) == len(set(keys)) == len(WORDS)


def test_a_page_says_the_same_before_its_scripts_run() -> None:
    words = {**WORDS, **ALONE, **texts_of("museum/words")}
    said = re.findall(r'data-t="([\w-]+)"[^>]*>([^<&]+)</', SOURCES)
    assert len(said) > 80 and [(key, text) for key, text in said if text != words[key][0]] == []
