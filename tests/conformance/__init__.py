"""Compares the product with the shared cases: `python -m tests.conformance DIR`."""
