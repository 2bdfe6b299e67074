"""Cases that Python and the pages' JavaScript both run: plain JSON, made by `python -m tests.shared.make`."""
