"""Answers a question from the results of a search, with citations."""
