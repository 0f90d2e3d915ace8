"""The REST interface of players."""
