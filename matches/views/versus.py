"""Two players compared."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from matches.comparison import compared
from matches.match_lines import match_lines
from matches.selectors import ratings_of
from players.actors import actor_of
from players.models import Player
from tournaments.player_selectors import page_of_matches
from tournaments.selectors import matches_between
from web.languages import activate_language

PAGE = 50


@require_safe
def versus(request: HttpRequest, pk: int, other: int) -> HttpResponse:
    """How two players stand against each other, and who would win a match of each length."""
    if pk == other:
        raise Http404
    one, two = (_player(key) for key in (pk, other))
    activate_language(request, one.club.language)
    played = matches_between(one, two, actor_of(request))
    page = page_of_matches(played, PAGE, request.GET.get("page"))
    return render(
        request,
        "matches/versus.html",
        {
            "club": one.club,
            "player": one,
            "other": two,
            "compared": compared(one.pk, two.pk, played, ratings_of([one.pk, two.pk])),
            "page": page,
            "lines": match_lines(one, page),
        },
    )


def _player(pk: int) -> Player:
    """Somebody who is anonymised too: the results remain, as on their own page."""
    return get_object_or_404(Player.objects.select_related("club").filter(merged_into=None), pk=pk)
