"""Who is rated together and how, and which events count for it."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import IntEnum
from typing import ClassVar

from django.db import models

from db.constraints import at_least, known_value
from players.models import Club, Player
from rules_core.ratings.fibs import Ramp


class RatingSystem(models.TextChoices):
    """How a match moves the ratings of its players."""

    FIBS = "fibs", "FIBS"
    GLICKO2 = "glicko2", "Glicko-2"


RAMPS = [
    (Ramp.FIBS.value, "newcomers up to five times as fast"),
    (Ramp.GENTLE.value, "newcomers up to twice as fast"),
    (Ramp.NONE.value, "everybody alike"),
]


class Largest(IntEnum):
    """The largest figures that settings of a pool can have."""

    POINTS = 64
    EXPERIENCE = 100_000
    DEVIATION = 350
    MONTHS = 600


MONTH = timedelta(days=365.25 / 12)
"""What Glicko-2 counts as a period without a match, and what makes somebody inactive."""

INSTALLATION_POOL = "fibs"
"""The pool of everybody, which is there from the first match on."""


class _Kept(models.Manager["RatingPool"]):
    """Pools but for those that were deleted and whose history is still on its way out."""

    def get_queryset(self) -> models.QuerySet[RatingPool]:
        return super().get_queryset().filter(is_going=False)


class RatingPool(models.Model):
    """All who are rated together; its row is the lock that keeps their matches in order.

    While ``from_at`` is set, everything from that place in the order of play on is being computed
    again. Until that is done ``Rating`` holds the figures of before.
    """

    PROVISIONAL_BELOW: ClassVar[int] = 400
    """Experience under which FIBS still moves a rating faster."""
    PROVISIONAL_ABOVE: ClassVar[int] = 110
    """Deviation above which a Glicko-2 rating says little."""

    key = models.CharField(primary_key=True, max_length=16)
    name = models.CharField(max_length=60, blank=True, default="", db_default="")
    system = models.CharField(
        max_length=8, choices=RatingSystem, default=RatingSystem.FIBS, db_default="fibs"
    )
    club = models.ForeignKey(
        Club,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="rating_pools",
        help_text="Whose matches count; none: those of all clubs.",
    )
    by_default = models.BooleanField(
        default=True, db_default=True, help_text="Events that say nothing else count for it."
    )
    ramp = models.CharField(max_length=6, choices=RAMPS, default=Ramp.FIBS.value, db_default="fibs")
    shortest = models.PositiveSmallIntegerField(
        default=1, db_default=1, help_text="Shorter matches do not count."
    )
    provisional_below = models.PositiveIntegerField(
        default=PROVISIONAL_BELOW, db_default=PROVISIONAL_BELOW, help_text="FIBS: experience."
    )
    provisional_above = models.PositiveSmallIntegerField(
        default=PROVISIONAL_ABOVE,
        db_default=PROVISIONAL_ABOVE,
        help_text="Glicko-2: the deviation.",
    )
    inactive_months = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Who has not played for so long is left out of the list."
    )
    from_at = models.DateTimeField(null=True, editable=False)
    from_match = models.BigIntegerField(null=True, editable=False)
    since_at = models.DateTimeField(
        null=True, editable=False, help_text="Where what is computed again began."
    )
    rated_again = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    to_rate_again = models.PositiveIntegerField(default=0, db_default=0, editable=False)
    step = models.CharField(
        max_length=32,
        default="",
        db_default="",
        editable=False,
        help_text="Another one after each chunk: whoever kept figures in memory knows whether they still hold.",
    )

    is_going = models.BooleanField(
        default=False,
        db_default=False,
        editable=False,
        help_text="It was deleted: nobody sees it, and a job takes its history away.",
    )

    objects = _Kept()
    with_going = models.Manager["RatingPool"]()

    class Meta:
        ordering = ("key",)
        constraints = (
            known_value("system", RatingSystem.values, name="known_rating_system"),
            known_value("ramp", list(Ramp), name="known_rating_ramp"),
            at_least("shortest", 1, name="rated_lengths_from_one"),
        )

    def __str__(self) -> str:
        return self.name or self.get_system_display()

    @property
    def is_being_recomputed(self) -> bool:
        """Whether its ratings are not yet those of today."""
        return self.from_at is not None

    def active_since(self, moment: datetime) -> datetime | None:
        """Who has not played since then is left out of the list as it stands at a moment; by the hour."""
        if self.inactive_months is None:
            return None
        hour = moment.replace(minute=0, second=0, microsecond=0)
        return hour - self.inactive_months * MONTH

    @property
    def percent(self) -> int:
        """How much of what is computed again is done."""
        return min(99, 100 * self.rated_again // max(1, self.to_rate_again))


class PoolException(models.Model):
    """An event that counts for a pool which it would not count for by default, or the other way round."""

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="exceptions")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="pool_exceptions")
    event = models.SlugField(max_length=80, db_index=False)
    counts = models.BooleanField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("pool", "club", "event"), name="one_exception_a_pool_and_event"
            ),
        )

    def __str__(self) -> str:
        return f"{self.event}: {self.pool_id}"


class StartValue(models.Model):
    """What a player brings along into a pool, from an earlier list."""

    pool = models.ForeignKey(RatingPool, on_delete=models.CASCADE, related_name="start_values")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="start_values")
    value = models.FloatField()
    experience = models.PositiveIntegerField(default=0)
    deviation = models.FloatField(null=True, help_text="Glicko-2: how sure the value is.")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("pool", "player"), name="one_start_value_a_player"),
        )

    def __str__(self) -> str:
        return f"{self.player_id}: {self.value:.2f}"
