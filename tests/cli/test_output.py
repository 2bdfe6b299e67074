"""The line of progress has what its template asks for; without one, what is known of depth, work, rate and time left."""

from __future__ import annotations

import io
from unittest import mock

import pytest

from huarong.cli.output import Reporter
from huarong.limits import Progress


class Screen(io.StringIO):
    """A terminal that keeps what is written to it."""

    def isatty(self) -> bool:
        """It is one."""
        return True


def shown(progress: Progress, template: str = "") -> list[str]:
    """The lines that a reporter shows."""
    with (
        mock.patch("sys.stderr", Screen()),
        mock.patch("rich.status.Status.start"),
        mock.patch("rich.status.Status.update") as update,
        Reporter(True, template) as reporter,
    ):
        reporter(progress)
    return [call.args[0] for call in update.call_args_list]


@pytest.mark.parametrize(
    ("progress", "template", "line"),
    [
        (Progress(3, 4000, 2.0), "", "depth 3, 4,000 layouts, 2,000 a second"),
        (
            Progress(3, 4000, 2.0, total=8000),
            "",
            "depth 3, 4,000 layouts, 2,000 a second, at most 2.00 seconds left",
        ),
        (
            Progress(3, 4000, 2.0, 8000),
            "{next} of {total:,}, {done:,} done",
            "4 of 8,000, 4,000 done",
        ),
        (Progress(3, 4, 2.0, part="[b]"), "{part}", r"\[b]"),
    ],
)
def test_a_line_of_progress(progress: Progress, template: str, line: str) -> None:
    assert shown(progress, template) == [line]


def test_nothing_is_shown_of_a_moment() -> None:
    assert shown(Progress(3, 4000, 0.2)) == []
