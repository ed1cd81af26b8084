"""Finds documents that are related to a file or a section: terms in, a query out (SPEC 9)."""
