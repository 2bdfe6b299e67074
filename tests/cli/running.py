"""Commands as a person types them, in this process or in one of their own."""

import json
import os
import subprocess
import sys

from click.testing import CliRunner

from huarong import __version__
from huarong.cli.main import main
from huarong.kernels import kernel


def run(*words, stdin=None, lang="en", env=None, status=0):
    """What a command prints, in this process; it must end with this status (None: with any)."""
    args = ["--lang", lang, *map(str, words)] if lang else list(map(str, words))
    result = CliRunner(env=env).invoke(main, args, input=stdin)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert "Traceback" not in result.output
    assert status is None or result.exit_code == status, result.output
    return result


def read(*words, **options):
    """The JSON object that a command prints, without the version that ends each."""
    out = run(*words, "--json", **options).stdout
    assert out.count("\n") == 1
    found = json.loads(out)
    assert found.pop("version") == __version__
    return found


def environment():
    """The environment in which a command says nothing about kernels that are not compiled (`tests/kernels` has that
    notice).
    """
    return os.environ | ({} if kernel("frames").compiled else {"HUARONG_PURE": "1"})


def process(*words, env=None, **options):
    """A command in a process of its own."""
    options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    return subprocess.Popen(
        [sys.executable, "-m", "huarong", *map(str, words)], env=environment() | (env or {}), **options
    )
