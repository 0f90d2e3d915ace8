"""Registering for an event, one's own registration, and what the director makes of them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.decorators import action
from rest_framework.exceptions import Throttled
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from api.rate_limits import seconds_until_registration
from players.api.viewsets import ActingViewSet
from players.models import Role
from players.services.permissions import require
from tournaments.api import registration_serializers as serializers
from tournaments.models import Registration, Tournament
from tournaments.registration_selectors import registration_with, registrations_of, with_positions
from tournaments.selectors import visible_tournaments
from tournaments.services import registrations
from tournaments.services.attendance import check_in_oneself
from web.converters import IdConverter


class _AnswersOwner(ActingViewSet):
    """Shows a registration to whoever it belongs to."""

    queryset = Registration.objects.none()
    serializer_class = serializers.RegistrationSerializer
    permission_classes = (AllowAny,)

    def get_serializer_context(self) -> dict[str, Any]:
        """The private link has the address that was asked."""
        return {**super().get_serializer_context(), "address_of": self._address_of}

    def _address_of(self, registration: Registration) -> str:
        path = reverse("my-night", args=[registration.secret])
        return self.request.build_absolute_uri(path)

    def shown(self, registration: Registration, code: int = status.HTTP_200_OK) -> Response:
        """The registration, which no cache keeps."""
        answer = Response(self.get_serializer(registration).data, status=code)
        answer["Cache-Control"] = "no-store"
        return answer


class RegistrationViewSet(_AnswersOwner):
    """Registrations of an event."""

    lookup_value_regex = IdConverter.regex

    def get_permissions(self) -> list[BasePermission]:
        """Anybody may register; the service says where."""
        return [AllowAny()]

    @extend_schema(responses=serializers.RegistrationForDirectorSerializer(many=True))
    def list(self, request: Request, slug: str) -> Response:  # noqa: ARG002
        """All who registered, for directors."""
        page = self.paginate_queryset(self._registrations(slug))
        rows = serializers.RegistrationForDirectorSerializer(page, many=True)
        return self.get_paginated_response(rows.data)

    @extend_schema(
        request=serializers.RegisterSerializer,
        responses={201: serializers.RegistrationSerializer},
    )
    def create(self, request: Request, slug: str) -> Response:
        """Register for an event that takes registrations. No token is needed.

        The answer has the private link in ``manage_url``. Where the installation sends mail, somebody
        without an account confirms the address first (``to_confirm``); where it sends none, a
        director looks at the registration (``to_approve``).
        """
        tournament = get_object_or_404(visible_tournaments(self.actor), slug=slug)
        said = self.validated(serializers.RegisterSerializer)
        self._hold_back(request, said["email"])
        registration = registrations.register(
            tournament_id=tournament.pk,
            details=registrations.Details(
                **said, language=_language(), site=request.build_absolute_uri("/").rstrip("/")
            ),
            actor=self.actor,
        )
        return self.shown(registration, status.HTTP_201_CREATED)

    def _hold_back(self, request: Request, email: str) -> None:
        if request.user.is_authenticated:
            return
        wait = seconds_until_registration(request.META.get("REMOTE_ADDR", ""), email)
        if wait is not None:
            raise Throttled(wait)

    @extend_schema(
        request=serializers.ApprovalSerializer,
        responses=serializers.RegistrationForDirectorSerializer,
    )
    @action(detail=True, methods=["post"])
    def approve(self, request: Request, slug: str, pk: str) -> Response:  # noqa: ARG002
        """Let somebody on to the list; without a place they wait for one."""
        wanted = self._one(slug, pk)
        said = self.validated(serializers.ApprovalSerializer)
        player = said.get("player")
        approved = registrations.approve(
            registration_id=wanted.pk,
            actor=self.actor,
            player_id=player.pk if player else None,
            is_new=said["new"],
        )
        return self._for_director(slug, approved.pk)

    @extend_schema(request=None, responses=serializers.RegistrationForDirectorSerializer)
    @action(detail=True, methods=["post"])
    def decline(self, request: Request, slug: str, pk: str) -> Response:  # noqa: ARG002
        """Say no; whoever waits moves up."""
        declined = registrations.decline(registration_id=self._one(slug, pk).pk, actor=self.actor)
        return self._for_director(slug, declined.pk)

    def _for_director(self, slug: str, pk: int) -> Response:
        rows = serializers.RegistrationForDirectorSerializer(self._one(slug, str(pk)))
        return Response(rows.data)

    def _one(self, slug: str, pk: str) -> Registration:
        return get_object_or_404(self._registrations(slug), pk=pk)

    def _registrations(self, slug: str) -> QuerySet[Registration]:
        tournament: Tournament = get_object_or_404(visible_tournaments(self.actor), slug=slug)
        require(self.actor, Role.DIRECTOR, tournament.club_id)
        return with_positions(registrations_of(tournament))


class OwnRegistrationViewSet(_AnswersOwner):
    """One's own registration: the secret of the private link is the key to it."""

    lookup_field = "secret"
    lookup_value_regex = "[0-9a-f]{32}"

    @extend_schema(responses=serializers.RegistrationSerializer)
    def retrieve(self, request: Request, slug: str, secret: str) -> Response:  # noqa: ARG002
        """Where one stands."""
        return self.shown(self._own(slug, secret))

    @extend_schema(
        request=serializers.OwnDetailsSerializer,
        responses=serializers.RegistrationSerializer,
    )
    def partial_update(self, request: Request, slug: str, secret: str) -> Response:  # noqa: ARG002
        """Change the note to the director, or the country."""
        own = self._own(slug, secret)
        said = self.validated(serializers.OwnDetailsSerializer)
        changed = registrations.change_details(
            registration_id=own.pk,
            note=said.get("note", own.note),
            country=said.get("country", own.country),
        )
        return self.shown(changed)

    @extend_schema(responses=serializers.RegistrationSerializer)
    def destroy(self, request: Request, slug: str, secret: str) -> Response:  # noqa: ARG002
        """Cancel. Whoever waits moves up; a second call changes nothing."""
        return self.shown(registrations.cancel(registration_id=self._own(slug, secret).pk))

    @extend_schema(request=None, responses=serializers.RegistrationSerializer)
    @action(detail=True, methods=["post"], url_path="check-in")
    def check_in(self, request: Request, slug: str, secret: str) -> Response:  # noqa: ARG002
        """Say that one is here, from an hour before the start."""
        own = self._own(slug, secret)
        check_in_oneself(entry_id=own.entry_id)
        return self.shown(self._own(slug, secret))

    def _own(self, slug: str, secret: str) -> Registration:
        found = registration_with(secret)
        if found is None or found.tournament.slug != slug:
            raise Http404
        return found


def _language() -> str:
    spoken = (get_language() or "en")[:2]
    return spoken if spoken in dict(settings.LANGUAGES) else "en"
