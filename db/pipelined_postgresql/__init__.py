"""Django's PostgreSQL, with fewer journeys to the server and back."""
