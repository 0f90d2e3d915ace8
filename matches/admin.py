"""Matches and their ledger in the admin: to look at, not to change."""

from __future__ import annotations

from django.contrib import admin
from django.http import HttpRequest

from matches.models import Match, MatchEvent


class ReadOnly:
    """What changes only through the services."""

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:  # noqa: ARG002
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:  # noqa: ARG002
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:  # noqa: ARG002
        """Nobody."""
        return False


class EventInline(ReadOnly, admin.TabularInline[MatchEvent, Match]):
    """The ledger of a match."""

    model = MatchEvent


@admin.register(Match)
class MatchAdmin(ReadOnly, admin.ModelAdmin[Match]):
    """Matches."""

    list_display = ("__str__", "club", "length", "status", "points_a", "points_b")
    list_filter = ("status", "club")
    list_select_related = ("a", "b", "club")
    inlines = (EventInline,)
