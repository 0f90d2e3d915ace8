"""The backups of the installation: when the last one was made, and the files themselves."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta

from allauth.account.decorators import reauthentication_required
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from backups.folder import BackupFile, backups_in, is_under_way, last_failure, own_folder
from backups.launching import start_backup
from operations.version import described
from players.actors import actor_of
from players.selectors import clubs_on_list
from players.services.installation import require_the_installation

MOST = 100
"""How many are listed; the timetable keeps fewer."""

logger = logging.getLogger(__name__)


@never_cache
@login_required
@require_safe
def backups(request: HttpRequest) -> HttpResponse:
    """Which there are, and whether the last one is new enough."""
    require_the_installation(actor_of(request))
    folder = own_folder()
    found = backups_in(folder)[:MOST]
    newest = found[0] if found else None
    club = clubs_on_list().first()
    return render(
        request,
        "players/backups.html",
        {
            "newest": newest,
            "earlier": found[1:],
            "is_overdue": newest is not None and _is_overdue(newest),
            "under_way": is_under_way(folder),
            "failure": last_failure(folder),
            "version": described(),
            "timezone": club.timezone if club else settings.TIME_ZONE,
        },
    )


def _is_overdue(newest: BackupFile) -> bool:
    """Whether the timetable missed one; a laptop that was off had no need of it."""
    every = timedelta(hours=settings.BACKUP_EVERY_HOURS)
    return bool(every) and timezone.now() - newest.made_at > 2 * every


@login_required
@require_POST
def make(request: HttpRequest) -> HttpResponse:
    """Start one beside the server."""
    require_the_installation(actor_of(request))
    if not start_backup():
        messages.warning(request, _("Another backup is being made. Wait for it."))
    return redirect("backups")


@never_cache
@login_required
@require_safe
def download(request: HttpRequest, name: str) -> FileResponse:
    """The file, for somebody who has just given their password: it holds everybody's secrets."""
    require_the_installation(actor_of(request))
    confirmed: Callable[[HttpRequest, str], FileResponse] = reauthentication_required(_file)
    return confirmed(request, name)


def _file(request: HttpRequest, name: str) -> FileResponse:
    found = next((backup for backup in backups_in(own_folder()) if backup.name == name), None)
    try:
        file = found.path.open("rb") if found else None
    except FileNotFoundError:
        file = None
    if file is None:
        raise Http404
    logger.warning("Account %s downloads the backup %s.", request.user.pk, name)
    response = FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")
    # Packed already: without this it would be packed once more, and its length unknown.
    response["Content-Encoding"] = "identity"
    return response
