"""The outbox: nothing asked for is lost, nothing done is done twice."""
