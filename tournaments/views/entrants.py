"""What is rare at the entry desk: a lost code, somebody who plays instead, somebody who is sent away."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from players.actors import Actor, actor_of
from players.services.registration import register_player
from tournaments.forms.desk import DisqualifyForm, NameForm
from tournaments.models import OUT, Entry, EntryStatus, PlayerCode
from tournaments.selectors import entry_list
from tournaments.services.attendance import disqualify
from tournaments.services.entries import Newcomer
from tournaments.services.player_codes import code_of_entry, renew_code
from tournaments.services.replacements import replace_player
from tournaments.views.desk import place_at_desk, show_drawn_stages_at_once
from tournaments.views.events import event_context
from tournaments.views.setup import event_for_director
from web.form_errors import attempt
from web.qr_codes import qr_code

CODES = {"code": code_of_entry, "new-code": renew_code}
"""What makes a code: the first one, or another for one that was lost or seen by others."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def entrant(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show an entrant's code, replace the entrant, or disqualify them."""
    actor = actor_of(request)
    event = event_for_director(request, slug, actor)
    entry = get_object_or_404(entry_list(event).select_related("tournament__club"), pk=pk)
    if (make := CODES.get(request.POST.get("action", ""))) and entry.status not in OUT:
        make(entry_id=entry.pk, actor=actor)
        return redirect("event-desk-entrant", slug=slug, pk=pk)
    replace_form = NameForm(_sent(request, "replace"), event=event)
    disqualify_form = DisqualifyForm(_sent(request, "disqualify"))
    message = _replaced(replace_form, entry, actor) or _disqualified(disqualify_form, entry, actor)
    if message:
        show_drawn_stages_at_once(event)
        messages.success(request, message)
        return redirect(place_at_desk(event, pk))
    context = event_context(event, actor) | {
        "entry": entry,
        "is_out": entry.status in OUT,
        "may_be_replaced": entry.status != EntryStatus.DISQUALIFIED,
        "form": replace_form,
        "offered": replace_form.offered,
        "disqualify_form": disqualify_form,
        "page": "desk",
    }
    context |= _code(request, entry)
    return render(request, "tournaments/desk_entrant.html", context)


def _code(request: HttpRequest, entry: Entry) -> dict[str, str]:
    """The link of an entrant who has one; looking at the page makes none."""
    code = PlayerCode.objects.filter(entry=entry).exclude(entry__status__in=OUT).first()
    if code is None:
        return {}
    address = request.build_absolute_uri(reverse("my-night", args=[code.secret]))
    return {"address": address, "code": qr_code(address)}


def _sent(request: HttpRequest, action: str) -> QueryDict | None:
    """What one of the two forms was sent with; each says which one it is."""
    return request.POST if request.POST.get("action") == action else None


def _replaced(form: NameForm, entry: Entry, actor: Actor) -> str:
    """What is said when somebody else has taken the place; nothing if nobody has."""
    if not form.is_valid() or (newcomer := form.newcomer) is None:
        return ""
    before = entry.player.name
    after = attempt(form, lambda: _replace(entry, newcomer, actor))
    if after is None:
        return ""
    return _("%(name)s plays instead of %(before)s.") % {"name": after, "before": before}


@transaction.atomic
def _replace(entry: Entry, newcomer: Newcomer, actor: Actor) -> str:
    """Somebody new is put on the club's list only if they take the place."""
    player_id = newcomer.player_id
    if player_id is None:
        club_id = entry.tournament.club_id
        player_id = register_player(club_id=club_id, name=newcomer.name, actor=actor).pk
    return replace_player(entry_id=entry.pk, player_id=player_id, actor=actor).player.name


def _disqualified(form: DisqualifyForm, entry: Entry, actor: Actor) -> str:
    done = attempt(
        form, lambda: disqualify(entry_id=entry.pk, actor=actor, reason=form.cleaned_data["reason"])
    )
    if done is None:
        return ""
    message = _("%(name)s is disqualified. Opponents get a walkover in the remaining matches.")
    return message % {"name": entry.player.name}
