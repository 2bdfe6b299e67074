"""The named puzzles and what is known of them."""
