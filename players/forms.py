"""Forms for players and tokens. What a form means is decided by the service it is handed to."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import SignupForm
from django import forms
from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from players.models import Club, NameShown, Role, User
from players.selectors import clubs_of
from players.services.clubs import timezones
from players.services.logos import MOST_BYTES


class _Named(forms.Form):
    """What players and clubs have in common."""

    name = forms.CharField(label=_("Name"), max_length=120)
    country = forms.CharField(
        label=_("Country"),
        max_length=2,
        min_length=2,
        required=False,
        help_text=_("Two letters, such as CH."),
    )


class PlayerForm(_Named):
    """A player's details."""

    email = forms.EmailField(
        label=_("E-mail address"), required=False, help_text=_("Shown to directors only.")
    )
    federation_id = forms.CharField(label=_("Federation number"), max_length=40, required=False)
    name_shown = forms.ChoiceField(
        label=_("Name shown to everybody"),
        choices=NameShown.choices,
        initial=NameShown.FULL,
        required=False,
        help_text=_(
            "On every page, printout, file and screen. Directors of the club always see the full name."
        ),
    )

    def clean(self) -> dict[str, Any]:
        """Whoever does not say how the name is shown leaves it as it is."""
        details = super().clean() or {}
        return details if details.get("name_shown") else _without(details, "name_shown")


def _without(details: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in details.items() if key != name}


def _timezones() -> list[tuple[str, str]]:
    return [(name, name.replace("_", " ")) for name in sorted(timezones())]


LISTED_MONTHS = [
    (0, _("everybody")),
    (3, _("3 months")),
    (12, _("12 months")),
    (24, _("24 months")),
]
"""Who is on a rating list: everybody, or those who have played within so long."""


class ClubForm(_Named):
    """A club's settings."""

    language = forms.ChoiceField(
        label=_("Language"),
        choices=settings.LANGUAGES,
        help_text=_(
            "For screens, printouts, feeds and shared links, and for visitors whose browser asks for none of these languages. Everyone can choose another language on any page."
        ),
    )
    timezone = forms.ChoiceField(
        label=_("Time zone"),
        choices=_timezones,
        help_text=_("For new events. Existing events keep theirs."),
    )
    rate_casual_matches = forms.BooleanField(
        label=_("Casual matches count for ratings"),
        required=False,
        help_text=_("Matches outside events. Existing matches stay as they are."),
    )
    players_start_play = forms.BooleanField(
        label=_("Players start casual play themselves"),
        required=False,
        help_text=_("Off: only directors and scorers start matches outside events."),
    )

    listed_months = forms.TypedChoiceField(
        label=_("Rating list"),
        choices=LISTED_MONTHS,
        coerce=int,
        required=False,
        help_text=_(
            "Players without a match for longer are left out. Visitors can ask for everybody."
        ),
    )
    embedding_sites = forms.CharField(
        label=_("Your own site"),
        widget=forms.Textarea({"rows": 2, "placeholder": "https://www.example.org"}),
        required=False,
        max_length=1000,
        help_text=_(
            "Sites on which brackets, standings, ratings and coming events may be shown, one a line."
        ),
    )

    def clean_listed_months(self) -> int:
        """Everybody, if nothing is said."""
        return int(self.cleaned_data["listed_months"] or 0)


class LogoForm(forms.Form):
    """A picture to be shown beside the club's name."""

    logo = forms.FileField(
        label=_("Logo"),
        widget=forms.FileInput({"accept": "image/png,image/jpeg,image/webp,image/gif"}),
        help_text=_("PNG, JPEG, WebP or GIF, at most 1 MB."),
    )

    def content(self) -> bytes:
        """The file as it came, as far as it is looked at."""
        return bytes(self.cleaned_data["logo"].read(MOST_BYTES + 1))


class NewClubForm(_Named):
    """A club that somebody founds in the browser."""

    language = forms.ChoiceField(label=_("Language"), choices=settings.LANGUAGES)
    timezone = forms.ChoiceField(label=_("Time zone"), choices=_timezones, initial="Europe/Zurich")


class InvitationForm(forms.Form):
    """Somebody who is to help run the club."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.SCORER)
    name = forms.CharField(
        label=_("For whom"),
        max_length=120,
        required=False,
        help_text=_("To recognise the invitation later."),
    )
    email = forms.EmailField(
        label=_("E-mail address"), required=False, help_text=_("The link is sent there.")
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not settings.SENDS_MAIL:
            del self.fields["email"]

    def clean_role(self) -> Role:
        """The role as the service takes it."""
        return Role(self.cleaned_data["role"])


class RoleForm(forms.Form):
    """Another role for somebody."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)


class NewAccountForm(forms.Form):
    """An account for somebody with an invitation, where no mail is sent."""

    name = forms.CharField(
        label=_("Your name"), max_length=150, widget=forms.TextInput({"autocomplete": "name"})
    )
    email = forms.EmailField(
        label=_("E-mail address"),
        help_text=_("You sign in with it."),
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Password"),
        max_length=200,
        widget=forms.PasswordInput({"autocomplete": "new-password"}),
    )


class SignUpForm(SignupForm):  # type: ignore[misc]  # allauth has no types
    """Signing up takes as long for those who have an account: hashing a password can be measured."""

    def try_save(self, request: HttpRequest) -> Any:
        """Hash the password in any case."""
        if self.account_already_exists:
            User().set_password(self.cleaned_data["password1"])
        return super().try_save(request)


class TokenForm(forms.Form):
    """A key for a program."""

    club = forms.ModelChoiceField(Club.objects.none(), label=_("Club"), empty_label=None)
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.SCORER)
    label = forms.CharField(
        label=_("Used for"),
        max_length=80,
        required=False,
        help_text=_("To recognise it later, for example “screen in the hall”."),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        clubs = self.fields["club"]
        assert isinstance(clubs, forms.ModelChoiceField)
        clubs.queryset = clubs_of(user)

    def described(self) -> dict[str, Any]:
        """The key as the service takes it."""
        described = dict(self.cleaned_data)
        return described | {"club_id": described.pop("club").pk}

    def clean_role(self) -> Role:
        """The role as the service takes it."""
        return Role(self.cleaned_data["role"])
