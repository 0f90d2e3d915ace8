"""Chouette nights in the admin: to look at, not to change."""

from __future__ import annotations

from django.contrib import admin

from chouettes.models import ChouetteEntry, ChouetteNight, Seat
from operations.admin_pages import ReadOnly


class SeatInline(ReadOnly, admin.TabularInline[Seat, ChouetteNight]):
    """Who sat in."""

    model = Seat


class EntryInline(ReadOnly, admin.TabularInline[ChouetteEntry, ChouetteNight]):
    """The ledger of a night."""

    model = ChouetteEntry


@admin.register(ChouetteNight)
class ChouetteNightAdmin(ReadOnly, admin.ModelAdmin[ChouetteNight]):
    """Nights."""

    list_display = ("__str__", "club", "status", "games", "created_at")
    list_filter = ("status", "club")
    list_select_related = ("club",)
    inlines = (SeatInline, EntryInline)
