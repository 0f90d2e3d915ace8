"""Copies of everything there is, made while the site runs, and brought back into an empty place."""
