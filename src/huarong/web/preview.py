"""Link previews (Open Graph): what a chat shows of an address that names a puzzle (`/?p=横刀立马`)."""

from html import escape
from urllib.parse import urlencode

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from huarong.errors import HuarongError
from huarong.i18n import say
from huarong.library import catalogue
from huarong.library.reader import read_text
from huarong.model.pieces import board_text
from huarong.web.endpoint import fitting
from huarong.web.replies import language


async def previewed(html: str, request: Request) -> str:
    """Return a page with the name, the board and the picture of its address's puzzle `p`; unchanged without one."""
    text, at, lang = request.query_params.get("p", ""), request.query_params.get("at"), language(request)
    try:
        puzzle = fitting(await run_in_threadpool(read_text, text), "p")
    except HuarongError:
        return html
    entry, names = catalogue.named(text), dict.fromkeys((puzzle.name_zh, puzzle.name, "华容 Huarong"))
    n, board = len(puzzle.pieces), board_text(puzzle.board)
    about = say("{n} {n:piece|pieces} on a board of {board}", lang, n=n, board=board)
    if entry and (moves := catalogue.length(entry)):
        about += say("; shortest solution: {moves} {moves:move|moves}", lang, moves=moves)
    told = {"title": " · ".join(filter(None, names)), "description": about, "type": "website", "url": str(request.url)}
    told["image"] = f"{request.base_url}api/v1/png?{urlencode({'puzzle': text} | ({'heads': at} if at else {}))}"
    tags = [f'<meta property="og:{key}" content="{escape(value)}">' for key, value in told.items()]
    return html.replace("<title>", "\n".join((*tags, '<meta name="twitter:card" content="summary">', "<title>")), 1)
