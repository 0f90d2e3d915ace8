"""The form in which a director places those who are level."""

from __future__ import annotations

from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from tournaments.models import Stage
from tournaments.publishing.standings.ties import Tie
from tournaments.selectors import placed_by_hand


class TieLines(NamedTuple):
    """A tie with the fields of those who are level."""

    tie: Tie
    lines: list[forms.BoundField]


class ByHandForm(forms.Form):
    """A place for each of those who are level, or for none of them."""

    def __init__(self, *args: Any, stage: Stage, ties: list[Tie], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ties, self._placed = ties, placed_by_hand(stage)
        for tie in ties:
            placed = set(tie.entries) <= set(self._placed)
            for row in tie.rows:
                self.fields[_name(row["entry"])] = forms.TypedChoiceField(
                    label=row["name"],
                    required=False,
                    coerce=int,
                    empty_value=None,
                    initial=row["rank"] if placed else "",
                    choices=[("", _("by lot")), *((place, place) for place in tie.places)],
                )

    @property
    def groups(self) -> list[TieLines]:
        """The ties and their fields, for the page."""
        return [TieLines(tie, [self[_name(pk)] for pk in tie.entries]) for tie in self.ties]

    def clean(self) -> dict[str, Any]:
        """A place is given once, and to all of a tie or to none."""
        cleaned = super().clean() or {}
        for tie in self.ties:
            given = [cleaned[name] for name in map(_name, tie.entries) if cleaned.get(name)]
            if given and sorted(given) != tie.places:
                names = ", ".join(row["name"] for row in tie.rows)
                raise ValidationError(
                    _(
                        "Give each of them a different place, or leave all of them empty: %(names)s."
                    ),
                    params={"names": names},
                )
        return cleaned

    def order(self) -> list[int]:
        """The entrants as placed; those placed before who are not level now keep their order."""
        shown = [pk for tie in self.ties for pk in tie.entries]
        placed = [pk for pk in shown if self.cleaned_data[_name(pk)]]
        placed.sort(key=lambda pk: self.cleaned_data[_name(pk)])
        return [*placed, *(pk for pk in self._placed if pk not in shown)]


def _name(entry: int) -> str:
    return f"place_{entry}"
