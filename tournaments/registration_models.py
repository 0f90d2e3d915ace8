"""Registration: on which terms an event takes people, and who has asked for a place."""

from __future__ import annotations

from hashlib import sha256

from django.conf import settings
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from db.constraints import at_least, known_value
from players.models import Player, User


class RegistrationMode(models.TextChoices):
    """Whether people may register themselves."""

    CLOSED = "closed", _("closed: only directors enter people")
    OPEN = "open", _("open: whoever registers is in")
    APPROVAL = "approval", _("a director approves each one")


class RegistrationTerms(models.Model):
    """What an event says to those who want to play in it, and whom it takes."""

    registration = models.CharField(
        _("registration"),
        max_length=10,
        choices=RegistrationMode,
        default=RegistrationMode.CLOSED,
    )
    registration_opens_at = models.DateTimeField(_("opens at"), null=True, blank=True)
    registration_closes_at = models.DateTimeField(_("closes at"), null=True, blank=True)
    places = models.PositiveSmallIntegerField(_("places"), null=True, blank=True)
    members_only = models.BooleanField(_("only players of the club"), default=False)
    lowest_rating = models.PositiveSmallIntegerField(_("lowest rating"), null=True, blank=True)
    highest_rating = models.PositiveSmallIntegerField(_("highest rating"), null=True, blank=True)
    payment = models.CharField(_("how to pay"), max_length=300, blank=True)
    venue = models.CharField(_("venue"), max_length=120, blank=True)
    address = models.CharField(_("address of the venue"), max_length=200, blank=True)
    note = models.TextField(_("note from the director"), max_length=2000, blank=True)

    class Meta:
        abstract = True


TERMS = (
    "registration",
    "registration_opens_at",
    "registration_closes_at",
    "places",
    "members_only",
    "lowest_rating",
    "highest_rating",
    "payment",
    "venue",
    "address",
    "note",
)
"""The columns above, for forms and for REST."""

TERMS_CONSTRAINTS = (
    at_least("places", 1, name="event_places_from_one"),
    known_value("registration", RegistrationMode.values, name="known_registration_mode"),
)
"""For the table of events, which has these columns."""


class SecretLink(models.Model):
    """A link that opens one thing to whoever has it.

    The secret is not kept. It follows from ``nonce`` and the installation's own key, so that it can
    be printed and mailed again; what a request brings is looked up by its hash.
    """

    nonce = models.CharField(max_length=32, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)

    class Meta:
        abstract = True

    @property
    def secret(self) -> str:
        """What stands in the link: 128 bits, which keeps its QR code small."""
        return salted_hmac("tournaments.SecretLink", self.nonce, algorithm="sha256").hexdigest()[
            :32
        ]

    @staticmethod
    def digest_of(secret: str) -> str:
        """What is kept of a secret."""
        return sha256(secret.encode()).hexdigest()


class RegistrationStatus(models.TextChoices):
    """How far somebody has come on the way to a place."""

    TO_CONFIRM = "to_confirm", _("e-mail address to be confirmed")
    TO_APPROVE = "to_approve", _("to be approved")
    WAITING = "waiting", _("on the waiting list")
    IN = "in", _("in")
    CANCELLED = "cancelled", _("cancelled")
    DECLINED = "declined", _("declined")


ON_THE_LIST = (RegistrationStatus.WAITING, RegistrationStatus.IN)
"""Those who have a place, or a turn for one."""
UNDECIDED = (RegistrationStatus.TO_CONFIRM, RegistrationStatus.TO_APPROVE)
"""Those who take no place yet."""
LIVE = (*ON_THE_LIST, *UNDECIDED)


class WhyApproval(models.TextChoices):
    """Why a registration waits for a director."""

    EVERYBODY = "everybody", _("This event approves each registration.")
    NAMESAKE = "namesake", _("The club has a player with this name.")
    NEAR = "near", _("The club has a player with nearly this name.")
    UNCONFIRMED = "unconfirmed", _("The e-mail address could not be checked.")
    MANY = "many", _("Many registrations came from the same connection.")


class Registration(SecretLink):
    """Somebody who asked for a place in an event. Whoever is in has an entry as well."""

    tournament = models.ForeignKey(
        "tournaments.Tournament", on_delete=models.CASCADE, related_name="registrations"
    )
    status = models.CharField(max_length=10, choices=RegistrationStatus)
    turn = models.PositiveIntegerField(
        null=True, editable=False, help_text="The order in which they came to the list."
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, related_name="registrations"
    )
    proposed = models.ForeignKey(
        Player,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text="Who they probably are, until a director says so.",
    )
    entry = models.OneToOneField(
        "tournaments.Entry", on_delete=models.SET_NULL, null=True, related_name="registration"
    )
    user = models.ForeignKey(
        User, on_delete=models.SET_NULL, null=True, related_name="registrations"
    )
    name = models.CharField(_("name"), max_length=120)
    country = models.CharField(_("country"), max_length=2, blank=True)
    email = models.EmailField(_("e-mail address"), blank=True)
    note = models.CharField(_("note to the director"), max_length=300, blank=True)
    language = models.CharField(max_length=2, choices=settings.LANGUAGES, default="en")
    site = models.CharField(
        max_length=200, blank=True, help_text="Where its link leads, for mails."
    )
    origin = models.CharField(
        max_length=64, blank=True, help_text="A keyed hash of where it came from."
    )
    why_approval = models.CharField(max_length=12, choices=WhyApproval, blank=True)
    created_at = models.DateTimeField(default=now, editable=False)
    confirmed_at = models.DateTimeField(null=True, editable=False)
    reminded_at = models.DateTimeField(null=True, editable=False)
    ended_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering = ("pk",)
        indexes = (
            models.Index(fields=("tournament", "status", "turn"), name="registrations_in_turn"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("tournament", "player"),
                condition=models.Q(status__in=["waiting", "in"]),
                name="one_registration_a_player",
            ),
            models.UniqueConstraint(fields=("tournament", "turn"), name="one_registration_a_turn"),
            models.CheckConstraint(
                condition=~models.Q(status__in=["waiting", "in"])
                | models.Q(turn__isnull=False, player__isnull=False),
                name="on_the_list_with_a_turn",
            ),
            models.CheckConstraint(
                condition=models.Q(entry=None) | models.Q(status="in"), name="only_who_is_in_plays"
            ),
            known_value("status", RegistrationStatus.values, name="known_registration_status"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def confirmation(self) -> str:
        """What only the mail has: whoever brings it reads the mails of this address."""
        return salted_hmac(
            "tournaments.Registration.confirmation", self.nonce, algorithm="sha256"
        ).hexdigest()[:32]

    @property
    def is_live(self) -> bool:
        """Whether it may still lead to a place."""
        return self.status in LIVE


class PlayerCode(SecretLink):
    """One entrant's link for the whole event: their score pad, and what comes next.

    That of somebody who registered is the link they have had since.
    """

    entry = models.OneToOneField(
        "tournaments.Entry", on_delete=models.CASCADE, related_name="player_code"
    )
    created_at = models.DateTimeField(default=now, editable=False)

    def __str__(self) -> str:
        return f"{self.entry_id}"
