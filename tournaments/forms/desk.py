"""Forms of the entry desk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from players.models import Player
from players.name_matching import KnownNames
from tournaments.models import Tournament
from tournaments.selectors import entered_already, entry_candidates
from tournaments.services.entries import MAX_ENTRIES, Newcomer
from web.names import in_spoken_order, tidy_name


class SeedForm(forms.Form):
    """Where somebody is seeded by hand; empty, nowhere."""

    seed = forms.IntegerField(min_value=1, max_value=MAX_ENTRIES, required=False)


class NameForm(forms.Form):
    """A name typed at the entry desk, or one of the players offered for it."""

    who = forms.CharField(label=_("Name"), max_length=120, required=False)
    player = forms.IntegerField(required=False, widget=forms.HiddenInput)
    new = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        self.offered: list[Player] = []

    def clean(self) -> dict[str, Any]:
        """Somebody has to be named."""
        cleaned = super().clean() or {}
        if not cleaned.get("player") and not tidy_name(cleaned.get("who", "")):
            raise ValidationError(_("Enter a name."))
        return cleaned

    @cached_property
    def newcomer(self) -> Newcomer | None:
        """Who is meant; nobody if several could be, who are then ``offered``."""
        cleaned = self.cleaned_data
        name = tidy_name(cleaned["who"])
        if cleaned["player"]:
            chosen = Player.objects.on_list().filter(pk=cleaned["player"]).first()
            return Newcomer(player_id=chosen.pk) if chosen else Newcomer(name=name)
        if cleaned["new"]:
            return Newcomer(name=name)
        return self._meant(name)

    def _meant(self, name: str) -> Newcomer | None:
        match = KnownNames.of_club(self.event.club_id).match(name)
        if match.is_known:
            return Newcomer(player_id=match.same[0])
        candidates = self._players(match.same) or list(entry_candidates(self.event, name)[:9])
        if len(candidates) == 1 and candidates[0].club_id == self.event.club_id:
            return Newcomer(player_id=candidates[0].pk)
        # “rossi” typed twice is more often the same Rossi again than a new player of that name;
        # and nobody is made twice for one wrong letter.
        self.offered = (
            candidates or list(entered_already(self.event, name)[:9]) or self._players(match.near)
        )
        return None if self.offered else Newcomer(name=in_spoken_order(name))

    def _players(self, keys: Sequence[int]) -> list[Player]:
        found = Player.objects.select_related("club").in_bulk(keys)
        return [found[key] for key in keys if key in found]


class DeskForm(NameForm):
    """Somebody to enter, and whether they have paid."""

    paid = forms.BooleanField(label=_("paid"), required=False)

    @cached_property
    def newcomer(self) -> Newcomer | None:
        """Who is meant, with their fee."""
        meant = super().newcomer
        return replace(meant, paid=self.cleaned_data["paid"]) if meant else None


class DisqualifyForm(forms.Form):
    """Why somebody is sent away."""

    reason = forms.CharField(
        label=_("Reason"), max_length=200, help_text=_("Only the club’s officials see this.")
    )
