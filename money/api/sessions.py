"""Money sessions: started, played game by game, settled."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import QuerySet
from django.http import Http404
from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins, status
from rest_framework.decorators import action
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from api.etags import expected_version, unchanged, versioned
from matches.api.request_serializers import NumberedGameBody, TakeBackQuery, game
from money.api.serializers import NewSessionBody, SessionLinksSerializer, SessionSerializer
from money.models import MoneySession
from money.selectors import visible_sessions
from money.services import sessions
from money.services.links import session_links
from players.api.viewsets import OF_CLUB, ActingViewSet
from players.services.named_players import Somebody
from rules_core.errors import NotAllowed
from rules_core.money import money_rules
from web.converters import IdConverter


@extend_schema_view(list=extend_schema(parameters=[OF_CLUB]))
class SessionViewSet(mixins.ListModelMixin, ActingViewSet):
    """Money sessions. Members of the club see them, and the two who play."""

    serializer_class = SessionSerializer
    queryset = MoneySession.objects.none()
    lookup_value_regex = IdConverter.regex
    versioned_actions = ("retrieve", "games", "last_game", "settle")
    answers_not_kept = frozenset({"links"})

    def get_queryset(self) -> QuerySet[MoneySession]:
        """The sessions the asker may see, as asked for."""
        visible = visible_sessions(self.actor)
        if club := self.request.query_params.get("club"):
            visible = visible.filter(club__slug=club)
        return visible.order_by("-pk")

    def retrieve(self, request: Request, pk: str) -> HttpResponseBase:  # noqa: ARG002
        """One session with its games and the running account; its version is the ETag."""
        session = self.get_object()
        return unchanged(request, session.version) or self._shown(session)

    @extend_schema(request=NewSessionBody, responses={201: SessionSerializer})
    def create(self, request: Request) -> Response:  # noqa: ARG002
        """A session between two players of the club."""
        said = self.validated(NewSessionBody)
        session = sessions.start_session(
            club_id=said["club"].pk,
            a=Somebody(said["a"].pk),
            b=Somebody(said["b"].pk),
            stake=said.get("stake", ""),
            rules=money_rules(**said.get("rules", {})),
            actor=self.actor,
        )
        return self._shown(session, status.HTTP_201_CREATED)

    @extend_schema(request=NumberedGameBody, responses=SessionSerializer)
    @action(detail=True, methods=["post"])
    def games(self, request: Request, pk: str) -> Response:
        """Record the next game."""
        said = self.validated(NumberedGameBody)
        session = sessions.record_session_game(
            session_id=int(pk),
            number=said["number"],
            game=game(said),
            actor=self.actor,
            version=expected_version(request),
        )
        return self._shown(session)

    @extend_schema(parameters=[TakeBackQuery], responses={200: SessionSerializer})
    @action(detail=True, methods=["delete"], url_path="games/last")
    def last_game(self, request: Request, pk: str) -> Response:
        """Take back the last game; ``number`` says which one is meant."""
        body = request.data
        if not isinstance(body, Mapping):
            raise ValidationError("Send an object, or nothing.", "not_an_object")
        form = TakeBackQuery(data=request.query_params.dict() | {**body})
        form.is_valid(raise_exception=True)
        session = sessions.take_back_session_game(
            session_id=int(pk),
            number=form.validated_data.get("number"),
            actor=self.actor,
            version=expected_version(request),
        )
        return self._shown(session)

    @extend_schema(request=None, responses=SessionSerializer)
    @action(detail=True, methods=["post"])
    def settle(self, request: Request, pk: str) -> Response:
        """Close the session; ``owed`` says who owes whom."""
        session = sessions.settle_session(
            session_id=int(pk), actor=self.actor, version=expected_version(request)
        )
        return self._shown(session)

    @extend_schema(request=None, responses=SessionLinksSerializer)
    @action(detail=True, methods=["post"])
    def links(self, request: Request, pk: str) -> Response:  # noqa: ARG002
        """The links of the score pads, the same on every call: both for officials, a player's own."""
        links = session_links(session_id=int(pk), actor=self.actor)
        answer = Response({side.value: secret for side, secret in links.items()})
        answer["Cache-Control"] = "no-store"
        return answer

    def _shown(self, session: MoneySession, code: int = status.HTTP_200_OK) -> Response:
        return versioned(Response(SessionSerializer(session).data, status=code), session.version)

    def handle_exception(self, exc: Exception) -> Response:
        """To those who may not see a session it does not exist, whatever they wanted of it."""
        pk = self.kwargs.get("pk")
        unseen = pk is not None and not visible_sessions(self.actor).filter(pk=pk).exists()
        if isinstance(exc, MoneySession.DoesNotExist) or (isinstance(exc, NotAllowed) and unseen):
            exc = Http404()
        return super().handle_exception(exc)
