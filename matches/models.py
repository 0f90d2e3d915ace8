"""Matches, the ledger of everything recorded about them, and ratings."""

from __future__ import annotations

from hashlib import sha256
from typing import Any, ClassVar

from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from db.append_only import AppendOnly
from db.constraints import at_least, known_value
from db.statements import Later
from matches.pool_models import INSTALLATION_POOL as INSTALLATION_POOL
from matches.pool_models import PoolException as PoolException
from matches.pool_models import RatingPool as RatingPool
from matches.pool_models import StartValue as StartValue
from players.models import Club, Player, User
from rules_core.match import MatchEnd, MatchRules, MatchState, replay_json
from rules_core.sides import Side


class MatchStatus(models.TextChoices):
    """How far a match has come."""

    READY = "ready", _("ready")
    CALLED = "called", _("called")
    PLAYING = "playing", _("playing")
    REPORTED = "reported", _("reported")
    DISPUTED = "disputed", _("disputed")
    FINISHED = "finished", _("finished")
    VOID = "void", _("void")


AT_TABLE = (MatchStatus.CALLED, MatchStatus.PLAYING)
"""Its players sit there, or are on their way; once they have reported they may sit elsewhere."""

UNDER_WAY = (MatchStatus.READY, *AT_TABLE, MatchStatus.REPORTED, MatchStatus.DISPUTED)
"""Not over: few at a time, however many were ever played."""

SIDES = [(side.value, side.value) for side in Side]
"""The two sides of a match, as the draw names them."""
SIDE_VALUES = [side.value for side in Side]

ENDINGS = [
    (MatchEnd.PLAYED.value, _("played")),
    (MatchEnd.WALKOVER.value, _("walkover")),
    (MatchEnd.FORFEIT.value, _("forfeit")),
    (MatchEnd.TIME.value, _("time")),
    (MatchEnd.RULING.value, _("ruling")),
    (MatchEnd.BYE.value, _("bye")),
    (MatchEnd.DOUBLE_FORFEIT.value, _("double forfeit")),
    (MatchEnd.UNFINISHED.value, _("unfinished")),
]
"""The ways a match ends (docs/rules.md, "What a match record also carries")."""

RATED_ENDINGS = [ending for ending in MatchEnd if ending.rated]


class ResultPolicy(models.TextChoices):
    """Whose word counts for a result."""

    DIRECTOR = "director", _("only directors and scorers")
    EITHER = "either", _("players: one report counts at once")
    CONFIRM = "confirm", _("players: a report counts once the opponent confirms it")


class Match(models.Model):
    """Two players and the rules they play by. The row is the project of its ledger.

    ``entries`` is what counts at present (games, penalties, a final score, an ending); points,
    winner and the rest follow from it and are stored with it so that lists need not replay.
    """

    shown_in: Later | None = None
    """The version of its stage that shows what was just written here. No column."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="matches")
    # Both are found by the indexes below.
    a = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="matches_as_a", db_index=False
    )
    b = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="matches_as_b", db_index=False
    )
    length = models.PositiveSmallIntegerField()
    rules: models.JSONField[Any, Any] = models.JSONField(
        help_text="rules_core.match.MatchRules as JSON."
    )
    entries: models.JSONField[Any, Any] = models.JSONField(
        default=list, help_text="The entries of rules_core.match.MatchState as JSON."
    )
    reports: models.JSONField[Any, Any] = models.JSONField(
        default=dict, help_text="By side: the result it reported, which does not count yet."
    )
    event = models.SlugField(
        max_length=80,
        blank=True,
        help_text="What it is played in, as its maker calls it; tables are numbered within it.",
    )
    result_policy = models.CharField(
        max_length=10, choices=ResultPolicy, default=ResultPolicy.DIRECTOR
    )
    auto_confirm_minutes = models.PositiveSmallIntegerField(null=True, blank=True)
    rated = models.BooleanField(default=True)
    status = models.CharField(max_length=10, choices=MatchStatus, default=MatchStatus.READY)
    version = models.PositiveIntegerField(default=1)
    points_a = models.PositiveSmallIntegerField(default=0)
    points_b = models.PositiveSmallIntegerField(default=0)
    winner = models.CharField(max_length=1, choices=SIDES, blank=True)
    ended_by = models.CharField(max_length=14, choices=ENDINGS, blank=True)
    table = models.PositiveSmallIntegerField(null=True, blank=True)
    created_at = models.DateTimeField(default=now)
    called_at = models.DateTimeField(null=True, blank=True)
    started_at = models.DateTimeField(null=True, blank=True)
    confirms_at = models.DateTimeField(
        null=True, blank=True, help_text="When a report counts even if the other side is silent."
    )
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = "matches"
        ordering = ("pk",)
        indexes = (
            models.Index(fields=("finished_at", "id"), name="match_in_rating_order"),
            # The latest of a player's, and those still to be played, without reading all.
            models.Index(fields=("a", "finished_at", "id"), name="matches_of_a"),
            models.Index(fields=("b", "finished_at", "id"), name="matches_of_b"),
            models.Index(
                fields=("club", "status", "finished_at", "id"), name="matches_of_a_club_as_they_end"
            ),
            models.Index(
                fields=("club", "id"), condition=models.Q(event=""), name="casual_matches_of_a_club"
            ),
            models.Index(
                fields=("confirms_at",),
                condition=models.Q(confirms_at__isnull=False),
                name="match_to_be_confirmed",
            ),
        )
        constraints = (
            models.CheckConstraint(condition=~models.Q(a=models.F("b")), name="nobody_plays_alone"),
            models.CheckConstraint(
                condition=~models.Q(status="finished") | models.Q(finished_at__isnull=False),
                name="a_finished_match_has_its_time",
            ),
            # A void match keeps what it was voided with.
            models.CheckConstraint(
                condition=models.Q(status="void")
                | (models.Q(status="finished") & ~models.Q(ended_by=""))
                | (~models.Q(status="finished") & models.Q(ended_by="")),
                name="finished_by_an_ending",
            ),
            models.CheckConstraint(
                condition=models.Q(winner="") | ~models.Q(ended_by=""), name="won_by_an_ending"
            ),
            at_least("table", 1, name="match_tables_from_one"),
            known_value("status", MatchStatus.values, name="known_match_status"),
            known_value("winner", ["", *SIDE_VALUES], name="known_match_winner"),
            known_value("ended_by", ["", *MatchEnd], name="known_match_ending"),
            known_value("result_policy", ResultPolicy.values, name="known_match_result_policy"),
            models.UniqueConstraint(
                fields=("club", "event", "table"),
                condition=models.Q(status__in=("called", "playing"), table__isnull=False),
                name="one_match_a_table",
            ),
        )

    _replayed: tuple[Any, Any, MatchState] | None = None

    def __str__(self) -> str:
        return f"{self.a} – {self.b}"

    @property
    def match_rules(self) -> MatchRules:
        """The rules as the typed value that rules_core works with."""
        return MatchRules.from_json(self.rules)

    @property
    def state(self) -> MatchState:
        """Where the match stands, replayed from its entries; again only if those are others."""
        if self._replayed is None or self._replayed[:2] != (self.rules, self.entries):
            state = replay_json({"rules": self.rules, "entries": self.entries})
            self._replayed = (self.rules, self.entries, state)
        return self._replayed[2]

    def apply_state(self, state: MatchState) -> None:
        """Take over the entries of a state, and what follows from them."""
        self.entries = state.to_json()["entries"]
        self.points_a, self.points_b = state.points
        self.winner = state.winner.value if state.winner else ""
        self.ended_by = state.ended_by.value if state.ended_by else ""
        self._replayed = (self.rules, self.entries, state)

    @property
    def score(self) -> tuple[int, int]:
        """The score as shown: points above the length count for nothing (docs/rules.md, "Match play")."""
        return min(self.points_a, self.length), min(self.points_b, self.length)

    @property
    def is_over(self) -> bool:
        """Whether nothing more is expected from the board."""
        return self.status in {MatchStatus.FINISHED, MatchStatus.VOID}


class EventKind(models.TextChoices):
    """What can be recorded about a match."""

    CREATED = "created", _("created")
    RULES_SET = "rules_set", _("rules changed")
    POLICY_SET = "policy_set", _("who enters the result changed")
    CALLED = "called", _("called")
    UNCALLED = "uncalled", _("call undone")
    STARTED = "started", _("started")
    ENTERED = "entered", _("score entered")
    TAKEN_BACK = "taken_back", _("undone")
    REPORTED = "reported", _("reported")
    CONFIRMED = "confirmed", _("confirmed")
    DISPUTED = "disputed", _("disputed")
    UNDISPUTED = "undisputed", _("dispute withdrawn")
    REOPENED = "reopened", _("reopened")
    CORRECTED = "corrected", _("corrected")
    TRANSCRIPT = "transcript", _("match file added")
    RULED = "ruled", _("ruling at the board")
    EXCHANGED = "exchanged", _("players exchanged")
    VOIDED = "voided", _("voided")


OVERTIME = "overtime"
"""The ruling that a player whose reserve ran out plays on, beside those about irregularities."""
OVERTIME_TAKEN_BACK = "overtime_taken_back"
"""That ruling was a mistake."""


class MatchEvent(models.Model):
    """One line of the append-only ledger: who recorded what, when, from where and over which channel."""

    # Its lines are found by the constraint below.
    match = models.ForeignKey(
        Match, on_delete=models.PROTECT, related_name="events", db_index=False
    )
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=16, choices=EventKind)
    facts: models.JSONField[Any, Any] = models.JSONField(default=dict)
    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    side = models.CharField(
        max_length=1, choices=SIDES, blank=True, help_text="The side that spoke, if one did."
    )
    channel = models.CharField(max_length=10)
    address = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField(default=now)

    class Meta:
        ordering = ("match", "number")
        constraints = (
            models.UniqueConstraint(fields=("match", "number"), name="ledger_lines_in_order"),
            AppendOnly(may_be_cleared=("by", "address"), name="the_ledger_is_append_only"),
            at_least("number", 1, name="ledger_lines_from_one"),
            known_value("kind", EventKind.values, name="known_ledger_kind"),
            known_value("side", ["", *SIDE_VALUES], name="known_ledger_side"),
        )

    def __str__(self) -> str:
        return f"{self.match_id}/{self.number} {self.kind}"


class TableLink(models.Model):
    """The link behind a table's QR code: one side of one match, nothing else.

    The secret is not kept. It follows from ``nonce`` and the installation's own key, so that the
    sheet can be printed again; what a request brings is looked up by its hash.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="table_links")
    side = models.CharField(max_length=1, choices=SIDES)
    nonce = models.CharField(max_length=32, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(default=now, editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("match", "side"),
                condition=models.Q(revoked_at=None),
                name="one_live_link_a_side",
            ),
            known_value("side", SIDE_VALUES, name="known_table_link_side"),
        )

    def __str__(self) -> str:
        return f"{self.match_id}:{self.side}"

    @property
    def secret(self) -> str:
        """What stands behind the QR code."""
        return salted_hmac("matches.TableLink", self.nonce, algorithm="sha256").hexdigest()

    @staticmethod
    def digest_of(secret: str) -> str:
        """What is kept of a secret."""
        return sha256(secret.encode()).hexdigest()


class Transcript(models.Model):
    """A match file as it was handed in."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="transcripts")
    name = models.CharField(max_length=120)
    content = models.BinaryField(help_text="Byte for byte: it is given back as it came.")
    first = models.CharField(
        max_length=1, choices=SIDES, help_text="The side of the file's first player."
    )
    taken = models.BooleanField(help_text="Whether the record of the match was taken from it.")
    created_at = models.DateTimeField(default=now, editable=False)

    class Meta:
        ordering = ("pk",)
        constraints = (known_value("first", SIDE_VALUES, name="known_transcript_side"),)

    def __str__(self) -> str:
        return self.name


class Rating(models.Model):
    """Where a player stands now: a row for everybody who was rated or brought a value along."""

    INITIAL: ClassVar[float] = 1500.0

    # Its rows are found by the constraint below.
    pool = models.ForeignKey(
        RatingPool, on_delete=models.PROTECT, related_name="ratings", db_index=False
    )
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="ratings")
    value = models.FloatField(default=INITIAL)
    experience = models.PositiveIntegerField(default=0)
    matches = models.PositiveIntegerField(default=0)
    last_played = models.DateTimeField(null=True)
    deviation = models.FloatField(null=True, help_text="Glicko-2: how sure the value is.")
    volatility = models.FloatField(null=True, help_text="Glicko-2: how steady the player.")

    class Meta:
        indexes = (
            models.Index(fields=("pool", "-value"), name="ratings_from_the_top"),
            models.Index(fields=("pool", "last_played"), name="ratings_by_last_match"),
        )
        constraints = (
            models.UniqueConstraint(fields=("pool", "player"), name="one_rating_a_player"),
        )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.value:.2f}"

    @property
    def is_provisional(self) -> bool:
        """Whether it rests on so little play, or is so unsure, that the pool's list says so."""
        if self.deviation is not None:
            return self.deviation > self.pool.provisional_above
        return self.experience < self.pool.provisional_below


class RatingChange(models.Model):
    """What one match did to one player's rating."""

    # Both are found by the indexes below; each more is written with every row of a replay.
    pool = models.ForeignKey(
        RatingPool, on_delete=models.PROTECT, related_name="changes", db_index=False
    )
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, related_name="rating_changes", db_index=False
    )
    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="rating_changes")
    won = models.BooleanField()
    length = models.PositiveSmallIntegerField()
    at = models.DateTimeField(help_text="When the match finished: the order of rating.")
    before = models.FloatField()
    after = models.FloatField()
    experience = models.PositiveIntegerField(help_text="After the match.")
    deviation_before = models.FloatField(
        null=True, help_text="Glicko-2: before the match, with the months without one."
    )
    deviation = models.FloatField(null=True, help_text="Glicko-2: after the match.")
    volatility = models.FloatField(null=True, help_text="Glicko-2: after the match.")

    class Meta:
        ordering = ("at", "match_id", "pk")
        indexes = (
            models.Index(fields=("pool", "at", "match"), name="changes_in_rating_order"),
            models.Index(fields=("player", "pool", "at", "match"), name="changes_of_a_player"),
        )
        constraints = (
            models.UniqueConstraint(
                fields=("pool", "match", "player"), name="one_change_a_match_and_player"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.before:.2f} → {self.after:.2f}"


class PlayedStep(models.Model):
    """How far what somebody has played has come: another step after each change of a finished match of theirs.

    Whoever remembers what follows from all their matches knows by it whether that still holds.
    """

    player = models.OneToOneField(
        Player, on_delete=models.CASCADE, primary_key=True, related_name="+"
    )
    step = models.CharField(max_length=32)

    def __str__(self) -> str:
        return f"{self.player_id}: {self.step}"
