"""What brings the servers up, tried without them."""
