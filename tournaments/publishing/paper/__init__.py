"""What is printed: sheets for the wall, cards for the tables, and all of it as PDF."""
