"""Registering for an event, and the terms on which it takes people."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from rules_core.draws.formats import MOST_ENTRANTS
from tournaments.models import RegistrationMode, Tournament
from tournaments.registration_models import TERMS


def _picker() -> forms.DateTimeInput:
    return forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")


class OwnRegistrationForm(forms.Form):
    """What can be changed of one's own registration."""

    country = forms.CharField(
        label=_("Country"),
        max_length=2,
        min_length=2,
        required=False,
        help_text=_("Two letters, such as CH."),
        widget=forms.TextInput({"autocomplete": "country", "size": "3"}),
    )
    note = forms.CharField(
        label=_("Note to the director"),
        max_length=300,
        required=False,
        help_text=_("Only directors see it."),
    )


class RegistrationForm(OwnRegistrationForm):
    """What somebody says who registers; with an account that has its player, the note alone."""

    field_order = ("name", "email", "country", "note", "website")

    name = forms.CharField(
        label=_("Your name"),
        max_length=120,
        widget=forms.TextInput({"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label=_("E-mail address"), widget=forms.EmailInput({"autocomplete": "email"})
    )
    website = forms.CharField(
        label=_("Leave this field empty"),
        required=False,
        max_length=200,
        widget=forms.TextInput({"autocomplete": "off", "tabindex": "-1"}),
    )
    """A trap: people do not see it, programs fill in everything."""

    def __init__(self, *args: Any, known: bool, address: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if known:
            for name in ("name", "email", "country"):
                del self.fields[name]
        elif address:
            del self.fields["email"]

    def clean_website(self) -> str:
        """Refuse in words: a browser may have filled it in for a person."""
        if self.cleaned_data["website"]:
            raise forms.ValidationError(_now("Leave this field empty, and send again."))
        return ""

    def said(self) -> dict[str, str]:
        """What was said, as the service takes it."""
        return {name: value for name, value in self.cleaned_data.items() if name != "website"}


class TermsForm(forms.Form):
    """Whom an event takes, from when until when, and what it says to them."""

    registration = forms.ChoiceField(label=_("Registration"), choices=RegistrationMode.choices)
    registration_opens_at = forms.DateTimeField(
        label=_("Opens"), required=False, help_text=_("Empty: at once."), widget=_picker()
    )
    registration_closes_at = forms.DateTimeField(
        label=_("Closes"),
        required=False,
        help_text=_("Empty: when the event starts."),
        widget=_picker(),
    )
    places = forms.IntegerField(
        label=_("Places"),
        min_value=1,
        max_value=MOST_ENTRANTS,
        required=False,
        help_text=_("Whoever comes later waits, and moves up when a place becomes free."),
    )
    members_only = forms.BooleanField(label=_("Only players of the club"), required=False)
    lowest_rating = forms.IntegerField(
        label=_("Lowest rating"), min_value=0, max_value=9999, required=False
    )
    highest_rating = forms.IntegerField(
        label=_("Highest rating"),
        min_value=0,
        max_value=9999,
        required=False,
        help_text=_("Who has none yet counts as 1500."),
    )
    entry_fee = forms.DecimalField(
        label=_("Entry fee"), min_value=0, max_digits=8, decimal_places=2, required=False
    )
    payment = forms.CharField(
        label=_("How to pay"),
        max_length=300,
        required=False,
        help_text=_("For example: in cash at the door."),
    )
    venue = forms.CharField(label=_("Venue"), max_length=120, required=False)
    address = forms.CharField(label=_("Address"), max_length=200, required=False)
    note = forms.CharField(
        label=_("Note from the director"),
        max_length=2000,
        required=False,
        widget=forms.Textarea({"rows": 4}),
        help_text=_("Everybody reads it before they register."),
    )

    def clean(self) -> dict[str, Any]:
        """What can be mistaken by exchanging two fields."""
        cleaned = super().clean() or self.cleaned_data
        opens, closes = cleaned.get("registration_opens_at"), cleaned.get("registration_closes_at")
        if opens and closes and closes <= opens:
            self.add_error("registration_closes_at", _now("It closes before it opens."))
        lowest, highest = cleaned.get("lowest_rating"), cleaned.get("highest_rating")
        if lowest is not None and highest is not None and highest < lowest:
            self.add_error("highest_rating", _now("The highest is below the lowest."))
        return cleaned

    @staticmethod
    def initial_of(event: Tournament) -> dict[str, Any]:
        """The terms as they are."""
        return {name: getattr(event, name) for name in (*TERMS, "entry_fee")}
