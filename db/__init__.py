"""What all apps share of the database: prepared reads."""
