"""A list of names at the entry desk: what each line means, and what was answered."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from players.player_tables import player_rows
from rules_core.errors import RulesError
from tournaments.models import Tournament
from tournaments.name_lookup import ProposedEntry, proposed_entries
from tournaments.selectors import earlier_events, entry_list
from tournaments.services.entries import Newcomer
from web.refusals import sentence
from web.table_reading import MOST_BYTES, read_table

LONGEST = 100_000
_NEW = "new"


@dataclass(frozen=True)
class ReviewedLine:
    """A line of the list with what is chosen for it so far."""

    proposed: ProposedEntry
    chosen: str

    @property
    def field(self) -> str:
        """What the answer is called in the form."""
        return f"line-{self.proposed.number}"

    @property
    def is_open(self) -> bool:
        """Whether an answer is still missing."""
        return self.proposed.is_question and not self.chosen

    @property
    def newcomer(self) -> Newcomer | None:
        """Whom the line enters; nobody if it is left out."""
        if self.chosen == _NEW:
            return Newcomer(name=self.proposed.name)
        keys = {str(player.pk): player.pk for player in self.proposed.players}
        return Newcomer(player_id=keys[self.chosen]) if self.chosen in keys else None


class ManyForm(forms.Form):
    """Names from lines, a file, or an earlier event."""

    lines = forms.CharField(max_length=LONGEST, required=False)
    file = forms.FileField(required=False)
    confirmed = forms.BooleanField(required=False)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        self.fields["from"] = forms.ModelChoiceField(
            earlier_events(event), to_field_name="slug", required=False
        )

    def clean_file(self) -> list[str]:
        """The names in a file."""
        file = self.cleaned_data["file"]
        if not file:
            return []
        if file.size > MOST_BYTES:
            raise ValidationError(_("The file is too large."))
        try:
            return [row.name for row in player_rows(read_table(file.read())) if row.name]
        except RulesError as error:
            raise ValidationError(sentence(error)) from error

    def clean(self) -> dict[str, Any]:
        """Somebody has to be named."""
        cleaned = super().clean() or {}
        if not self.errors and not self._source(cleaned):
            raise ValidationError(_("There is no name in this list."))
        return cleaned

    def _source(self, cleaned: dict[str, Any]) -> object:
        return cleaned.get("lines", "").strip() or cleaned.get("file") or cleaned.get("from")

    @cached_property
    def text(self) -> str:
        """The list as lines, to be sent again with the answers; empty if it is an event's."""
        cleaned = self.cleaned_data
        if cleaned["file"]:
            return "\n".join(cleaned["file"])
        return "" if cleaned["from"] else cleaned["lines"]

    @cached_property
    def reviewed(self) -> list[ReviewedLine]:
        """Each line with what was answered, or what is proposed."""
        return [ReviewedLine(one, self._chosen(one)) for one in self._proposed()]

    @cached_property
    def newcomers(self) -> list[Newcomer]:
        """All who are entered; those who are in already are not entered twice."""
        return [meant for line in self.reviewed if (meant := line.newcomer)]

    def _proposed(self) -> list[ProposedEntry]:
        earlier = self.cleaned_data["from"]
        if earlier is None:
            return proposed_entries(self.event, self.text.splitlines())
        return list(_everybody_from(earlier, self.event))

    def _chosen(self, proposed: ProposedEntry) -> str:
        if proposed.kind in ("entered", "repeated", "too_long"):
            return ""
        if self.cleaned_data["confirmed"]:
            return str(self.data.get(f"line-{proposed.number}", ""))
        if proposed.kind == "known":
            return str(proposed.players[0].pk)
        return _NEW if proposed.kind == "new" else ""


def _everybody_from(earlier: Tournament, event: Tournament) -> Iterator[ProposedEntry]:
    entered = set(event.entries.values_list("player", flat=True))
    players = (entry.player for entry in entry_list(earlier).select_related("player__club"))
    here = (player for player in players if not (player.anonymised_at or player.merged_into_id))
    for number, player in enumerate(here, start=1):
        own = player.club_id == event.club_id
        name = player.full_name if own else player.name
        yield ProposedEntry(number, name, "entered" if player.pk in entered else "known", (player,))
