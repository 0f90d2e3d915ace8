"""When an event can take place: a mistyped year is refused wherever dates come in."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from rules_core.errors import RulesError

EARLIEST_YEAR = 1900
YEARS_AHEAD = 10


class DateOutOfRange(RulesError):
    """A date that nobody can mean."""

    code = "date_out_of_range"


def check_event_date(starts_at: datetime) -> None:
    """Refuse a date that can only be a slip of the keyboard."""
    check_event_year(starts_at.year)


def check_event_year(year: int) -> None:
    """The same of a year."""
    latest = timezone.now().year + YEARS_AHEAD
    if not EARLIEST_YEAR <= year <= latest:
        raise DateOutOfRange(
            f"The date must be between {EARLIEST_YEAR} and {latest}.",
            earliest=EARLIEST_YEAR,
            latest=latest,
        )
