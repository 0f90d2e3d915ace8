"""Jobs that are never lost: written down with the change that asks for them, done after it."""
