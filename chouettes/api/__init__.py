"""Chouette nights over REST."""
