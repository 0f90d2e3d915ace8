"""Rating pools over REST: set up, changed, filled with start values, and how far a recomputation is."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.urls.converters import SlugConverter
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import mixins, status
from rest_framework.decorators import action
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from matches.api.pool_serializers import (
    PoolBody,
    PoolChangesBody,
    PoolSerializer,
    StartValuesForm,
    StartValuesSerializer,
)
from matches.models import RatingPool
from matches.pool_selectors import pool_called, pools_on_list
from matches.services import rating_pools
from matches.services.start_values import StartReport, import_start_values
from players.api.viewsets import OF_CLUB, ActingViewSet
from web.table_reading import MOST_BYTES, read_table


@extend_schema_view(list=extend_schema(parameters=[OF_CLUB]))
class PoolViewSet(mixins.ListModelMixin, ActingViewSet):
    """Who is rated together, by which system and settings. Their keys are the `system` of `ratings/`."""

    serializer_class = PoolSerializer
    lookup_field = "key"
    lookup_value_regex = SlugConverter.regex
    largest_body = MOST_BYTES + 64 * 1024

    def get_queryset(self) -> QuerySet[RatingPool]:
        """All of them, or those that matches of a club can count for."""
        return pools_on_list(club=self.request.query_params.get("club", ""))

    @extend_schema(responses=PoolSerializer)
    def retrieve(self, request: Request, key: str) -> Response:  # noqa: ARG002
        """A pool; while its ratings are computed again, how far that is."""
        return self._shown(self._pool(key))

    @extend_schema(request=PoolBody, responses={201: PoolSerializer})
    def create(self, request: Request) -> Response:  # noqa: ARG002
        """Set up a pool of a club, or of all clubs; what was played is rated by a job."""
        sent = self.validated(PoolBody)
        club = sent.pop("club", None)
        pool = rating_pools.create_pool(
            club_id=club.pk if club else None,
            settings=rating_pools.PoolSettings(**sent),
            actor=self.actor,
        )
        return self._shown(pool, status.HTTP_201_CREATED)

    @extend_schema(request=PoolChangesBody, responses=PoolSerializer)
    def partial_update(self, request: Request, key: str) -> Response:  # noqa: ARG002
        """Change settings; where they move figures, all are computed again by a job."""
        pool = self._pool(key)
        rating_pools.require_for_pool(self.actor, pool.club_id)
        sent = self.validated(PoolChangesBody)
        return self._shown(rating_pools.change_pool(pool_key=pool.pk, actor=self.actor, **sent))

    @extend_schema(responses={204: None})
    def destroy(self, request: Request, key: str) -> Response:  # noqa: ARG002
        """Delete a pool with its ratings; the matches stay."""
        rating_pools.remove_pool(pool_key=self._pool(key).pk, actor=self.actor)
        return Response(status=status.HTTP_204_NO_CONTENT)

    @extend_schema(
        request={"multipart/form-data": StartValuesForm},
        responses=StartValuesSerializer,
        parameters=[OpenApiParameter("dry_run", bool, description="Only say what it would do.")],
    )
    @action(
        detail=True, methods=["post"], url_path="start-values", parser_classes=[MultiPartParser]
    )
    def start_values(self, request: Request, key: str) -> Response:
        """Let players start with the figures of a file; rows that cannot be used are told and left out."""
        pool = self._pool(key)
        rating_pools.require_for_pool(self.actor, pool.club_id)
        report = import_start_values(
            pool_key=pool.pk,
            rows=read_table(self.validated(StartValuesForm)["file"].read()),
            actor=self.actor,
            dry_run=request.query_params.get("dry_run", "") in ("true", "1"),
        )
        return Response(_as_json(report))

    def _pool(self, key: str) -> RatingPool:
        pool = pool_called(key)
        if pool is None:
            raise Http404
        return pool

    def _shown(self, pool: RatingPool, code: int = status.HTTP_200_OK) -> Response:
        return Response(PoolSerializer(pool).data, status=code)


def _as_json(report: StartReport) -> dict[str, Any]:
    counts = {does: report.count(does) for does in ("created", "updated", "skipped")}
    errors = [
        {"row": one.row, "code": one.refusal.code, "detail": one.refusal.message}
        for one in report.refused
        if one.refusal
    ]
    return counts | {"errors": errors}
