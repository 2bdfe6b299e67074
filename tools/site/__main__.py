"""`python -m tools.site`: build the site; keep the two languages together."""

from __future__ import annotations

import argparse
from pathlib import Path

from tools.site.contents import LANGUAGES, ROOT, WRITTEN, behind, source, stamped, uneven


def main() -> None:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tools.site", description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site", help="where to (default: build/site)")
    parser.add_argument("--language", choices=LANGUAGES, action="append", help="only this one")
    parser.add_argument(
        "--behind",
        action="store_true",
        help="say where the Chinese is behind, or one language has what the other has not, and end",
    )
    parser.add_argument("--stamp", nargs="+", metavar="PAGE", help="these Chinese pages now follow their English")
    given = parser.parse_args()
    if given.behind:
        for page in WRITTEN:
            path = source(page, "zh")
            english = source(page, "en").read_text("utf-8")
            chinese = path.read_text("utf-8") if path.exists() else None
            late = ["(no Chinese)"] if chinese is None else [*behind(english, chinese), *uneven(english, chinese)]
            if late:
                print(f"{page}: {', '.join(late)}")
        return
    if given.stamp:
        for page in WRITTEN if given.stamp == ["all"] else given.stamp:
            path = source(page, "zh")
            text = stamped(source(page, "en").read_text("utf-8"), path.read_text("utf-8"), f"{Path(page).name}.md")
            path.write_text(text, "utf-8")
        return
    from tools.site.build import build

    build(given.out.resolve(), tuple(given.language or LANGUAGES))
    print(f"{given.out}/index.html")


if __name__ == "__main__":
    main()
