"""What people see of matches and ratings."""
