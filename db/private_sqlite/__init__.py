"""SQLite in files that only their owner can read."""
