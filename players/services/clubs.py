"""Founding a club, changing what it is called and where it is, and giving roles in it."""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.db import transaction
from django.utils.text import slugify

from db.locking import locked_row
from players.actors import Actor
from players.models import Club, Membership, Role, StaffChange, StaffEvent, User
from players.services.accounts import check_address_confirmed
from players.services.embedding import checked_sites
from players.services.permissions import require
from players.services.staff import note_staff_change
from rules_core.errors import NotAllowed, RulesError
from web.names import tidy_name


class ClubNameMissing(RulesError):
    """A club without a name cannot be found."""

    code = "club_name_missing"


class FoundingNotAllowed(NotAllowed):
    """Not here, or not that many."""

    code = "founding_not_allowed"


MOST_FOUNDED = 3
"""By one account: more are a mistake, or a script."""


class UnknownTimezone(RulesError):
    """Times on the page would be wrong."""

    code = "unknown_timezone"


class UnknownLanguage(RulesError):
    """The pages are not written in it."""

    code = "unknown_language"


@transaction.atomic
def found_club(
    *, slug: str, name: str, country: str = "", timezone: str = "UTC", language: str = "en"
) -> Club:
    """A new club, still without anybody in it."""
    check_timezone(timezone)
    _check_language(language)
    return Club.objects.create(
        slug=slug, name=_named(name), country=country.upper(), timezone=timezone, language=language
    )


@transaction.atomic
def found_own_club(
    *, user_id: int, name: str, country: str = "", timezone: str = "UTC", language: str = "en"
) -> Club:
    """A club founded in the browser, by its first director, where the installation allows it."""
    if not settings.FOUND_CLUBS:
        raise FoundingNotAllowed("New clubs are set up by whoever runs this installation.")
    user = locked_row(User.objects.all(), user_id)
    founded = StaffEvent.objects.filter(by=user, change=StaffChange.FOUNDED)
    if founded.count() >= MOST_FOUNDED:
        raise FoundingNotAllowed(
            f"One account can found {MOST_FOUNDED} clubs. Ask whoever runs this."
        )
    slug = _free_slug(name)
    club = found_club(slug=slug, name=name, country=country, timezone=timezone, language=language)
    Membership.objects.create(user=user, club=club, role=Role.DIRECTOR, taken_up=True)
    note_staff_change(
        club_id=club.pk,
        by_id=user.pk,
        change=StaffChange.FOUNDED,
        whom=user.email,
        role=Role.DIRECTOR,
    )
    return club


def _free_slug(name: str) -> str:
    base = slugify(name)[:40] or "club"
    taken = set(Club.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    return next(slug for n in count(1) if (slug := base if n == 1 else f"{base}-{n}") not in taken)


@transaction.atomic
def change_club(*, club_id: int, actor: Actor, **changes: Any) -> Club:
    """Change a club's settings; only what is named changes. Its events keep their time zones."""
    require(actor, Role.DIRECTOR, club_id)
    if "name" in changes:
        changes["name"] = _named(changes["name"])
    if "country" in changes:
        changes["country"] = changes["country"].upper()
    if "timezone" in changes:
        check_timezone(changes["timezone"])
    if "language" in changes:
        _check_language(changes["language"])
    if "embedding_sites" in changes:
        changes["embedding_sites"] = "\n".join(checked_sites(changes["embedding_sites"]))
    club = locked_row(Club.objects.all(), club_id)
    for field, value in changes.items():
        setattr(club, field, value)
    club.save(update_fields=list(changes))
    return club


@cache
def timezones() -> frozenset[str]:
    """All there are. Read from disk once: it takes longer than making an event."""
    return frozenset(available_timezones())


def check_timezone(name: str) -> None:
    """Refuse a time zone that does not exist."""
    if name not in timezones():
        raise UnknownTimezone(
            f"There is no time zone {name}. Example: Europe/Zurich.", timezone=name
        )


def _check_language(code: str) -> None:
    spoken = dict(settings.LANGUAGES)
    if code not in spoken:
        raise UnknownLanguage(
            f"The pages are not available in “{code}”, only in {', '.join(spoken)}.",
            language=code,
        )


def _named(name: str) -> str:
    name = tidy_name(name)
    if not name:
        raise ClubNameMissing("A club needs a name.")
    return name


@transaction.atomic
def give_role(*, user_id: int, club_id: int, role: Role) -> Membership:
    """Let an account act for a club; a second call changes the role."""
    check_address_confirmed(User.objects.get(pk=user_id))
    membership, is_new = Membership.objects.update_or_create(
        user_id=user_id, club_id=club_id, defaults={"role": role}
    )
    note_staff_change(
        club_id=club_id,
        by_id=None,
        change=StaffChange.GIVEN if is_new else StaffChange.CHANGED,
        whom=membership.user.email,
        role=role,
    )
    return membership


@transaction.atomic
def take_role(*, user_id: int, club_id: int) -> None:
    """Let an account act for a club no longer; a second call changes nothing."""
    held = Membership.objects.select_related("user").filter(user_id=user_id, club_id=club_id)
    for membership in held:
        membership.delete()
        note_staff_change(
            club_id=club_id,
            by_id=None,
            change=StaffChange.REMOVED,
            whom=membership.user.email,
            role=Role(membership.role),
        )
