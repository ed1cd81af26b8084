"""Generates the pages of the reference, one module for each page."""
