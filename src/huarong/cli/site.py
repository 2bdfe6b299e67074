"""`huarong site`."""

from __future__ import annotations

from typing import Any

import click

from huarong.cli.base import argument, command
from huarong.cli.language import tell
from huarong.cli.options import JSON, limits
from huarong.cli.output import Reporter, print_json
from huarong.i18n import size_text

__all__ = ["site_command"]


@command("site")
@argument("folder", metavar="DIR")
@JSON
@limits()
def site_command(folder: str, as_json: bool, limits: dict[str, Any]) -> None:
    """Write the web app as files that any host can serve, without Python.

    DIR may be new, empty, or a site that was written before. The pages play, hint, solve, edit and draw maps by themselves;
    what needs Python they say. To try it: `python -m http.server -d DIR`.
    """
    from huarong.web.site import write_site

    with Reporter(not as_json) as reporter:
        found = write_site(folder, progress=reporter, **limits)
    if as_json:
        print_json(found.to_json())
    else:
        text = "{files:,} {files:file|files}, {size}, in {folder}"
        click.echo(tell(text, files=found.files, size=size_text(found.size), folder=found.folder))
