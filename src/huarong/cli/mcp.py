"""`huarong mcp`: offer tools to assistants, by the Model Context Protocol over standard input and output."""

import json
import signal
from typing import TYPE_CHECKING, Any

from huarong import __version__
from huarong.cli.base import language, option, tell
from huarong.cli.options import MEMORY, SECONDS, command
from huarong.cli.serve import give_memory_back
from huarong.errors import HuarongError, InputError, choices, optional
from huarong.i18n import counted
from huarong.limits import Limits

if TYPE_CHECKING:
    from huarong.web.job_queue import JobQueue


@command("mcp", terms=None)
@option("--max-seconds", "The most seconds that a request may ask for (30 if it asks for none).", SECONDS, default=60.0)
@option("--max-memory", "The memory limit of a search.", MEMORY, default="1G")
def mcp_command(max_seconds: float, max_memory: int) -> None:
    """Offer Huarong's tools to an assistant, over standard input and output (Model Context Protocol).

    The assistant starts this command. `docs/en/howto/assistants.md` says what to write into its settings. The tools are
    `solve`, `hint`, `check_moves`, `prove`, `verify_certificate`, `find_puzzle`, `rate` and `hardest`. The assistant
    may ask for less time and memory than these limits.
    """
    import asyncio

    sdk, transport = optional("mcp.server.lowlevel", "mcp"), optional("mcp.server.stdio", "mcp")
    from huarong.web.job_queue import MAX_LAYOUTS, Capacity, JobQueue

    limits = Limits.of(max_memory, max_seconds, MAX_LAYOUTS)
    give_memory_back()

    async def run() -> None:
        queue = JobQueue(Capacity(limits=limits))
        server = _server(sdk, queue)
        try:
            async with transport.stdio_server() as (incoming, outgoing):
                await server.run(incoming, outgoing, server.create_initialization_options())
        finally:
            queue.close()

    # A thread that waits for input would outlive an interrupt.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    asyncio.run(run())


def _server(sdk: Any, queue: "JobQueue") -> Any:
    """Return the server with its two requests: to list the tools, and to call one."""
    from huarong.cli.assistant import TOOLS

    types, lang = optional("mcp.types", "mcp"), language()

    async def list_tools(context: Any, params: Any) -> Any:
        tools = [
            types.Tool(
                name=name, description=tell(each.about), input_schema=each.takes(lang), output_schema=each.answers()
            )
            for name, each in TOOLS.items()
        ]
        return types.ListToolsResult(tools=tools)

    async def call_tool(context: Any, params: Any) -> Any:
        try:
            found = await _called(queue, params.name, params.arguments or {}, lang, context.session)
        except HuarongError as error:
            about = getattr(error, "field", None) or getattr(error, "about", None)
            text = f"{about}: {error.message(lang)}" if about else error.message(lang)
            return types.CallToolResult(content=[types.TextContent(text=text)], is_error=True)
        text = json.dumps(found, ensure_ascii=False)
        return types.CallToolResult(content=[types.TextContent(text=text)], structured_content=found)

    about = tell(
        "Sliding-block puzzles (华容道, Klotski, Rush Hour, n-puzzle): shortest solutions, perfect hints, whole spaces."
    )
    calls = {"on_list_tools": list_tools, "on_call_tool": call_tool}
    return sdk.Server("huarong", version=__version__, instructions=about, **calls)


async def _called(queue: "JobQueue", name: str, arguments: dict[str, Any], lang: str, session: Any) -> dict[str, Any]:
    """Return the answer of a tool; its work runs in a thread, and stops when this coroutine is cancelled.

    Raises `InputError` for an unknown tool, `FieldError` for an invalid argument, `Busy`, and the errors of the work.
    """
    from huarong.cli.assistant import TOOLS
    from huarong.web.endpoint import limits_of
    from huarong.web.fields import read

    if name not in TOOLS:
        template, what = "{value!r} is not a valid {name}; {expected}", tell("tool")
        raise InputError(template, value=name[:60], name=what, expected=choices(name, TOOLS))
    values = read(arguments, TOOLS[name].fields)
    limits = limits_of(values, queue.capacity.limits)
    job = queue.submit(lambda watch: TOOLS[name].call(values, lang, watch), limits)
    try:
        async for at in job.progress():
            done = counted(at.layouts, at.unit, lang)
            await session.report_progress(at.seconds, message=done)
        return await job.done
    finally:
        queue.stop(job)
