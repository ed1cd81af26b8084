"""Resolves links with pure functions: the target of a link, its keys, and the best candidate."""
