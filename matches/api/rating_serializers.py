"""Ratings on the wire."""

from __future__ import annotations

from rest_framework import serializers

from matches.models import Rating, RatingChange
from players.models import Player

PROVISIONAL_BELOW = 400
"""Experience under which FIBS still moves a rating faster, so a list should say so."""


class RatedPlayerSerializer(serializers.ModelSerializer[Player]):
    """A player on a rating list."""

    class Meta:
        model = Player
        fields = ("id", "name", "country")


class RatingSerializer(serializers.ModelSerializer[Rating]):
    """A line of the rating list."""

    rank = serializers.IntegerField(read_only=True)
    player = RatedPlayerSerializer()
    rating = serializers.FloatField(source="value")
    provisional = serializers.SerializerMethodField()

    class Meta:
        model = Rating
        fields = (
            "rank",
            "player",
            "rating",
            "experience",
            "matches",
            "provisional",
            "last_played",
        )

    def get_provisional(self, rating: Rating) -> bool:
        """Whether the figure still moves fast."""
        return rating.experience < PROVISIONAL_BELOW


class RatingChangeSerializer(serializers.ModelSerializer[RatingChange]):
    """What a match did to a rating."""

    class Meta:
        model = RatingChange
        fields = ("match", "at", "won", "length", "before", "after", "experience")
