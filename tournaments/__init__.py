"""Events: entries, stages, pairings, standings and what is published of them."""
