"""The command `python -m tests.golden`, which the package describes. The exit status is 1 if an answer differs."""

import argparse
import os
import shutil
import signal
import sys
import tempfile
import time

from tests.golden import GROUPS, keep, kept, parts, works


def _late(*_: object) -> None:
    raise TimeoutError("three seconds of the processor")


def main() -> int:
    """Compare, or keep; returns the exit status."""
    parser = argparse.ArgumentParser(prog="tests.golden")
    parser.add_argument("groups", nargs="*", default=(*GROUPS, "pages"))
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--slow", type=float, default=0.3, help="tell works that take longer")
    asked = parser.parse_args()
    signal.signal(signal.SIGVTALRM, _late)
    differ = False
    for group in asked.groups:
        began, found, before = time.process_time(), {}, kept(group)
        for name, work in works(group).items():
            since = time.process_time()
            signal.setitimer(signal.ITIMER_VIRTUAL, 3)
            try:
                found[name] = parts(group, work())
            except Exception as error:
                print(f"{group} {name}: {type(error).__name__}: {str(error)[:200]}")
                differ = True
                continue
            finally:
                signal.setitimer(signal.ITIMER_VIRTUAL, 0)
                shutil.rmtree(os.path.join(os.environ["HUARONG_CACHE"], "proofs"), ignore_errors=True)
            if (took := time.process_time() - since) > asked.slow:
                print(f"{took:.2f} s: {group} {name}")
            for key in before.get(name, {}).keys() | found[name].keys():
                was, now = before.get(name, {}).get(key), found[name].get(key)
                if was != now and not asked.write:
                    differ = True
                    print(f"{group} {name}: {key}: {was} now {now}")
        print(f"{group}: {len(found)} works, {time.process_time() - began:.1f} s of the processor")
        if asked.write:
            keep(group, found)
    return int(differ)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="huarong-cache-") as cache:
        os.environ["HUARONG_CACHE"] = cache
        sys.exit(main())
