"""Clubs and players on the wire."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.serializers import StrictSerializer
from players.models import Club, Player


class ClubSerializer(serializers.ModelSerializer[Club]):
    """A club."""

    class Meta:
        model = Club
        fields = ("slug", "name", "country", "timezone", "language")


class PlayerSerializer(StrictSerializer, serializers.ModelSerializer[Player]):
    """A player as everybody may see them."""

    club = serializers.SlugRelatedField(slug_field="slug", queryset=Club.objects.all())

    class Meta:
        model = Player
        fields = ("id", "club", "name", "country")


class PlayerDetailsSerializer(PlayerSerializer):
    """A player with what only the club's directors see and set. Their ``name`` is the full one."""

    name = serializers.CharField(source="full_name", max_length=120)
    shown_as = serializers.CharField(
        source="name", read_only=True, help_text="The name as everybody sees it."
    )

    class Meta(PlayerSerializer.Meta):
        fields = (  # type: ignore[assignment]
            *PlayerSerializer.Meta.fields,
            "name_shown",
            "shown_as",
            "email",
            "federation_id",
        )
        extra_kwargs = {"country": {"required": False}, "name_shown": {"required": False}}
        # The service says which number is taken, and by whom.
        validators: list[Any] = []


class PlayerChangesSerializer(PlayerDetailsSerializer):
    """What can be changed of a player; the club cannot."""

    club = serializers.SlugRelatedField[Club](slug_field="slug", read_only=True)
