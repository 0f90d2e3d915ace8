"""Pages of chouette nights."""
