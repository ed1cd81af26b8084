"""The engine for one machine: SQLite is authoritative, Tantivy's postings are derived from it."""
