"""How a player's rating came about: every change with the numbers it follows from."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from matches.pool_selectors import installation_pool
from matches.rating_list_form import RatingListForm
from matches.selectors import chosen_rating, rated_matches, ratings_by_pool
from players.actors import actor_of
from players.models import Player
from tournaments.selectors import visible_rating_history
from web.bounded_pages import RememberingPaginator
from web.languages import activate_language

PAGE = 50


@require_safe
def rating_changes(request: HttpRequest, pk: int) -> HttpResponse:
    """All of them, or those since a day and as of another: what a rating list shows as one change."""
    listed = Player.objects.select_related("club").filter(merged_into=None)
    player = get_object_or_404(listed, pk=pk)
    activate_language(request, player.club.language)
    ratings = ratings_by_pool(player)
    rating = chosen_rating(ratings, request.GET.get("system", ""))
    pool = rating.pool if rating else installation_pool()
    form = RatingListForm(request.GET or None, club=player.club, pool=pool)
    since, until = form.change_since(None), form.as_of_moment
    changes = visible_rating_history(player, actor_of(request), system=pool.pk)
    if since:
        changes = changes.filter(at__gte=since)
    if until:
        changes = changes.filter(at__lt=until)
    page = RememberingPaginator(changes, PAGE).get_page(request.GET.get("page"))
    context = {
        "club": player.club,
        "player": player,
        "pool": pool,
        "pools": [one.pool for one in ratings],
        "since": since,
        "until": until,
        "page": page,
        "rated": rated_matches(list(page)),
    }
    return render(request, "matches/rating_changes.html", context)
