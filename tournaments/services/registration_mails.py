"""What is written to those who register, in the language they registered in."""

from __future__ import annotations

from enum import StrEnum
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from outbox.mail import post
from tournaments.models import Registration, RegistrationStatus, Tournament


class Letter(StrEnum):
    """The occasions on which somebody is written to."""

    CONFIRM = "confirm"
    RECEIVED = "received"
    APPROVED = "approved"
    MOVED_UP = "moved_up"
    REMINDER = "reminder"
    CANCELLED = "cancelled"
    DECLINED = "declined"


def write(registration: Registration, letter: Letter) -> None:
    """Have a mail sent after the transaction; nobody is written to where no mail is sent."""
    if not registration.email:
        return
    with override(registration.language):
        event = registration.tournament
        subject = f"{event.name}: {_subject(letter)}"
        body = "\n\n".join(_paragraphs(registration, letter))
    post(to=registration.email, subject=subject, body=body)


def own_address(registration: Registration) -> str:
    """The private link, as it stands in a mail."""
    return registration.site + reverse("my-night", args=[registration.secret])


def _confirm_address(registration: Registration) -> str:
    secrets = [registration.secret, registration.confirmation]
    return registration.site + reverse("my-night-confirm", args=secrets)


def _subject(letter: Letter) -> str:
    return {
        Letter.CONFIRM: _("please confirm your registration"),
        Letter.RECEIVED: _("your registration"),
        Letter.APPROVED: _("your registration is approved"),
        Letter.MOVED_UP: _("you have a place"),
        Letter.REMINDER: _("tomorrow"),
        Letter.CANCELLED: _("your registration is cancelled"),
        Letter.DECLINED: _("your registration"),
    }[letter]


def _paragraphs(registration: Registration, letter: Letter) -> list[str]:
    event = registration.tournament
    text = [_("Hello %(name)s") % {"name": registration.name}, _what(registration, letter)]
    if letter not in {Letter.CANCELLED, Letter.DECLINED}:
        text += [_when_and_where(event), _link(registration, letter)]
    if letter in {Letter.APPROVED, Letter.MOVED_UP, Letter.REMINDER} and event.payment:
        text.append(_("How to pay: %(payment)s") % {"payment": event.payment})
    if letter is Letter.CONFIRM:
        text.append(_("If this was not you, do nothing: without a confirmation it is forgotten."))
    return [*text, event.club.name]


def _what(registration: Registration, letter: Letter) -> str:
    facts = {"event": registration.tournament.name}
    if letter is Letter.RECEIVED:
        return _where_they_stand(registration, facts)
    return {
        Letter.CONFIRM: _("Confirm with the link below that you want to register for %(event)s."),
        Letter.APPROVED: _where_they_stand(registration, facts),
        Letter.MOVED_UP: _("A place has become free: you are in at %(event)s."),
        Letter.REMINDER: _(
            "%(event)s is tomorrow, and you are in. If you cannot come, cancel with the link below: somebody may be waiting for your place."
        ),
        Letter.CANCELLED: _("You are no longer registered for %(event)s."),
        Letter.DECLINED: _("The director could not give you a place at %(event)s."),
    }[letter] % facts


def _where_they_stand(registration: Registration, facts: dict[str, str]) -> str:
    if registration.status == RegistrationStatus.IN:
        return _("You are in at %(event)s.") % facts
    if registration.status == RegistrationStatus.WAITING:
        return (
            _(
                "You are on the waiting list of %(event)s. You move up by yourself, and are told by mail."
            )
            % facts
        )
    return _("Your registration for %(event)s has arrived. A director will look at it.") % facts


def _when_and_where(event: Tournament) -> str:
    starts_at = event.starts_at.astimezone(ZoneInfo(event.timezone))
    place = [part for part in (event.venue, event.address) if part]
    return "\n".join([date_format(starts_at, "EVENING_FORMAT", use_l10n=True), *place])


def _link(registration: Registration, letter: Letter) -> str:
    about = (
        _("Confirm here:")
        if letter is Letter.CONFIRM
        else _("Your own page, for cancelling, for your calendar and for the evening itself:")
    )
    return f"{about}\n{_confirm_address(registration) if letter is Letter.CONFIRM else own_address(registration)}"
