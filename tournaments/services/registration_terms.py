"""Whether an event takes registrations now, and whom."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from django.utils import timezone

from matches.models import Rating
from matches.selectors import ratings_of
from rules_core.errors import Conflict, RulesError
from tournaments.models import RegistrationMode, Tournament, TournamentStatus
from tournaments.services.recognition import Recognised


class RegistrationClosed(Conflict):
    """Nobody can register now."""

    code = "registration_closed"


class RegistrationNotOpen(Conflict):
    """It is too early."""

    code = "registration_not_open"


class MembersOnly(RulesError):
    """The event is for players of the club."""

    code = "members_only"


class OutsideRatings(RulesError):
    """The event is for others."""

    code = "outside_ratings"


class Phase(StrEnum):
    """Where an event stands with its registration."""

    CLOSED = "closed"
    NOT_YET = "not_yet"
    OPEN = "open"
    OVER = "over"


def closes_at(event: Tournament) -> datetime:
    """When registration ends at the latest: when the event starts, unless it says otherwise."""
    return event.registration_closes_at or event.starts_at


def phase_of(event: Tournament, *, is_drawn: bool) -> Phase:
    """Whether one can register now."""
    now = timezone.now()
    if event.registration == RegistrationMode.CLOSED:
        return Phase.CLOSED
    if is_drawn or event.status != TournamentStatus.REGISTRATION or now >= closes_at(event):
        return Phase.OVER
    if event.registration_opens_at and now < event.registration_opens_at:
        return Phase.NOT_YET
    return Phase.OPEN


def check_open(event: Tournament, *, is_drawn: bool) -> None:
    """Refuse whoever comes too early or too late."""
    phase = phase_of(event, is_drawn=is_drawn)
    if phase is Phase.NOT_YET:
        raise RegistrationNotOpen("Registration has not opened yet. The event’s page says when.")
    if phase is not Phase.OPEN:
        raise RegistrationClosed("Registration is closed. Ask the director whether there is room.")


def check_suits(event: Tournament, known: Recognised) -> None:
    """Refuse whoever the event is not for. Who is not known for certain is the director's question."""
    someone = known.player or known.proposed
    if event.members_only and (someone is None or someone.club_id != event.club_id):
        raise MembersOnly(
            f"This event is for players of {event.club}. Ask the director to add you to the club."
        )
    lowest, highest = event.lowest_rating, event.highest_rating
    if lowest is None and highest is None:
        return
    rating = ratings_of([someone.pk]).get(someone.pk) if someone else None
    rating = Rating.INITIAL if rating is None else rating
    if rating < (lowest or 0) or (highest is not None and rating > highest):
        raise OutsideRatings(
            f"This event is for ratings from {lowest or 0} to {highest or 'any'};"
            f" yours is {rating:.0f}.",
            lowest=lowest or 0,
            highest=highest or "…",
            rating=round(rating),
        )
