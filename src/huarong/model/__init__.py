"""The model: board, pieces, puzzle, rules and solution, as immutable values."""
