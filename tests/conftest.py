import atexit
import os
import shutil
import signal
import tempfile

from hypothesis import HealthCheck, settings

# What the tests build is built in a cache of their own.
os.environ["HUARONG_CACHE"] = tempfile.mkdtemp(prefix="huarong-cache-")
atexit.register(shutil.rmtree, os.environ["HUARONG_CACHE"], ignore_errors=True)

# A shell without a terminal has what it runs in the background ignore interrupts, and so would the tests' children.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The machine's speed is no property of the code; `--hypothesis-profile=thorough` for a long look.
_calm = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("everyday", **_calm, max_examples=60)
settings.register_profile("thorough", **_calm, max_examples=2000)
settings.load_profile("everyday")
