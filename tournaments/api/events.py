"""Events, from setting up to the published bracket."""

from __future__ import annotations

from django.db.models import QuerySet
from django.urls.converters import SlugConverter
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import mixins, status
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.query_params import one_of
from api.typed_serializers import serializer_for
from matches.pool_selectors import pools_of_event
from players.api.viewsets import OF_CLUB, ActingViewSet
from players.models import Role
from players.services.permissions import require
from tournaments.api import serializers
from tournaments.models import Tournament, TournamentStatus
from tournaments.publishing.report import event_report
from tournaments.publishing.report_types import EventReport
from tournaments.selectors import visible_tournaments
from tournaments.services import events
from tournaments.services.event_pools import choose_event_pools


def _pools(event: Tournament) -> dict[str, list[str]]:
    return {"pools": list(pools_of_event(event.club_id, event.slug))}


ReportSerializer = serializer_for(EventReport)


@extend_schema_view(
    list=extend_schema(
        parameters=[
            OF_CLUB,
            OpenApiParameter("status", str, enum=TournamentStatus.values),
        ]
    )
)
class TournamentViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, ActingViewSet):
    """Events: the published ones for everybody, all of a club for its members."""

    serializer_class = serializers.TournamentSerializer
    lookup_field = "slug"
    lookup_value_regex = SlugConverter.regex

    def get_queryset(self) -> QuerySet[Tournament]:
        """The events the asker may see, as asked for."""
        wanted = self.request.query_params
        events_shown = visible_tournaments(self.actor).prefetch_related("stages")
        if club := wanted.get("club"):
            events_shown = events_shown.filter(club__slug=club)
        if state := one_of(self.request, "status", TournamentStatus.values):
            events_shown = events_shown.filter(status=state)
        return events_shown

    @extend_schema(
        request=serializers.TournamentSerializer, responses={201: serializers.TournamentSerializer}
    )
    def create(self, request: Request) -> Response:  # noqa: ARG002
        """Set up an event. It is open for registration and not yet published."""
        described = serializers.new_event(self.validated(serializers.TournamentSerializer))
        tournament = events.create_tournament(actor=self.actor, **described)
        return Response(self.get_serializer(tournament).data, status=status.HTTP_201_CREATED)

    @extend_schema(
        request=serializers.TournamentChangesSerializer, responses=serializers.TournamentSerializer
    )
    def partial_update(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """Change an event's details."""
        tournament = self.get_object()
        require(self.actor, Role.DIRECTOR, tournament.club_id)
        changes = self.validated(serializers.TournamentChangesSerializer, tournament)
        changed = events.change_tournament(
            tournament_id=tournament.pk,
            actor=self.actor,
            **serializers.event_changes(changes),
        )
        return Response(self.get_serializer(changed).data)

    @extend_schema(request=None, responses=serializers.TournamentSerializer)
    @action(detail=True, methods=["post"])
    def publish(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """Let everybody see the event."""
        tournament = events.publish(tournament_id=self.get_object().pk, actor=self.actor)
        return Response(self.get_serializer(tournament).data)

    @extend_schema(request=None, responses=serializers.TournamentSerializer)
    @action(detail=True, methods=["post"])
    def unpublish(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """Show the event to members of the club only."""
        tournament = events.unpublish(tournament_id=self.get_object().pk, actor=self.actor)
        return Response(self.get_serializer(tournament).data)

    @extend_schema(responses=serializers.EventPoolsSerializer, filters=False)
    @action(detail=True, pagination_class=None)
    def pools(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """The keys of the rating pools that its matches count for."""
        return Response(_pools(self.get_object()))

    @extend_schema(
        request=serializers.EventPoolsSerializer, responses=serializers.EventPoolsSerializer
    )
    @pools.mapping.put
    def choose_pools(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """Let it count for these pools and no others; what was played is rated again."""
        tournament = self.get_object()
        chosen = self.validated(serializers.EventPoolsSerializer)["pools"]
        choose_event_pools(tournament_id=tournament.pk, pools=chosen, actor=self.actor)
        return Response(_pools(tournament))

    @extend_schema(responses=ReportSerializer, filters=False)
    @action(detail=True, pagination_class=None)
    def report(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """Podium, the winner's way, upsets, comebacks, long and close matches, games and numbers of the night."""
        return Response(event_report(self.get_object()))
