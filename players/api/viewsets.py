"""Views that know who is asking."""

from __future__ import annotations

from typing import Any

from django.utils.functional import cached_property
from rest_framework.viewsets import GenericViewSet

from api.body_size import BoundedBody
from api.idempotency import IdempotentWrites
from players.actors import Actor, Channel, actor_of


class ActingViewSet(BoundedBody, IdempotentWrites, GenericViewSet):  # type: ignore[type-arg]
    """A view set that passes the actor to the services, and whose writes can be repeated."""

    @cached_property
    def actor(self) -> Actor:
        """Who is asking."""
        return actor_of(self.request, Channel.API)

    def get_serializer_context(self) -> dict[str, Any]:
        """Who is asking decides how much is shown."""
        return {**super().get_serializer_context(), "actor": self.actor}
