"""Search of any graph that is described in Python."""
