"""The part of a form that asks who plays whom: names that are typed, looked up in the club's list."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from players.actors import Actor
from players.models import Club, Player, Role
from players.selectors import own_player_at, players_on_list
from players.services.named_players import Somebody
from players.who_is_meant import ClubList
from web.names import in_spoken_order, tidy_name

MOST_SUGGESTED = 500
"""Names that a browser proposes while one types."""
NEW = "new"


class TwoPlayersForm(forms.Form):
    """Two names. Officials of the club name both; a player names the opponent."""

    a = forms.CharField(label=_("Player"), max_length=120)
    a_is = forms.CharField(required=False, max_length=20)
    b = forms.CharField(label=_("Opponent"), max_length=120)
    b_is = forms.CharField(required=False, max_length=20)

    def __init__(self, *args: Any, club: Club, actor: Actor, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.is_official = actor.may(Role.SCORER, club.pk)
        self.may_add = actor.may(Role.DIRECTOR, club.pk)
        self.own = None if self.is_official else own_player_at(club, actor)
        self.offered: dict[str, list[Player]] = {}
        for name in ("a", "b"):
            self.fields[name].widget.attrs |= {"list": "known-players", "autocomplete": "off"}
        if self.own:
            del self.fields["a"], self.fields["a_is"]

    def suggestions(self) -> list[str]:
        """Names of the club's list, as whoever asks may see them."""
        players = players_on_list(club=self.club.slug)[:MOST_SUGGESTED]
        return [player.full_name if self.may_add else player.name for player in players]

    def clean(self) -> dict[str, Any]:
        """Find out who is meant by each name; ask where several may be."""
        cleaned = super().clean() or {}
        known = ClubList(self.club, private=self.may_add)
        if self.own:
            cleaned["a"] = Somebody(self.own.pk)
        for name in ("a", "b"):
            if isinstance(cleaned.get(name), str):
                cleaned[name] = self._meant(name, cleaned, known)
        return cleaned

    def _meant(self, field: str, cleaned: dict[str, Any], known: ClubList) -> Somebody | None:
        name, answer = in_spoken_order(tidy_name(cleaned[field])), cleaned.get(f"{field}_is", "")
        if answer.isdecimal() and self._is_on_list(int(answer)):
            return Somebody(int(answer))
        if answer == NEW and self.may_add:
            return Somebody(name=name)
        meant = known.meant(name)
        if meant.player_id is not None:
            return Somebody(meant.player_id)
        return self._ask(field, name, meant.offered)

    def _is_on_list(self, pk: int) -> bool:
        return pk < 2**63 and Player.objects.on_list().filter(club=self.club, pk=pk).exists()

    def _ask(self, field: str, name: str, keys: tuple[int, ...]) -> Somebody | None:
        """Whom to choose from; nobody to ask about is somebody new, if one may say so."""
        if keys:
            players = Player.objects.in_bulk(keys)
            self.offered[field] = [players[key] for key in keys]
            self.add_error(field, _("Who is meant? Choose below."))
        elif self.may_add:
            return Somebody(name=name)
        else:
            self.add_error(field, _("Nobody on the club’s list has this name."))
        return None
