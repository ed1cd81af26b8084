"""Generates pages, samples and pictures for readers; not shipped."""
