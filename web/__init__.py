"""What all pages share. It knows no app: no clubs, matches or events."""
