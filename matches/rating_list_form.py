"""What of a rating list somebody wants to see."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from matches.models import INSTALLATION_POOL, RatingPool
from players.forms import LISTED_MONTHS
from players.models import Club

_LIVING_MEMORY = [MinValueValidator(date(1900, 1, 1)), MaxValueValidator(date(2199, 12, 31))]
LONG_AGO = datetime(1000, 1, 1, tzinfo=UTC)


def _months(months: int) -> str:
    return ngettext("%(count)s month", "%(count)s months", months) % {"count": months}


class RatingListForm(forms.Form):
    """Filters of the list; an empty form is the list of today."""

    as_of = forms.DateField(
        label=_("As of"),
        required=False,
        validators=_LIVING_MEMORY,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
    )
    since = forms.DateField(
        label=_("Change since"),
        required=False,
        validators=_LIVING_MEMORY,
        widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
        help_text=_("Empty: since the last evening."),
    )
    active = forms.ChoiceField(label=_("Played within"), required=False)
    country = forms.RegexField("^[A-Za-z]{2}$", label=_("Country"), required=False, max_length=2)
    system = forms.SlugField(required=False, max_length=16, widget=forms.HiddenInput)
    clubs = forms.ChoiceField(
        label=_("Players of"),
        required=False,
        choices=[("", _("this club")), ("all", _("all clubs"))],
    )

    def __init__(
        self, data: QueryDict | None, *, club: Club, pool: RatingPool, are_many_clubs: bool = False
    ) -> None:
        self._pool = pool
        usual = pool.inactive_months or club.listed_months
        self._usual_months = usual
        if data is not None:
            data = data.copy()
            data.setdefault("active", str(usual))
        super().__init__(data, initial={"active": usual, "system": pool.pk})
        self._zone = ZoneInfo(club.timezone)
        known = [months for months, _said in LISTED_MONTHS]
        own = [] if usual in known else [(usual, _months(usual))]
        active: Any = self.fields["active"]
        active.choices = [*LISTED_MONTHS, *own]
        if not are_many_clubs:
            del self.fields["clubs"]

    @property
    def as_of_moment(self) -> datetime | None:
        """The end of the day that was asked for."""
        day: date | None = self._chosen("as_of")
        return self._start_of(day + timedelta(days=1)) if day else None

    @property
    def played_since(self) -> datetime | None:
        """So many months before the moment of the list; for everybody, before what a pool would say."""
        if not self.months:
            return LONG_AGO if self._pool.inactive_months else None
        return (self.as_of_moment or timezone.now()) - timedelta(days=30.5 * self.months)

    @property
    def months(self) -> int:
        """Within how many months somebody must have played to be listed; as the club wants it, if not said."""
        chosen = self._chosen("active")
        return int(chosen) if chosen else self._usual_months

    @property
    def is_filtered(self) -> bool:
        """Whether anything was asked for."""
        others = (name for name in self.fields if name not in {"active", "system"})
        return self.months != self._usual_months or any(self._chosen(name) for name in others)

    @property
    def all_clubs(self) -> bool:
        """Whether players of other clubs are listed, too."""
        return bool(self._chosen("clubs") == "all")

    @property
    def chosen_country(self) -> str:
        """In capitals, or nothing."""
        return str(self._chosen("country") or "").upper()

    def change_since(self, last_played: datetime | None) -> datetime | None:
        """The day that was asked for; without one, that of the last match on the list."""
        day: date | None = self._chosen("since")
        if day is None and last_played is not None:
            day = last_played.astimezone(self._zone).date()
        return self._start_of(day) if day else None

    def changes_asked(self, since: datetime) -> str:
        """The question that leads from a change on this list to the matches it adds up."""
        asked = {"since": since.astimezone(self._zone).date().isoformat()}
        if (pool := self._pool.pk) != INSTALLATION_POOL:
            asked["system"] = pool
        if self.as_of_moment:
            asked["as_of"] = self._chosen("as_of").isoformat()
        return urlencode(asked)

    def _chosen(self, name: str) -> Any:
        return self.cleaned_data.get(name) if self.is_bound and self.is_valid() else None

    def _start_of(self, day: date) -> datetime:
        return datetime.combine(day, time.min, self._zone).astimezone(UTC)
