"""Clubs and people in the admin."""

from __future__ import annotations

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin

from players.models import Club, Membership, Player, User


class MembershipInline(admin.TabularInline[Membership, Club]):
    """Roles, on the club's page."""

    model = Membership
    extra = 1
    autocomplete_fields = ("user",)


@admin.register(User)
class UserAdmin(DjangoUserAdmin[User]):
    """Accounts, by e-mail address."""

    ordering = ("email",)
    list_display = ("email", "first_name", "last_name", "is_staff")
    search_fields = ("email", "first_name", "last_name")
    fieldsets = (
        (None, {"fields": ("email", "password", "first_name", "last_name")}),
        ("May", {"fields": ("is_active", "is_staff", "is_superuser")}),
    )
    add_fieldsets = ((None, {"fields": ("email", "password1", "password2")}),)


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin[Club]):
    """Clubs and who acts for them."""

    list_display = ("name", "slug", "country", "timezone")
    search_fields = ("name", "slug")
    inlines = (MembershipInline,)


@admin.register(Player)
class PlayerAdmin(admin.ModelAdmin[Player]):
    """Players."""

    list_display = ("name", "club", "country")
    list_filter = ("club",)
    search_fields = ("name",)
    autocomplete_fields = ("user",)
