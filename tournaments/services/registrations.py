"""People ask for a place in an event, and change their minds.

A registration counts once it is clear that a person stands behind it: by an account, an address that
was confirmed by mail, or a director's yes. Until then it takes no place, so nobody can fill an event
with names.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac

from db.locking import still_there
from players.actors import Actor
from players.models import Player, Role, User
from players.services.registration import NameMissing, check_not_merged
from rules_core.errors import Conflict, RulesError
from tournaments.models import Registration, RegistrationMode, RegistrationStatus
from tournaments.registration_models import LIVE, UNDECIDED, WhyApproval
from tournaments.selectors import may_see
from tournaments.services.permissions import require_in_event
from tournaments.services.recognition import Recognised, recognise
from tournaments.services.registration_mails import Letter, write
from tournaments.services.registration_terms import check_open, check_suits
from tournaments.services.waiting_list import (
    AlreadyRegistered,
    EntryList,
    join,
    leave,
    locked_list,
)
from web.names import tidy_name

MOST_REGISTRATIONS = 4096
"""Live ones of one event; each is a row on the director's list."""


class TooManyRegistrations(Conflict):
    """One connection has sent more than a director can look at."""

    code = "too_many_registrations"


class ConfirmationNotValid(RulesError):
    """The link was cut short, or guessed."""

    code = "confirmation_not_valid"


class RegistrationOver(Conflict):
    """Nothing more can be done with it."""

    code = "registration_over"


@dataclass(frozen=True)
class Details:
    """What somebody says who registers."""

    name: str = ""
    email: str = ""
    country: str = ""
    note: str = ""
    language: str = "en"
    site: str = ""
    """Where the pages are, for the links in mails: ``https://club.example``."""


@transaction.atomic
def register(*, tournament_id: int, details: Details, actor: Actor) -> Registration:
    """Ask for a place; the answer says whether there is one, a turn, or a question first."""
    on = locked_list(tournament_id)
    still_there(on.event if may_see(on.event, actor) else None)
    check_open(on.event, is_drawn=on.is_drawn)
    user = actor.user if actor.token is None else None
    registration = _described(on, details, user)
    _check_room(on, registration, actor)
    _settle(on, registration, is_confirmed=_is_confirmed(user))
    _check_player(registration)
    return registration


def _described(on: EntryList, details: Details, user: User | None) -> Registration:
    registration = Registration(
        tournament=on.event,
        user=user,
        name=tidy_name(details.name),
        country=details.country.upper(),
        email=(user.email if user else details.email).strip(),
        note=details.note.strip(),
        language=details.language,
        site=details.site,
        nonce=secrets.token_hex(16),
        status=RegistrationStatus.TO_CONFIRM,
    )
    registration.digest = Registration.digest_of(registration.secret)
    return registration


def _is_confirmed(user: User | None) -> bool:
    return user is not None and user.has_confirmed_address


def _check_room(on: EntryList, registration: Registration, actor: Actor) -> None:
    """Hold back whoever sends one registration after the other."""
    live = on.event.registrations.filter(status__in=LIVE)
    if live.count() >= MOST_REGISTRATIONS:
        raise TooManyRegistrations("This event takes no more registrations.")
    if registration.user or not actor.address:
        return
    registration.origin = salted_hmac(
        "tournaments.Registration.origin", actor.address, algorithm="sha256"
    ).hexdigest()
    undecided = live.filter(origin=registration.origin, status__in=UNDECIDED)
    if undecided.count() >= settings.REGISTRATIONS_TO_LOOK_AT:
        raise TooManyRegistrations(
            "Too many registrations from your connection wait for an answer. Ask the director."
        )


def _settle(on: EntryList, registration: Registration, *, is_confirmed: bool) -> None:
    """Put a registration where it belongs: on the list, before a director, or before its owner."""
    known = recognise(
        club=on.event.club,
        user=registration.user,
        name=registration.name,
        email=registration.email,
        confirmed=is_confirmed,
    )
    registration.player, registration.proposed = known.player, known.proposed
    if known.player:
        registration.name = known.player.full_name
        registration.country = registration.country or known.player.country
    if not registration.name:
        raise NameMissing("A player needs a name.")
    if not is_confirmed and settings.SENDS_MAIL:
        registration.save()
        write(registration, Letter.CONFIRM)
        return
    _check_is_new(on, registration)
    check_suits(on.event, known)
    registration.confirmed_at = timezone.now() if is_confirmed else None
    registration.why_approval = _why_approval(on, registration, known, is_confirmed=is_confirmed)
    if registration.why_approval:
        registration.status = RegistrationStatus.TO_APPROVE
        registration.save()
    else:
        _become_player(on, registration)
        join(on, registration)
    write(registration, Letter.RECEIVED)


def _check_is_new(on: EntryList, registration: Registration) -> None:
    """Refuse what is asked for a second time: by the same player, or by the same words."""
    live = on.event.registrations.filter(status__in=LIVE).exclude(pk=registration.pk)
    entered = on.event.entries.filter(player=registration.player).exclude(
        status="withdrawn", registration=None
    )
    if registration.player:
        is_there = live.filter(player=registration.player).exists() or entered.exists()
    elif registration.email:
        same = live.filter(email__iexact=registration.email, name__iexact=registration.name)
        is_there = same.exclude(status=RegistrationStatus.TO_CONFIRM).exists()
    else:
        is_there = False
    if is_there:
        raise AlreadyRegistered(f"{registration.name} is already registered.")


def _why_approval(
    on: EntryList, registration: Registration, known: Recognised, *, is_confirmed: bool
) -> WhyApproval | str:
    if on.event.registration == RegistrationMode.APPROVAL:
        return WhyApproval.EVERYBODY
    if known.proposed:
        return WhyApproval.NEAR if known.is_near else WhyApproval.NAMESAKE
    if not is_confirmed:
        return WhyApproval.UNCONFIRMED
    if registration.origin:
        from_there = on.event.registrations.filter(
            origin=registration.origin, status__in=LIVE, confirmed_at__isnull=False
        ).exclude(pk=registration.pk)
        if from_there.count() >= settings.REGISTRATIONS_UNSEEN:
            return WhyApproval.MANY
    return ""


def _become_player(on: EntryList, registration: Registration) -> None:
    """Put a newcomer on the club's list of players, where the next event finds them."""
    if registration.player is None:
        registration.player = Player.objects.create(
            club=on.event.club,
            user=registration.user,
            full_name=registration.name,
            country=registration.country,
            email=registration.email,
        )
    elif (
        registration.user
        and registration.player.user_id is None
        and registration.player.club_id == on.event.club_id
    ):
        # Known by an address that the account's owner has confirmed, or by a director of the
        # player's own club: those of another one cannot give it away.
        registration.player.user = registration.user
        registration.player.save(update_fields=["user"])


def _check_player(registration: Registration) -> None:
    """Refuse one who has just turned out to be somebody else; the next try finds that one."""
    if registration.player_id:
        check_not_merged([registration.player_id])


# --- One's own registration ----------------------------------------------------------------------


@transaction.atomic
def confirm(*, registration_id: int, confirmation: str) -> Registration:
    """The link from the mail was opened, so the address is theirs; a second call changes nothing."""
    on, registration = _locked(registration_id)
    if not constant_time_compare(confirmation, registration.confirmation):
        raise ConfirmationNotValid("This link is not complete. Copy it whole from the mail.")
    if registration.status != RegistrationStatus.TO_CONFIRM:
        return registration
    check_open(on.event, is_drawn=on.is_drawn)
    same = _the_same(on, registration)
    if same is not None:
        # Registered twice with one address: the first one stands, and its link is the answer.
        leave(on, registration, RegistrationStatus.CANCELLED)
        return same
    _settle(on, registration, is_confirmed=True)
    _check_player(registration)
    return registration


def _the_same(on: EntryList, registration: Registration) -> Registration | None:
    live = on.event.registrations.filter(status__in=LIVE).exclude(
        status=RegistrationStatus.TO_CONFIRM
    )
    return live.filter(email__iexact=registration.email, name__iexact=registration.name).first()


@transaction.atomic
def cancel(*, registration_id: int) -> Registration:
    """Give the place back; whoever waits moves up. A second call changes nothing."""
    on, registration = _locked(registration_id)
    if not registration.is_live:
        return registration
    if registration.entry_id and on.is_drawn:
        raise RegistrationOver("The draw has been made. Tell the director that you cannot come.")
    leave(on, registration, RegistrationStatus.CANCELLED)
    write(registration, Letter.CANCELLED)
    return registration


@transaction.atomic
def change_details(*, registration_id: int, note: str, country: str) -> Registration:
    """Say something else to the director, or come from elsewhere."""
    _on, registration = _locked(registration_id)
    if not registration.is_live:
        raise RegistrationOver("This registration is over.")
    registration.note, registration.country = note.strip(), country.upper()
    registration.save(update_fields=["note", "country"])
    return registration


# --- The director --------------------------------------------------------------------------------


@transaction.atomic
def approve(
    *, registration_id: int, actor: Actor, player_id: int | None = None, is_new: bool = False
) -> Registration:
    """Let somebody on to the list: as the player they are, or as somebody new.

    Without either they are whom we take them for: the player that is proposed, or a new one. Being
    outside the ratings or the club is no hindrance: that is what the director has just decided.
    """
    on, registration = _locked(registration_id)
    require_in_event(actor, Role.DIRECTOR, on.event.pk)
    if registration.status not in UNDECIDED:
        if registration.is_live:
            return registration
        raise RegistrationOver("This registration is over.")
    if registration.player is None and not is_new:
        proposed = player_id or registration.proposed_id
        known = Player.objects.on_list().filter(pk=proposed) if proposed else None
        registration.player = still_there(known.first()) if known is not None else None
    _become_player(on, registration)
    registration.proposed = None
    join(on, registration)
    _check_player(registration)
    write(registration, Letter.APPROVED)
    return registration


@transaction.atomic
def decline(*, registration_id: int, actor: Actor) -> Registration:
    """Say no, or take somebody off the waiting list; a second call changes nothing."""
    on, registration = _locked(registration_id)
    require_in_event(actor, Role.DIRECTOR, on.event.pk)
    if not registration.is_live:
        return registration
    if registration.entry_id and on.is_drawn:
        raise RegistrationOver("The draw has been made. Withdraw the entrant instead.")
    leave(on, registration, RegistrationStatus.DECLINED)
    write(registration, Letter.DECLINED)
    return registration


def _locked(registration_id: int) -> tuple[EntryList, Registration]:
    events = Registration.objects.filter(pk=registration_id).values_list("tournament_id", flat=True)
    on = locked_list(still_there(events.first()))
    rows = Registration.objects.select_related("player", "entry", "user")
    registration = still_there(rows.filter(pk=registration_id).first())
    # One copy of the event, as it is now.
    registration.tournament = on.event
    return on, registration
