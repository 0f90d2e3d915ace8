"""Draws as the database keeps them, read for ``rules_core.draws``: plans, history, proofs."""
