"""A quick call of every command, for tests of what all commands have in common."""

import atexit
import shlex
import shutil
import tempfile
from pathlib import Path

from huarong.cli.commands import COMMANDS, children

TEMPORARY = Path(tempfile.mkdtemp(prefix="huarong-calls-"))
"""What the calls write: a folder of this process, as several may run at once."""
atexit.register(shutil.rmtree, TEMPORARY, ignore_errors=True)

_LINES = (Path(__file__).parents[1] / "data" / "calls.txt").read_text("utf-8").splitlines()[1:]
_WORDS = dict(line.partition(":")[::2] for line in _LINES)
CALLS = {name: shlex.split(words.format(folder=shlex.quote(str(TEMPORARY)))) for name, words in _WORDS.items()}
"""Words that make each command print something."""

SLOW = ("study compare", "study run table1", "study run zhou-file write", "study run stations")

QUICK = {name: words for name, words in CALLS.items() if name not in SLOW}


def test_every_command_is_called():
    assert list(CALLS) == list(COMMANDS)


def leaves():
    """The commands that are no groups."""
    return [name for name in COMMANDS if not children(name)]
