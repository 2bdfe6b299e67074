"""The table of commands: for a new command, write its file and add its line here.

A name of several words is a command below another: `tiles tables build` is `build` of `tables` of `tiles`.
"""

from __future__ import annotations

import importlib
from typing import Any, NamedTuple

__all__ = ["COMMANDS", "GROUPS", "CommandRecord", "Family", "children", "load"]

GROUPS = {
    "play": "Play and solve",
    "puzzles": "Puzzles",
    "spaces": "Whole spaces",
    "design": "Design",
    "study": "Study",
    "serve": "Serve",
}
"""The headings under which the help shows commands, in this order; one without commands is not shown."""


class CommandRecord(NamedTuple):
    """A command: its name, its group in the help, and the Click command as `module:name`."""

    name: str
    group: str
    module: str
    object: str


class Family(NamedTuple):
    """A name with commands below it, and its help.

    `alone` is the command that is run if no word follows, `otherwise` the one if a word follows that is no command.
    """

    name: str
    group: str
    about: str
    alone: str | None = None
    otherwise: str | None = None


_ALL: tuple[CommandRecord | Family, ...] = (
    CommandRecord("solve", "play", "huarong.cli.solve", "solve_command"),
    CommandRecord("hint", "play", "huarong.cli.hint", "hint_command"),
    CommandRecord("play", "play", "huarong.cli.play", "play_command"),
    CommandRecord("prove", "play", "huarong.cli.prove", "prove_command"),
    Family(
        "tiles",
        "play",
        """Solve a board of numbered tiles and one blank, such as the 15-puzzle; keep the tables for it.

        `huarong tiles PUZZLE` is short for `huarong tiles solve PUZZLE`.
        """,
        otherwise="solve",
    ),
    CommandRecord("tiles solve", "", "huarong.cli.tiles", "tiles_command"),
    Family(
        "tiles tables", "", "The pattern databases of numbered tiles, in the user's cache folder."
    ),
    CommandRecord("tiles tables build", "", "huarong.cli.tables", "build_command"),
    CommandRecord("tiles tables list", "", "huarong.cli.tables", "list_command"),
    CommandRecord("tiles tables remove", "", "huarong.cli.tables", "remove_command"),
    CommandRecord("list", "puzzles", "huarong.cli.list", "list_command"),
    CommandRecord("show", "puzzles", "huarong.cli.show", "show_command"),
    CommandRecord("convert", "puzzles", "huarong.cli.convert", "convert_command"),
    Family(
        "atlas",
        "spaces",
        """Compute the distance of every layout of a space to the goal, and write tables of them for other programs.

        `huarong atlas PUZZLE` is short for `huarong atlas facts PUZZLE`.
        """,
        alone="facts",
        otherwise="facts",
    ),
    CommandRecord("atlas facts", "", "huarong.cli.atlas", "atlas_command"),
    CommandRecord("atlas tables", "", "huarong.cli.dataset", "tables_command"),
    CommandRecord("explore", "spaces", "huarong.cli.explore", "explore_command"),
    Family(
        "design",
        "design",
        "Design puzzles: ratings, hardest starts, generated levels, single changes, reports.",
    ),
    CommandRecord("design generate", "", "huarong.cli.generate", "generate_command"),
    CommandRecord("design harder", "", "huarong.cli.harder", "harder_command"),
    CommandRecord("design report", "", "huarong.cli.report", "report_command"),
    CommandRecord("design rate", "", "huarong.cli.rate", "rate_command"),
    CommandRecord("design hardest", "", "huarong.cli.hardest", "hardest_command"),
    Family(
        "design records",
        "",
        "The book of records: tables of hardest puzzles; alone, it prints the book.",
        alone="list",
    ),
    CommandRecord("design records list", "", "huarong.cli.records", "list_command"),
    CommandRecord("design records show", "", "huarong.cli.records", "show_command"),
    CommandRecord("design records build", "", "huarong.cli.records", "build_command"),
    CommandRecord("design records check", "", "huarong.cli.records", "check_command"),
    Family(
        "draw",
        "design",
        """Draw puzzles, solutions and maps: SVG and PNG, film strips, animations, sheets of PDF.

        `huarong draw PUZZLE` is short for `huarong draw picture PUZZLE`.
        """,
        otherwise="picture",
    ),
    CommandRecord("draw picture", "", "huarong.cli.draw", "picture_command"),
    CommandRecord("draw strip", "", "huarong.cli.draw", "strip_command"),
    CommandRecord("draw animation", "", "huarong.cli.draw", "animation_command"),
    CommandRecord("draw map", "", "huarong.cli.draw", "map_command"),
    CommandRecord("draw sheet", "", "huarong.cli.draw", "sheet_command"),
    Family(
        "study",
        "study",
        "The systems of the literature, side by side; alone, it lists the exhibits by article.",
        alone="list",
    ),
    CommandRecord("study list", "", "huarong.cli.study", "list_command"),
    CommandRecord("study show", "", "huarong.cli.study", "show_command"),
    CommandRecord("study compare", "", "huarong.cli.study", "compare_command"),
    CommandRecord("study claims", "", "huarong.cli.claims", "claims_command"),
    CommandRecord("study example", "", "huarong.cli.example", "example_command"),
    CommandRecord("study paths", "", "huarong.cli.paths", "paths_command"),
    CommandRecord("study levels", "", "huarong.cli.example", "levels_command"),
    CommandRecord("study algorithm1", "", "huarong.cli.zhou", "algorithm1_command"),
    Family(
        "study zhou-file",
        "",
        "周扬's file of all solutions of the classic pieces: write it, check it, look a layout up in it.",
    ),
    CommandRecord("study zhou-file write", "", "huarong.cli.zhou", "write_command"),
    CommandRecord("study zhou-file check", "", "huarong.cli.zhou", "check_command"),
    CommandRecord("study zhou-file query", "", "huarong.cli.zhou", "query_command"),
    CommandRecord("study table1", "", "huarong.cli.table1", "table1_command"),
    CommandRecord("study sentinels", "", "huarong.cli.sentinels", "sentinels_command"),
    CommandRecord("study ways", "", "huarong.cli.ma", "ways_command"),
    CommandRecord("study signs", "", "huarong.cli.ma", "signs_command"),
    CommandRecord("study knight", "", "huarong.cli.ma", "knight_command"),
    CommandRecord("study tour", "", "huarong.cli.tour", "tour_command"),
    CommandRecord("study protocol", "", "huarong.cli.poos", "protocol_command"),
    CommandRecord("study weights", "", "huarong.cli.poos", "weights_command"),
    CommandRecord("study stations", "", "huarong.cli.poos", "stations_command"),
    CommandRecord("study key-points", "", "huarong.cli.poos", "key_points_command"),
    Family(
        "suite",
        "study",
        "Puzzles with known answers, by which any solver can be judged.",
        alone="list",
    ),
    CommandRecord("suite list", "", "huarong.cli.suite", "list_command"),
    CommandRecord("suite run", "", "huarong.cli.suite", "run_command"),
    CommandRecord("site", "serve", "huarong.cli.site", "site_command"),
    CommandRecord("serve", "serve", "huarong.cli.serve", "serve_command"),
)

COMMANDS = {each.name: each for each in _ALL}
"""All commands by name, in the order in which the help shows them."""


def children(path: str) -> tuple[str, ...]:
    """The names of the commands right below a name; below `""` those of `huarong` itself.

    >>> children("tiles")
    ('solve', 'tables')
    """
    words = path.split()
    names = [name.split() for name in COMMANDS]
    return tuple(n[-1] for n in names if n[:-1] == words)


def load(path: str) -> Any:
    """The command of a name, its module imported now.

    >>> load("solve").name
    'solve'
    """
    record = COMMANDS[path]
    assert isinstance(record, CommandRecord)
    return getattr(importlib.import_module(record.module), record.object)
