"""Paper: sheets for the wall, cards for the tables, to print from the browser or as PDF."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from matches.services.table_links import links_of_all
from players.actors import Actor, actor_of
from players.models import Club
from players.selectors import logo_of
from tournaments.draws.proofs import proof_of
from tournaments.models import Stage, Tournament
from tournaments.publishing.bracket_types import StageBracket
from tournaments.publishing.brackets import in_order
from tournaments.publishing.paper.cards import player_cards, score_cards, table_cards
from tournaments.publishing.paper.pdf import can_make_pdf, pdf_of
from tournaments.publishing.paper.trees import tree_pages
from tournaments.selectors import entry_list, pairings_to_play, stages_of
from tournaments.services.player_codes import codes_of_event
from tournaments.views.console import event_for_scorer
from tournaments.views.events import (
    bracket_context,
    event_context,
    standings_context,
    visible_event,
)
from web.qr_codes import qr_code

Context = dict[str, Any]


@require_safe
def paper(request: HttpRequest, slug: str) -> HttpResponse:
    """All there is to print and to take away."""
    actor = actor_of(request)
    event = event_for_scorer(request, slug, actor)
    context = event_context(event, actor) | {"page": "paper", "pdf": can_make_pdf()}
    return render(request, "tournaments/paper.html", context)


@require_safe
def sheet(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """One of the sheets, for whoever sees the event."""
    event = visible_event(request, slug, actor_of(request), for_everyone=True)
    return render(request, _template(what), _sheet(request, event, what))


@require_safe
def sheet_pdf(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """The same as PDF. It takes the server a second or more, so it is for those at the desk."""
    event = event_for_scorer(request, slug, actor_of(request), for_everyone=True)
    template = _template(what)
    page = render_to_string(template, _sheet(request, event, what))
    return pdf_file(f"{slug}-{what}", page)


@never_cache
@require_POST
def cards(request: HttpRequest, slug: str) -> HttpResponse:
    """The table cards of all matches still to be played.

    Links are made here, so it is asked by POST; new ones, if asked for, make printed ones void.
    """
    actor = actor_of(request)
    event = event_for_scorer(request, slug, actor, for_everyone=True)
    context = _around(event) | {
        "cards": _table_cards(request, event, actor),
        "leads_nowhere": _is_of_this_machine(request),
    }
    if "pdf" in request.POST:
        return pdf_file(f"{slug}-cards", render_to_string("paper/table_cards.html", context))
    return render(request, "paper/table_cards.html", context)


@never_cache
@require_POST
def player_codes(request: HttpRequest, slug: str) -> HttpResponse:
    """A card for each entrant, printed once: their own link for the whole event.

    Links are made here, so it is asked by POST. The same ones are printed again the next time.
    """
    actor = actor_of(request)
    event = event_for_scorer(request, slug, actor, for_everyone=True)
    codes = codes_of_event(tournament_id=event.pk, actor=actor)
    addresses = {
        entry: request.build_absolute_uri(reverse("my-night", args=[secret]))
        for entry, secret in codes.items()
    }
    context = _around(event) | {
        "cards": player_cards(entry_list(event), addresses),
        "leads_nowhere": _is_of_this_machine(request),
    }
    if "pdf" in request.POST:
        return pdf_file(f"{slug}-codes", render_to_string("paper/player_codes.html", context))
    return render(request, "paper/player_codes.html", context)


def _table_cards(request: HttpRequest, event: Tournament, actor: Actor) -> list[Any]:
    pairings = [pairing for pairing in pairings_to_play(event) if pairing.match]
    links = links_of_all(
        match_ids=[pairing.match.pk for pairing in pairings if pairing.match],
        club_id=event.club_id,
        actor=actor,
        renew="renew" in request.POST,
    )
    return table_cards(pairings, links, lambda secret: _pad_address(request, secret))


def _is_of_this_machine(request: HttpRequest) -> bool:
    """Whether the address that the codes would carry means another machine on each phone."""
    name, _ = split_domain_port(request.get_host())
    return name in {"localhost", "127.0.0.1", "[::1]"}


def _pad_address(request: HttpRequest, secret: str) -> str:
    return request.build_absolute_uri(reverse("pad", args=[secret]))


def pdf_file(name: str, page: str) -> HttpResponse:
    """A page as a PDF to look at or keep."""
    return HttpResponse(
        pdf_of(page),
        content_type="application/pdf",
        headers={"Content-Disposition": f'inline; filename="{name}.pdf"'},
    )


def _template(what: str) -> str:
    if what not in _SHEETS:
        raise Http404
    return f"paper/{what}.html"


def _sheet(request: HttpRequest, event: Tournament, what: str) -> Context:
    return _around(event) | {"code": _code(request, event)} | _SHEETS[what](event)


def _code(request: HttpRequest, event: Tournament) -> str:
    """Leads from the wall to the event's page; none where a phone would look on itself."""
    if _is_of_this_machine(request):
        return ""
    return qr_code(request.build_absolute_uri(reverse("event", args=[event.slug])))


def _around(event: Tournament) -> Context:
    return {"event": event, "club": event.club, "logo": _logo(event.club)}


def _logo(club: Club) -> str:
    """The logo as it stands in a page itself: the PDF maker fetches nothing."""
    found = logo_of(club.slug).first() if club.logo_digest else None
    return f"data:image/png;base64,{b64encode(found.png).decode()}" if found else ""


def _brackets(event: Tournament) -> Context:
    return {"stages": [_bracket(stage) for stage in stages_of(event)]}


def _bracket(stage: Stage) -> Context:
    context = bracket_context(stage.snapshot)
    bracket: StageBracket = context["bracket"]
    trees = in_order(bracket["brackets"]) if stage.is_elimination else []
    return context | {"stage": stage, "pages": [page for one in trees for page in tree_pages(one)]}


def _draw(event: Tournament) -> Context:
    return {
        "stages": [
            bracket_context(stage.snapshot) | {"stage": stage, "proof": proof_of(stage)}
            for stage in stages_of(event)
            if stage.drawn_at
        ]
    }


def _standings(event: Tournament) -> Context:
    return {
        "stages": [
            standings_context(stage.snapshot) | {"stage": stage} for stage in stages_of(event)
        ]
    }


def _score_cards(event: Tournament) -> Context:
    return {"cards": score_cards(list(pairings_to_play(event)), event.rules)}


_SHEETS: dict[str, Callable[[Tournament], Context]] = {
    "bracket": _brackets,
    "draw": _draw,
    "standings": _standings,
    "score-cards": _score_cards,
}
