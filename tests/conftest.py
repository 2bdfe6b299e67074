import atexit
import gc
import os
import shutil
import signal
import sys
import tempfile
import warnings

import pytest
from hypothesis import HealthCheck, settings

from huarong.kernels import kernel
from tests.examples import OFTEN

# What the tests build is built in a cache of their own.
os.environ["HUARONG_CACHE"] = tempfile.mkdtemp(prefix="huarong-cache-")
atexit.register(shutil.rmtree, os.environ["HUARONG_CACHE"], ignore_errors=True)

# A shell without a terminal has what it runs in the background ignore interrupts, and so would the tests' children.
signal.signal(signal.SIGINT, signal.default_int_handler)

# What is imported is compiled once for all processes of the tests, also in a container that keeps no bytecode.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The machine's speed is no property of the code; `--hypothesis-profile=thorough` for a long look.
_calm = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("everyday", **_calm, max_examples=OFTEN)
settings.register_profile("thorough", **_calm, max_examples=2000)
settings.load_profile("everyday")


@pytest.fixture(scope="module", params=["host", "device"])
def device(request, tmp_path_factory):
    """A stand-in for a graphics processor, with the `THREADS` of the module, and the one of this machine, if any."""
    from huarong.device import Device
    from huarong.errors import InputError
    from tests.cuda import Host

    if request.param == "host":
        return Host(tmp_path_factory.mktemp("kernels"), getattr(request.module, "THREADS", 32))
    try:
        return Device()
    except InputError as error:
        pytest.skip(str(error))


@pytest.fixture(autouse=True)
def _no_proofs():
    """Certificates that one test keeps prove no hint of another."""
    yield
    shutil.rmtree(os.path.join(os.environ["HUARONG_CACHE"], "proofs"), ignore_errors=True)


# What the tests and their modules hold stays to the end: to look through it for garbage again and again took a fifth of
# the processor's time.
gc.disable()


def pytest_collection_finish():
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items):
    """The folders whose files take longest begin: no worker waits for another in the end."""
    items.sort(key=lambda item: {"web", "explore"}.isdisjoint(item.path.parts))


# Seconds of the processor's time that a test, or what it is set up with, may take while the kernels run as plain
# Python.
UNCOMPILED_SECONDS = 10.0


def _limited(item):
    """Skip a test that takes longer than anybody waits for where nothing is compiled; elsewhere, leave it alone."""
    if UNCOMPILED:
        signal.setitimer(signal.ITIMER_PROF, UNCOMPILED_SECONDS)
    try:
        return (yield)
    finally:
        if UNCOMPILED:
            signal.setitimer(signal.ITIMER_PROF, 0)


def _too_long(number, frame):
    pytest.skip(f"takes more than {UNCOMPILED_SECONDS:g} s where the kernels are not compiled")


with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    UNCOMPILED = str(kernel("search").__file__).endswith(".py") and hasattr(signal, "SIGPROF")
    UNCOMPILED = UNCOMPILED and not os.environ.get("HUARONG_PURE")  # who asks for plain Python waits
if UNCOMPILED:
    signal.signal(signal.SIGPROF, _too_long)
pytest_runtest_setup = pytest.hookimpl(wrapper=True)(_limited)
pytest_runtest_call = pytest.hookimpl(wrapper=True)(_limited)
