"""Views that know who is asking."""

from __future__ import annotations

from typing import Any

from django.db.models import Model
from django.utils.functional import cached_property
from drf_spectacular.utils import OpenApiParameter
from rest_framework.serializers import BaseSerializer
from rest_framework.viewsets import GenericViewSet

from api.body_size import BoundedBody
from api.idempotency import IdempotentWrites
from players.actors import Actor, Channel, actor_of

OF_CLUB = OpenApiParameter("club", str, description="Slug of a club.")
"""What lists take to show one club's."""


class ActingViewSet(BoundedBody, IdempotentWrites, GenericViewSet):  # type: ignore[type-arg]
    """A view set that passes the actor to the services, and whose writes can be repeated."""

    @cached_property
    def actor(self) -> Actor:
        """Who is asking."""
        return actor_of(self.request, Channel.API)

    def validated(
        self, serializer: type[BaseSerializer[Any]], changed: Model | None = None
    ) -> dict[str, Any]:
        """What was sent, if it has the right shape; of what is ``changed``, as much as was sent."""
        form = serializer(changed, data=self.request.data, partial=changed is not None)
        form.is_valid(raise_exception=True)
        return dict(form.validated_data)

    def get_serializer_context(self) -> dict[str, Any]:
        """Who is asking decides how much is shown."""
        return {**super().get_serializer_context(), "actor": self.actor}
