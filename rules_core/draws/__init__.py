"""Who plays whom: pure, seeded, the same for the same entrants and seed."""
