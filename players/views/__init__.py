"""What people see of clubs, players and their own account."""
