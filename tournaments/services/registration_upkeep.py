"""What happens to registrations by the clock: a reminder the day before, and being forgotten."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from players.models import Player
from tournaments.models import Registration, RegistrationStatus
from tournaments.services.registration_mails import Letter, write

REMINDED_BEFORE = timedelta(hours=24)
NOT_REMINDED_AFTER = timedelta(hours=6)
"""Before the start; who registers on the day needs no reminder."""
CONFIRMED_WITHIN = timedelta(days=2)
FORGOTTEN_AFTER = timedelta(days=30)
MOST_AT_ONCE = 200


@transaction.atomic
def remind() -> int:
    """Write once to those who are in and play within a day; say to how many."""
    now = timezone.now()
    rows = Registration.objects.filter(
        status=RegistrationStatus.IN,
        reminded_at=None,
        tournament__starts_at__gt=now + NOT_REMINDED_AFTER,
        tournament__starts_at__lte=now + REMINDED_BEFORE,
        created_at__lt=now - NOT_REMINDED_AFTER,
    )
    due = list(
        rows.select_related("tournament__club")
        .select_for_update(of=("self",), skip_locked=True)
        .order_by("pk")[:MOST_AT_ONCE]
    )
    for registration in due:
        registration.reminded_at = now
        registration.save(update_fields=["reminded_at"])
        write(registration, Letter.REMINDER)
    return len(due)


@transaction.atomic
def forget() -> None:
    """Forget addresses nobody confirmed after two days, and the rest a month after it is over.

    Those who played stay as entrants; the registration itself, with its address, note and origin,
    has served its purpose.
    """
    now = timezone.now()
    unconfirmed = Registration.objects.filter(
        status=RegistrationStatus.TO_CONFIRM, created_at__lt=now - CONFIRMED_WITHIN
    )
    unconfirmed.delete()
    over = Registration.objects.filter(tournament__starts_at__lt=now - FORGOTTEN_AFTER)
    over.exclude(created_at__gt=now - FORGOTTEN_AFTER).delete()
    Registration.objects.filter(ended_at__lt=now - FORGOTTEN_AFTER).delete()


@transaction.atomic
def forget_person(player_id: int) -> None:
    """Let nothing remain in the registrations of somebody who is no longer named."""
    if Player.objects.filter(pk=player_id, anonymised_at__isnull=False).exists():
        Registration.objects.filter(player=player_id).update(
            name=f"#{player_id}", country="", email="", note="", origin="", user=None
        )
