"""`huarong mcp`, spoken to by the SDK's own client over standard input and output."""

import asyncio
import json
import subprocess
import sys
from unittest import mock

import anyio
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from huarong import __version__
from huarong.cli.assistant import TOOLS
from tests.cli.running import environment, run
from tests.cli.test_assistant import RIGHT, SMALL, WRONG

LONG = {"puzzle": "gnome-klotski: Lodzianka"}


def talk(conversation, *words):
    """What a conversation with the server, a coroutine function of the client, returns."""
    command = ["-m", "huarong", "mcp", *words]

    async def run() -> object:
        server = StdioServerParameters(command=sys.executable, args=command, env=environment())
        async with Client(stdio_client(server)) as client:
            return await conversation(client)

    return asyncio.run(run())


def test_every_tool_is_listed_and_answers_right_and_wrong_calls(tmp_path):
    async def conversation(client):
        listed = (await client.list_tools()).tools
        made = await client.call_tool("prove", RIGHT["prove"] | {"path": f"{tmp_path}/small.proof"})
        right, wrong = {"prove": made}, {}
        for name in TOOLS:
            arguments = RIGHT[name] | ({"path": f"{tmp_path}/small.proof"} if "path" in RIGHT[name] else {})
            right[name] = right.get(name) or await client.call_tool(name, arguments)
            wrong[name] = await client.call_tool(name, WRONG[name][0])
        unknown = [
            await client.call_tool("slove", {}),
            await client.call_tool("solve", {"puzle": SMALL}),
            await client.call_tool("solve", {"puzzle": SMALL, "max_seconds": 100}),
        ]
        stopped = await client.call_tool("solve", LONG | {"max_seconds": 0.05})
        return client.server_info, listed, right, wrong, unknown, stopped

    server, listed, right, wrong, unknown, stopped = talk(conversation)
    assert (server.name, server.version) == ("huarong", __version__)
    assert [each.name for each in listed] == list(TOOLS)
    assert all(each.description and each.output_schema for each in listed)
    for name, answer in right.items():  # the client has checked the answers against the schemas
        assert not answer.is_error and answer.structured_content["version"] == __version__, name
        assert json.loads(answer.content[0].text) == answer.structured_content
    assert right["solve"].structured_content["length"] == 2
    for name, answer in wrong.items():
        assert answer.is_error and WRONG[name][1] in answer.content[0].text, name
        assert "Traceback" not in answer.content[0].text
    told = [each.content[0].text for each in unknown]
    assert all(each.is_error for each in unknown)
    assert "the nearest: solve" in told[0]
    assert told[1].startswith("puzle: there is no such field") and "the nearest: puzzle" in told[1]
    assert told[2] == "max_seconds: this server allows at most 60.0"
    assert (stopped.structured_content["solved"], stopped.structured_content["stopped"]) == (None, "time")


@pytest.mark.slow
def test_a_cancelled_search_ends_and_progress_is_reported():
    """Two searches run at once: a third call is answered only if cancelling has ended those before it."""
    seen = []

    async def conversation(client):
        async def report(progress, total, message):
            seen.append((progress, message))
            if len(seen) == 3:
                scope.cancel()

        for _ in range(3):
            seen.clear()
            with anyio.CancelScope() as scope:
                async with anyio.create_task_group() as group:
                    group.start_soon(client.call_tool, "solve", LONG)
                    await client.call_tool("solve", LONG, progress_callback=report)
            assert scope.cancelled_caught
        return await client.call_tool("solve", {"puzzle": "捷足先登"})

    found = talk(conversation, "--max-seconds", "600")
    assert found.structured_content["length"] == 32
    assert [each[0] for each in seen] == sorted(each[0] for each in seen)
    assert all(message.endswith("layouts") for _, message in seen)


@pytest.mark.slow
def test_limits_and_language_of_the_command():
    async def conversation(client):
        first = (await client.list_tools()).tools[0]
        return (first, await client.call_tool("solve", LONG), await client.call_tool("solve", {"puzzle": "横刀立牛"}))

    first, stopped, wrong = talk(conversation, "--max-seconds", "0.2", "--lang", "zh")
    assert "最短解" in first.description
    assert "时间" in stopped.structured_content["message"]
    assert "横刀立马" in wrong.content[0].text and "known" not in wrong.content[0].text


def test_a_missing_package_is_named_with_the_command_that_installs_it():
    with mock.patch.dict(sys.modules, {"mcp.server.lowlevel": None}):
        told = run("mcp", status=2).output
    assert 'this requires mcp: python -m pip install ".[mcp]"' in told


@pytest.mark.slow
def test_nothing_else_imports_the_package():
    program = (
        "import sys, huarong\nfrom huarong.cli.main import main\n"
        "try: main(sys.argv[1:])\nexcept SystemExit: pass\n"
        "print(*{'mcp', 'pydantic', 'anyio'} & sys.modules.keys(), file=sys.stderr)"
    )
    for words in (["solve", "捷足先登"], ["mcp", "--help"]):
        command = [sys.executable, "-c", program, *words]
        done = subprocess.run(command, capture_output=True, check=True, env=environment())
        assert done.stderr.strip() == b"", words


@pytest.mark.slow
@pytest.mark.parametrize("data", [b"", b"\xff\n{\n[]\n"])
def test_the_end_of_the_input_ends_the_server(data):
    command = [sys.executable, "-m", "huarong", "mcp"]
    done = subprocess.run(command, input=data, capture_output=True, timeout=60, env=environment())
    assert done.returncode == 0 and b"Traceback" not in done.stdout
