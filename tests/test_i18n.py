"""Every message and every help text has its Chinese, with the same values in it."""

import ast
import functools
import re
from pathlib import Path

import click

import huarong as hr
from huarong import i18n as lang
from huarong.cli import completion, main as cli
from huarong.cli.base import paragraphs
from huarong.cli.commands import COMMANDS, GROUPS

SOURCE = Path(lang.__file__).parent
CHINESE = lang.catalogue("zh")
CALLS = {"at": 2, "table": 1, "fail": 1, "noted": 1, "FieldError": 1}
CALLS |= dict.fromkeys(("Fault", "say", "tell", "InputError", "CannotExpress", "Why", "DiskTooSmallError"), 0)
"""The index of the argument that is a template, by call."""


KINDS = (ast.Module, ast.ClassDef, ast.Assign, ast.Call, ast.Expr, ast.JoinedStr, ast.Constant)


@functools.cache
def nodes(path):
    """The nodes of a module's tree that may hold a message or lead to one."""
    return [node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, KINDS)]


@functools.cache
def errors():
    """The names of all errors whose first argument is a template."""
    found = {"HuarongError"}
    classes = [node for path in SOURCE.rglob("*.py") for node in nodes(path) if isinstance(node, ast.ClassDef)]
    while True:
        more = {
            node.name
            for node in classes
            if {getattr(base, "id", "") for base in node.bases} & found
            and not any(getattr(part, "name", "") == "__init__" for part in node.body)
        } - found
        if not more:
            return found
        found |= more


def templates(path):
    """The templates of a module: the literals and constants that are arguments of such calls."""
    constants = {
        target.id: node.value.value
        for node in nodes(path)[0].body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in nodes(path):
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in ("why", "template", "GO_ON", "FULL"):
            for each in ast.walk(node.value):
                text = getattr(each, "value", None)
                if isinstance(text, str) and re.search("[A-Za-z]{2} ", text):
                    yield text
    calls = CALLS | dict.fromkeys(errors(), 0)
    for node in nodes(path):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        place = calls.get(name)
        if place is None or len(node.args) <= place:
            continue
        for each in ast.walk(node.args[place]) if name != "say" else [node.args[place]]:
            value = constants.get(each.id) if isinstance(each, ast.Name) else getattr(each, "value", 0)
            if isinstance(value, str) and re.search("[A-Za-z]{2}", re.sub(r"\{.*?\}", "", value)):
                yield value


@functools.cache
def used():
    found = {}
    for path in sorted(SOURCE.rglob("*.py")):
        if path.parent.name != "kernels":
            for template in templates(path):
                found[template] = path.name
    return found


def commands(group):
    yield group
    for name in group.list_commands(click.Context(group)):
        command = group.get_command(click.Context(group), name)
        yield from commands(command) if isinstance(command, click.Group) else [command]


@functools.cache
def help_texts():
    found = dict.fromkeys(GROUPS.values(), "commands")
    for command in commands(cli.main):
        for text in paragraphs(command.help):
            found[text] = command.name
        for param in command.get_params(click.Context(command)):
            found[getattr(param, "help", "")] = found[param.metavar] = command.name
    return {text: where for text, where in found.items() if text}


@functools.cache
def written_by_commands():
    """The strings in the files of the commands that read like a message, also where they are not a call's argument."""
    found, known = {}, {*NAMES, *CHINESE}
    for path in sorted((SOURCE / "cli").glob("*.py")):
        skipped = {
            id(each)
            for node in nodes(path)
            if isinstance(node, ast.JoinedStr | ast.Expr) or is_names(node)
            for each in ([node.value] if isinstance(node, ast.Expr) else ast.walk(node))
        }
        for node in nodes(path):
            text = getattr(node, "value", None)
            if isinstance(node, ast.Constant) and isinstance(text, str) and id(node) not in skipped:
                if text.startswith("-"):  # the names of an option
                    continue
                words = re.search("[A-Za-z]{2}", re.sub(r"\{.*?\}", "", text))
                if words and ("{" in text or " " in text) and text not in known:
                    found.update(dict.fromkeys(paragraphs(text), path.name))
    return found


def is_names(node):
    """Whether a node is a call of `schemas.each`, whose text has names of fields."""
    return isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "each"


NAMES = {*COMMANDS, completion.Bash.source_template, completion.Fish.source_template}
NAMES |= {"failed to map segment", "start new thread", "huarong.graph", "poos"}
"""What looks like a message and is none."""


def test_every_message_has_its_chinese():
    missing = {text: where for text, where in used().items() if text not in {*CHINESE, *NAMES}}
    assert not missing


def test_whatever_is_counted_has_its_chinese():
    assert set(lang.UNITS.values()) <= CHINESE.keys()
    assert hr.LimitReached("time", "2 s", 7, 1, 2.0, unit="state").message("zh").count("1 个状态")


def test_every_help_text_has_its_chinese():
    texts = help_texts() | written_by_commands()
    missing = {text: where for text, where in texts.items() if text not in CHINESE}
    assert not missing


def test_chinese_names_the_same_values():
    def values(text):
        return set(re.findall(r"\{(\w+)", text))

    assert [text for text, zh in CHINESE.items() if not values(zh) <= values(text)] == []


def test_locale(monkeypatch):
    for value, expected in (("zh_CN.UTF-8", "zh"), ("en_US.UTF-8", "en"), ("C", "en")):
        monkeypatch.setenv("LC_ALL", value)
        assert lang.system_language() == expected


NOUNS = (
    "layouts moves slides steps cells pieces kinds rows heads bits characters nodes states entries bytes solutions "
    "tiles numbers walls gates workers counts neighbours choices sets runs hours words ways files leaps levels"
).replace(" ", "|")


def test_no_template_says_1_moves():
    """A noun after a number must agree with it: `{n:,} {n:move|moves}`."""
    found = {*used(), *help_texts(), *written_by_commands(), *CHINESE}
    wrong = [text for text in found if re.search(rf"\{{\w+(?::[^}}|{{]*)?\}} (?:empty |shortest )?(?:{NOUNS})\b", text)]
    assert wrong == []
