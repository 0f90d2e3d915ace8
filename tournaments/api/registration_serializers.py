"""Registrations on the wire."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers import StrictSerializer
from players.models import Player
from tournaments.models import Registration, RegistrationStatus
from tournaments.services.waiting_list import position_of


class RegisterSerializer(StrictSerializer):
    """Somebody who wants to play. With an account that has its player nothing of it is needed."""

    name = serializers.CharField(max_length=120, required=False, default="", allow_blank=True)
    email = serializers.EmailField(required=False, default="", allow_blank=True)
    country = serializers.CharField(
        min_length=2, max_length=2, required=False, default="", allow_blank=True
    )
    note = serializers.CharField(max_length=300, required=False, default="", allow_blank=True)


class RegistrationSerializer(serializers.ModelSerializer[Registration]):
    """A registration as its owner sees it. The link is the key to it: keep it."""

    status = serializers.ChoiceField(choices=RegistrationStatus.choices)
    position = serializers.SerializerMethodField()
    manage_url = serializers.SerializerMethodField()
    tournament = serializers.SlugRelatedField[Any](slug_field="slug", read_only=True)

    class Meta:
        model = Registration
        fields = (
            "id",
            "tournament",
            "name",
            "country",
            "note",
            "status",
            "position",
            "entry",
            "manage_url",
        )

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_position(self, registration: Registration) -> int | None:
        """Among those who wait, from 1."""
        return position_of(registration)

    def get_manage_url(self, registration: Registration) -> str:
        """One's own page."""
        address: str = self.context["address_of"](registration)
        return address


class RegistrationForDirectorSerializer(serializers.ModelSerializer[Registration]):
    """A registration as the director sees it, with who they may be."""

    status = serializers.ChoiceField(choices=RegistrationStatus.choices)
    position = serializers.IntegerField(allow_null=True)

    class Meta:
        model = Registration
        fields = (
            "id",
            "name",
            "country",
            "email",
            "note",
            "status",
            "position",
            "player",
            "proposed",
            "entry",
            "why_approval",
            "created_at",
            "confirmed_at",
        )


class ApprovalSerializer(StrictSerializer):
    """Who it is: a player of the installation, or somebody new; otherwise whoever is proposed."""

    player = serializers.PrimaryKeyRelatedField(
        queryset=Player.objects.filter(anonymised_at=None), required=False
    )
    new = serializers.BooleanField(default=False)


class OwnDetailsSerializer(StrictSerializer):
    """What can be changed of one's own registration."""

    country = serializers.CharField(min_length=2, max_length=2, required=False, allow_blank=True)
    note = serializers.CharField(max_length=300, required=False, allow_blank=True)
