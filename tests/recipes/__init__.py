"""Recipes of the guides, run as they are printed."""
