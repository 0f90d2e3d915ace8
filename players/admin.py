"""Clubs and people in the admin."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.http import HttpRequest

from players.models import Club, Membership, Player, User
from players.services.accounts import check_address_confirmed
from rules_core.errors import RulesError


def _checked(user: User) -> None:
    try:
        check_address_confirmed(user)
    except RulesError as refusal:
        raise forms.ValidationError(str(refusal), refusal.code) from refusal


class WhoseForm(forms.ModelForm[Any]):
    """Something that belongs to an account."""

    def clean_user(self) -> User | None:
        """Not to one that may be anybody's."""
        user: User | None = self.cleaned_data["user"]
        if user is not None:
            _checked(user)
        return user


class UserForm(UserChangeForm[User]):
    """An account."""

    def clean(self) -> dict[str, Any]:
        """Power over the machine is not given to an account that may be anybody's."""
        said = super().clean() or {}
        if said.get("is_staff") or said.get("is_superuser"):
            _checked(self.instance)
        return said

    def clean_email(self) -> str:
        """As it is written everywhere else."""
        email: str = self.cleaned_data["email"]
        return email.lower()


class MembershipInline(admin.TabularInline[Membership, Club]):
    """Roles, on the club's page."""

    model = Membership
    form = WhoseForm
    extra = 1
    autocomplete_fields = ("user",)


@admin.register(User)
class UserAdmin(DjangoUserAdmin[User]):
    """Accounts, by e-mail address."""

    form = UserForm
    ordering = ("email",)
    list_display = ("email", "first_name", "last_name", "is_staff")
    search_fields = ("email", "first_name", "last_name")
    fieldsets = (
        (None, {"fields": ("email", "password", "first_name", "last_name")}),
        ("May", {"fields": ("is_active", "is_staff", "is_superuser")}),
    )
    add_fieldsets = ((None, {"fields": ("email", "password1", "password2")}),)

    def save_model(
        self, request: HttpRequest, obj: User, form: forms.ModelForm[User], change: bool
    ) -> None:
        """Whoever makes an account here, or writes another address into one, vouches for it."""
        obj.email = obj.email.lower()
        super().save_model(request, obj, form, change)
        if "email" in form.changed_data:
            obj.confirm_address()


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin[Club]):
    """Clubs and who acts for them."""

    list_display = ("name", "slug", "country", "timezone")
    search_fields = ("name", "slug")
    inlines = (MembershipInline,)


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin[Player]):
    """Players."""

    form = WhoseForm
    list_display = ("name", "club", "country")
    list_filter = ("club",)
    search_fields = ("name",)
    autocomplete_fields = ("user",)
