"""The engine of one machine: SQLite is the truth, Tantivy holds postings derived from it."""
