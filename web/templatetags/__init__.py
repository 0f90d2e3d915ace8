"""Template tags and filters that any app's pages may use."""
