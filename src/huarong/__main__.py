"""`python -m huarong` is the command `huarong`."""

from huarong.cli.main import main

if __name__ == "__main__":
    main(prog_name="huarong")
