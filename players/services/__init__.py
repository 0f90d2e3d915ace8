"""What can be done with clubs, players and tokens; one module an area."""
