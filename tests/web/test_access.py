"""Accessibility of every page: names, contrast, focus, sizes, and playing with a screen reader."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser import drawn, hint, opened
from tests.web.test_pages import ready, until

PAGES = ("/", "/library", "/path", "/solve", "/edit", "/map", "/study", "/docs", "/records", "/timer")

NAMES = """() => {
  const wrong = [];
  const named = (e) => (e.getAttribute('aria-label') || '').trim() || e.textContent.trim() ||
      [...(e.labels || [])].some((l) => l.textContent.trim()) || e.getAttribute('title');
  for (const e of document.querySelectorAll('a, button, input, select, textarea, summary, ' +
      '[role=button], [role=img], [role=radio], [role=application], canvas, dialog'))
    if (e.checkVisibility() && !e.closest('[aria-hidden=true]') && !named(e)) wrong.push(e.outerHTML.slice(0, 100));
  for (const e of document.querySelectorAll('svg')) if (
      e.checkVisibility() && !e.closest('[aria-hidden=true]') &&
          !e.getAttribute('aria-label')) wrong.push('svg ' + e.outerHTML.slice(0, 80));
  if (document.querySelectorAll('h1').length !== 1) wrong.push('not one h1');
  if (document.querySelectorAll('main').length !== 1 ||
      !document.querySelector('nav[aria-label]')) wrong.push('landmarks');
  if (!['en', 'zh'].includes(document.documentElement.lang) || !document.title) wrong.push('language or title');
  const ids = [...document.querySelectorAll('[id]')].map((e) => e.id);
  if (new Set(ids).size !== ids.length) wrong.push('an id twice');
  for (const e of document.querySelectorAll('[tabindex]')) if (
      Number(e.getAttribute('tabindex')) > 0) wrong.push('a tabindex above 0');
  for (const e of document.querySelectorAll('button, select, input, a')) {
    const box = ((e.type === 'file' && e.labels[0]) || e).getBoundingClientRect();
        // a field for files is chosen by its label
    if (e.checkVisibility() && box.width && !e.classList.contains(
        'skip') && (box.width < 24 || box.height < 24) && !(
            e.type === 'checkbox' && e.closest('label, .row'))) wrong.push(
                `small: ${e.outerHTML.slice(0, 90)} ${box.width}x${box.height}`);
  }
  return wrong;
}"""

CONTRAST = """() => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = '#000'; canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
  const light = ([r, g, b]) => { const f = (v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
      return 0.2126 * f(r) + 0.7152 * f(g) + 0.0722 * f(b); };
  const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05);
      };
  const ground = (e) => { for (; e; e = e.parentElement) { const c = rgba(getComputedStyle(e).backgroundColor);
      if (c[3] > 250) return c; } return [255, 255, 255, 255]; };
  const wrong = [];
  let seen = 0;
  for (const e of document.querySelectorAll('body *')) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
    // Under each name on a piece lies a faint copy, its shadow.
    if (!own || !e.checkVisibility() || e.closest('.cut') ||
        e.closest(':disabled, [aria-disabled=true], .off, dialog::backdrop') || e.classList.contains('skip')) continue;
    const style = getComputedStyle(e);
    let front, back, size, bold = Number(style.fontWeight) >= 700;
    if (e.closest('.piece')) {
      front = rgba(style.fill);
      const piece = e.closest('.piece');
      back = rgba(getComputedStyle(piece.querySelector('.face') ?? piece.querySelector('path:not(.cast)')).fill);
      const box = e.closest('svg').getScreenCTM();
      size = parseFloat(e.closest('text').getAttribute('font-size')) * box.a;
    } else if (e.closest('.dot')) {
      front = rgba(style.fill);
      back = rgba(getComputedStyle(e.closest('.dot').querySelector('circle')).fill);
      size = 12;
    } else if (e.closest('svg')) {
      front = rgba(style.fill); back = rgba(getComputedStyle(document.querySelector('#canvas')).backgroundColor);
          size = 12;
    } else {
      front = rgba(style.color); back = ground(e); size = parseFloat(style.fontSize);
    }
    const need = size >= 24 || (bold && size >= 18.66) ? 3 : 4.5, found = ratio(front, back);
    seen += 1;
    if (found < need) wrong.push(`${found.toFixed(2)} < ${need}: ${e.outerHTML.slice(0, 90)}`);
  }
  return [seen, wrong];
}"""


def settle(page: Any, path: str) -> None:
    page.goto(path)
    if path == "/":
        page.wait_for_selector("#board[data-ready]")
        page.evaluate("document.querySelector('#board [data-symbol=N]').focus()")
        page.keyboard.press("m")
    elif path in ("/library", "/path"):
        page.locator(".card").first.wait_for()
    elif path == "/map":
        page.wait_for_selector("#canvas[data-ready]")
    elif path == "/study":
        page.wait_for_selector("#steps[data-ready]")
    elif path == "/docs":
        page.locator("#ends details").first.wait_for()
    elif path == "/records":
        page.locator(".card").first.wait_for()
    elif path == "/timer":
        page.wait_for_selector("html[data-ready]")
    elif path == "/solve":
        page.locator("#examples button").first.wait_for()
        page.locator("#text").fill("横刀立马")
        page.locator("#go").click()
        page.locator(".film li").first.wait_for()
    else:
        page.get_by_text("Fewest: ").wait_for()
    drawn(page)


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
def test_everything_has_a_name_and_can_be_read(page: Any, path: str) -> None:
    settle(page, path)
    for view in ({"width": 1200, "height": 820}, {"width": 320, "height": 640}):
        page.set_viewport_size(view)
        assert page.evaluate(NAMES) == []
        for theme in ("light", "dark", "contrast"):
            page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
            drawn(page)
            seen, wrong = page.evaluate(CONTRAST)
            assert seen > 15
            assert wrong == [], f"{theme}, {view}"
    page.locator("#settings").click()
    assert page.evaluate(NAMES) == []


@pytest.mark.slow  # a picture in each theme
def test_shapes_are_told_apart_in_every_theme(page: Any) -> None:
    """Shapes differ not by color alone: the key piece has a groove, and its goal is marked."""
    ready(page, "/#p=横刀立马")
    grooves = page.evaluate(
        "['A', 'H', 'N'].map(s => document.querySelectorAll(`#board [data-symbol=${s}] .groove`).length)"
    )
    assert grooves == [1, 0, 0]
    assert page.locator(".tray .goal-mark").count() == 1


@pytest.mark.slow
@pytest.mark.parametrize("path", PAGES)
def test_tab_goes_through_the_page_in_its_order_and_shows_where_it_is(page: Any, path: str) -> None:
    page.goto(path)
    drawn(page)
    page.evaluate("document.activeElement.blur()")
    places: list[int] = []
    for _ in range(40):
        page.keyboard.press("Tab")
        found = page.evaluate(
            """() => {
                const e = document.activeElement;
                if (e === document.body) return null;
                // A field for files shows it on its label.
                const style = getComputedStyle(e.type === 'file' ? e.labels[0] : e),
                    path = e.querySelector?.('.rim');
                // A card shows it around all of its tile.
                const ring = (each) => each.outlineStyle !== 'none' && parseFloat(each.outlineWidth) >= 2;
                const shown = ring(style) || (e.matches('.card') && ring(getComputedStyle(e,
                    '::after'))) || (e.closest('#board') && parseFloat(getComputedStyle(path).strokeWidth) > .08);
                return [[...document.querySelectorAll('*')].indexOf(e), shown, e.outerHTML.slice(0, 80)];
            }"""
        )
        if found is None:
            break
        assert found[1], f"no focus to be seen on {found[2]}"
        places.append(found[0])
    assert len(places) >= 8
    turn = places.index(min(places))
    assert places[:turn] + sorted(places[turn:]) == places


def test_a_screen_reader_can_play(page: Any) -> None:
    ready(page, "/#p=横刀立马")
    board = page.locator("#board")
    assert board.get_attribute("role") == "application"
    assert board.get_attribute("aria-label") == "Board of 4 by 5. 10 pieces."
    soldier = page.get_by_role("button", name="Soldier 1, 1 by 1, row 4, column 2; can go down")
    soldier.focus()
    page.keyboard.press("Space")
    assert soldier.get_attribute("aria-pressed") == "true"
    assert page.get_by_role("status").inner_text() == "Soldier 1 picked up: arrows slide it, Space puts it down."
    page.keyboard.press("ArrowDown")
    assert page.get_by_role("status").inner_text() == "Soldier 1 down 1."
    moved = page.get_by_role("button", name="Soldier 1, 1 by 1, row 5, column 2; can go up, right")
    assert moved.count() == 1
    page.keyboard.press("ArrowLeft")
    assert page.get_by_role("status").inner_text() == "Soldier 1 cannot go there."
    hint(page)
    until(page, "/to go/.test(document.querySelector('#say').textContent)")


@pytest.mark.slow
def test_reduced_motion_is_respected(browser: Any, server: str) -> None:
    for motion, expected in (("reduce", "0s"), ("no-preference", "0.16s")):
        with opened(browser, server, reduced_motion=motion) as page:
            ready(page, "/#p=横刀立马")
            hint(page)
            page.locator("#hint").click()
            assert (
                page.evaluate("getComputedStyle(document.querySelector('#board .piece')).transitionDuration")
                == expected
            )
