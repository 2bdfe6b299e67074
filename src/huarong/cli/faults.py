"""Errors of commands: each becomes a message and an exit status, never a traceback.

| status | meaning |
|---|---|
| 0 | done; what was asked for was found |
| 1 | done, and there is none: no solution, no path |
| 2 | bad input, or a file or output that cannot be read or written |
| 3 | a limit of time or memory was reached, or the machine has no more memory |
| 130 | you ended it (Ctrl-C) |
"""

import contextlib
import errno
import os
import sys
import warnings
from collections.abc import Callable

import click

from huarong.cli.base import explained, language, tell
from huarong.errors import Cancelled, HuarongError, LimitReached

FOUND, NONE, BAD, LIMIT, INTERRUPTED = 0, 1, 2, 3, 130


def guarded(call: Callable[[], object]) -> int:
    """Call a command and flush its output; errors become messages. Returns the exit status."""
    with contextlib.ExitStack() as opened:
        # Standard streams that were closed at the start discard all output.
        for name in [name for name in ("stdout", "stderr") if getattr(sys, name) is None]:
            opened.callback(setattr, sys, name, None)
            setattr(sys, name, opened.enter_context(open(os.devnull, "w", encoding="utf-8")))
        # Characters that the terminal's encoding lacks become question marks.
        for stream in (sys.stdout, sys.stderr):
            if reconfigure := getattr(stream, "reconfigure", None):
                reconfigure(errors="replace")
        warnings.showwarning = _warn
        try:
            status = _status(call)
            sys.stdout.flush()
        except BaseException as error:
            status = _told(error)
        _forget_what_cannot_be_written()
    return status


def _status(call: Callable[[], object]) -> int:
    try:
        result = call()
    except click.exceptions.Exit as error:
        return error.exit_code
    except SystemExit as error:
        return error.code if isinstance(error.code, int) else int(error.code is not None)
    return result if isinstance(result, int) else FOUND


def _told(error: BaseException) -> int:
    """Print an error; return its exit status."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        with contextlib.suppress(OSError, ValueError):
            click.echo(error.format_message())
        return FOUND
    if isinstance(error, click.ClickException):
        text = explained(error).message(language())
        ctx = getattr(error, "ctx", None)
        more = [ctx.command.get_usage(ctx)] if ctx else []
        more += [tell("see {command} --help", command=ctx.command_path)] if ctx else []
        return _complain("\n".join([text, *more]), BAD)
    if isinstance(error, KeyboardInterrupt):
        return _complain(tell("interrupted"), INTERRUPTED)
    if isinstance(error, HuarongError):
        status = LIMIT if isinstance(error, LimitReached) else INTERRUPTED if isinstance(error, Cancelled) else BAD
        return _complain(error.message(language()), status)
    if isinstance(error, RecursionError):
        return _complain(tell("the input is nested too deeply"), BAD)
    if _out_of_memory(error):
        text = "this machine has run out of memory; --max-memory sets a lower limit"
        return _complain(tell(text), LIMIT)
    if isinstance(error, BrokenPipeError):
        return FOUND
    if isinstance(error, OSError):
        why = error.strerror or str(error)
        text = "the output cannot be written: {why}" if error.filename is None else "{path}: {why}"
        return _complain(tell(text, path=error.filename, why=why), BAD)
    raise error


def _out_of_memory(error: BaseException) -> bool:
    """Whether an error means that memory is used up; errors of loaders and threads say so only in their text."""
    if isinstance(error, ImportError | RuntimeError):
        said = str(error)
        return "failed to map segment" in said or "start new thread" in said
    return isinstance(error, MemoryError) or getattr(error, "errno", 0) == errno.ENOMEM


def _warn(message: Warning | str, *_: object, **__: object) -> None:
    _complain(tell(str(message)))


def _complain(text: str, status: int = BAD) -> int:
    with contextlib.suppress(OSError, ValueError):
        click.echo(f"huarong: {text}", err=True)
    return status


def _forget_what_cannot_be_written() -> None:
    """Discard buffered output that a device has refused, so that it is not written again at exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            with contextlib.suppress(OSError, ValueError), open(os.devnull, "wb") as nowhere:
                os.dup2(nowhere.fileno(), stream.fileno())
