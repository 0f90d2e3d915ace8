"""A chouette night, as its form asks for it."""

from __future__ import annotations

import secrets
from datetime import date
from typing import Any

from django import forms
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from matches.cube_rules_form import CubeRuleFields
from players.actors import Actor
from players.models import Club, Player, Role
from players.selectors import players_on_list
from players.services.named_players import Somebody
from players.two_players_form import MOST_SUGGESTED, NEW
from players.who_is_meant import ClubList
from rules_core.chouette import ChouetteRules, Consultation, Cubes, LoneTaker, Retention
from rules_core.chouette.night import MOST_SEATED
from rules_core.chouette.table import FEWEST_PLAYERS
from rules_core.money import money_rules
from web.names import in_spoken_order, tidy_name

SHOWN_AT_ONCE = 6
"""Places that everybody sees; the others unfold."""
CUBE_OPTIONS = ("jacoby", "beavers", "automatic_doubles", "max_cube")


class NightForm(CubeRuleFields):
    """Who sits in, in which order, and what they agree on."""

    by_lot = forms.TypedChoiceField(
        label=_("Places"),
        coerce=lambda value: value == "lot",
        choices=(
            ("written", _("as written: box, captain, the others in line")),
            ("lot", _("drawn by lot")),
        ),
        initial="written",
    )
    cubes = forms.ChoiceField(
        label=_("Cubes"),
        choices=((Cubes.EACH.value, _("one each")), (Cubes.ONE.value, _("one for the whole team"))),
    )
    retention = forms.ChoiceField(
        label=_("The box stays if it"),
        choices=(
            (Retention.BEAT_CAPTAIN.value, _("beats the captain")),
            (Retention.BEAT_ALL.value, _("beats everybody")),
            (Retention.NOT_NEGATIVE.value, _("does not lose points")),
        ),
    )
    lone_taker = forms.ChoiceField(
        label=_("The only one to take"),
        choices=(
            (LoneTaker.FREE.value, _("may take")),
            (LoneTaker.MUST_DROP.value, _("must drop, with five players or more")),
            (LoneTaker.MUST_TAKE_EXTRAS.value, _("must take every extra offered")),
        ),
    )
    consultation = forms.ChoiceField(
        label=_("Advice to the captain"),
        choices=(
            (Consultation.FREE.value, _("at any time")),
            (Consultation.AFTER_CUBE.value, _("once one’s own cube was turned")),
            (Consultation.NEVER.value, _("never")),
        ),
    )
    box_partner = forms.BooleanField(
        label=_("The box may take a partner"),
        required=False,
        help_text=_("With eight players or more. The partner shares the box’s result."),
    )

    def __init__(self, *args: Any, club: Club, actor: Actor, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.club = club
        self.may_add = actor.may(Role.DIRECTOR, club.pk)
        self.offered: dict[int, list[Player]] = {}
        for name in ("crawford", "holland", "record_first_roll"):
            del self.fields[name]
        self.initial.setdefault("jacoby", True)
        for number in range(1, MOST_SEATED + 1):
            field = forms.CharField(max_length=120, required=False)
            field.label = _("Player %(number)s") % {"number": number}
            field.widget.attrs |= {"list": "known-players", "autocomplete": "off"}
            self.fields[f"player_{number}"] = field
            self.fields[f"player_{number}_is"] = forms.CharField(max_length=20, required=False)
        self.fields["player_1"].label = _("Box")
        self.fields["player_2"].label = _("Captain")

    @cached_property
    def first_places(self) -> list[dict[str, Any]]:
        """The places that everybody sees."""
        return self._places(range(1, SHOWN_AT_ONCE + 1))

    @cached_property
    def further_places(self) -> list[dict[str, Any]]:
        """For a large table."""
        return self._places(range(SHOWN_AT_ONCE + 1, MOST_SEATED + 1))

    @property
    def has_many(self) -> bool:
        """Whether a place that is folded away was written in."""
        return any(place["field"].value() for place in self.further_places)

    def _places(self, numbers: range) -> list[dict[str, Any]]:
        return [
            {
                "field": self[f"player_{number}"],
                "answer": f"player_{number}_is",
                "offered": self.offered.get(number, ()),
            }
            for number in numbers
        ]

    def suggestions(self) -> list[str]:
        """Names of the club's list, as whoever asks may see them."""
        players = players_on_list(club=self.club.slug)[:MOST_SUGGESTED]
        return [player.full_name if self.may_add else player.name for player in players]

    def clean(self) -> dict[str, Any]:
        """Find out who is meant by each name; ask where it may be somebody on the list."""
        cleaned = super().clean() or {}
        known = ClubList(self.club, private=self.may_add)
        said = [
            (number, in_spoken_order(tidy_name(cleaned.get(f"player_{number}", ""))))
            for number in range(1, MOST_SEATED + 1)
        ]
        seated = [self._meant(number, name, known) for number, name in said if name]
        if len(seated) < FEWEST_PLAYERS:
            raise forms.ValidationError(_("A chouette needs at least three players."))
        cleaned["players"] = seated
        return cleaned

    def _meant(self, number: int, name: str, known: ClubList) -> Somebody:
        answer = self.cleaned_data.get(f"player_{number}_is", "")
        if answer == NEW:
            return Somebody(name=name)
        meant = known.meant(name)
        if meant.player_id is not None:
            return Somebody(meant.player_id)
        if answer.isdecimal() and int(answer) in meant.offered:
            return Somebody(int(answer))
        if meant.offered:
            players = Player.objects.in_bulk(meant.offered)
            self.offered[number] = [players[key] for key in meant.offered if key in players]
            self.add_error(f"player_{number}", _("Who is meant? Choose below."))
        return Somebody(name=name)

    def service_arguments(self) -> dict[str, Any]:
        """The night as ``begin_night`` takes it; places by lot are drawn from a text of our own."""
        data = self.cleaned_data
        rules = ChouetteRules(
            cubes=data["cubes"],
            retention=data["retention"],
            lone_taker=data["lone_taker"],
            consultation=data["consultation"],
            box_partner=data["box_partner"],
            game=money_rules(**{name: data[name] for name in CUBE_OPTIONS}),
        )
        lot = secrets.token_hex(8) if data["by_lot"] else ""
        return {"players": data["players"], "lot": lot, "rules": rules}


class SeasonForm(forms.Form):
    """The days that the table of a season is about."""

    first = forms.DateField(label=_("From"), widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label=_("To"), widget=forms.DateInput(attrs={"type": "date"}))

    def clean(self) -> dict[str, Any]:
        """Days that a calendar can hold, the earlier first."""
        cleaned = super().clean() or {}
        first, last = cleaned.get("first"), cleaned.get("last")
        if first and last and not date(1900, 1, 1) <= first <= last <= date(2999, 12, 31):
            raise forms.ValidationError(_("The first day comes before the last."))
        return cleaned

    def days(self, year: int) -> tuple[date, date]:
        """As asked for; otherwise the year."""
        if self.is_bound and self.is_valid():
            return self.cleaned_data["first"], self.cleaned_data["last"]
        return date(year, 1, 1), date(year, 12, 31)
