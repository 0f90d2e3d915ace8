"""The stages of an event: draw, rounds, bracket, standings, proof."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict

from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.etags import expected_version, text_answer, versioned
from api.query_params import number as number_param
from api.ready_text import ReadyText
from api.serializers import ErrorsSerializer
from api.typed_serializers import serializer_for
from api.waiting import VersionUnknown, ask_again, least_version
from players.api.viewsets import ActingViewSet
from players.models import Role
from players.services.permissions import require
from rules_core.draws.formats import MOST_ENTRANTS
from tournaments.api import serializers
from tournaments.draws.previews import preview
from tournaments.draws.proofs import proof_of
from tournaments.draws.round_lengths import round_lengths
from tournaments.models import Stage
from tournaments.publishing.bracket_types import StageBracket
from tournaments.publishing.forecast_types import StageForecastContent
from tournaments.publishing.forecasts import forecast_in
from tournaments.publishing.snapshot_json import json_text
from tournaments.publishing.standings.why import why
from tournaments.publishing.standings_types import StageStandings, Why
from tournaments.selectors import (
    entrants_to_draw,
    entry_list,
    forecast_of,
    visible_tournaments,
)
from tournaments.services import draws, rounds
from tournaments.services.freshness import show_at_once
from tournaments.services.round_lengths import change_round_lengths
from tournaments.services.rounds import NotDrawn
from tournaments.services.stage_versions import current_version
from tournaments.services.tie_placement import place_by_hand
from tournaments.snapshot_selectors import visible_texts
from tournaments.snapshot_texts import SnapshotTexts

BracketSerializer = serializer_for(StageBracket)
StandingsSerializer = serializer_for(StageStandings)
ForecastSerializer = serializer_for(StageForecastContent)
WhySerializer = serializer_for(Why)
_AT_LEAST = OpenApiParameter(
    "at_least",
    {"type": "integer", "minimum": 1, "maximum": 999_999_999},
    description="Wait until this version is published, up to a few seconds: `stage_version` of the"
    " answer to a result, for example. If it is not by then, the answer is 409 `not_published_yet`;"
    " ask again.",
)


class StageViewSet(ActingViewSet):
    """The stages of an event: draw, bracket, standings, proof."""

    serializer_class = serializers.StageSerializer
    queryset = Stage.objects.none()
    pagination_class = None
    versioned_actions = (
        *(
            "bracket",
            "standings",
            "forecast",
            "draw",
            "next_round",
            "take_back_round",
            "place_by_hand",
        ),
        "change_lengths",
    )

    @extend_schema(request=serializers.DrawSerializer, responses=BracketSerializer)
    def draw(self, request: Request, slug: str, number: str) -> HttpResponseBase:
        """Make the draw; again, before any result, with ``redraw``."""
        stage = self._stage(slug, number)
        require(self.actor, Role.DIRECTOR, stage.tournament.club_id)
        wanted = self.validated(serializers.DrawSerializer)
        draws.draw_stage(
            stage_id=stage.pk,
            actor=self.actor,
            seed=wanted.get("seed", ""),
            redraw=wanted["redraw"],
            version=expected_version(request),
        )
        return self._bracket_now(request, stage)

    @extend_schema(responses=serializers.RoundLengthsSerializer)
    def lengths(self, request: Request, slug: str, number: str) -> Response:  # noqa: ARG002
        """The rounds with their lengths, and which of them have started."""
        return self._round_lengths(self._stage(slug, number))

    @extend_schema(
        request=serializers.NewRoundLengthsSerializer,
        responses=serializers.RoundLengthsSerializer,
    )
    def change_lengths(self, request: Request, slug: str, number: str) -> Response:
        """Change the lengths of rounds in which no match has started; matches already made follow."""
        stage = self._stage(slug, number)
        wanted = self.validated(serializers.NewRoundLengthsSerializer)["rounds"]
        changed = change_round_lengths(
            stage_id=stage.pk,
            lengths={(one["bracket"], one["number"]): one["length"] for one in wanted},
            actor=self.actor,
            version=expected_version(request),
        )
        return versioned(self._round_lengths(changed), show_at_once(stage.pk).version)

    def _round_lengths(self, stage: Stage) -> Response:
        if stage.drawn_at is None:
            raise NotDrawn("The stage has not been drawn. Its lengths are among its settings.")
        rows = list(stage.pairings.select_related("match").order_by("pk"))
        found = {"rounds": [asdict(one) for one in round_lengths(stage, rows)]}
        return Response(serializers.RoundLengthsSerializer(found).data)

    @extend_schema(request=None, responses=BracketSerializer)
    def next_round(self, request: Request, slug: str, number: str) -> HttpResponseBase:
        """Pair the next round (Swiss, lives)."""
        stage = self._stage(slug, number)
        rounds.pair_next_round(
            stage_id=stage.pk, actor=self.actor, version=expected_version(request)
        )
        return self._bracket_now(request, stage)

    @extend_schema(responses={200: BracketSerializer})
    def take_back_round(self, request: Request, slug: str, number: str) -> HttpResponseBase:
        """Undo the pairing of the last round, as long as nothing of it is played."""
        stage = self._stage(slug, number)
        rounds.take_back_round(
            stage_id=stage.pk, actor=self.actor, version=expected_version(request)
        )
        return self._bracket_now(request, stage)

    @extend_schema(
        responses=serializers.PlanSerializer,
        parameters=[OpenApiParameter("entrants", int, description="Default: those on the list.")],
    )
    def plan(self, request: Request, slug: str, number: str) -> Response:
        """Matches, rounds and byes before the draw is made."""
        stage = self._stage(slug, number)
        entrants = number_param(request, "entrants") or entrants_to_draw(stage)
        return Response(
            serializers.PlanSerializer(preview(stage, min(entrants, MOST_ENTRANTS))).data
        )

    @extend_schema(
        responses={200: BracketSerializer, 409: ErrorsSerializer}, parameters=[_AT_LEAST]
    )
    def bracket(self, request: Request, slug: str, number: str) -> HttpResponseBase:
        """The brackets of a stage as last published."""
        return self._published(request, slug, number, lambda texts: texts.bracket)

    @extend_schema(
        responses={200: StandingsSerializer, 409: ErrorsSerializer}, parameters=[_AT_LEAST]
    )
    def standings(self, request: Request, slug: str, number: str) -> HttpResponseBase:
        """The standings of a stage as last published."""
        return self._published(request, slug, number, lambda texts: texts.standings)

    @extend_schema(responses=ForecastSerializer)
    def forecast(self, request: Request, slug: str, number: str) -> HttpResponseBase:
        """The chances of each entrant, by playing the rest of the stage many times.

        It follows a result within half a minute; its version is that of the stage it was made from. Nobody
        is in it before the draw, once the stage is over, and where the event does not show chances.
        """
        found = forecast_in(forecast_of(self._stage(slug, number)))
        return text_answer(request, ReadyText(json_text(found)), found["version"])

    @extend_schema(request=serializers.ByHandSerializer, responses=StandingsSerializer)
    def place_by_hand(self, request: Request, slug: str, number: str) -> HttpResponseBase:
        """Order entries that are level on everything else."""
        stage = self._stage(slug, number)
        require(self.actor, Role.DIRECTOR, stage.tournament.club_id)
        entries = self.validated(serializers.ByHandSerializer)["entries"]
        place_by_hand(
            stage_id=stage.pk,
            entries=entries,
            actor=self.actor,
            version=expected_version(request),
        )
        snapshot = show_at_once(stage.pk)
        return text_answer(request, ReadyText(snapshot.standings), snapshot.version)

    @extend_schema(responses=WhySerializer)
    def why(self, request: Request, slug: str, number: str, entry: str) -> Response:  # noqa: ARG002
        """Why an entrant stands where they stand: Swiss and round robin; an elimination has no table."""
        stage = self._stage(slug, number)
        found = get_object_or_404(entry_list(stage.tournament), pk=entry)
        answer = why(stage, found)
        if answer is None:
            raise Http404
        return Response(answer)

    @extend_schema(responses=serializers.DrawProofSerializer)
    def proof(self, request: Request, slug: str, number: str) -> Response:  # noqa: ARG002
        """Enough to draw again and compare."""
        return Response(proof_of(self._stage(slug, number)))

    def _bracket_now(self, request: Request, stage: Stage) -> HttpResponseBase:
        snapshot = show_at_once(stage.pk)
        return text_answer(request, ReadyText(snapshot.bracket), snapshot.version)

    def _stage(self, slug: str, number: str) -> Stage:
        return get_object_or_404(
            Stage.objects.select_related("tournament__club").filter(
                tournament__in=visible_tournaments(self.actor)
            ),
            tournament__slug=slug,
            number=number,
        )

    def _published(
        self, request: Request, slug: str, number: str, text: Callable[[SnapshotTexts], ReadyText]
    ) -> HttpResponseBase:
        """What is published of a stage, once it is as new as the reader wants it."""
        wanted = least_version(request)
        snapshot = visible_texts(slug=slug, number=int(number), actor=self.actor)
        if snapshot is None or not (snapshot.version or wanted):
            raise Http404
        if wanted <= snapshot.version:
            return text_answer(request, text(snapshot.texts), snapshot.version, snapshot.source)
        recorded = current_version(snapshot.pk)
        if wanted > recorded:
            raise VersionUnknown(
                f"This stage is at version {recorded}. A later one is not known.", version=recorded
            )
        return ask_again(request, wanted=wanted, published=snapshot.version)
