"""Solve one puzzle: breadth first, from both ends, best first, deepening, and anytime."""
