"""Template tags and filters for brackets and standings."""
