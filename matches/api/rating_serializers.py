"""Ratings on the wire."""

from __future__ import annotations

from rest_framework import serializers

from matches.models import Rating, RatingChange
from players.models import Player


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
            "deviation",
        )

    def get_provisional(self, rating: Rating) -> bool:
        """Whether the figure still moves fast."""
        return rating.is_provisional


class RatingChangeSerializer(serializers.ModelSerializer[RatingChange]):
    """What a match did to a rating."""

    class Meta:
        model = RatingChange
        fields = ("match", "at", "won", "length", "before", "after", "experience", "deviation")


class VersusLengthSerializer(serializers.Serializer[object]):
    """A match length: won and lost at it, and the chance in the next match of it."""

    length = serializers.IntegerField()
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    chance = serializers.FloatField(help_text="Of the first player, by the present ratings.")


class VersusSerializer(serializers.Serializer[object]):
    """Two players against each other, as the first of them sees it."""

    player = serializers.IntegerField()
    other = serializers.IntegerField()
    rating = serializers.FloatField(allow_null=True)
    other_rating = serializers.FloatField(allow_null=True)
    won = serializers.IntegerField()
    lost = serializers.IntegerField()
    points_for = serializers.IntegerField()
    points_against = serializers.IntegerField()
    streak = serializers.IntegerField(help_text="Won one after the other until now; below 0, lost.")
    lengths = VersusLengthSerializer(many=True)
