"""Whole spaces: the distance of every layout, and what is asked of such tables."""
