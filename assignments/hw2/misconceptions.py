"""Known mistakes of hw2."""
