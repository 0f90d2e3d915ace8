"""A match move by move: a page for each position, and the whole match as a file."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from matches.models import Match, Transcript
from matches.replays import ReplayedFile, ShownPosition, named_as_here
from matches.selectors import transcript_of
from players.actors import actor_of
from rules_core.transcripts import write_mat, write_sgf
from tournaments.selectors import visible_matches
from web.languages import activate_language

_DIGITS = 6
"""Of the largest number in an address; no file has as many moves."""


@require_safe
def replay(request: HttpRequest, pk: int) -> HttpResponse:
    """The board after a move, with the way to every other."""
    return render(request, "matches/replay.html", _context(request, pk))


@require_safe
def replay_part(request: HttpRequest, pk: int) -> HttpResponse:
    """What changes of that page from one position to the next."""
    return render(request, "matches/replay/part.html", _context(request, pk))


@require_safe
def mat_file(request: HttpRequest, pk: int) -> HttpResponse:
    """The match as most programs read it."""
    read = named_as_here(*_with_file(request, pk))
    return _file(write_mat(read), f"match-{pk}.mat", "text/plain; charset=utf-8")


@require_safe
def sgf_file(request: HttpRequest, pk: int) -> HttpResponse:
    """The match as GNU Backgammon keeps it."""
    read = named_as_here(*_with_file(request, pk))
    return _file(write_sgf(read), f"match-{pk}.sgf", "application/x-go-sgf; charset=utf-8")


def _with_file(request: HttpRequest, pk: int) -> tuple[Match, Transcript]:
    """A match that the reader may see, and its latest file."""
    match = get_object_or_404(visible_matches(actor_of(request)), pk=pk)
    transcript = transcript_of(match)
    if transcript is None:
        raise Http404
    activate_language(request, match.club.language)
    return match, transcript


def _context(request: HttpRequest, pk: int) -> dict[str, Any]:
    match, transcript = _with_file(request, pk)
    file = ReplayedFile.of(match, transcript)
    shown = ShownPosition.at(file, _number(request, "game", 1), _number(request, "move", 0))
    if shown is None:
        raise Http404
    address = request.build_absolute_uri(_page_address(request) + shown.place.query)
    return {"match": match, "club": match.club, "shown": shown, "address": address}


def _page_address(request: HttpRequest) -> str:
    """Of the page, also where only its part was asked for."""
    return request.path.removesuffix("part/")


def _number(request: HttpRequest, name: str, otherwise: int) -> int:
    text = request.GET.get(name, "")
    if not text:
        return otherwise
    if not (text.isascii() and text.isdigit() and len(text) <= _DIGITS):
        raise Http404
    return int(text)


def _file(text: str, name: str, kind: str) -> HttpResponse:
    answer = HttpResponse(text, content_type=kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
