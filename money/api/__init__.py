"""Money sessions over REST."""
