"""What the public sees of an event: brackets, standings, screens, paper, pictures."""
