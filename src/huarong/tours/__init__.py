"""Tours of leapers: every cell of a board once."""
