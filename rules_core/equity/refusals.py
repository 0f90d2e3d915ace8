"""What a match equity table cannot answer."""

from __future__ import annotations

from rules_core.errors import RulesError


class StandingOutOfRange(RulesError):
    """No match stands like this."""

    code = "standing_out_of_range"


class BeyondTable(RulesError):
    """The match is longer than the table."""

    code = "beyond_equity_table"


class NoDouble(RulesError):
    """There is no double to be taken at this score: Crawford game, or a dead cube."""

    code = "no_double_here"
