"""Brings Barpoint up: the environment, the servers, the two engines, the test suite."""
