"""Completion in bash, zsh and fish. `docs/en/reference/commands.md` says how to enable it.

Click's script for zsh is used. With Click 8.5.1, bash inserts library names with unquoted spaces and finds no name with
a colon, and fish gets only the part of a name before a comma. So the scripts for bash and fish are written here.
"""

import os
import re

from click.shell_completion import (
    CompletionItem,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    shell_complete as shell_complete,
    split_arg_string,
)

from huarong.lazy import stored
from huarong.library.catalogue import entries


def puzzle_names(beginning: str) -> list[str]:
    """Return the Chinese, English and pinyin names of the library that begin with a text, ignoring case.

    >>> puzzle_names("heng-dao"), puzzle_names("横刀")
    (['heng-dao-li-ma'], ['横刀立马'])
    """
    folded = beginning.casefold()
    names = [name for e in entries() for name in (e.name_zh, e.name, e.pinyin)]
    return [n for n in dict.fromkeys(names) if n and n.casefold().startswith(folded)]


_WORD = r"""(?:\\.?|"(?:\\.|[^"\\])*"?|'[^']*'?|[^\s\\"'])+"""
"""A word of a line as a shell parses it; its quotation may still be open."""


def words(line: str) -> tuple[list[str], str]:
    r"""Return the words of a line as a shell parses them, and the last one unparsed.

    After a space at the end, the last word is empty.

    >>> words(r"huarong solve Rush\ Ho"), words("huarong list ")
    ((['huarong', 'solve', 'Rush Ho'], 'Rush\\ Ho'), (['huarong', 'list', ''], ''))
    """
    raw = ["", *re.findall(_WORD, line)][-1]
    if raw and line.endswith(raw):
        return split_arg_string(line), raw
    return [*split_arg_string(line), ""], ""


class _Whole(ShellComplete):
    """Completes whole words, also words like `--metric=step`, whose value follows the option without a space."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        found = super().get_completions(args, incomplete)
        option, given, _ = incomplete.partition("=")
        if given and option.startswith("-"):
            for each in found:
                each.value = f"{option}={each.value}"
        return found


class _Line(_Whole):
    """Reads the line up to the cursor from `COMP_LINE`."""

    raw = ""

    def get_completion_args(self) -> tuple[list[str], str]:
        found, self.raw = words(os.environ.get("COMP_LINE", ""))
        return found[1:-1], found[-1]


@add_completion_class
class Zsh(_Whole, ZshComplete):
    """Completion for zsh."""


@add_completion_class
class Fish(_Line):
    """Completion for fish: an output line is a type, a comma, a value, a tab and its help."""

    name = "fish"
    source_template = stored("completion.fish")

    def format_completion(self, item: CompletionItem) -> str:
        return f"{item.type},{item.value}" + (f"\t{item.help}" if item.help else "")


@add_completion_class
class Bash(_Line):
    """Completion for bash: an output line is a type, a comma, and the text to insert."""

    name = "bash"
    source_template = stored("completion.bash")

    def format_completion(self, item: CompletionItem) -> str:
        """Return an output line for bash: the text for the part of the word that bash replaces."""
        if item.type != "plain" or self.raw[:1] in ("'", '"'):
            return f"{item.type},{item.value}"
        # Characters that are special in the shell get a backslash; others, such as （, stay.
        text = re.sub(r"(?a:[^\w@%+=:,./\x80-\U0010ffff-])", r"\\\g<0>", item.value)
        breaks = [each for each in ":=@" if each in os.environ.get("COMP_WORDBREAKS", "")]
        kept = max((self.raw.rfind(each) + 1 for each in breaks), default=0)
        return f"plain,{text[kept:]}"
