"""Logs, metrics and the version."""
