"""The jobs that wait, in the admin."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from operations.admin_pages import ReadOnly
from outbox.models import Message
from outbox.services import try_now


@admin.register(Message)
class MessageAdmin(ReadOnly, admin.ModelAdmin[Message]):
    """What is still to be done. A row goes when its job is done, and not otherwise."""

    list_display = ("__str__", "created_at", "due_at", "attempts", "last_error", "request_id")
    list_filter = ("job",)
    ordering = ("created_at", "pk")
    actions = ("try_now",)

    @admin.action(description="Try again now", permissions=["view"])
    def try_now(self, request: HttpRequest, rows: QuerySet[Message]) -> None:
        """Do not wait for the next try."""
        due = try_now(message_ids=list(rows.values_list("pk", flat=True)))
        self.message_user(request, f"{due} to be tried now.")
