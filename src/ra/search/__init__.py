"""Which chunks answer a query, and in what order? `pipeline` runs the stages (SPEC 8)."""
