"""The table of commands: for a new command, write its file and add its line here.

A name of several words is a command below another: `tiles tables build` is `build` of `tables` of `tiles`.
"""

from typing import Any, NamedTuple

from huarong.lazy import named

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
    """A command: its name, its group in the help, and its file in this folder, if not that of its first word.

    The file has the Click command by the last word of the name: `key_points_command`.
    """

    name: str
    group: str = ""
    file: str = ""


class Family(NamedTuple):
    """A name with commands below it, and its help.

    `alone` is the command that is run if no word follows, `otherwise` the one if a word follows that is not a command.
    """

    name: str
    group: str
    about: str
    alone: str | None = None
    otherwise: str | None = None


_ALL: tuple[CommandRecord | Family, ...] = (
    *(CommandRecord(each, "play") for each in ("solve", "hint", "play", "prove")),
    Family(
        "tiles",
        "play",
        """Solve a board of numbered tiles with one blank, such as the 15-puzzle, and manage its tables.

        `huarong tiles PUZZLE` is short for `huarong tiles solve PUZZLE`.
        """,
        otherwise="solve",
    ),
    CommandRecord("tiles solve"),
    Family("tiles tables", "", "The pattern databases of numbered tiles, in the user's cache folder."),
    *(CommandRecord(f"tiles tables {each}") for each in ("build", "list", "remove")),
    *(CommandRecord(each, "puzzles") for each in ("list", "show", "check", "convert")),
    Family(
        "atlas",
        "spaces",
        """Compute the distance of every layout of a space to the goal, and write tables of them for other programs.

        `huarong atlas PUZZLE` is short for `huarong atlas facts PUZZLE`.
        """,
        alone="facts",
        otherwise="facts",
    ),
    *(CommandRecord(f"atlas {each}") for each in ("facts", "tables")),
    CommandRecord("explore", "spaces"),
    Family("design", "design", "Design puzzles: ratings, hardest starts, generated levels, single changes, reports."),
    *(CommandRecord(f"design {each}") for each in ("generate", "scramble", "harder")),
    CommandRecord("design report", file="report"),
    CommandRecord("design rate", file="rate"),
    CommandRecord("design hardest"),
    Family(
        "design records",
        "",
        "The book of records: tables of the hardest puzzles; without a subcommand, it prints the book.",
        alone="list",
    ),
    *(CommandRecord(f"design records {each}", file="records") for each in ("list", "show", "build", "check")),
    Family(
        "draw",
        "design",
        """Draw puzzles, solutions and maps: SVG and PNG, film strips, animations, sheets of PDF.

        `huarong draw PUZZLE` is short for `huarong draw picture PUZZLE`.
        """,
        otherwise="picture",
    ),
    *(CommandRecord(f"draw {each}") for each in ("picture", "strip", "animation", "map", "sheet")),
    Family(
        "study",
        "study",
        "Run the programs of five articles side by side; without a subcommand, list the exhibits by article.",
        alone="list",
    ),
    *(CommandRecord(f"study {each}") for each in ("list", "show", "compare", "sets", "claims", "check", "paths")),
    Family(
        "study run",
        "",
        """Run a program of the articles as its author shows it, or a show of the museum's page step by step.

        `huarong study run SHOW` is short for `huarong study run trace SHOW`.
        """,
        otherwise="trace",
    ),
    *(CommandRecord(f"study run {each}", file="shows") for each in ("trace", "example", "levels")),
    CommandRecord("study run algorithm1", file="run"),
    Family(
        "study run zhou-file",
        "",
        "周扬's file of all solutions of the classic pieces: write it, check it, look a layout up in it.",
    ),
    *(CommandRecord(f"study run zhou-file {each}", file="run") for each in ("write", "check", "query")),
    *(CommandRecord(f"study run {each}", file="run") for each in ("table1", "sentinels", "ways", "signs")),
    *(CommandRecord(f"study run {each}", file="run") for each in ("weights", "stations", "leap", "key-points")),
    Family("suite", "study", "Puzzles with known answers, to test any solver.", "list"),
    *(CommandRecord(f"suite {each}") for each in ("list", "run", "tasks", "grade")),
    CommandRecord("site", "serve", "serve"),
    *(CommandRecord(each, "serve") for each in ("serve", "mcp")),
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
    words = path.replace("-", "_").split()
    return named(f"huarong.cli.{record.file or words[0]}:{words[-1]}_command")
