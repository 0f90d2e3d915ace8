"""Accounts: whose address it is, and what the answers give away."""
