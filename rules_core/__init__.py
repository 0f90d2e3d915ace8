"""Backgammon without a database: the board, the cube, the match, draws, standings and ratings.

A citation such as docs/rules.md, "Match play", names a section of the project's page on the rules.
An installed package has that page next to this file, as RULES.md.
"""
