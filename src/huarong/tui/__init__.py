"""The terminal player: puzzles played with mouse and keys."""
