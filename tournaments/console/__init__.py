"""What the director's console shows: what needs attention, who plays where, what comes next."""
