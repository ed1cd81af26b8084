"""What does a text mean? Models that turn texts into vectors; nothing here reads an index."""
