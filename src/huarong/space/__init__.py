"""Spaces: every layout of a set of pieces, numbered without a gap."""
