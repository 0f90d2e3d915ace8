"""What people see of events, and what a director does with them."""
