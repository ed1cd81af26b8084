"""A hostile repository: tricks, the sandbox they run in, and what watches it."""
