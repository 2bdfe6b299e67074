"""Explorations and many small spaces on a Ray cluster: `pip install "huarong[cluster]"`.

Scheduling, retries and transport are Ray's. The tasks are those of `huarong.explore`: each reads files of a
folder that all machines share and writes others, which appear whole or not at all; so a task whose worker dies
is simply done again, elsewhere. Nothing passes through Ray's object store but names and counts.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import socket
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from huarong.atlas.atlas import Atlas
from huarong.atlas.goals import read_goal
from huarong.errors import HuarongError, InputError
from huarong.explore.driver import RESERVED
from huarong.explore.driver import explore as explore_by_tasks
from huarong.explore.exploration import Exploration, Request
from huarong.explore.store import FileStore, Store
from huarong.explore.tasks import Run, Task, threads
from huarong.i18n import size_text
from huarong.limits import Watch
from huarong.model.board import Layout
from huarong.model.metric import Metric, as_metric
from huarong.space.space import Space

__all__ = ["Hardest", "connected", "explore", "hardest_starts"]

_RETRIES = 100
"""So many workers may die under one task."""
_DRIVER, _WORKER = 70 << 20, 130 << 20
"""What Ray adds to this process, and what each of its workers takes besides what it works on, in bytes."""
_LEAST_WORK = 24 << 20
"""What a task may use at least, in bytes."""
_OBJECTS = 80 << 20
"""What Ray's object store gets, in bytes: about the least that it takes."""
_LOOK = 0.05
_PATIENCE = 5.0
"""So many seconds may pass until a cluster answers."""
_AHEAD = 4


def explore(request: Request, watch: Watch) -> Exploration:
    """Levels are files of a folder that all machines share, made by the processes of a Ray cluster.

    The address `"local"` starts a cluster on this machine, with as many workers as asked for, and ends it
    afterwards. The memory limit is for this process and all workers together; what Ray runs besides comes on
    top. Raises `InputError` where no cluster answers or the memory is too little.
    """
    assert request.folder is not None
    with connected(request.address, request.workers) as ray:
        taken = _DRIVER + _WORKER * request.workers
        shares = request.workers + 1  # this process does tasks too
        least = RESERVED + taken + _LEAST_WORK * shares
        if watch.memory < least:
            raise InputError(
                "{memory} are too little for {workers:,} {workers:worker|workers}; "
                "expected at least {least}",
                memory=size_text(watch.memory),
                workers=request.workers,
                least=size_text(least),
            )
        return explore_by_tasks(
            replace(request, folder=request.folder.absolute()),
            watch.part(
                memory=RESERVED + (watch.memory - RESERVED - taken) // shares * (shares - 1)
            ),
            functools.partial(_start, ray),
            "ray",
        )


@contextlib.contextmanager
def connected(address: str = "local", workers: int | None = None) -> Iterator[Any]:
    """Ray, connected to a cluster, or to one begun here and ended afterwards. Raises `InputError`."""
    try:
        ray = importlib.import_module("ray")
    except ImportError as error:
        raise InputError('this needs Ray: pip install "huarong[cluster]"') from error
    if ray.is_initialized():
        yield ray
        return
    here: dict[str, Any] = {}
    _answers(address)
    if address == "local":
        here = {"num_cpus": workers, "include_dashboard": False, "object_store_memory": _OBJECTS}
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **here)
    except (ConnectionError, ValueError, RuntimeError) as error:
        why = str(error).split("\n")[0]
        raise InputError(
            "no Ray cluster answers at {address}: {why}", address=address, why=why
        ) from error
    try:
        yield ray
    finally:
        ray.shutdown()


def _answers(address: str) -> None:
    """Raise `InputError` where nothing answers at a host and port: Ray itself tries that for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if host and port.isdecimal():
        try:
            socket.create_connection((host, int(port)), _PATIENCE).close()
        except OSError as error:
            why = error.strerror or str(error)
            raise InputError(
                "no Ray cluster answers at {address}: {why}", address=address, why=why
            ) from error


def _start(ray: Any, look: Callable[[], None], store: Store) -> Run:
    """Does tasks on the cluster; one that is alone is done here, since small levels come as one."""
    assert isinstance(store, FileStore)
    remote = ray.remote(max_retries=_RETRIES)(_do)
    here = threads(1)(look, store)

    def run(tasks: Sequence[Task]) -> list[Any]:
        if len(tasks) == 1:
            return here(tasks)
        waiting = [remote.remote(task) for task in tasks]
        left = list(waiting)
        try:
            while left:
                done, left = ray.wait(left, timeout=_LOOK)
                ray.get(done)
                look()
        except BaseException as error:
            for each in left:
                ray.cancel(each, force=True)
            cause = getattr(error, "cause", None)
            if isinstance(cause, HuarongError):
                raise cause from None
            raise
        return list(ray.get(waiting))

    return run


def _do(task: Task) -> Any:
    return task()


class Hardest(NamedTuple):
    """The layouts of a space that are farthest from its goal.

    `longest` is None where no layout can be solved, or the space is empty.
    """

    space: str
    layouts: int
    solvable: int
    longest: int | None
    starts: tuple[Layout, ...]


def hardest(space: str, metric: Metric | str = Metric.MOVE, goal: str | None = None) -> Hardest:
    """The hardest starts of a space, as `Space.parse` and `read_goal` read it and its goal.

    >>> hardest("4x5 2x2:1 2x1:1 1x2:4 1x1:4", "step").longest
    126
    """
    parsed = Space.parse(space)
    if not parsed:
        return Hardest(space, 0, 0, None, ())
    atlas = Atlas.build(parsed, read_goal(parsed, goal), as_metric(metric))
    facts = atlas.facts
    return Hardest(space, facts.layouts, facts.solvable, facts.longest, atlas.hardest())


def hardest_starts(
    spaces: Iterable[str],
    metric: Metric | str = Metric.MOVE,
    *,
    goal: str | None = None,
    address: str = "local",
    workers: int | None = None,
) -> Iterator[Hardest]:
    """The hardest starts of many spaces, one Ray task each, in the order in which they come."""
    with connected(address, workers) as ray:
        remote = ray.remote(max_retries=_RETRIES)(hardest)
        most = _AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        running: list[Any] = []
        for space in spaces:
            running.append(remote.remote(space, metric, goal))
            if len(running) >= most:
                done, running = ray.wait(running)
                yield from ray.get(done)
        while running:
            done, running = ray.wait(running)
            yield from ray.get(done)
