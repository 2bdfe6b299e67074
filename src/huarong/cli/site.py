"""`huarong site`."""

from __future__ import annotations

import click

from huarong.cli.base import argument, command
from huarong.cli.language import tell
from huarong.cli.options import limits
from huarong.cli.output import Terms, print_json
from huarong.i18n import size_text


@command("site")
@argument("folder", metavar="DIR")
@limits()
def site_command(folder: str, terms: Terms) -> None:
    """Write the web app as static files, which any host can serve without Python.

    DIR may be new, empty, or an earlier site. The pages play, hint, solve, edit and draw maps without a server, and say
    what needs Python. To try it: `python -m http.server -d DIR`.
    """
    from huarong.web.site import write_site

    with terms.reported() as limits:
        found = write_site(folder, **limits)
    if terms.json:
        print_json(found.to_json())
    else:
        text = "{files:,} {files:file|files}, {size}, in {folder}"
        click.echo(tell(text, files=found.files, size=size_text(found.size), folder=found.folder))
