"""Explorations on a Ray cluster: the extra `cluster`.

The workers are Ray actors. A task reads files of a folder that all machines share and writes others, which appear
completely or not at all. So when a worker dies, another one repeats its task. Only names and counts pass between
processes.
"""

import collections
import contextlib
import functools
import importlib
import itertools
import os
import secrets
import socket
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from huarong.errors import Fault, HuarongError, InputError, optional
from huarong.explore import preflight
from huarong.explore.driver import explore as explore_by_tasks
from huarong.explore.exploration import Exploration, Request
from huarong.explore.objects import ObjectStore
from huarong.explore.store import RunTasks, Stopped, Store, StoreTask, threads
from huarong.i18n import size_text
from huarong.limits import RESERVED, Watch

_RETRIES = 10
"""The number of workers that may die on one task: machines may fail, but a task that kills every worker is at fault."""
_DRIVER, _WORKER = 70 << 20, 130 << 20
"""Bytes that Ray adds to this process, and that each of its workers takes besides its task's memory."""
_LEAST_WORK = 24 << 20
"""The least number of bytes that a task needs."""
_OBJECTS = 80 << 20
"""The bytes of Ray's object store, about the least that it allows."""
_LOOK = 0.05
_PATIENCE = 5.0
"""Seconds to wait for a cluster's answer."""
_ANSWER = 60.0
"""Seconds to wait for the preflight reports of all machines."""
_KEY = secrets.token_hex(32)
_FAILED = "the cluster could not run a task ({kind}: {why})"
_FAILED_LEVEL = (
    "the cluster could not run a task ({kind}: {why}); all complete levels are kept: fix the cause, then continue "
    "with --resume"
)


def explore(request: Request, watch: Watch) -> Exploration:
    """Explore with the workers of a Ray cluster, and levels as files of a shared folder or objects of a store.

    The address `"local"` starts a cluster on this machine with the requested number of workers, and ends it afterwards.
    The memory limit is for this process and all workers together, without Ray's own processes. Raises `InputError` if
    no cluster answers or the memory is too small.
    """
    given = request.resources
    assert given.path is not None
    local = None if given.local is None else str(given.local)
    place = given.url or str(given.path.absolute())
    if given.url:
        optional("obstore.store", "cluster")
    with connected(given.address, given.workers) as ray:
        workers = given.workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        taken = _DRIVER + _WORKER * workers
        shares = workers + 1  # this process runs tasks too
        least = RESERVED + taken + _LEAST_WORK * shares
        if watch.memory < least:
            template = "{memory} is too little for {workers:,} {workers:worker|workers}; expected at least {least}"
            raise InputError(template, memory=size_text(watch.memory), workers=workers, least=size_text(least))
        if given.address != "local":
            preflight.require(place, functools.partial(_ask, ray, place, local))
        memory = RESERVED + (watch.memory - RESERVED - taken) // shares * (shares - 1)
        request = replace(request, resources=replace(given, folder=place, workers=workers))
        team, patience = _Team(ray, workers), _LOOK
        start = functools.partial(_start, team)
        try:
            found = explore_by_tasks(request, watch.part(memory=memory), start, "ray")
            patience = _ANSWER
            return found
        finally:
            team.end()
            if given.url:
                _everywhere(ray, lambda url: ObjectStore.at(url, local).clear(), given.url, patience=patience)


def _nodes(ray: Any) -> dict[str, dict[str, Any]]:
    """Return Ray's record of each machine that runs tasks, by its id."""
    return {each["NodeID"]: each for each in ray.nodes() if each["Alive"] and each["Resources"].get("CPU")}


def _name(node: str, record: dict[str, Any]) -> str:
    return f"{record['NodeManagerHostname']} (node {node[:8]})"


def _everywhere(
    ray: Any, function: Callable[..., Any], *given: Any, patience: float = _ANSWER
) -> tuple[dict[Any, str], list[Any]]:
    """Run a function on every machine; return the calls with their machines' names, and the calls not done in time."""
    on = importlib.import_module("ray.util.scheduling_strategies").NodeAffinitySchedulingStrategy
    remote = ray.remote(num_cpus=0, max_retries=1)(function)
    asked = {
        remote.options(scheduling_strategy=on(node, soft=False)).remote(*given): _name(node, each)
        for node, each in _nodes(ray).items()
    }
    return asked, ray.wait(list(asked), num_returns=len(asked), timeout=patience)[1]


def _ask(ray: Any, place: str, local: str | None, name: str) -> list[dict[str, Any]]:
    """Return the preflight reports of all machines that run tasks. Raises `ClusterError` if one does not answer.

    Ray lists a machine for some seconds after it has died; a machine that Ray knows to be dead is skipped.
    """
    pickle = importlib.import_module("ray.cloudpickle")
    pickle.register_pickle_by_value(preflight)
    try:
        asked, silent = _everywhere(ray, preflight.look_around, place, name, local)
    finally:
        pickle.unregister_pickle_by_value(preflight)
    if silent:
        why = "does not answer within {seconds:,.0f} {seconds:second|seconds}"
        raise preflight.ClusterError((asked[each], Fault.of(why, seconds=_ANSWER)) for each in silent)
    reports = []
    for each, name in asked.items():
        try:
            reports.append({**_result(ray, each), "name": name})
        except HuarongError:
            if name in itertools.starmap(_name, _nodes(ray).items()):
                raise
    return reports


def _result(ray: Any, done: Any, template: str = _FAILED) -> Any:
    """Return the result of a task. Raise its error without Ray's wrapper, and Ray's own errors as `HuarongError`."""
    try:
        return ray.get(done)
    except ray.exceptions.RayError as error:
        cause = getattr(error, "cause", None)
        if isinstance(cause, HuarongError | Stopped):
            raise cause from None
        why = str(cause or error).strip().split("\n")[0]
        raise HuarongError(template, kind=type(cause or error).__name__, why=why) from error


@contextlib.contextmanager
def connected(address: str = "local", workers: int | None = None) -> Iterator[Any]:
    """A context with Ray connected to a cluster, or to one started here and ended afterwards. Raises `InputError`."""
    ray = optional("ray", "cluster")
    if ray.is_initialized():
        yield ray
        return
    here: dict[str, Any] = {}
    _answers(address)
    if address == "local":
        here = {"num_cpus": workers, "include_dashboard": False, "object_store_memory": _OBJECTS}
    try:
        with _key(address):
            ray.init(address=address, log_to_driver=False, logging_level="ERROR", **here)
    except (ConnectionError, ValueError, RuntimeError, ray.exceptions.RayError) as error:
        why = str(error).split("\n")[0]
        raise InputError("no Ray cluster answers at {address}: {why}", address=address, why=why) from error
    try:
        yield ray
    finally:
        ray.shutdown()


@contextlib.contextmanager
def _key(address: str) -> Iterator[None]:
    """A temporary key for a cluster started here, unless the user has a key; Ray would leave one in the home folder."""
    own = address == "local" and not any(each.startswith("RAY_AUTH_") for each in os.environ)
    if own:
        os.environ["RAY_AUTH_TOKEN"] = _KEY
    try:
        yield
    finally:
        if own:
            os.environ.pop("RAY_AUTH_TOKEN", None)
            os.environ.pop("RAY_AUTH_MODE", None)


def _answers(address: str) -> None:
    """Raise `InputError` if nothing answers at a host and port; Ray itself would try for minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if host and port.isdecimal():
        try:
            socket.create_connection((host, int(port)), _PATIENCE).close()
        except OSError as error:
            why = error.strerror or str(error)
            raise InputError("no Ray cluster answers at {address}: {why}", address=address, why=why) from error


def _start(team: "_Team", look: Callable[[], None], store: Store) -> RunTasks:
    """Return a runner of tasks on the cluster; a single task (a small level) is run here.

    If a task fails, the other tasks are ended with the team.
    """
    here = threads(1)(look, store)

    def run(tasks: Sequence[StoreTask]) -> list[Any]:
        return here(tasks) if len(tasks) == 1 else team.do(tasks, look)

    return run


class _Team:
    """Workers of a cluster, as Ray actors. Each does one task at a time; if one dies, another is started.

    `machines` has the machine of each running worker, and `free` the idle workers. `coming` has the workers that Ray
    has yet to start, by the call that answers once they run.
    """

    def __init__(self, ray: Any, workers: int) -> None:
        self.ray = ray
        self.lost = ray.exceptions.RayActorError, ray.exceptions.OutOfMemoryError
        self.machines, self.coming = dict[Any, str](), dict[Any, Any]()
        self.free = collections.deque[Any]()
        self.failed = 0
        for _ in range(workers):
            self._begin()

    def _begin(self) -> None:
        """Ask Ray to start a worker as soon as a processor is free."""
        spread = self.ray.remote(num_cpus=1, scheduling_strategy="SPREAD")
        worker = spread(_Worker).remote(_do)
        self.coming[worker.machine.remote()] = worker

    def end(self) -> None:
        """End all workers, even busy ones."""
        for worker in (*self.machines, *self.coming.values()):
            self.ray.kill(worker)

    def do(self, tasks: Sequence[StoreTask], look: Callable[[], None]) -> list[Any]:
        """Return the results of tasks, in order."""
        left = _Queues(len(tasks), sorted(set(self.machines.values())))
        results, tries = [None] * len(tasks), [0] * len(tasks)
        running: dict[Any, tuple[int, Any]] = {}
        while True:
            while self.free and (i := left.next(self.machines[self.free[0]])) is not None:
                worker = self.free.popleft()
                running[worker.do.remote(tasks[i])] = i, worker
            if not running and not left:
                return results
            for each in self.ray.wait([*running, *self.coming], timeout=_LOOK)[0]:
                if each in self.coming:
                    self._came(each)
                    continue
                i, worker = running.pop(each)
                try:
                    results[i] = self.ray.get(each)
                    self.free.append(worker)
                except self.lost:
                    tries[i] += 1
                    if tries[i] > _RETRIES:
                        _result(self.ray, each, _FAILED_LEVEL)
                    left.back(i, self.machines.pop(worker))
                    self.ray.kill(worker)
                    self._begin()
                except self.ray.exceptions.RayError:
                    _result(self.ray, each, _FAILED_LEVEL)
            look()

    def _came(self, call: Any) -> None:
        """Add a worker that has started, or start another if it has died."""
        worker = self.coming.pop(call)
        try:
            self.machines[worker] = self.ray.get(call)
            self.free.append(worker)
            self.failed = 0
        except self.lost:
            self.failed += 1
            if self.failed > _RETRIES:
                _result(self.ray, call, _FAILED_LEVEL)
            self._begin()


class _Worker:
    def __init__(self, do: Callable[[StoreTask], Any]) -> None:
        self._do = do

    def machine(self) -> str:
        """Return the machine of this worker."""
        return str(importlib.import_module("ray").get_runtime_context().get_node_id())

    def do(self, task: StoreTask) -> Any:
        """Return the result of a task."""
        return self._do(task)


class _Queues:
    """The assignment of tasks to machines. Each machine has a part of the sequence, because neighboring blocks share
    files.

    A machine whose part is done takes tasks from the end of the longest remaining part.
    """

    def __init__(self, n: int, machines: Sequence[str]) -> None:
        many = len(machines)
        self.parts = {
            machine: collections.deque(range(-(-at * n // many), -(-(at + 1) * n // many)))
            for at, machine in enumerate(machines)
        } or {"": collections.deque(range(n))}

    def __bool__(self) -> bool:
        return any(self.parts.values())

    def next(self, machine: str) -> int | None:
        """Return the next task for a machine; None if none is left."""
        if own := self.parts.get(machine):
            return own.popleft()
        longest = max(self.parts.values(), key=len)
        return longest.pop() if longest else None

    def back(self, task: int, machine: str) -> None:
        """Take back a task that a machine has not done."""
        self.parts.setdefault(machine, collections.deque()).appendleft(task)


def _do(task: StoreTask) -> Any:
    return task()
