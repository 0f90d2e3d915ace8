"""What every REST endpoint shares: errors, pages, schema, idempotency."""
