"""Fill in who publishes the project and where, in every file that says so.

    python -m tools.publish --repository https://github.com/NAME/huarong --person "Ada Lovelace" --doi 10.5281/zenodo.1

It writes the address into `pyproject.toml` (the site's links "edit this page" come from there), `git clone` into both
READMEs, and address, person and DOI into `CITATION.cff`, whose version and date it brings up to date. For a repository
on GitHub it names the server in `server.json`, for registries of MCP servers, and repeats that name in `README.md`,
where they check it. What is not given stays as it is.
"""

from __future__ import annotations

import argparse
import datetime
import json
import re
from pathlib import Path

import huarong

ROOT = Path(__file__).parent.parent
INSTALL = "python -m pip install . "


def cited(text: str, person: str, repository: str, doi: str, day: str) -> str:
    """`CITATION.cff` with what is given.

    >>> now = 'authors:\\n  - name: "x"\\nversion: 0\\ndate-released: 2000-01-01\\n'
    >>> print(cited(now, "Ada Lovelace", "", "10.1/2", "2030-05-06"))
    authors:
      - given-names: "Ada"
        family-names: "Lovelace"
    version: 0.1.0
    date-released: 2030-05-06
    doi: 10.1/2
    <BLANKLINE>
    """
    if person:
        given, _, family = person.rpartition(" ")
        who = (
            f"  - given-names: {json.dumps(given, ensure_ascii=False)}\n    family-names: "
            f"{json.dumps(family, ensure_ascii=False)}\n"
        )
        text = re.sub(r"(?<=^authors:\n)(?:  .*\n)+", lambda _: who, text, flags=re.MULTILINE)
    text = re.sub(r"^version: .*$", f"version: {huarong.__version__}", text, flags=re.MULTILINE)
    text = re.sub(r"^date-released: .*$", f"date-released: {day}", text, flags=re.MULTILINE)
    for key, value in (("repository-code", repository), ("doi", doi)):
        if value:
            line = f'{key}: "{value}"' if "/" in value and key != "doi" else f"{key}: {value}"
            text = re.sub(rf"^{key}: .*\n", "", text, flags=re.MULTILINE) + line + "\n"
    return text


def addressed(text: str, repository: str) -> str:
    """`pyproject.toml` with the address, in place of an earlier one.

    >>> addressed("[project]\\nname = 1\\n\\n[project.optional-dependencies]\\n", "https://e.org/h").count("Repository")
    1
    """
    text = re.sub(r'\[project\.urls\]\nRepository = ".*"\n\n', "", text)
    table = f'[project.urls]\nRepository = "{repository}"\n\n'
    return text.replace("[project.optional-dependencies]", table + "[project.optional-dependencies]", 1)


def cloned(text: str, repository: str) -> str:
    """A README whose first command gets the project from its address.

    >>> cloned("```sh\\npython -m pip install . && huarong\\n", "https://e.org/h.git").splitlines()[1]
    'git clone https://e.org/h.git huarong && cd huarong'
    """
    text = re.sub(r"^git clone .*\n", "", text, flags=re.MULTILINE)
    return text.replace(INSTALL, f"git clone {repository} huarong && cd huarong\n{INSTALL}", 1)


def registered(text: str, repository: str) -> str:
    """`server.json` with this version and the server's name in the namespace of the repository's owner on GitHub.

    >>> print(registered('{"name": "", "packages": [{}]}', "https://github.com/ada/huarong.git"))
    {
      "name": "io.github.ada/huarong",
      "packages": [
        {
          "version": "0.1.0"
        }
      ],
      "version": "0.1.0",
      "repository": {
        "url": "https://github.com/ada/huarong",
        "source": "github"
      }
    }
    <BLANKLINE>
    """
    found = json.loads(text) | {"version": huarong.__version__}
    found["packages"] = [{**each, "version": huarong.__version__} for each in found["packages"]]
    if given := re.fullmatch(r"(https://github\.com/([\w.-]+)/[\w.-]+?)(?:\.git)?/?", repository):
        found |= {"name": f"io.github.{given[2]}/huarong", "repository": {"url": given[1], "source": "github"}}
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"


def named(text: str, server: str) -> str:
    """`README.md` with the server's name as a comment in its last line.

    >>> named(named("# A", "io.github.ada/huarong"), "io.github.eve/huarong").splitlines()
    ['# A', '', '<!-- mcp-name: io.github.eve/huarong -->']
    """
    return f"{re.sub(r'<!-- mcp-name: .* -->', '', text).rstrip()}\n\n<!-- mcp-name: {server} -->\n"


def publish(root: Path, repository: str, person: str, doi: str, day: str) -> None:
    """Write all files below a folder."""

    def change(name: str, text: str) -> None:
        (root / name).write_text(text, "utf-8")

    def now(name: str) -> str:
        return (root / name).read_text("utf-8")

    change("CITATION.cff", cited(now("CITATION.cff"), person, repository, doi, day))
    change("server.json", registered(now("server.json"), repository))
    if "github.com/" in repository:
        change("README.md", named(now("README.md"), json.loads(now("server.json"))["name"]))
    if repository:
        change("pyproject.toml", addressed(now("pyproject.toml"), repository))
        for name in ("README.md", "README.zh-CN.md"):
            change(name, cloned(now(name), repository))


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tools.publish", description=__doc__)
    parser.add_argument("--repository", default="", help="the address that `git clone` takes")
    parser.add_argument("--person", default="", help="given names, then the family name")
    parser.add_argument("--doi", default="")
    given = parser.parse_args()
    publish(ROOT, given.repository, given.person, given.doi, str(datetime.date.today()))


if __name__ == "__main__":
    main()
