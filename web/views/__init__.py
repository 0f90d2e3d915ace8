"""Pages that belong to no part of the club: how it looks."""
