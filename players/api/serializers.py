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


class MergeSerializer(StrictSerializer):
    """Who the player turned out to be."""

    into = serializers.PrimaryKeyRelatedField(queryset=Player.objects.on_list())


class ImportForm(StrictSerializer):
    """A list of players as a file."""

    file = serializers.FileField(help_text="CSV or XLSX; the first row has the heads.")
    club = serializers.SlugRelatedField(
        slug_field="slug",
        queryset=Club.objects.all(),
        required=False,
        help_text="Not needed by a token, which belongs to one.",
    )
    near = serializers.ChoiceField(
        choices=("ask", "new", "same"),
        default="ask",
        help_text="What becomes of a name that is nearly that of a player: refused, a new player, or that player.",
    )


class ImportErrorSerializer(serializers.Serializer[object]):
    """A row that does nothing."""

    row = serializers.IntegerField(help_text="As a spreadsheet numbers it; the heads are row 1.")
    code = serializers.CharField()
    detail = serializers.CharField()


class ImportReportSerializer(serializers.Serializer[object]):
    """What an import did, or would do."""

    created = serializers.IntegerField()
    updated = serializers.IntegerField()
    skipped = serializers.IntegerField(help_text="Rows that say nothing new.")
    errors = ImportErrorSerializer(many=True)  # type: ignore[assignment]


class PlayerChangesSerializer(PlayerDetailsSerializer):
    """What can be changed of a player; the club cannot."""

    club = serializers.SlugRelatedField[Club](slug_field="slug", read_only=True)
