"""Measures search quality on questions with known answers."""
