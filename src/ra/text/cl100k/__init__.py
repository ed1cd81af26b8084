"""Tokenizes text as cl100k_base does, to count the tokens of a language model.

A pattern splits the text into pieces (`pieces`). Byte pair encoding merges the bytes of each piece
into tokens of the `vocabulary` (`pairs`). `counts` does both, with a cache.
"""
