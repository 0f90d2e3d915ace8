"""Matches, their ledger, and the ratings that follow from them."""
