"""Reading registrations, and what an account or a private link has to do with an event."""

from __future__ import annotations

from django.db.models import Case, Count, OuterRef, QuerySet, Subquery, When

from db.prepared import Prepared
from players.models import User
from tournaments.models import Entry, PlayerCode, Registration, RegistrationStatus, Tournament


def registration_with(secret: str) -> Registration | None:
    """The registration that a private link opens."""
    rows = Registration.objects.select_related("tournament__club", "player", "entry")
    return rows.filter(digest=Registration.digest_of(secret)).first()


# Prepared: each phone asks so each time.
_entry_with_code = Prepared(
    lambda digest: (
        Entry.objects.select_related("tournament__club", "player")
        .filter(player_code__digest=digest)
        .order_by()
    )
)


def entry_with_code(secret: str) -> Entry | None:
    """The entrant whose code it is."""
    return _entry_with_code.first(PlayerCode.digest_of(secret))


def with_positions(registrations: QuerySet[Registration]) -> QuerySet[Registration]:
    """Registrations with ``position``: where those who wait stand, from 1; nothing for others."""
    before = (
        Registration.objects.filter(
            tournament=OuterRef("tournament"), status="waiting", turn__lte=OuterRef("turn")
        )
        .order_by()
        .values("tournament")
        .annotate(n=Count("pk"))
        .values("n")
    )
    return registrations.annotate(position=Case(When(status="waiting", then=Subquery(before))))


def own_entries(user: User) -> QuerySet[Entry]:
    """What an account plays in and has played in, the newest event first."""
    rows = Entry.objects.filter(player__user=user).select_related("tournament__club", "player")
    return rows.order_by("-tournament__starts_at", "-pk")


def own_registrations(user: User) -> QuerySet[Registration]:
    """What an account has asked for and does not play in yet."""
    rows = Registration.objects.filter(user=user, status__in=("to_approve", "waiting"))
    return rows.select_related("tournament__club").order_by("tournament__starts_at", "pk")


def has_events(user: User) -> bool:
    """Whether an account plays in anything, or has asked to."""
    return bool(
        Entry.objects.filter(player__user=user).exists()
        or Registration.objects.filter(user=user).exists()
    )


def to_approve(tournament: Tournament) -> int:
    """How many registrations wait for a director's answer."""
    waiting = tournament.registrations.filter(status=RegistrationStatus.TO_APPROVE)
    return waiting.count()


def registrations_of(tournament: Tournament) -> QuerySet[Registration]:
    """All who registered for an event, in the order in which they did."""
    rows = tournament.registrations.select_related("player", "proposed", "entry", "tournament")
    return rows.order_by("pk")
