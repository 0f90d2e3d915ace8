"""A night of chouette, its seats, and the ledger of everything recorded in it."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from db.append_only import AppendOnly
from db.constraints import known_value
from players.models import Club, Player, User
from rules_core.chouette.night import Night


class NightStatus(models.TextChoices):
    """How far a night has come."""

    OPEN = "open", _("under way")
    CLOSED = "closed", _("closed")


class ChouetteNight(models.Model):
    """One night at one table. The row is what its ledger folds to.

    The secret of its link is not kept. It follows from ``nonce`` and the installation's own key; what
    a request brings is looked up by its hash.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="chouettes")
    state: models.JSONField[Any, Any] = models.JSONField(
        help_text="rules_core.chouette.night.Night as JSON; its players are the numbers of seats."
    )
    status = models.CharField(max_length=6, choices=NightStatus, default=NightStatus.OPEN)
    version = models.PositiveIntegerField(default=1, help_text="The number of its last line.")
    games = models.PositiveIntegerField(default=0)
    nonce = models.CharField(max_length=32, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(default=now)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at", "-pk")
        indexes = (models.Index(fields=("club", "-created_at"), name="chouettes_of_a_club"),)
        constraints = (known_value("status", NightStatus.values, name="known_chouette_status"),)

    def __str__(self) -> str:
        return f"{self.club_id}/{self.pk}"

    @property
    def night(self) -> Night:
        """The state as the typed value that rules_core works with."""
        return Night.from_json(self.state)

    @property
    def secret(self) -> str:
        """What stands behind the QR code."""
        return salted_hmac("chouettes.ChouetteNight", self.nonce, algorithm="sha256").hexdigest()

    @staticmethod
    def digest_of(secret: str) -> str:
        """What is kept of a secret."""
        return sha256(secret.encode()).hexdigest()


class Seat(models.Model):
    """Somebody who sat in. The ledger knows seats by their number, so that no line names a person."""

    chouette = models.ForeignKey(ChouetteNight, on_delete=models.CASCADE, related_name="seats")
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="chouette_seats")
    points = models.IntegerField(default=0, help_text="The account, as the ledger has it.")

    class Meta:
        ordering = ("chouette", "number")
        constraints = (
            models.UniqueConstraint(fields=("chouette", "number"), name="one_seat_a_number"),
        )

    def __str__(self) -> str:
        return f"{self.chouette_id}/{self.number}"

    @property
    def key(self) -> str:
        """What the rules call whoever sits here."""
        return str(self.number)


class EntryKind(models.TextChoices):
    """What can be recorded in a night: the lines of rules_core, and that one was taken back."""

    SAT_DOWN = "sat_down", _("sat down")
    JOINED = "joined", _("joined")
    LEFT = "left", _("left")
    STARTED = "started", _("game started")
    EQUAL_DICE = "equal_dice", _("equal dice")
    DOUBLED = "doubled", _("doubled")
    ANSWERED = "answered", _("answered")
    EXTRA = "extra", _("extra cube")
    FINISHED = "finished", _("game finished")
    CLOSED = "closed", _("night closed")
    TAKEN_BACK = "taken_back", _("undone")


class ChouetteEntry(models.Model):
    """One line of the append-only ledger: who recorded what, when and over which channel."""

    # Its lines are found by the constraint below.
    chouette = models.ForeignKey(
        ChouetteNight, on_delete=models.PROTECT, related_name="entries", db_index=False
    )
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=EntryKind)
    facts: models.JSONField[Any, Any] = models.JSONField(default=dict)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    channel = models.CharField(max_length=10)
    at = models.DateTimeField(default=now)

    class Meta:
        verbose_name_plural = "chouette entries"
        ordering = ("chouette", "number")
        constraints = (
            models.UniqueConstraint(fields=("chouette", "number"), name="chouette_lines_in_order"),
            AppendOnly(may_be_cleared=("by",), name="chouette_entries_are_append_only"),
        )

    def __str__(self) -> str:
        return f"{self.chouette_id}/{self.number} {self.kind}"
