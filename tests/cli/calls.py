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

CALLS = {
    name: shlex.split(words.format(folder=shlex.quote(str(TEMPORARY))))
    for name, words in {
        "solve": "捷足先登",
        "hint": "捷足先登",
        "play": "--help",
        "prove": "AB/../goal:/../AB -o {folder}/test.proof",
        "tiles": "123456078",
        "tiles solve": "123456078",
        "tiles tables": "list",
        "tiles tables build": "tiles-3x3-4-4",
        "tiles tables list": "",
        "tiles tables remove": "tiles-3x3-4-4",
        "list": "横",
        "show": "捷足先登",
        "check": "捷足先登",
        "convert": "捷足先登 --to line",
        "atlas": "876543210",
        "atlas facts": "876543210",
        "atlas tables": "--board 3x3 --pieces '2x1:0..1 1x1:3' --goal .../.../.aa -o {folder}/test-tables",
        "explore": "876543210 --until-goal",
        "design": "rate AB/../goal:/../AB",
        "design generate": "--board 3x3 --pieces '2x1:1 1x1:3' --goal .../.../.aa --moves 3.. --count 2",
        "design scramble": "AB/../goal:/../AB --seed 1",
        "design harder": "AB../AB../..CC/goal:/..../..../CC.. --no-rate",
        "design report": "AB/../goal:/../AB --no-map",
        "design rate": "AB/../goal:/../AB",
        "design hardest": "AAB/CD./.../goal:/.../.../.AA --json",
        "design records": "list",
        "design records list": "",
        "design records show": "klotski-4x5",
        "design records build": "--help",
        "design records check": "klotski-4x5:17",
        "draw": "A./../goal:/../.A",
        "draw picture": "A./../goal:/../.A",
        "draw strip": "A./../goal:/../.A",
        "draw animation": "A./../goal:/../.A -o {folder}/test.gif",
        "draw map": "AB/../goal:/../AB",
        "draw sheet": "A./../goal:/../.A -o {folder}/test.pdf",
        "study": "",
        "study list": "",
        "study show": "zhoutk",
        "study compare": "876543210 search-step --repeats 1",
        "study sets": "捷足先登 --codes 100",
        "study claims": "zhoutk",
        "study check": "lv-26bits",
        "study paths": "876543210 --most 30",
        "study run": "--help",
        "study run trace": "lv-down",
        "study run example": "",
        "study run levels": "--pieces 9",
        "study run algorithm1": "",
        "study run zhou-file": "--help",
        "study run zhou-file write": "{folder}/test.zhou",
        "study run zhou-file check": "--help",
        "study run zhou-file query": "--help",
        "study run table1": "--repeats 1",
        "study run sentinels": "",
        "study run ways": "123/456/7.8 -m 3",
        "study run signs": "",
        "study run knight": "3x4 --repeats 1",
        "study run protocol": "",
        "study run weights": "退一步海阔天空",
        "study run stations": "--within 60",
        "study run leap": "孔明扇 --key-points",
        "study run key-points": "捷足先登",
        "suite": "",
        "suite list": "--group tiles",
        "suite run": "--help",
        "suite tasks": "--count 2 --difficulty easy --family tiles",
        "suite grade": "--help",
        "site": "{folder}/test-site --help",
        "serve": "--help",
        "mcp": "--help",
    }.items()
}
"""Words that make each command print something."""

SLOW = ("study compare", "study run table1", "study run zhou-file write", "study run stations")

QUICK = {name: words for name, words in CALLS.items() if name not in SLOW}


def test_every_command_is_called():
    assert list(CALLS) == list(COMMANDS)


def leaves():
    """The commands that are no groups."""
    return [name for name in COMMANDS if not children(name)]
