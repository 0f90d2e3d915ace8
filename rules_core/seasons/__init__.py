"""Seasons: championship points over a series of events, and the table that follows from them."""
