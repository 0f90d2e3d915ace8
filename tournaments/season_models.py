"""Seasons: a series of a club's events with championship points, and what is published of it."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.db import models
from django.utils.timezone import now
from django.utils.translation import gettext_lazy as _

from players.models import Club

MOST_YEARS = 3
"""How long a season can be."""


class Season(models.Model):
    """A series of events: all that the club holds between two days, without those that are left out."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seasons")
    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(_("address"), max_length=80, unique=True)
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    rules: models.JSONField[Any, Any] = models.JSONField(
        help_text="rules_core.seasons.rules.SeasonRules as JSON."
    )
    left_out = models.ManyToManyField(
        "tournaments.Tournament",
        related_name="+",
        blank=True,
        help_text="Events between the two days that do not count.",
    )
    closed_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(default=now, editable=False)

    class Meta:
        ordering = ("-first_day", "-pk")
        constraints = (
            models.UniqueConstraint(fields=("club", "name"), name="one_season_a_name"),
            models.CheckConstraint(
                name="season_in_living_memory",
                condition=models.Q(
                    first_day__gte=date(1900, 1, 1),
                    last_day__gte=models.F("first_day"),
                    last_day__lt=date(2200, 1, 1),
                ),
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def is_closed(self) -> bool:
        """Whether the awards are given."""
        return self.closed_at is not None

    @property
    def span(self) -> tuple[datetime, datetime]:
        """From its first moment to the first one after it, at the club's own clock."""
        zone = ZoneInfo(self.club.timezone)
        after = self.last_day + timedelta(days=1)
        return (
            datetime.combine(self.first_day, time.min, zone),
            datetime.combine(after, time.min, zone),
        )


class SeasonSnapshot(models.Model):
    """What the world sees of a season: one row, one version, ready to be sent as it is."""

    season = models.OneToOneField(
        Season, on_delete=models.CASCADE, primary_key=True, related_name="snapshot"
    )
    version = models.PositiveIntegerField(default=0, help_text="0 before the first time.")
    content = models.TextField(default="", help_text="JSON, ready to be sent.")
    digest = models.CharField(max_length=64, default="")
    updated_at = models.DateTimeField(default=now)

    def __str__(self) -> str:
        return f"{self.season_id} v{self.version}"
