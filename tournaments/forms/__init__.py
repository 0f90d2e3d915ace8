"""Forms for events. What a form means is decided by the service it is handed to."""
