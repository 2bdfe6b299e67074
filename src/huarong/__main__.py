"""`python -m huarong` is the command `huarong`."""

import sys


def main() -> None:
    """Run the command line. Ctrl-C while modules are being imported ends it without a traceback."""
    try:
        from huarong.cli.main import main as command

        command(prog_name="huarong")
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
