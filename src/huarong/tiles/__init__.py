"""Numbered tiles: the 15-puzzle and its kin, by additive pattern databases."""
