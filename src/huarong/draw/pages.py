"""Sheets to print: PDF with puzzles in rows, and solutions on the last pages."""

import functools
import itertools
import logging
import os
import re
import sys
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, Unpack, get_args

from fpdf import FPDF
from fpdf.svg import SVGObject

from huarong.draw.goals import goal_boards, goal_hidden, goal_text
from huarong.draw.picture import svg
from huarong.errors import InputError, expect
from huarong.i18n import say
from huarong.library.labels import called, names
from huarong.limits import GivenLimits, Watch, limited
from huarong.model.puzzle import Puzzle, Solution

Paper = Literal["a4", "a5", "letter"]
PAPERS: tuple[Paper, ...] = get_args(Paper)
"""The sizes of paper."""
_MARGIN, _GAP = 40.0, 14.0
_ASIDE, _MOST_GOALS = 0.28, 6
"""The share of a puzzle's width for its goal, and the most alternatives of the goal to draw."""
_FONT = "sheet"
_STARS = str.maketrans("★☆", "HI")
"""The codes of the stars in the font ZapfDingbats."""
_FAMILIES = (
    *("NotoSerifCJKsc", "NotoSerifSC", "NotoSerifCJK", "SourceHanSerif", "NotoSansCJKsc", "NotoSansSC", "NotoSansCJK"),
    *("SourceHanSans", "wqy-microhei", "wqy-zenhei", "DroidSansFallback", "uming", "ukai", "simsun", "msyh", "simhei"),
    *("Songti", "PingFang", "STHeiti"),
)
"""The beginnings of file names of Chinese fonts, best first."""
_SIMPLIFIED = {"NotoSerifCJK": 2, "NotoSansCJK": 2}
"""The index of the simplified Chinese font in collections whose first font is another one."""
_LEGEND = "Each move: number, piece, and how many cells the piece goes left (L), right (R), up (U) or down (D)."
_STACKED = re.compile(r"<text ([^>]*)>((?:<tspan [^>]*>[^<]*</tspan>)+)</text>")


@dataclass(frozen=True)
class Page:
    """The format of a page: its paper, and the number of puzzles side by side (`across`) and in a column (`down`).

    Raises `InputError` if there is no such paper, or if the puzzles would be too many for a page.

    >>> Page("a5", across=1).down
    3
    """

    paper: Paper = "a4"
    across: int = 2
    down: int = 3

    def __post_init__(self) -> None:
        if self.paper not in PAPERS:
            text = "{paper!r} is not a valid size of paper; expected one of {names}"
            raise InputError(text, paper=self.paper, names=", ".join(PAPERS))
        if not 1 <= self.across <= 8 or not 1 <= self.down <= 10:
            raise InputError("a page has 1 to 8 puzzles across and 1 to 10 down")


_A4 = Page()


@dataclass(frozen=True)
class Card:
    """A puzzle on a sheet, the line below its name (`45 moves ★★★☆☆`), and the solution, if it is to be printed."""

    puzzle: Puzzle
    about: str = ""
    solution: Solution | None = None


@limited
def sheet(
    cards: Sequence[Card],
    page: Page = _A4,
    *,
    title: str = "",
    labels: bool = True,
    lang: str = "en",
    **limits: Unpack[GivenLimits],
) -> bytes:
    """Return the cards as a PDF with `title` above every page, followed by the solutions of the cards that have one.

    Pictures are vectors. Text is in Chinese if the machine has a font for it (`HUARONG_FONT` can name one); the PDF
    embeds the characters that it uses. Otherwise text is in English. Raises `InputError`, `LimitReached`, `Cancelled`.

    >>> sheet([Card(Puzzle.parse("AB/../goal:/../AB"), "2 moves")])[:5]
    b'%PDF-'
    """
    expect(cards, Sequence)
    for card in cards:
        expect(card, Card)
    expect(page, Page)
    if not cards:
        raise InputError("there is no puzzle to print")
    watch = Watch.of(**limits)
    title = title.encode(errors="replace").decode()  # a byte that the command line could not read
    logging.getLogger("fpdf").setLevel(logging.ERROR)
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    with warnings.catch_warnings(action="ignore"):
        written = _Document(page, title, lang, watch, _chinese(cards, title, lang))
        written.puzzles(cards, labels)
        if any(card.solution is not None for card in cards):
            written.solutions(cards)
        watch.look()
        return bytes(written.pdf.output())


def _chinese(cards: Sequence[Card], title: str, lang: str) -> bool:
    """Whether the sheet has characters that the standard fonts of PDF lack."""
    texts = [title] + [text for c in cards for text in (c.about, c.puzzle.name, c.puzzle.name_zh)]
    texts += [piece.label for card in cards for piece in card.puzzle.pieces]
    return lang == "zh" or any(c > "ÿ" and c not in "★☆" for text in texts for c in text)


class _Document:
    """A PDF being written; lengths are in points from the top left."""

    def __init__(self, page: Page, title: str, lang: str, watch: Watch, chinese: bool) -> None:
        self.page, self.lang, self.title, self.watch = page, lang, title, watch
        self.pdf: Any = FPDF(format=page.paper, unit="pt")
        self.pdf.set_auto_page_break(False)
        self.pdf.set_title(title or "Huarong")
        self.pdf.set_creator("Huarong")
        font = chinese_font() if chinese else None
        self.full = font is not None
        if font is not None:
            self.pdf.add_font(_FONT, "", font[0], collection_font_number=font[1])
        self._spoken = lang if self.full else "en"
        self.family = _FONT if self.full else "helvetica"
        self.y, self.wide = _MARGIN, self.pdf.w - 2 * _MARGIN

    def puzzles(self, cards: Sequence[Card], labels: bool) -> None:
        """Draw the puzzles, in rows."""
        across, down = self.page.across, self.page.down
        wide, high = (self.wide + _GAP) / across, 0.0
        for i, card in enumerate(cards):
            self.watch.look()
            if i % (across * down) == 0:
                self._begin(self.title)
                high = (self.pdf.h - self.y - _MARGIN) / down
            x = _MARGIN + i % across * wide
            y = self.y + i // across % down * high
            size, room = min(12.0, wide / 16), wide - _GAP
            self._write(x, y + size, f"{i + 1}  {self._name(card.puzzle)}".rstrip(), size, room, bold=True)
            self._about(x, y + 2.3 * size, card.about, 0.8 * size, room)
            goal = self._letters(goal_text(self._named(card.puzzle), self._spoken))
            self._write(x, y + 3.5 * size, goal, 0.8 * size, room)
            self._board(card.puzzle, x, y + 4.1 * size, room, high - 4.1 * size - _GAP, labels)

    def solutions(self, cards: Sequence[Card]) -> None:
        """Write the solutions as lines of moves, with the number of their puzzle."""
        heading = say("Solutions", self._spoken)
        self._begin(heading)
        self._write(_MARGIN, self.y + 4, say(_LEGEND, self._spoken), 8.0, self.wide, grey=True)
        self.y += 16
        for number, card in enumerate(cards, 1):
            if card.solution is None:
                continue
            moves = enumerate(card.solution.moves, 1)
            lines = self._wrapped([f"{n}. {self._label(move.label, move.piece)} {move.path}" for n, move in moves])
            self._room(26.0, heading)
            self._write(_MARGIN, self.y + 11, f"{number}  {self._name(card.puzzle)}", 9.5, self.pdf.w, bold=True)
            self.y += 17
            for line in lines:
                self.watch.look()
                self._room(11.5, heading)
                self._write(_MARGIN, self.y + 8, line, 8.0, self.pdf.w)
                self.y += 11.5
            self.y += 8

    def _begin(self, title: str) -> None:
        self.pdf.add_page()
        self.y = _MARGIN
        if title:
            self._write(_MARGIN, self.y + 14, self._letters(title), 16, self.wide, bold=True)
            self.y += 34

    def _room(self, need: float, heading: str) -> None:
        if self.y + need > self.pdf.h - _MARGIN:
            self._begin(heading)

    def _write(
        self, x: float, y: float, text: str, size: float, wide: float, bold: bool = False, grey: bool = False
    ) -> None:
        """Write a line of text, smaller if it would be wider than its room."""
        if not text:
            return
        self.pdf.set_font(self.family, "B" if bold and not self.full else "", size)
        self.pdf.set_text_color(*((110, 100, 90) if grey else (38, 34, 29)))
        needed = self.pdf.get_string_width(text)
        if needed > wide:
            self.pdf.set_font_size(max(4.0, size * wide / needed))
        self.pdf.text(x, y, text)

    def _about(self, x: float, y: float, text: str, size: float, wide: float) -> None:
        """Write a line of text; the stars at its end use a font that every PDF reader has."""
        words = text.rstrip("★☆")
        self._write(x, y, self._letters(words), size, wide, grey=True)
        if words != text:
            x += self.pdf.get_string_width(self._letters(words)) if words else 0.0
            self.pdf.set_font("zapfdingbats", "", size)
            self.pdf.set_text_color(184, 139, 62)
            self.pdf.text(x, y, text[len(words) :].translate(_STARS))

    def _wrapped(self, words: Sequence[str]) -> list[str]:
        self.pdf.set_font(self.family, "", 8.0)
        lines: list[str] = [*words[:1]] or [""]
        for word in words[1:]:
            longer = f"{lines[-1]}   {word}"
            fits = self.pdf.get_string_width(longer) <= self.wide
            lines[-1:] = [longer] if fits else [lines[-1], word]
        return lines

    def _board(self, puzzle: Puzzle, x: float, y: float, wide: float, high: float, labels: bool) -> None:
        """Draw a board and, if the board does not show it, the goal beside it."""
        goals = goal_boards(puzzle)[:_MOST_GOALS] if goal_hidden(puzzle) else []
        aside = _ASIDE * wide if goals else 0.0
        self._draw(puzzle, x, y, wide - aside, high, labels)
        for n, each in enumerate(goals):
            part = min(aside / each.board.width * each.board.height, high / len(goals))
            heading = say("goal", self._spoken) + (f" {n + 1}" if len(goals) > 1 else "")
            left = x + wide - aside + 6
            self._write(left, y + n * part + 7, heading, 7.0, aside, grey=True)
            self._draw(each, left, y + n * part + 10, aside - 6, part - 12, labels)

    def _draw(self, puzzle: Puzzle, x: float, y: float, wide: float, high: float, labels: bool) -> None:
        """Draw a board as large as its room allows."""
        cell = min(wide / (puzzle.board.width + 0.44), high / (puzzle.board.height + 0.44), 72.0)
        puzzle = self._named(puzzle)
        drawn = svg(replace(puzzle, name="", name_zh=""), labels=labels, cell=int(cell), lang=self._spoken)
        drawn = re.sub(r"<title>.*?</title>", "", drawn)
        drawn = re.sub(r'font-family="[^"]*"', f'font-family="{self.family}"', drawn)
        if self.full:
            drawn = drawn.replace('font-weight="700"', 'font-weight="400"')
        # fpdf2 does not inherit stroke widths through groups, so each piece gets its own.
        drawn = drawn.replace('<g class="piece', '<g stroke-width="0.02" class="piece')
        # Nor does it center the parts of one text, so a vertical label is one text for each letter.
        letter = r"<tspan ([^>]*)>([^<]*)</tspan>"
        drawn = _STACKED.sub(lambda found: re.sub(letter, rf"<text \1 {found[1]}>\2</text>", found[2]), drawn)
        SVGObject(drawn).draw_to_page(self.pdf, x=x, y=y)

    def _named(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle with only the piece names that can be printed."""
        pieces = (replace(p, label=self._label(p.label, p.symbol)) for p in puzzle.pieces)
        return replace(puzzle, pieces=tuple(pieces))

    def _name(self, puzzle: Puzzle) -> str:
        return next((n for n in (*names(puzzle, self.lang), puzzle.name) if self._letters(n) == n), "")

    def _label(self, label: str, symbol: str) -> str:
        text = called(label, self._spoken)
        return text if self._letters(text) == text else symbol

    def _letters(self, text: str) -> str:
        """Return a text without the characters that the fonts lack."""
        return text if self.full else text.encode("latin-1", "ignore").decode("latin-1")


# A font with Chinese characters, to embed


@functools.cache
def chinese_font() -> tuple[Path, int] | None:
    """Return a font file with Chinese characters, and the index of the font in this file; None if none is found.

    `HUARONG_FONT` names a file to use instead.
    """
    if own := os.environ.get("HUARONG_FONT"):
        return (Path(own), 0) if Path(own).is_file() else None
    found: dict[str, Path] = {}
    for path in itertools.chain(*(sorted(folder.rglob("*")) for folder in _folders() if folder.is_dir())):
        if path.suffix.lower() in (".ttf", ".ttc", ".otf", ".otc"):
            found.setdefault(path.name.lower(), path)
    for family in _FAMILIES:
        fits = [name for name in sorted(found) if name.startswith(family.lower())]
        if fits:
            path = found[min(fits, key=_lightness)]
            return path, _SIMPLIFIED.get(family, 0) if path.suffix.lower() in (".ttc", ".otc") else 0
    return None


def _lightness(name: str) -> int:
    """Return how far a font is from the bold one of its family."""
    weights = ("-bold", "-semibold", "-medium", "-regular")
    return next((i for i, weight in enumerate(weights) if weight in name), len(weights))


def _folders() -> list[Path]:
    home = Path.home()
    if sys.platform == "win32":
        return [Path(os.environ.get("WINDIR", r"C:\Windows")) / "Fonts"]
    if sys.platform == "darwin":
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts"]
    data = os.environ.get("XDG_DATA_HOME") or str(home / ".local/share")
    return [*map(Path, ("/usr/share/fonts", "/usr/local/share/fonts", f"{data}/fonts")), home / ".fonts"]
