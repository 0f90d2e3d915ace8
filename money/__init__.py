"""Money sessions: two players, a stake, games on the score pad, a running account, and settling it."""
