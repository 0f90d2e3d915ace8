"""Clubs and the people in them: accounts, roles, tokens, players."""
