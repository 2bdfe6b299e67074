"""What exhibits do, written down while they run, so that a page can replay it step by step."""
