"""Backgammon without a database: the board, the cube, the match, draws, standings and ratings."""
