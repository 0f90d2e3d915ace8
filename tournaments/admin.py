"""Events in the admin: to look at. They are changed on their own pages, which know the rules."""

from __future__ import annotations

from django.contrib import admin

from operations.admin_pages import ReadOnly
from tournaments.models import Entry, Pairing, Season, Stage, Tournament

SECRET_UNTIL_THE_DRAW = ("seed", "next_seed")


class StageInline(ReadOnly, admin.TabularInline[Stage, Tournament]):
    """The stages of an event."""

    model = Stage
    exclude = SECRET_UNTIL_THE_DRAW
    show_change_link = True


@admin.register(Tournament)
class TournamentAdmin(ReadOnly, admin.ModelAdmin[Tournament]):
    """Events."""

    list_display = ("name", "club", "starts_at", "status", "published_at")
    list_filter = ("status", "club")
    list_select_related = ("club",)
    search_fields = ("name", "slug")
    inlines = (StageInline,)


@admin.register(Entry)
class EntryAdmin(ReadOnly, admin.ModelAdmin[Entry]):
    """Who plays in which event."""

    list_display = ("player", "tournament", "status", "seed", "paid")
    list_filter = ("status",)
    list_select_related = ("player", "tournament")
    search_fields = ("player__name", "tournament__name")


@admin.register(Stage)
class StageAdmin(ReadOnly, admin.ModelAdmin[Stage]):
    """Draws. Their seeds are not shown: whoever knew one could tell the draw before it is made."""

    list_display = ("__str__", "format", "drawn_at", "drawn_count", "late_count", "finished_at")
    list_filter = ("format",)
    list_select_related = ("tournament",)
    exclude = SECRET_UNTIL_THE_DRAW


@admin.register(Pairing)
class PairingAdmin(ReadOnly, admin.ModelAdmin[Pairing]):
    """Who meets whom."""

    list_display = ("__str__", "bracket", "round", "number", "status", "winner", "match_id")
    list_filter = ("status",)
    show_full_result_count = False


@admin.register(Season)
class SeasonAdmin(ReadOnly, admin.ModelAdmin[Season]):
    """Series of events with championship points."""

    list_display = ("name", "club", "first_day", "last_day", "closed_at")
    list_filter = ("club",)
    list_select_related = ("club",)
    search_fields = ("name", "slug")
