"""Chouette nights: begun, played, looked at."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import mixins, status
from rest_framework.authentication import SessionAuthentication
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.etags import expected_version, unchanged, versioned
from api.query_params import one_of
from chouettes.api import serializers
from chouettes.api.authentication import NightAuthentication
from chouettes.api.shown_nights import history_json, night_json
from chouettes.models import ChouetteNight, NightStatus
from chouettes.selectors import visible_nights
from chouettes.services import games, nights
from players.api.authentication import BearerAuthentication
from players.api.viewsets import OF_CLUB, ActingViewSet
from players.models import Player, Role
from players.services.permissions import require
from rules_core.errors import NotAllowed
from web.converters import IdConverter


class NightActions(ActingViewSet):
    """Services look a night up and decide who may do what; to those who may not see it, it is not there."""

    serializer_class = serializers.NightInListSerializer
    queryset = ChouetteNight.objects.none()
    lookup_value_regex = IdConverter.regex
    authentication_classes = (BearerAuthentication, NightAuthentication, SessionAuthentication)
    versioned_actions: tuple[str, ...] = ()

    def get_queryset(self) -> QuerySet[ChouetteNight]:
        """The nights the asker may see."""
        return visible_nights(self.actor)

    def shown(self, night: ChouetteNight, code: int = status.HTTP_200_OK) -> Response:
        """A night as it stands, with its version."""
        return versioned(Response(night_json(night), status=code), night.version)

    def handle_exception(self, exc: Exception) -> Response:
        """To those who may not see a night it does not exist, whatever they wanted of it."""
        unseen = isinstance(exc, NotAllowed) and not self._is_visible()
        if unseen or isinstance(exc, ChouetteNight.DoesNotExist | Player.DoesNotExist):
            exc = Http404()
        return super().handle_exception(exc)

    def _is_visible(self) -> bool:
        pk = self.kwargs.get("pk")
        return pk is None or visible_nights(self.actor).filter(pk=pk).exists()


@extend_schema_view(
    list=extend_schema(
        parameters=[OF_CLUB, OpenApiParameter("status", str, enum=NightStatus.values)]
    )
)
class NightViewSet(mixins.ListModelMixin, NightActions):
    """Chouette nights of one's clubs, the last one first."""

    versioned_actions = ("retrieve", "join", "leave", "undo", "close")
    answers_not_kept = frozenset({"table_link"})

    def get_queryset(self) -> QuerySet[ChouetteNight]:
        """As asked for."""
        found = super().get_queryset()
        if club := self.request.query_params.get("club"):
            found = found.filter(club__slug=club)
        if state := one_of(self.request, "status", NightStatus.values):
            found = found.filter(status=state)
        return found

    @extend_schema(responses=serializers.NightSerializer)
    def retrieve(self, request: Request, pk: str) -> HttpResponseBase:  # noqa: ARG002
        """Box, captain, queue, accounts, and who owes whom; its version is the ETag."""
        night = self.get_object()
        return unchanged(request, night.version) or self.shown(night)

    @extend_schema(request=serializers.NewNightBody, responses={201: serializers.NightSerializer})
    def create(self, request: Request) -> Response:  # noqa: ARG002
        """Begin a night: for directors and scorers of the club."""
        validated = self.validated(serializers.NewNightBody)
        settings = validated.get("settings")
        if settings is None:
            plain = serializers.SettingsSerializer(data={})
            plain.is_valid(raise_exception=True)
            settings = plain.validated_data
        night = nights.begin_night(
            club_id=validated["club"].pk,
            players=[serializers.somebody(one) for one in validated["players"]],
            rules=serializers.rules_of(settings),
            lot=validated.get("lot", ""),
            actor=self.actor,
        )
        return self.shown(night, status.HTTP_201_CREATED)

    @extend_schema(request=serializers.SomebodyBody, responses=serializers.NightSerializer)
    @action(detail=True, methods=["post"])
    def join(self, request: Request, pk: str) -> Response:
        """Somebody sits in, last in line, between two games."""
        night = nights.join_night(
            night_id=int(pk),
            somebody=serializers.somebody(self.validated(serializers.SomebodyBody)),
            actor=self.actor,
            version=expected_version(request),
        )
        return self.shown(night)

    @extend_schema(request=serializers.PlayerBody, responses=serializers.NightSerializer)
    @action(detail=True, methods=["post"])
    def leave(self, request: Request, pk: str) -> Response:
        """Somebody goes home between two games; the account stays."""
        night = nights.leave_night(
            night_id=int(pk),
            player_id=self.validated(serializers.PlayerBody)["player"],
            actor=self.actor,
            version=expected_version(request),
        )
        return self.shown(night)

    @extend_schema(request=serializers.UndoBody, responses=serializers.NightSerializer)
    @action(detail=True, methods=["post"])
    def undo(self, request: Request, pk: str) -> Response:
        """Take back the last line that counts."""
        night = nights.take_back(
            night_id=int(pk),
            actor=self.actor,
            version=expected_version(request),
            **self.validated(serializers.UndoBody),
        )
        return self.shown(night)

    @extend_schema(request=None, responses=serializers.NightSerializer)
    @action(detail=True, methods=["post"])
    def close(self, request: Request, pk: str) -> Response:
        """The night is over: who owes whom stands."""
        night = nights.close_night(
            night_id=int(pk), actor=self.actor, version=expected_version(request)
        )
        return self.shown(night)

    @extend_schema(responses=serializers.HistorySerializer, filters=False)
    @action(detail=True, pagination_class=None)
    def history(self, request: Request, pk: str) -> Response:  # noqa: ARG002
        """The ledger: who recorded what, when, and what was taken back."""
        return Response(history_json(self.get_object()))

    @extend_schema(request=serializers.RenewNightBody, responses=serializers.LinkSerializer)
    @action(detail=True, methods=["post"], url_path="table-link")
    def table_link(self, request: Request, pk: str) -> Response:  # noqa: ARG002
        """The link for the phones at the table; with ``renew`` the earlier one ends."""
        renew = self.validated(serializers.RenewNightBody)["renew"]
        night = self.get_object()
        require(self.actor, Role.SCORER, night.club_id)
        if renew:
            night = nights.renew_link(night_id=night.pk, actor=self.actor)
        return Response({"secret": night.secret}, headers={"Cache-Control": "no-store"})


class ChouetteGameViewSet(NightActions):
    """The games of a night."""

    versioned_actions = ("start", "equal_dice", "double", "answer", "extra", "result")

    @extend_schema(request=serializers.StartBody, responses=serializers.NightSerializer)
    @action(detail=True, methods=["post"])
    def start(self, request: Request, pk: str) -> Response:
        """The next game begins."""
        validated = self.validated(serializers.StartBody)
        night = games.start_game(
            night_id=int(pk),
            partner_id=validated.get("partner"),
            game=validated.get("game"),
            actor=self.actor,
            version=expected_version(request),
        )
        return self.shown(night)

    @extend_schema(request=serializers.OfGameBody, responses=serializers.NightSerializer)
    @action(detail=True, methods=["post"], url_path="equal-dice")
    def equal_dice(self, request: Request, pk: str) -> Response:
        """Equal opening dice: every cube goes up a step, as far as agreed on."""
        night = games.throw_equal_dice(
            night_id=int(pk),
            actor=self.actor,
            version=expected_version(request),
            **self.validated(serializers.OfGameBody),
        )
        return self.shown(night)

    @extend_schema(request=serializers.DoubleBody, responses=serializers.NightSerializer)
    @action(detail=True, methods=["post"])
    def double(self, request: Request, pk: str) -> Response:
        """Cubes are turned, and answered if the answers are sent along."""
        validated = self.validated(serializers.DoubleBody)
        night = games.turn_cubes(
            night_id=int(pk),
            by=validated["by"],
            cubes=serializers.cubes_of(validated),
            game=validated.get("game"),
            actor=self.actor,
            version=expected_version(request),
        )
        return self.shown(night)

    @extend_schema(request=serializers.CubeAnswersBody, responses=serializers.NightSerializer)
    @action(detail=True, methods=["post"])
    def answer(self, request: Request, pk: str) -> Response:
        """Turned cubes are answered, all together; after a beaver once more."""
        validated = self.validated(serializers.CubeAnswersBody)
        night = games.answer_cubes(
            night_id=int(pk),
            cubes=serializers.cubes_of(validated),
            game=validated.get("game"),
            actor=self.actor,
            version=expected_version(request),
        )
        return self.shown(night)

    @extend_schema(request=serializers.ExtraBody, responses=serializers.NightSerializer)
    @action(detail=True, methods=["post"])
    def extra(self, request: Request, pk: str) -> Response:
        """Whoever has just dropped offers an extra cube to somebody who has just taken."""
        validated = self.validated(serializers.ExtraBody)
        night = games.offer_extra(
            night_id=int(pk),
            dropper_id=validated["dropper"],
            taker_id=validated["taker"],
            accepted=validated["accepted"],
            game=validated.get("game"),
            actor=self.actor,
            version=expected_version(request),
        )
        return self.shown(night)

    @extend_schema(request=serializers.ChouetteResultBody, responses=serializers.NightSerializer)
    @action(detail=True, methods=["post"])
    def result(self, request: Request, pk: str) -> Response:
        """The game was decided on the board; it is paid out, and everybody moves on."""
        night = games.finish_game(
            night_id=int(pk),
            actor=self.actor,
            version=expected_version(request),
            **self.validated(serializers.ChouetteResultBody),
        )
        return self.shown(night)
