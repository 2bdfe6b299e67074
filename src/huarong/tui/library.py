"""The library in the terminal: a search field, and the puzzles that match."""

from __future__ import annotations

from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from huarong.i18n import say
from huarong.library.catalogue import Entry, search
from huarong.library.counts import best_counts, rating, stars
from huarong.library.labels import length_text
from huarong.model.puzzle import Puzzle


class Library(Screen[Puzzle]):
    """The screen of the library: a search field and the puzzles that match; its result is the puzzle chosen."""

    BINDINGS: ClassVar[list[Any]] = [
        Binding("escape", "back", show=False, priority=True),
        Binding("down", "enter", show=False),
    ]

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.lang = lang

    def compose(self) -> ComposeResult:
        """The search field and the list."""
        yield Static(say("A name, pinyin, group or pieces; Enter plays, Esc goes back.", self.lang), id="about")
        yield Input(placeholder=say("look for a puzzle", self.lang), id="look")
        yield OptionList(id="found")

    def on_mount(self) -> None:
        """Show all puzzles."""
        self._fill("")
        self.query_one(Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the puzzles that match."""
        self._fill(event.value)

    def on_input_submitted(self) -> None:
        """Play the first puzzle that matches."""
        if self.entries:
            self.dismiss(self.entries[0].puzzle)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Play the puzzle chosen."""
        self.dismiss(self.entries[event.option_index].puzzle)

    def action_back(self) -> None:
        """Go back to the puzzle, or end if the library came first."""
        if len(self.app.screen_stack) > 2:
            self.dismiss(None)
        else:
            self.app.exit()

    def action_enter(self) -> None:
        """Go from the search field to the list."""
        self.query_one(OptionList).focus()

    def _fill(self, words: str) -> None:
        self.entries: list[Entry] = search(words)
        found = self.query_one(OptionList)
        found.clear_options()
        found.add_options([Option(self._line(entry)) for entry in self.entries])

    def _line(self, entry: Entry) -> Text:
        lang, best = self.lang, best_counts(entry)
        number = stars(rating(entry))
        text = Text(entry.title(lang))
        if entry.name_zh and lang == "en":
            text.append(f"  {entry.name_zh}", "dim")
        if best and best["move"] is not None:
            text.append("  " + length_text(best["move"], "move", lang), "dim")
        if number:
            text.append("  " + "★" * number, "#b98b3e")
        return text
