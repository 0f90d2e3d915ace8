"""Money sessions and their ledger in the admin: to look at, not to change."""

from __future__ import annotations

from django.contrib import admin

from money.models import MoneySession, SessionEvent
from operations.admin_pages import ReadOnly


class SessionEventInline(ReadOnly, admin.TabularInline[SessionEvent, MoneySession]):
    """The ledger of a session."""

    model = SessionEvent


@admin.register(MoneySession)
class MoneySessionAdmin(ReadOnly, admin.ModelAdmin[MoneySession]):
    """Money sessions."""

    list_display = ("__str__", "club", "stake", "points_a", "points_b", "settled_at")
    list_filter = ("club",)
    list_select_related = ("a", "b", "club")
    inlines = (SessionEventInline,)
