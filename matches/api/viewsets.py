"""What all views of a match share."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from rest_framework import status
from rest_framework.response import Response

from api.etags import versioned
from matches.api.serializers import MatchSerializer, match_json
from matches.models import Match
from players.api.viewsets import ActingViewSet
from rules_core.errors import NotAllowed
from tournaments.selectors import stage_version_of, visible_matches
from web.converters import IdConverter


class MatchActions(ActingViewSet):
    """Services look a match up and decide who may do what; only a refusal asks who may see it."""

    serializer_class = MatchSerializer
    queryset = Match.objects.none()
    lookup_value_regex = IdConverter.regex
    versioned_actions: tuple[str, ...] = ()
    """Those that tell a version and can be asked for, or done, by it."""

    def shown(self, match: Match, code: int = status.HTTP_200_OK, **further: Any) -> Response:
        """A match as it stands, with its version and what else the answer has."""
        answer = match_json(match, self.actor) | further
        return versioned(Response(answer, status=code), match.version)

    def recorded(self, match: Match, **further: Any) -> Response:
        """A match that was just written to, with the version of its stage that shows it."""
        return self.shown(match, stage_version=stage_version_of(match), **further)

    def handle_exception(self, exc: Exception) -> Response:
        """To those who may not see a match it does not exist, whatever they wanted of it."""
        if isinstance(exc, Match.DoesNotExist) or (
            isinstance(exc, NotAllowed) and not self._is_visible()
        ):
            exc = Http404()
        return super().handle_exception(exc)

    def _is_visible(self) -> bool:
        pk = self.kwargs.get("pk")
        return pk is None or visible_matches(self.actor).filter(pk=pk).exists()
