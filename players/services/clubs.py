"""Founding a club, changing what it is called and where it is, and giving roles in it."""

from __future__ import annotations

from functools import cache
from typing import Any
from zoneinfo import available_timezones

from django.conf import settings
from django.db import transaction

from db.locking import locked_row
from players.actors import Actor
from players.models import Club, Membership, Role, User
from players.services.accounts import check_address_confirmed
from players.services.embedding import checked_sites
from players.services.permissions import require
from rules_core.errors import RulesError
from web.names import tidy_name


class ClubNameMissing(RulesError):
    """A club without a name cannot be found."""

    code = "club_name_missing"


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
    membership, _ = Membership.objects.update_or_create(
        user_id=user_id, club_id=club_id, defaults={"role": role}
    )
    return membership


def take_role(*, user_id: int, club_id: int) -> None:
    """Let an account act for a club no longer; a second call changes nothing."""
    Membership.objects.filter(user_id=user_id, club_id=club_id).delete()
