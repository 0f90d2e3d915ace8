"""Money sessions, the ledger of everything recorded about them, and the links of their score pads."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from db.append_only import AppendOnly
from db.constraints import at_least, known_value
from matches.models import SIDE_VALUES, SIDES
from players.models import Club, Player, User
from rules_core.match import MatchRules, MatchState, replay_json


class MoneySession(models.Model):
    """Two players who play game after game at a stake. The row follows from its ledger."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="money_sessions")
    a = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="sessions_as_a")
    b = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="sessions_as_b")
    stake = models.CharField(
        max_length=40, blank=True, help_text="What a point is worth, as the players say it."
    )
    rules: models.JSONField[Any, Any] = models.JSONField(
        help_text="rules_core.match.MatchRules as JSON, of length 0."
    )
    entries: models.JSONField[Any, Any] = models.JSONField(
        default=list, help_text="The entries of rules_core.match.MatchState as JSON."
    )
    version = models.PositiveIntegerField(default=0)
    points_a = models.PositiveIntegerField(default=0)
    points_b = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=now)
    settled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("club", "-created_at"), name="sessions_of_a_club"),)
        constraints = (
            models.CheckConstraint(
                condition=~models.Q(a=models.F("b")), name="nobody_plays_alone_for_money"
            ),
        )

    def __str__(self) -> str:
        return f"{self.a} – {self.b}"

    @property
    def session_rules(self) -> MatchRules:
        """The rules as the typed value that rules_core works with."""
        return MatchRules.from_json(self.rules)

    @property
    def state(self) -> MatchState:
        """Where the session stands, replayed from its entries."""
        return replay_json({"rules": self.rules, "entries": self.entries})

    @property
    def score(self) -> tuple[int, int]:
        """The points of both sides."""
        return self.points_a, self.points_b


class SessionEventKind(models.TextChoices):
    """What can be recorded about a session."""

    STARTED = "started", _("started")
    GAME = "game", _("score entered")
    TAKEN_BACK = "taken_back", _("undone")
    SETTLED = "settled", _("settled")


class SessionEvent(models.Model):
    """One line of the append-only ledger: who recorded what, when, from where and over which channel."""

    # Its lines are found by the constraint below.
    session = models.ForeignKey(
        MoneySession, on_delete=models.PROTECT, related_name="events", db_index=False
    )
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=SessionEventKind)
    facts: models.JSONField[Any, Any] = models.JSONField(default=dict)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    side = models.CharField(max_length=1, choices=SIDES, blank=True)
    channel = models.CharField(max_length=10)
    address = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(default=now)

    class Meta:
        ordering = ("session", "number")
        constraints = (
            models.UniqueConstraint(fields=("session", "number"), name="session_lines_in_order"),
            AppendOnly(may_be_cleared=("by", "address"), name="the_session_ledger_is_append_only"),
            at_least("number", 1, name="session_lines_from_one"),
            known_value("kind", SessionEventKind.values, name="known_session_kind"),
            known_value("side", ["", *SIDE_VALUES], name="known_session_side"),
        )

    def __str__(self) -> str:
        return f"{self.session_id}/{self.number} {self.kind}"


class SessionLink(models.Model):
    """The link of one side's score pad. As with a table's, the secret follows from ``nonce``."""

    session = models.ForeignKey(MoneySession, on_delete=models.CASCADE, related_name="links")
    side = models.CharField(max_length=1, choices=SIDES)
    nonce = models.CharField(max_length=32, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("session", "side"), name="one_session_link_a_side"),
            known_value("side", SIDE_VALUES, name="known_session_link_side"),
        )

    def __str__(self) -> str:
        return f"{self.session_id}:{self.side}"

    @property
    def secret(self) -> str:
        """What stands behind the QR code."""
        return salted_hmac("money.SessionLink", self.nonce, algorithm="sha256").hexdigest()

    @staticmethod
    def digest_of(secret: str) -> str:
        """What is kept of a secret."""
        return sha256(secret.encode()).hexdigest()
