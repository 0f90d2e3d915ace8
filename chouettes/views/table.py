"""The phones at the table: one page for all of them, let in by the night's link."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from chouettes.models import ChouetteNight
from chouettes.selectors import night_access_of, night_at
from chouettes.views.entries import ENTRIES, sent, version_seen
from chouettes.views.shown import shown_night
from players.actors import Actor, Channel, NightAccess
from players.models import Player
from players.selectors import players_on_list
from players.two_players_form import MOST_SUGGESTED
from rules_core.errors import RulesError
from web.languages import activate_language
from web.qr_codes import qr_code
from web.refusals import sentence, sentences

REFUSALS = (
    *("wrong_game_number", "stale_version", "night_closed", "night_link_closed", "night_too_long"),
    *("too_few_players", "already_playing", "not_playing", "no_partner_here", "stake_not_open"),
    *("cubes_unanswered", "one_cube_for_all", "lone_taker_must_drop", "no_extra_here"),
    *("lone_taker_must_take_extras", "game_under_way", "no_game", "too_many_players"),
    *("not_the_last_line", "nothing_to_undo", "cube_not_yours", "cube_above_maximum"),
    *("too_many_animals", "authentication_failed"),
)
"""What a phone can be answered long after its page was loaded: it brings the words along."""
NEWEST = 30
"""Lines of the ledger that the table shows; the night's own page has all."""


@never_cache
@require_safe
def table(request: HttpRequest, secret: str) -> HttpResponse:
    """What can be recorded now, and where everybody stands."""
    row = _night(request, _access(secret))
    players = players_on_list(club=row.club.slug)[:MOST_SUGGESTED]
    address = request.build_absolute_uri(reverse("chouette-table", args=[secret]))
    context = _context(row, secret) | {
        "refusals": sentences(REFUSALS),
        "code": qr_code(address),
        "suggestions": [player.name for player in players],
    }
    return render(request, "chouettes/table.html", context)


@require_safe
def table_part(request: HttpRequest, secret: str) -> HttpResponseBase:
    """The table as it stands now; a 304, for which little is read, while nothing is new."""
    row = _night(request, _access(secret))
    held = get_conditional_response(request, etag=_etag(row))
    if held is not None:
        return held
    response = render(request, "chouettes/table_state.html", _context(row, secret))
    response["ETag"] = _etag(row)
    response["Cache-Control"] = "no-cache, private"
    return response


@require_POST
def record(request: HttpRequest, secret: str, entry: str) -> HttpResponse:
    """The same as over REST, for a phone without scripts."""
    access = _access(secret)
    if entry not in ENTRIES:
        raise Http404
    row = _night(request, access)
    body_of, write = ENTRIES[entry]
    body = body_of(data=sent(request.POST))
    if not body.is_valid():
        messages.error(request, _("Choose what happened first."))
        return redirect("chouette-table", secret=secret)
    address = request.META.get("REMOTE_ADDR", "")
    actor = Actor(night_access=access, channel=Channel.TABLE, address=address)
    try:
        write(row.pk, actor, body.validated_data, version_seen(request.POST))
    except RulesError as error:
        messages.error(request, sentence(error))
    except Player.DoesNotExist as error:
        raise Http404 from error
    return redirect("chouette-table", secret=secret)


def _access(secret: str) -> NightAccess:
    access = night_access_of(secret)
    if access is None:
        raise Http404
    return access


def _night(request: HttpRequest, access: NightAccess) -> ChouetteNight:
    row = night_at(access)
    activate_language(request, row.club.language)
    return row


def _etag(row: ChouetteNight) -> str:
    return f'"{row.version}-{get_language()}"'


def _context(row: ChouetteNight, secret: str) -> dict[str, Any]:
    context = shown_night(row)
    return context | {
        "lines": context["lines"][:NEWEST],
        "secret": secret,
        "etag": _etag(row),
    }
