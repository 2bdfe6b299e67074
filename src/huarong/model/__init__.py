"""The model: immutable values for board, pieces, puzzle, rules and solution."""
