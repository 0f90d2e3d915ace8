"""Template tags and filters for all pages."""
