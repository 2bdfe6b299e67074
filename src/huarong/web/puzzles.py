"""The API of puzzles: the library, reading, checking, converting, pictures."""

from __future__ import annotations

import asyncio
import functools
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from huarong.draw.svg import THEMES, svg
from huarong.errors import CannotExpress, HuarongError
from huarong.library import catalogue as library
from huarong.notation import NOTATIONS, detect, write
from huarong.web import answers
from huarong.web.endpoints import METRICS, Endpoints
from huarong.web.fields import FieldError, as_error
from huarong.web.replies import as_json, language
from huarong.web.sight import started

__all__ = ["Puzzles"]


class Puzzles(Endpoints):
    """The endpoints that search nothing."""

    async def library(self, request: Request) -> Response:
        """Every puzzle of the library in little room, for pages that show them all."""
        await self._fields(request, ())
        shared = await run_in_threadpool(_shared)
        counts = self.survey.counts
        entries = [
            [*about, found and [found.get(metric, "?") for metric in METRICS]]
            for about in shared["entries"]
            for found in [counts.get(about[0])]
        ]
        asyncio.get_running_loop().call_later(1, self.survey.start)
        return as_json({**shared, "entries": entries, "pending": self.survey.pending})

    async def puzzles(self, request: Request) -> Response:
        """The puzzles that a text describes, with their best counts as far as they are known."""
        fields = await self._fields(request, ("search", "group"))
        group = fields.choice("group", ("", *library.GROUPS), "")
        words = fields.text("search", "", 200)
        self.survey.start()
        found = [e for e in library.search(words) if group in ("", e.group)]
        rows = [{**answers.entry_json(e), **self.survey.facts(e)} for e in found]
        return as_json({"puzzles": rows, "pending": self.survey.pending})

    async def named(self, request: Request) -> Response:
        """One puzzle of the library."""
        await self._fields(request, ())
        entry = library.find(request.path_params["name"])
        data = await run_in_threadpool(answers.puzzle_json, entry.puzzle)
        return as_json({**answers.entry_json(entry), **self.survey.facts(entry), "puzzle": data})

    async def puzzle(self, request: Request) -> Response:
        """Whatever a text stands for: a name or a puzzle in any notation."""
        fields = await self._fields(request, ("text", "goal", "notation"))
        found = await self._puzzle(fields, "text")
        return as_json(await run_in_threadpool(answers.puzzle_json, found))

    async def check(self, request: Request) -> Response:
        """Everything that is wrong with a text, or the puzzle that it is."""
        fields = await self._fields(request, ("text", "goal", "notation"))
        try:
            found = await self._puzzle(fields, "text")
        except HuarongError as error:
            if isinstance(error, FieldError):
                raise
            data = as_error(error, language(request), "text")[1]["error"]
            alone = [
                {"line": None, "column": None, "reason": data["reason"], "message": data["reason"]}
            ]
            return as_json({"valid": False, "faults": data.get("faults", alone)})
        data = await run_in_threadpool(answers.puzzle_json, found)
        names = await run_in_threadpool(lambda: [each.name for each in detect(fields.text("text"))])
        return as_json(
            {"valid": True, "faults": [], "notations": names, "puzzle": data, "text": found.text()}
        )

    async def convert(self, request: Request) -> Response:
        """A puzzle in another notation, or in all of them."""
        fields = await self._fields(request, ("puzzle", "goal", "notation", "heads", "to"))
        puzzle = await self._puzzle(fields)
        puzzle = started(puzzle, self._heads(fields, puzzle))
        names = [each.name for each in NOTATIONS]
        lang = language(request)
        if fields.maybe("to") is not None:
            name = fields.choice("to", names, "grid")
            try:
                return as_json(
                    {"notation": name, "text": await run_in_threadpool(write, puzzle, name)}
                )
            except CannotExpress as error:
                error.about = "to"  # type: ignore[attr-defined]
                raise

        def all_of_them() -> list[dict[str, Any]]:
            rows = []
            for each in NOTATIONS:
                row = {
                    "notation": each.name,
                    "title": each.title_zh if lang == "zh" else each.title,
                }
                try:
                    rows.append({**row, "text": each.encode(puzzle), "reason": None})
                except CannotExpress as error:
                    rows.append({**row, "text": None, "reason": error.message(lang)})
            return rows

        return as_json({"notations": await run_in_threadpool(all_of_them)})

    async def svg(self, request: Request) -> Response:
        """A layout as a picture."""
        fields = await self._fields(
            request, ("puzzle", "goal", "notation", "heads", "theme", "labels", "cell")
        )
        puzzle = await self._puzzle(fields)
        heads = self._heads(fields, puzzle)
        theme = fields.choice("theme", tuple(THEMES), "light")
        labels = fields.choice("labels", ("true", "false"), "true") == "true"
        cell = int(fields.number("cell", 56, 4, 200))
        text = await run_in_threadpool(
            lambda: svg(puzzle, heads, theme=theme, labels=labels, cell=cell)
        )
        return Response(text, media_type="image/svg+xml")


@functools.cache
def _shared() -> dict[str, Any]:
    entries = library.library()
    puzzles = [entry.puzzle for entry in entries]
    return {
        "groups": library.GROUPS,
        "entries": [
            [e.name, e.name_zh, e.pinyin, list(e.aliases), library.GROUPS.index(e.group)]
            for e in entries
        ],
        **answers.compact(puzzles),
    }
