"""Forms of the entry desk."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from players.models import Player
from tournaments.models import Tournament
from tournaments.name_lookup import who_is_meant
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
            if chosen:
                return Newcomer(player_id=chosen.pk)
        if cleaned["player"] or cleaned["new"]:
            return Newcomer(name=in_spoken_order(name))
        return self._meant(name)

    def _meant(self, name: str) -> Newcomer | None:
        meant = who_is_meant(self.event, name)
        self.offered = list(meant.offered)
        if self.offered:
            return None
        if meant.player_id:
            return Newcomer(player_id=meant.player_id)
        return Newcomer(name=meant.name)


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
