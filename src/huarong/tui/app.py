"""The terminal player, made with Textual: a board with counts and hints beside it, and the library."""

import contextlib
from typing import Any, ClassVar

from rich.text import Text
from textual import events
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from huarong.atlas.hints import Hint
from huarong.atlas.oracle import Oracle
from huarong.draw import terminal
from huarong.draw.goals import SIDES, exit_gap
from huarong.errors import HuarongError
from huarong.i18n import say
from huarong.library.catalogue import Entry, best_counts, named, rating, search, stars
from huarong.library.labels import in_language, length_text, names, piece_text
from huarong.model.board import Move
from huarong.model.puzzle import Puzzle
from huarong.tui.game import Game, Heads, Review

_ARROWS = {"up": "U", "down": "D", "left": "L", "right": "R"}
_TURNS = {"u": "undo", "r": "redo", "n": "restart"}
_SIGNS = str.maketrans("UDLR", "↑↓←→")
_PATIENCE = 5.0


class TerminalBoard(Static):
    """The board: cells of four letters by two lines, or of two letters by one line if there is little room."""

    can_focus = True
    screen: "Table"  # type: ignore[assignment]  # a board is on no other screen

    def __init__(self, game: Game) -> None:
        super().__init__(id="board")
        self.game = game
        self.chosen = 0
        self.dragged: int | None = None
        self.scale = 1

    def show(self, wide: int, high: int) -> None:
        """Draw the board as large as fits into `wide` characters and `high` lines."""
        puzzle = self.game.puzzle
        lang, (across, down) = self.screen.app.lang, (puzzle.board.width, puzzle.board.height)
        self.scale = terminal.scale_of(puzzle, wide, high)
        look: Any = {"colours": self.app.console.color_system or True, "chosen": puzzle.pieces[self.chosen].symbol}
        look |= {"width": wide if self.scale else 0, "height": high, "goal": True}
        lines = terminal.board(in_language(puzzle, lang), self.game.heads, **look)
        text = Text("\n").join(Text.assemble(*line) for line in lines)
        self.styles.width = self.cells[0] * across + 2
        self.styles.height = self.cells[1] * down + 2
        way, _ = exit_gap(puzzle)
        self.border_title = f"▲ {say('exit', lang)}" if way == "U" else ""
        self.border_subtitle = f"▼ {say('exit', lang)}" if way == "D" else ""
        self.update(text)

    @property
    def cells(self) -> tuple[int, int]:
        """The width and height of a cell, in characters."""
        return (4 * self.scale, 2 * self.scale) if self.scale else (2, 1)

    def cell(self, x: int, y: int) -> int | None:
        """Return the cell of the board at a position of the widget; None outside the board."""
        board, (across, down) = self.game.puzzle.board, self.cells
        column, row = (x - 1) // across, (y - 1) // down
        inside = 0 <= column < board.width and 0 <= row < board.height
        return row * board.width + column if inside else None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Choose the piece under the mouse, or move the chosen piece to an empty cell."""
        cell = self.cell(event.x, event.y)
        if cell is None:
            return
        piece = self.game.at(cell)
        if piece is not None:
            self.chosen, self.dragged = piece, cell
            self.capture_mouse()
            self.screen.refresh_all()
        else:
            head = self.game.reach(self.chosen, cell)
            if head is not None and self.game.go(self.chosen, head):
                self.screen.moved()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the piece after the mouse, cell by cell."""
        if self.dragged is None:
            return
        cell, width = self.cell(event.x, event.y), self.game.puzzle.board.width
        if cell is None or cell == self.dragged:
            return
        (y, x), (y0, x0) = divmod(cell, width), divmod(self.dragged, width)
        ways = [(x - x0, "R", "L", 1), (y - y0, "D", "U", width)]
        for gap, ahead, back, by in sorted(ways, key=lambda way: -abs(way[0])):
            if gap and self.game.step(self.chosen, ahead if gap > 0 else back):
                self.dragged += by if gap > 0 else -by
                self.screen.moved()
                return

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self.dragged = None
        self.release_mouse()


class Table(Screen[None]):
    """The screen of a game: the board, with counts, hints and keys beside it."""

    app: "Player"
    KEYS: ClassVar[tuple[str, ...]] = (
        "click a piece and then its destination, or drag the piece",
        "Tab  another piece",
        "arrows  slide it",
        "u  undo    r  redo",
        "n  begin again",
        "h  hint    space  play it",
        "g  grades",
        "l  library",
        "z  中文 / English",
        "q  end",
    )
    BINDINGS: ClassVar[list[Any]] = [
        *(Binding(key, f"slide('{way}')", show=False, priority=True) for key, way in _ARROWS.items()),
        Binding("tab", "choose(1)", show=False, priority=True),
        Binding("shift+tab", "choose(-1)", show=False, priority=True),
        Binding("space", "follow", show=False, priority=True),
        *(Binding(key, f"turn('{how}')", show=False) for key, how in _TURNS.items()),
        *(Binding(action[0], action, show=False) for action in ("hint", "grades")),
        Binding("l", "app.library", show=False),
        Binding("z", "language", show=False),
        Binding("q", "app.quit", show=False),
    ]

    def __init__(self, puzzle: Puzzle, keeps: bool = True) -> None:
        super().__init__()
        self.base, self.game = puzzle, Game(puzzle)
        self.oracle = Oracle(puzzle)
        self.board = TerminalBoard(self.game)
        self.side = Static(id="side")
        self.best: Move | None = None
        self.graded = False
        self.hint: Hint | None = None
        self.notes: list[tuple[str, dict[str, Any]]] = []
        self.review: Review | None = None
        if keeps and self.game.restore() and not self.game.solved:
            self.notes = [("your game continues; n starts again", {})]
        elif self.game.solved:
            self.game = self.board.game = Game(puzzle)

    def compose(self) -> ComposeResult:
        with Horizontal():
            with Vertical(id="left"):
                yield self.board
            yield self.side

    def on_resize(self) -> None:
        self.refresh_all()

    # Actions

    def action_slide(self, way: str) -> None:
        if self.game.step(self.board.chosen, way):
            self.moved()

    def action_choose(self, by: int) -> None:
        """Choose the next piece, in reading order."""
        order = sorted(range(len(self.game.heads)), key=self.game.heads.__getitem__)
        self.board.chosen = order[(order.index(self.board.chosen) + by) % len(order)]
        self.refresh_all()

    def action_turn(self, how: str) -> None:
        """Undo or redo a move, or restart."""
        if getattr(self.game, how)():
            self.moved()

    def action_hint(self) -> None:
        self.notes = [("looking for a best move …", {})]
        self.refresh_all()
        self._ask()

    def action_follow(self) -> None:
        """Make the hinted move."""
        if self.best is not None:
            symbols = [piece.symbol for piece in self.game.puzzle.pieces]
            self.board.chosen = symbols.index(self.best.piece)
            if self.game.go(self.board.chosen, self.best.stop):
                self.moved()

    def action_grades(self) -> None:
        self.graded = not self.graded
        self.hint = None
        self.refresh_all()
        if self.graded:
            self._ask()

    def action_language(self) -> None:
        self.app.lang = "en" if self.app.lang == "zh" else "zh"
        self.refresh_all()

    def moved(self) -> None:
        """Clear the hint and grades of the last layout; called after each move."""
        self.best, self.hint, self.notes, self.review = None, None, [], None
        self.game.keep()
        self.refresh_all()
        if self.game.solved:
            self._look_back()
        elif self.graded:
            self._ask()

    def _look_back(self) -> None:
        """Compute the review of a finished game in a thread."""
        game, heads = self.game, self.game.heads

        def look() -> None:
            with contextlib.suppress(HuarongError):
                self.app.call_from_thread(show, game.review(self.oracle, lambda: game.heads != heads))

        def show(review: Review | None) -> None:
            if game.heads == heads:
                self.review = review
                self.refresh_all()

        self.run_worker(look, thread=True, exclusive=True, group="hint")

    def _ask(self) -> None:
        """Compute the hint for this layout in a thread."""
        heads, moves = self.game.heads, self.game.moves
        last = str(moves[-1]) if moves else None

        def look() -> None:
            found: Hint | HuarongError
            try:
                found = self.oracle.hint(heads, last=last, patience=_PATIENCE, cancel=lambda: self.game.heads != heads)
            except HuarongError as error:
                found = error
            self.app.call_from_thread(self._told, heads, found)

        self.run_worker(look, thread=True, exclusive=True, group="hint")

    def _told(self, heads: Heads, hint: Hint | HuarongError) -> None:
        """Show a computed hint if the layout is still the current one."""
        if heads != self.game.heads:
            return
        wanted, self.notes = bool(self.notes), []
        if isinstance(hint, HuarongError):
            self.notes = [("{text}", {"text": hint.message(self.app.lang)})]
        elif hint.distance is None:
            self.notes = [("no goal can be reached from here", {})]
        else:
            self.hint = hint
            if wanted and hint.best:
                self.best = hint.best[0]
                text = "hint: {move}; {left:,} {left:move|moves} to go"
                self.notes = [(text, {"move": self._words(self.best), "left": hint.distance})]
        self.refresh_all()

    # Drawing

    def refresh_all(self) -> None:
        side = 38
        self.board.show(max(8, self.app.size.width - side - 4), max(4, self.app.size.height - 4))
        self.side.update(self._beside())

    def _words(self, move: Move) -> str:
        return f"{piece_text(move.piece, move.label, self.app.lang)} {move.path.translate(_SIGNS)}"

    def _beside(self) -> Text:
        lang = self.app.lang
        text = Text.assemble(("\n".join(names(self.base, lang)) + "\n\n", "bold"), self._figures())
        for template, values in self.notes:
            text.append("\n" + say(template, lang, **values) + "\n", "bold #3f6b5c")
        if self.graded:
            text.append_text(self._grades())
        text.append("\n" + "\n".join(say(key, lang) for key in self.KEYS), "dim")
        return text

    def _figures(self) -> Text:
        """Return the counts, and the goal or the review."""
        lang, counts = self.app.lang, self.game.counts
        text = Text("  ".join(length_text(n, m, lang) for m, n in counts.items()) + "\n")
        if least := self.app.least.get(self.base.name):
            best = "  ".join(length_text(least[m], m, lang) for m in counts)
            text.append(say("best: {counts}", lang, counts=best) + "\n", "dim")
        if self.game.solved:
            text.append("\n" + say("Solved!", lang) + "\n", "bold #c03d2c")
            return text.append_text(self._review())
        return text.append("\n" + self._goal() + "\n")

    def _goal(self) -> str:
        """Return the goal in words, or as a board if it names most of the pieces."""
        puzzle, lang = self.game.puzzle, self.app.lang
        goals = puzzle.text().split("goal:\n")[1:]
        if not puzzle.keys:
            title = say("goal", lang)
            titles = [f"{title} 1", f"{title} 2"] if len(goals) > 1 else [title]
            return "\n".join(f"{title}:\n{rows.strip()}" for title, rows in zip(titles, goals, strict=False))
        pieces = [p for p in puzzle.pieces if p.kind in puzzle.keys]
        who = " ".join(piece_text(p.symbol, p.label, lang) for p in pieces)
        way, _ = exit_gap(puzzle)
        if way:
            side = say(SIDES[way], lang)
            return say("goal: {piece} to the hatched cells, at the exit ({side})", lang, piece=who, side=side)
        if len(goals) > 1:
            return say("goal: {piece} to the hatched cells of one of {n} goals", lang, piece=who, n=len(goals))
        return say("goal: {piece} to the hatched cells", lang, piece=who)

    def _review(self) -> Text:
        lang, review = self.app.lang, self.review
        if review is None:
            return Text()
        if not review:
            return Text(say("every move was a best move", lang) + "\n", "bold #3f8b5c")
        text = Text(say("these moves were not best:", lang) + "\n")
        for number, move, lost in review[:12]:
            cost = say("dead end", lang) if lost is None else f"+{lost}"
            text.append(f"{number:>4}. {self._words(move)}  {cost}\n", "#b07a1e")
        if len(review) > 12:
            text.append(say("and {count:,} more", lang, count=len(review) - 12) + "\n", "dim")
        return text

    def _grades(self) -> Text:
        lang, hint = self.app.lang, self.hint
        if hint is None:
            waiting = "" if self.game.solved else f"\n{say('grading …', lang)}\n"
            return Text(waiting, "dim")
        text = Text("\n" + say("{left:,} {left:move|moves} to go", lang, left=hint.distance or 0) + "\n", "bold")
        for each in hint.moves[:10]:
            about, style = "?", "dim"
            if each.known and each.distance is None:
                about, style = say("dead end", lang), "#b23a2b"
            elif each.loses is not None:
                about = say("best", lang) if each.best else f"+{each.loses}"
                style = "bold #3f8b5c" if each.best else "#b07a1e"
            text.append(f"{about:>5}  {self._words(each.move)}\n", style)
        if len(hint.moves) > 10:
            text.append(say("and {count:,} more", lang, count=len(hint.moves) - 10) + "\n", "dim")
        return text


class Library(Screen[Puzzle]):
    """The screen of the library: a search field and the matching puzzles; its result is the puzzle chosen."""

    BINDINGS: ClassVar[list[Any]] = [
        Binding("escape", "back", show=False, priority=True),
        Binding("down", "enter", show=False),
    ]

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.lang = lang

    def compose(self) -> ComposeResult:
        yield Static(say("A name, pinyin, group or pieces; Enter plays, Esc goes back.", self.lang), id="about")
        yield Input(placeholder=say("look for a puzzle", self.lang), id="look")
        yield OptionList(id="found")

    def on_mount(self) -> None:
        self._fill("")
        self.query_one(Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        self._fill(event.value)

    def on_input_submitted(self) -> None:
        if self.entries:
            self.dismiss(self.entries[0].puzzle)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
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


class Player(App[None]):
    """The app: it opens a puzzle, or the library if no puzzle is given."""

    TITLE = "Huarong"
    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "../data/play.tcss"

    def __init__(self, puzzle: Puzzle | None = None, lang: str = "en") -> None:
        super().__init__()
        self.first, self.lang = puzzle, lang
        self.least: dict[str, dict[str, int]] = {}

    def on_mount(self) -> None:
        if self.first is None:
            self.action_library()
        else:
            self.play(self.first)

    def action_library(self) -> None:
        self.push_screen(Library(self.lang), self.play)

    def play(self, puzzle: Puzzle | None) -> None:
        """Play a puzzle, if one was chosen, in place of the current screen."""
        if puzzle is None:
            return
        entry = named(puzzle.name)
        best = best_counts(entry) if entry and entry.name == puzzle.name else None
        if best and best["move"] is not None:
            self.least[puzzle.name] = {m: n for m, n in best.items() if n is not None}
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(self.table(puzzle))

    def table(self, puzzle: Puzzle) -> Table:
        return Table(puzzle)
