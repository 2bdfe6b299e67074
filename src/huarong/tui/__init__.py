"""The terminal player: puzzles played with mouse and keys. It needs `pip install 'huarong[tui]'`."""
