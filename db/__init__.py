"""What all apps share of the database: prepared statements, and which constraint was violated."""
