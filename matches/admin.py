"""Matches, their ledger and the ratings in the admin: to look at, not to change."""

from __future__ import annotations

from django.contrib import admin

from matches.models import Match, MatchEvent, Rating, RatingChange
from operations.admin_pages import ReadOnly


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


@admin.register(MatchEvent)
class MatchEventAdmin(ReadOnly, admin.ModelAdmin[MatchEvent]):
    """The ledger as a whole, the last line first."""

    list_display = ("__str__", "by", "side", "channel", "at")
    list_filter = ("kind", "channel")
    list_select_related = ("by",)
    ordering = ("-pk",)
    show_full_result_count = False


@admin.register(Rating)
class RatingAdmin(ReadOnly, admin.ModelAdmin[Rating]):
    """Where players stand."""

    list_display = ("player", "pool", "value", "experience", "last_played")
    list_select_related = ("player", "pool")
    search_fields = ("player__name",)


@admin.register(RatingChange)
class RatingChangeAdmin(ReadOnly, admin.ModelAdmin[RatingChange]):
    """How they got there."""

    list_display = ("player", "pool", "match_id", "won", "before", "after", "at")
    list_select_related = ("player", "pool")
    search_fields = ("player__name",)
    show_full_result_count = False
