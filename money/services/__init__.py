"""What is done with money sessions."""
