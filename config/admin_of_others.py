"""What the admin shows of apps that are not ours: they bring pages on which rows can be broken."""

from __future__ import annotations

from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from axes.admin import AccessAttemptAdmin, AccessFailureLogAdmin, AccessLogAdmin
from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Model
from django.http import HttpRequest
from django_celery_beat.models import (
    ClockedSchedule,
    CrontabSchedule,
    IntervalSchedule,
    PeriodicTask,
    SolarSchedule,
)

from operations.admin_pages import ReadOnly

NOT_SHOWN = (
    # Roles belong to clubs; nothing asks for a group.
    Group,
    # Whether an address is confirmed follows from what its owner did, or from the page of the account.
    EmailAddress,
    # Secrets of second sign-in steps; manage.py new_password takes them away.
    Authenticator,
    # The timetable is in the settings, and beat writes it from there.
    ClockedSchedule,
    CrontabSchedule,
    IntervalSchedule,
    SolarSchedule,
)


class Lockouts(ReadOnly, AccessAttemptAdmin):  # type: ignore[misc]
    """Who is locked out; deleting the row lets them try again."""

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:  # noqa: ARG002
        """Whoever may do everything."""
        return bool(request.user.is_superuser)


class SignIns(ReadOnly, AccessLogAdmin):  # type: ignore[misc]
    """Who signed in."""


class FailedSignIns(ReadOnly, AccessFailureLogAdmin):  # type: ignore[misc]
    """Who failed to."""


class Timetable(ReadOnly, admin.ModelAdmin[PeriodicTask]):
    """What beat asks for, and when it did last."""

    list_display = ("name", "task", "interval", "enabled", "last_run_at", "total_run_count")
    list_select_related = ("interval",)


INSTEAD: dict[type[Model], type[Any]] = {
    AccessAttempt: Lockouts,
    AccessLog: SignIns,
    AccessFailureLog: FailedSignIns,
    PeriodicTask: Timetable,
}


def restrict(site: admin.AdminSite) -> None:
    """Take away the pages that we do not want, and put ours in the place of the rest."""
    for model in NOT_SHOWN:
        site.unregister(model)
    for model, page in INSTEAD.items():
        if site.is_registered(model):
            site.unregister(model)
        site.register(model, page)
