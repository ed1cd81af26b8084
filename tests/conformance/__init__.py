"""Does the product give what the shared cases expect? `python -m tests.conformance DIR`."""
