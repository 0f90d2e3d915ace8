"""The REST interface of matches."""
