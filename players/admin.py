"""Clubs and people in the admin. What is changed here is changed by the services."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.db.models import QuerySet
from django.http import HttpRequest

from operations.admin_pages import ReadOnly
from players.actors import actor_of
from players.models import ApiToken, Club, Membership, Player, Role, User
from players.services.accounts import check_address_confirmed
from players.services.clubs import change_club, found_club, give_role, take_role
from players.services.registration import change_player, register_player
from players.services.tokens import revoke_token
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
        cleaned = super().clean() or {}
        if cleaned.get("is_staff") or cleaned.get("is_superuser"):
            _checked(self.instance)
        return cleaned

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


class KeptForGood:
    """What others point to is not deleted here."""

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:  # noqa: ARG002
        """Nobody."""
        return False


@admin.register(User)
class UserAdmin(KeptForGood, DjangoUserAdmin[User]):
    """Accounts, by e-mail address. One that nobody may use any more is made inactive."""

    form = UserForm
    ordering = ("email",)
    list_display = ("email", "first_name", "last_name", "is_active", "is_staff")
    list_filter = ("is_active", "is_staff", "is_superuser")
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
class ClubAdmin(KeptForGood, admin.ModelAdmin[Club]):
    """Clubs and who acts for them. ``manage.py remove_club`` deletes one with all that is in it."""

    list_display = ("name", "slug", "country", "timezone")
    search_fields = ("name", "slug")
    # Whom its rating list leaves out is said in the club's own settings.
    exclude = ("listed_months",)
    inlines = (MembershipInline,)

    def get_readonly_fields(
        self,
        request: HttpRequest,  # noqa: ARG002
        obj: Club | None = None,
    ) -> tuple[str, ...]:
        """Its address is on paper and in people's bookmarks."""
        return ("slug",) if obj else ()

    def save_model(
        self, request: HttpRequest, obj: Club, form: forms.ModelForm[Club], change: bool
    ) -> None:
        """Only what was changed, by the service that knows what may be."""
        if change:
            said = {name: form.cleaned_data[name] for name in form.changed_data}
            change_club(club_id=obj.pk, actor=actor_of(request), **said)
            return
        founded = found_club(
            **{name: form.cleaned_data[name] for name in FOUNDED_WITH if name in form.cleaned_data}
        )
        if form.cleaned_data.get("rate_casual_matches"):
            change_club(club_id=founded.pk, actor=actor_of(request), rate_casual_matches=True)
        obj.pk = founded.pk

    def save_formset(
        self,
        request: HttpRequest,  # noqa: ARG002
        form: forms.ModelForm[Club],
        formset: Any,
        change: bool,  # noqa: ARG002
    ) -> None:
        """Roles are given and taken."""
        formset.save(commit=False)
        club_id = form.instance.pk
        for gone in formset.deleted_objects:
            take_role(user_id=gone.user_id, club_id=club_id)
        for row, changed in formset.changed_objects:
            if "user" in changed and (before := _user_before(formset, row)) is not None:
                take_role(user_id=before, club_id=club_id)
            give_role(user_id=row.user_id, club_id=club_id, role=Role(row.role))
        for row in formset.new_objects:
            give_role(user_id=row.user_id, club_id=club_id, role=Role(row.role))


FOUNDED_WITH = ("slug", "name", "country", "timezone", "language")


def _user_before(formset: Any, row: Membership) -> int | None:
    for form in formset.initial_forms:
        if form.instance.pk == row.pk:
            before: int | None = form.initial.get("user")
            return before
    return None


@admin.register(Player)
class PlayerAdmin(KeptForGood, admin.ModelAdmin[Player]):
    """Players. Who wants to be forgotten is anonymised on the player's page: results stay."""

    form = WhoseForm
    list_display = ("full_name", "name", "club", "country")
    list_filter = ("club",)
    list_select_related = ("club",)
    search_fields = ("full_name",)
    autocomplete_fields = ("user",)

    def has_change_permission(self, request: HttpRequest, obj: Player | None = None) -> bool:
        """Nobody is given a name again who gave it up."""
        allowed = super().has_change_permission(request, obj)
        return allowed and not (obj and obj.anonymised_at)

    def get_readonly_fields(
        self,
        request: HttpRequest,  # noqa: ARG002
        obj: Player | None = None,
    ) -> tuple[str, ...]:
        """Matches and ratings of a player belong to the club they were played in."""
        return ("club",) if obj else ()

    def save_model(
        self, request: HttpRequest, obj: Player, form: forms.ModelForm[Player], change: bool
    ) -> None:
        """Only what was changed; what is published of events follows."""
        said = {name: form.cleaned_data[name] for name in form.changed_data}
        if "full_name" in said:
            said["name"] = said.pop("full_name")
        actor = actor_of(request)
        if not change:
            user, club = said.pop("user", None), said.pop("club")
            obj.pk = register_player(club_id=club.pk, actor=actor, **said).pk
            said = {"user": user} if user else {}
        if said:
            change_player(player_id=obj.pk, actor=actor, **said)


@admin.register(ApiToken)
class ApiTokenAdmin(ReadOnly, admin.ModelAdmin[ApiToken]):
    """Whose programs may do what, and a way to stop them."""

    list_display = ("__str__", "user", "club", "role", "created_at", "expires_at", "revoked_at")
    list_filter = ("role", "club")
    list_select_related = ("user", "club")
    actions = ("revoke",)

    @admin.action(description="Revoke", permissions=["view"])
    def revoke(self, request: HttpRequest, rows: QuerySet[ApiToken]) -> None:
        """For good."""
        if not request.user.is_superuser:
            self.message_user(request, "Only superusers can revoke the tokens of others.", "error")
            return
        tokens = list(rows.values_list("pk", flat=True))
        for token_id in tokens:
            revoke_token(token_id=token_id)
        self.message_user(request, f"{len(tokens)} revoked.")
