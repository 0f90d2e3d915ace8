"""Events and their brackets. A pairing points to its match, never the reverse."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.db import models
from django.utils.functional import cached_property
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from api.looks import Source
from db.constraints import at_least, known_value
from matches.models import SIDE_VALUES, SIDES, Match, ResultPolicy
from players.models import Club, Player
from rules_core.draws.advancement import Outcome, PairingStatus, VoidReason
from rules_core.draws.seeding import commitment
from rules_core.draws.settings import Format
from tournaments.registration_models import TERMS_CONSTRAINTS, RegistrationTerms
from tournaments.registration_models import PlayerCode as PlayerCode
from tournaments.registration_models import Registration as Registration
from tournaments.registration_models import RegistrationMode as RegistrationMode
from tournaments.registration_models import RegistrationStatus as RegistrationStatus
from tournaments.season_models import Season as Season
from tournaments.season_models import SeasonSnapshot as SeasonSnapshot
from tournaments.snapshot_texts import NOTHING, SnapshotTexts


class TournamentStatus(models.TextChoices):
    """How far an event has come."""

    REGISTRATION = "registration", _("open for entries")
    RUNNING = "running", _("in progress")
    FINISHED = "finished", _("finished")


class Tournament(RegistrationTerms):
    """An event of a club, from the first entry to the last result."""

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=80, unique=True)
    starts_at = models.DateTimeField(_("starts at"))
    timezone = models.CharField(_("time zone"), max_length=64)
    tables = models.PositiveSmallIntegerField(_("tables"), null=True, blank=True)
    entry_fee = models.DecimalField(
        _("entry fee"), max_digits=8, decimal_places=2, null=True, blank=True
    )
    result_policy = models.CharField(
        max_length=10, choices=ResultPolicy, default=ResultPolicy.DIRECTOR
    )
    auto_confirm_minutes = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        default=15,
        help_text="How long a report waits for the other side; empty: for ever.",
    )
    show_chances = models.BooleanField(
        _("show chances to win"),
        default=True,
        # A process of the version before, still at work during an upgrade, does not write it.
        db_default=True,
        help_text="On bracket, match page, screen and over REST; from the ratings at the draw.",
    )
    rules: models.JSONField[Any, Any] = models.JSONField(
        help_text="rules_core.match.MatchRules as JSON."
    )
    status = models.CharField(
        max_length=12, choices=TournamentStatus, default=TournamentStatus.REGISTRATION
    )
    published_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=now, editable=False)

    class Meta:
        ordering = ("-starts_at", "-pk")
        indexes = (
            models.Index(fields=("club", "-starts_at"), name="events_of_a_club"),
            models.Index(fields=("-starts_at", "-id"), name="events_by_day"),
            models.Index(fields=("status", "starts_at"), name="events_by_status"),
            models.Index(fields=("club", "status", "starts_at"), name="events_of_club_by_status"),
        )
        constraints = (
            # Outside of these years dates cannot be converted, sorted or shown everywhere.
            models.CheckConstraint(
                name="event_in_living_memory",
                condition=models.Q(
                    starts_at__gte=datetime(1900, 1, 1, tzinfo=UTC),
                    starts_at__lt=datetime(2200, 1, 1, tzinfo=UTC),
                ),
            ),
            at_least("tables", 1, name="event_tables_from_one"),
            at_least("entry_fee", 0, name="no_negative_fee"),
            known_value("status", TournamentStatus.values, name="known_event_status"),
            known_value("result_policy", ResultPolicy.values, name="known_event_result_policy"),
            *TERMS_CONSTRAINTS,
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_published(self) -> bool:
        """Whether everybody may see it."""
        return self.published_at is not None


class EntryStatus(models.TextChoices):
    """Whether an entrant can be paired."""

    ENTERED = "entered", _("entered")
    PRESENT = "present", _("here")
    WITHDRAWN = "withdrawn", _("withdrawn")
    DISQUALIFIED = "disqualified", _("disqualified")


OUT = (EntryStatus.WITHDRAWN, EntryStatus.DISQUALIFIED)
"""Those who are walked over wherever somebody waits for them."""


class Entry(models.Model):
    """A player's place in an event."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    seed = models.PositiveSmallIntegerField(_("seed"), null=True, blank=True)
    status = models.CharField(max_length=12, choices=EntryStatus, default=EntryStatus.ENTERED)
    reason = models.CharField(_("reason"), max_length=200, blank=True)
    paid = models.BooleanField(_("paid"), default=False)
    created_at = models.DateTimeField(default=now, editable=False)

    class Meta:
        verbose_name_plural = "entries"
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("tournament", "player"), name="one_entry_a_player"),
            models.UniqueConstraint(fields=("tournament", "seed"), name="one_entry_a_seed"),
            at_least("seed", 1, name="entry_seeds_from_one"),
            known_value("status", EntryStatus.values, name="known_entry_status"),
        )

    def __str__(self) -> str:
        return str(self.player)


FORMATS = [
    (Format.SINGLE_ELIMINATION.value, _("single elimination")),
    (Format.DOUBLE_ELIMINATION.value, _("double elimination")),
    (Format.SWISS.value, _("Swiss")),
    (Format.SWISS_LIVES.value, _("Swiss with lives")),
    (Format.ROUND_ROBIN.value, _("round robin")),
]
"""How a stage is played."""


class Stage(models.Model):
    """A part of an event with a draw of its own."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=60)
    format = models.CharField(_("format"), max_length=20, choices=FORMATS)
    settings: models.JSONField[Any, Any] = models.JSONField(default=dict, blank=True)
    seed = models.CharField(max_length=200, help_text="Secret until the draw.")
    next_seed = models.CharField(
        max_length=200, help_text="Secret unless it is drawn again: the draw will be made with it."
    )
    seed_given = models.BooleanField(
        default=False, help_text="Named by the director at the draw, so not committed to before."
    )
    drawn_at = models.DateTimeField(null=True, blank=True)
    drawn_count = models.PositiveSmallIntegerField(
        default=0, help_text="How many were drawn; they are the entrants who are not late."
    )
    late_count = models.PositiveSmallIntegerField(
        default=0, help_text="How many came after the draw and play."
    )
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("tournament", "number")
        constraints = (
            models.UniqueConstraint(fields=("tournament", "number"), name="stages_in_order"),
            at_least("number", 1, name="stages_from_one"),
            known_value("format", [*Format], name="known_format"),
            models.CheckConstraint(
                condition=models.Q(finished_at=None) | models.Q(drawn_at__isnull=False),
                name="finished_after_a_draw",
            ),
            models.CheckConstraint(
                condition=models.Q(drawn_at=None, drawn_count=0, late_count=0)
                | models.Q(drawn_at__isnull=False, drawn_count__gte=2),
                name="drawn_from_somebody",
            ),
        )

    def __str__(self) -> str:
        return f"{self.tournament} · {self.name}"

    @property
    def is_elimination(self) -> bool:
        """Whether rounds lead into each other, and places come from the bracket."""
        return Format(self.format).is_elimination

    @property
    def has_table(self) -> bool:
        """Whether the standings are a table, ordered by tie-breaks."""
        return Format(self.format).has_table

    @property
    def paired_by_round(self) -> bool:
        """Whether each round follows from the results before, so that there is no plan."""
        return Format(self.format).paired_by_round

    @property
    def size(self) -> int:
        """How many play in it; nobody before the draw."""
        return self.drawn_count + self.late_count

    @property
    def before(self) -> Stage | None:
        """The stage whose qualifiers play in this one; none if everybody does."""
        stage = self.tournament.stages.filter(number=self.number - 1).first()
        return stage if stage and stage.settings.get("qualify") else None

    @cached_property
    def is_followed(self) -> bool:
        """Whether a later stage is drawn, so that the event is opened on that one."""
        later = self.tournament.stages.filter(number__gt=self.number, drawn_at__isnull=False)
        return later.exists()

    @property
    def seeds_are_earned(self) -> bool:
        """Whether places in the stage before are the seeds; the stage's own choice comes first."""
        return self.settings.get("seeding") is None and self.before is not None

    @property
    def next_commitment(self) -> str:
        """The hash of the seed that a re-draw would use."""
        return commitment(self.next_seed)

    @property
    def commitment(self) -> str:
        """The hash of the seed: public from the start, so that the draw cannot be chosen later."""
        return commitment(self.seed)


class StageEntrant(models.Model):
    """Somebody who plays in a stage: as the draw saw them, and where it has put them.

    What the draw saw does not change, or nobody could repeat it. What happens later stands beside
    it: who came late, and who plays in the place of the one who was drawn.
    """

    # Found by the constraints below.
    stage = models.ForeignKey(
        Stage, on_delete=models.CASCADE, related_name="entrants", db_index=False
    )
    entry = models.ForeignKey(Entry, on_delete=models.RESTRICT, related_name="places")
    number = models.PositiveSmallIntegerField(
        help_text="On the list that the draw was made from; latecomers come after it."
    )
    rating = models.FloatField(null=True, help_text="At the draw.")
    club = models.CharField(max_length=50, blank=True, help_text="At the draw, by its slug.")
    given_seed = models.PositiveSmallIntegerField(
        null=True, help_text="By the director, or earned in the stage before."
    )
    seed = models.PositiveSmallIntegerField(help_text="As drawn.")
    line = models.PositiveSmallIntegerField(
        null=True, help_text="Of an elimination: from the top of the first round."
    )
    pool = models.PositiveSmallIntegerField(null=True, help_text="Of a round robin.")
    late = models.BooleanField(default=False)
    missed = models.PositiveSmallIntegerField(
        null=True, help_text="Of a latecomer in a Swiss: the rounds that were paired before."
    )
    replaced = models.BooleanField(default=False, help_text="Somebody else plays in their place.")
    stand_in_rating = models.FloatField(null=True)
    stand_in_club = models.CharField(max_length=50, blank=True)
    place_by_hand = models.PositiveSmallIntegerField(
        null=True, help_text="As the director placed them, for ties that nothing else separates."
    )

    class Meta:
        ordering = ("stage", "seed")
        indexes = (
            models.Index(
                fields=("stage",), condition=models.Q(late=True), name="latecomers_of_a_stage"
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=("stage", "entry"), name="drawn_once"),
            models.UniqueConstraint(fields=("stage", "number"), name="one_entrant_a_number"),
            models.UniqueConstraint(fields=("stage", "seed"), name="one_entrant_a_seed"),
            models.UniqueConstraint(fields=("stage", "line"), name="one_entrant_a_line"),
            models.UniqueConstraint(
                fields=("stage", "place_by_hand"), name="one_entrant_a_place_by_hand"
            ),
            at_least("number", 1, name="list_numbers_from_one"),
            at_least("seed", 1, name="drawn_seeds_from_one"),
            at_least("line", 1, name="lines_from_one"),
            at_least("pool", 1, name="pools_from_one"),
            at_least("place_by_hand", 1, name="places_by_hand_from_one"),
            models.CheckConstraint(
                condition=models.Q(line=None) | models.Q(pool=None), name="a_line_or_a_pool"
            ),
            models.CheckConstraint(
                condition=models.Q(missed=None) | models.Q(late=True), name="only_the_late_miss"
            ),
            models.CheckConstraint(
                condition=models.Q(replaced=True)
                | models.Q(stand_in_rating=None, stand_in_club=""),
                name="a_stand_in_replaces",
            ),
        )

    def __str__(self) -> str:
        return f"{self.stage_id}/{self.seed}"


PAIRING_STATUSES = [(status.value, status.value) for status in PairingStatus]
OUTCOMES = [(outcome.value, outcome.value) for outcome in Outcome]


class Pairing(models.Model):
    """A place in a bracket where two entries may meet, as rules_core.draws sees it.

    ``a_open`` and ``b_open`` say that the seat still waits for a result; a seat that is neither
    open nor has an entry has nobody in it. How far the match has come is the match's affair.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="pairings")
    key = models.CharField(max_length=40)
    bracket = models.CharField(max_length=20)
    round = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    length = models.PositiveSmallIntegerField()
    a = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+")
    b = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, related_name="+")
    a_open = models.BooleanField(default=False)
    b_open = models.BooleanField(default=False)
    a_from = models.CharField(max_length=50)
    b_from = models.CharField(max_length=50)
    needed = models.BooleanField(default=True, null=True)
    outcome = models.CharField(max_length=14, choices=OUTCOMES, blank=True)
    status = models.CharField(
        max_length=10, choices=PAIRING_STATUSES, default=PairingStatus.WAITING
    )
    void_reason = models.CharField(max_length=16, blank=True)
    winner = models.CharField(max_length=1, choices=SIDES, blank=True)
    match = models.OneToOneField(
        Match, on_delete=models.PROTECT, null=True, related_name="+", db_index=True
    )

    class Meta:
        ordering = ("stage", "bracket", "round", "number")
        indexes = (models.Index(fields=("stage", "status"), name="pairings_by_status"),)
        constraints = (
            models.UniqueConstraint(fields=("stage", "key"), name="one_pairing_a_key"),
            models.CheckConstraint(
                condition=~models.Q(a=models.F("b")), name="nobody_meets_themselves"
            ),
            models.CheckConstraint(
                condition=(models.Q(a_open=False) | models.Q(a=None))
                & (models.Q(b_open=False) | models.Q(b=None)),
                name="an_open_seat_has_no_entry",
            ),
            models.CheckConstraint(
                condition=models.Q(match=None) | models.Q(a__isnull=False, b__isnull=False),
                name="a_match_has_both_its_sides",
            ),
            models.CheckConstraint(
                condition=models.Q(winner="") | ~models.Q(outcome="") | models.Q(status="bye"),
                name="won_by_an_outcome",
            ),
            models.CheckConstraint(
                condition=(
                    models.Q(outcome="") | models.Q(status__in=["finished", "walkover", "void"])
                )
                & (~models.Q(status__in=["finished", "walkover"]) | ~models.Q(outcome="")),
                name="decided_by_an_outcome",
            ),
            at_least("round", 1, name="rounds_from_one"),
            at_least("number", 1, name="pairings_from_one"),
            at_least("length", 1, name="pairing_lengths_from_one"),
            known_value("status", [*PairingStatus], name="known_pairing_status"),
            known_value("outcome", ["", *Outcome], name="known_outcome"),
            known_value("winner", ["", *SIDE_VALUES], name="known_pairing_winner"),
            known_value("void_reason", ["", *VoidReason], name="known_void_reason"),
        )

    def __str__(self) -> str:
        return f"{self.stage_id}/{self.key}"


class StageVersion(models.Model):
    """How many changes of a stage have been committed; its snapshot says how many of them it shows.

    A row of its own: each game that is recorded writes it, and what else a stage has seldom changes.
    """

    stage = models.OneToOneField(
        Stage, on_delete=models.CASCADE, primary_key=True, related_name="version"
    )
    number = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.stage_id} v{self.number}"


class StageSnapshot(models.Model):
    """What the world sees of a stage: one row, one version, ready to be sent as it is.

    The texts are JSON. A reader never waits for a computation, and what has not changed is
    answered by its version alone.
    """

    stage = models.OneToOneField(
        Stage, on_delete=models.CASCADE, primary_key=True, related_name="snapshot"
    )
    version = models.PositiveIntegerField(
        default=0, help_text="The stage's version that it shows; 0 before the first time."
    )
    bracket = models.TextField(default="")
    standings = models.TextField(default="")
    digest = models.CharField(max_length=64, default="")
    updated_at = models.DateTimeField(default=now)

    texts: SnapshotTexts = NOTHING
    """The texts ready to be sent, where it was read to be shown."""
    source: Source | None = None
    """The row, where it was read to be shown and holds no long texts."""

    def __str__(self) -> str:
        return f"{self.stage_id} v{self.version}"


class StageForecast(models.Model):
    """Everybody's chances in a stage, as last computed; it follows the snapshot, and nobody waits for it."""

    stage = models.OneToOneField(
        Stage, on_delete=models.CASCADE, primary_key=True, related_name="forecast"
    )
    version = models.PositiveIntegerField(
        default=0, help_text="The stage's version that it was made from; 0 before the first time."
    )
    content = models.TextField(default="", help_text="JSON, ready to be sent.")
    due_at = models.DateTimeField(
        default=now, help_text="Not made again before; whoever makes it moves this on."
    )

    def __str__(self) -> str:
        return f"{self.stage_id} v{self.version}"
