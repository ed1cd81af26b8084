"""Embedding models: turn texts into vectors; nothing here reads an index."""
