"""The table of commands: for a new command, write its file and add its line to `data/commands.json`.

A name of several words is a command below another: `tiles tables build` is `build` of `tables` of `tiles`.
"""

from typing import Any, NamedTuple

from huarong.lazy import named, stored

GROUPS = {
    "play": "Play and solve",
    "puzzles": "Puzzles",
    "spaces": "Whole spaces",
    "design": "Design",
    "study": "Study",
    "serve": "Serve",
}
"""The headings under which the help shows commands, in order; a heading without commands is not shown."""


class CommandRecord(NamedTuple):
    """A command: its name, its group in the help, and its file in this folder, unless the first word of the name gives
    it.

    In the file, the Click command is called after the last word of the name: `key_points_command`.
    """

    name: str
    group: str = ""
    file: str = ""


class Family(NamedTuple):
    """A name with commands below it, and its help.

    `alone` is the command to run if no word follows, and `otherwise` the command if an unknown word follows.
    """

    name: str
    about: str
    group: str = ""
    alone: str | None = None
    otherwise: str | None = None


COMMANDS: dict[str, CommandRecord | Family] = {
    name: (Family if "about" in each else CommandRecord)(name, **each) for name, each in stored("commands.json").items()
}
"""All commands by name, in the order in which the help shows them."""


def children(path: str) -> tuple[str, ...]:
    """Return the names of the commands directly below a name; below `""`, the commands of `huarong` itself.

    >>> children("tiles")
    ('solve', 'tables')
    """
    words = path.split()
    names = [name.split() for name in COMMANDS]
    return tuple(n[-1] for n in names if n[:-1] == words)


def load(path: str) -> Any:
    """Import and return the command with this name.

    >>> load("solve").name
    'solve'
    """
    record = COMMANDS[path]
    assert isinstance(record, CommandRecord)
    words = path.replace("-", "_").split()
    return named(f"huarong.cli.{record.file or words[0]}:{words[-1]}_command")
