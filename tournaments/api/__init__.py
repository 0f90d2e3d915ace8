"""The REST interface of tournaments."""
