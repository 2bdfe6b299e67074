"""Computing figures anew and keeping their values: `python -m huarong.study.renewing FIGURE...`; without names all of
them.
"""

from __future__ import annotations

import datetime
import json
import sys
import time
from typing import Any

from huarong.files import replacing
from huarong.study.comparison import machine_name
from huarong.study.figures import FIGURES, TIMED
from huarong.study.kept import FILE, rows_of


def renew(name: str) -> None:
    """Compute a figure and store its values; those of a figure of times replace this machine's earlier ones."""
    began = time.perf_counter()
    values = dict(FIGURES[name]())
    row: dict[str, Any] = {"seconds": round(time.perf_counter() - began, 1)}
    rows = rows_of()
    if name in TIMED:
        machine = machine_name()
        others = [each for each in rows.get(name, {}).get("measured", []) if each["machine"] != machine]
        today = datetime.date.today().isoformat()
        row["measured"] = [*others, {"machine": machine, "date": today, "values": values}]
    else:
        row["values"] = values
    rows[name] = row
    with replacing(FILE) as file:
        file.write(_text(rows).encode())


def _text(rows: dict[str, Any]) -> str:
    """A figure a line."""
    lines = [f" {json.dumps(name)}: {json.dumps(rows[name], ensure_ascii=False)}" for name in sorted(rows)]
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    for each in sys.argv[1:] or sorted(rows_of()):
        renew(each)
