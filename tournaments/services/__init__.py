"""What can be done with an event; one module an area."""
