"""`huarong serve`: it listens at the given address, prints it, and passes its limits on."""

import socket
from unittest import mock

import pytest
import uvicorn

from huarong.errors import InputError
from tests.cli.running import run


def served(*words: str, lang: str = "en"):
    """The arguments with which the server would be started, and what is printed; nothing is served."""
    with mock.patch.object(uvicorn.Server, "run", autospec=True) as begun, mock.patch("threading.Timer") as timer:
        found = run("serve", *words, lang=lang)
    (listener,) = begun.call_args.kwargs["sockets"]
    return found.output, begun.call_args.args[0].config, timer, listener


def test_it_says_where_it_listens_and_opens_the_browser() -> None:
    output, _, timer, listener = served("--port", "0")
    assert output.startswith("Huarong: http://127.0.0.1:")
    port = int(output.split(":")[3].split("/")[0])
    assert 0 < port < 65536
    assert timer.call_args.args[2] == [f"http://127.0.0.1:{port}/"]
    assert listener.fileno() == -1, "the port is still held"


def test_no_browser_and_limits() -> None:
    _, config, timer, _ = served(
        "--port", "0", "--no-browser", "--workers", "3", "--waiting", "5", "--max-seconds", "7", "--max-memory", "100M"
    )
    assert not timer.called
    capacity = config.app.state.server.capacity
    assert (capacity.workers, capacity.waiting) == (3, 5)
    assert (capacity.limits.seconds, capacity.limits.memory) == (7, 100 << 20)


def test_a_port_in_use_is_told_with_a_way_out() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        found = run("serve", "--no-browser", "--port", port, status=2)
        assert f"port {port} of 127.0.0.1 is in use; --port 0 takes any free one" in found.output


@pytest.mark.parametrize("host", ["no.such.host.invalid", "203.0.113.7"])
def test_an_address_that_is_not_here_is_refused(host: str) -> None:
    from huarong.cli.serve import _listen

    with pytest.raises(InputError, match=f"cannot listen on {host}, port 0"):
        _listen(host, 0)
