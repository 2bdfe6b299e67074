"""A session of timed solves: averages, and the file to which they are appended; independent of the terminal.

The file is CSV with the columns of the web app's timer, one row for each solve.
"""

import csv
import io
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from huarong.errors import FileError
from huarong.files import refusable


@dataclass(frozen=True, slots=True)
class TimedSolve:
    """One solve: the start with its goal on one line, the time, the count in a metric, the date and time (ISO 8601,
    UTC).

    `played` has every move with the milliseconds since the first: `B D1 0; J L1U1 812`.
    """

    puzzle: str
    milliseconds: int
    moves: int
    metric: str
    date: str
    played: str


COLUMNS = tuple(each.name for each in fields(TimedSolve))


def average(times: Sequence[int], n: int) -> float | None:
    """Return the mean of the last `n` times without the best and the worst of them; None if there are fewer.

    >>> average([9000, 10000, 12000, 11000, 30000], 5), average([1, 2], 5)
    (11000.0, None)
    """
    if len(times) < n:
        return None
    inner = sorted(times[-n:])[1:-1]
    return sum(inner) / len(inner)


def time_text(milliseconds: float) -> str:
    """Return a time as `12.345` or `1:02.345`.

    >>> time_text(999), time_text(62345)
    ('0.999', '1:02.345')
    """
    minutes, rest = divmod(round(milliseconds), 60_000)
    return f"{minutes}:{rest / 1000:06.3f}" if minutes else f"{rest / 1000:.3f}"


def check_session(path: str | Path) -> None:
    """Raise `FileError` if solves cannot be appended to a file: it has other columns, or cannot be read."""
    with refusable(path):
        if not Path(path).exists():
            return
        with Path(path).open(encoding="utf-8-sig", errors="replace", newline="") as file:
            first = next(csv.reader(file), [])
    if first and tuple(first) != COLUMNS:
        raise FileError("{path} has other columns; expected {columns}", path=path, columns=",".join(COLUMNS))


def append(path: str | Path, solve: TimedSolve) -> None:
    """Append a solve to a file, creating it if necessary. Raises `FileError`."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    with refusable(path), Path(path).open("a", encoding="utf-8", newline="") as file:
        if not file.tell():
            rows.writerow(COLUMNS)
        rows.writerow(astuple(solve))
        file.write(text.getvalue())
