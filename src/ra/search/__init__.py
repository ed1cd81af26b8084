"""Retrieves and ranks the chunks that match a query; `pipeline` runs the stages (SPEC 8)."""
