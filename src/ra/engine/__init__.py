"""Stores chunks and searches them: the protocol, its contract, the embedded engine."""
