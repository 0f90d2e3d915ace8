"""Written forms of plays, positions and matches."""
