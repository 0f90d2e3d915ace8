"""Clubs and players."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls.converters import SlugConverter
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import mixins, status
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.serializers import (
    ClubSerializer,
    PlayerChangesSerializer,
    PlayerDetailsSerializer,
    PlayerSerializer,
)
from players.api.viewsets import OF_CLUB, ActingViewSet
from players.models import Club, Player, Role
from players.selectors import players_on_list
from players.services import registration
from web.converters import IdConverter


class ClubViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, ActingViewSet):
    """The clubs of this installation."""

    queryset = Club.objects.all()
    serializer_class = ClubSerializer
    lookup_field = "slug"
    lookup_value_regex = SlugConverter.regex


@extend_schema_view(
    list=extend_schema(
        parameters=[
            OF_CLUB,
            OpenApiParameter("search", str, description="Words of the name."),
        ]
    )
)
class PlayerViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, ActingViewSet):
    """The players of the clubs. Address and number are shown to the club's directors only."""

    serializer_class = PlayerSerializer
    lookup_value_regex = IdConverter.regex

    def get_queryset(self) -> QuerySet[Player]:
        """Players by name, as asked for."""
        wanted = self.request.query_params
        club = wanted.get("club", "")
        return players_on_list(
            club=club, search=wanted.get("search", ""), private=self._directs(club)
        )

    def _directs(self, slug: str) -> bool:
        club = Club.objects.filter(slug=slug).first() if slug else None
        return club is not None and self.actor.may(Role.DIRECTOR, club.pk)

    def retrieve(self, request: Request, *args: Any, **kwargs: Any) -> Response:  # noqa: ARG002
        """A player; with the private details for a director of the club."""
        return Response(self._shown(self.get_object()))

    @extend_schema(request=PlayerDetailsSerializer, responses={201: PlayerDetailsSerializer})
    def create(self, request: Request) -> Response:  # noqa: ARG002
        """Put somebody on a club's list of players."""
        details = self.validated(PlayerDetailsSerializer)
        club, name = details.pop("club"), details.pop("full_name")
        player = registration.register_player(
            club_id=club.pk, name=name, actor=self.actor, **details
        )
        return Response(self._shown(player), status=status.HTTP_201_CREATED)

    @extend_schema(request=PlayerChangesSerializer, responses=PlayerDetailsSerializer)
    def partial_update(self, request: Request, pk: str) -> Response:  # noqa: ARG002
        """Change a player's details."""
        player = self.get_object()
        changes = self.validated(PlayerChangesSerializer, player)
        if "full_name" in changes:
            changes["name"] = changes.pop("full_name")
        changed = registration.change_player(player_id=player.pk, actor=self.actor, **changes)
        return Response(self._shown(changed))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, pk: str) -> Response:  # noqa: ARG002
        """Results stay, the person goes."""
        registration.anonymise_player(player_id=self.get_object().pk, actor=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _shown(self, player: Player) -> dict[str, Any]:
        private = self.actor.may(Role.DIRECTOR, player.club_id)
        shape = PlayerDetailsSerializer if private else PlayerSerializer
        return dict(shape(player).data)
