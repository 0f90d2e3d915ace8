"""Clubs and players."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls.converters import SlugConverter
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import mixins, status
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from players.api.serializers import (
    ClubSerializer,
    ImportForm,
    ImportReportSerializer,
    MergeSerializer,
    PlayerChangesSerializer,
    PlayerDetailsSerializer,
    PlayerSerializer,
)
from players.api.viewsets import OF_CLUB, ActingViewSet
from players.models import Club, Player, Role
from players.selectors import players_on_list
from players.services import merging, registration
from players.services.player_import import ImportReport, import_players
from web.converters import IdConverter
from web.table_reading import MOST_BYTES, read_table


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
        """A player; with the private details for a director of the club.

        Whoever was merged into another is answered by that one.
        """
        merged = Player.objects.filter(pk=self.kwargs["pk"], merged_into__isnull=False).first()
        if merged:
            self.kwargs["pk"] = merged.merged_into_id
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

    @extend_schema(request=MergeSerializer, responses=PlayerDetailsSerializer)
    @action(detail=True, methods=["post"])
    def merge(self, request: Request, pk: str) -> Response:  # noqa: ARG002
        """The player is another: results, ratings, entries and account follow. Answers that other one."""
        player, into = self.get_object(), self.validated(MergeSerializer)["into"]
        merge = merging.merge_players(player_id=player.pk, into_id=into.pk, actor=self.actor)
        return Response(self._shown(merge.into))

    @extend_schema(request=None, responses=PlayerDetailsSerializer)
    @action(detail=True, methods=["post"], url_path="undo-merge")
    def undo_merge(self, request: Request, pk: str) -> Response:  # noqa: ARG002
        """The two are not one after all; possible for 30 days."""
        merged = get_object_or_404(Player.objects.filter(merged_into__isnull=False), pk=pk)
        return Response(self._shown(merging.undo_merge(player_id=merged.pk, actor=self.actor)))

    def _shown(self, player: Player) -> dict[str, Any]:
        private = self.actor.may(Role.DIRECTOR, player.club_id)
        shape = PlayerDetailsSerializer if private else PlayerSerializer
        return dict(shape(player).data)


class PlayerImportViewSet(ActingViewSet):
    """Lists of players as files."""

    queryset = Player.objects.none()
    serializer_class = ImportReportSerializer
    largest_body = MOST_BYTES + 64 * 1024

    @extend_schema(
        request={"multipart/form-data": ImportForm},
        responses=ImportReportSerializer,
        parameters=[
            OpenApiParameter("dry_run", bool, description="Only say what it would do."),
        ],
    )
    @action(detail=False, methods=["post"], url_path="import", parser_classes=[MultiPartParser])
    def import_players(self, request: Request) -> Response:
        """Bring a club's list up to date with a file; rows that cannot be used are told and left out."""
        said = self.validated(ImportForm)
        report = import_players(
            club_id=self._club_id(said),
            rows=read_table(said["file"].read()),
            actor=self.actor,
            dry_run=request.query_params.get("dry_run", "") in ("true", "1"),
            near=said["near"],
        )
        return Response(_as_json(report))

    def _club_id(self, said: dict[str, Any]) -> int:
        if "club" in said:
            club: Club = said["club"]
            return club.pk
        if self.actor.token is None:
            raise ValidationError({"club": "Say whose players they are."})
        return self.actor.token.club_id


def _as_json(report: ImportReport) -> dict[str, Any]:
    errors = [
        {"row": outcome.row, "code": refusal.code, "detail": refusal.message}
        for outcome in report.refused
        if (refusal := outcome.refusal)
    ]
    counts = {does: report.count(does) for does in ("created", "updated", "skipped")}
    return counts | {"errors": errors}
