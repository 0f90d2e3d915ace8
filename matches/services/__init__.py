"""What can be done with a match; one module an area."""
