"""One module a place to run: a club's own machine, production, the tests."""
