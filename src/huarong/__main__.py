"""`python -m huarong` is the command `huarong`."""

from __future__ import annotations

import gc
import sys

__all__ = ["main"]


def main() -> None:
    """The command; an interrupt that comes while its modules are read ends it too without a traceback."""
    try:
        gc.disable()  # what is imported stays: nothing is to be found by looking through it
        from huarong.cli.main import main as command

        gc.freeze()
        gc.enable()
        command(prog_name="huarong")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
