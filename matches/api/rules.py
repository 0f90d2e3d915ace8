"""The rules of play on the wire."""

from __future__ import annotations

from rest_framework import serializers

from api.serializers import StrictSerializer


class ClockSerializer(StrictSerializer):
    """The clock of a match."""

    delay_s = serializers.IntegerField(min_value=0, max_value=600, default=12)
    minutes_per_point = serializers.FloatField(min_value=0, max_value=60, default=2)
    overtime_s = serializers.IntegerField(
        min_value=0,
        max_value=3600,
        default=0,
        help_text="Given once, when the reserve is used up; 0: a time-out loses the match.",
    )


class LatenessSerializer(StrictSerializer):
    """What being late costs: a point after the first time, and one each further time."""

    first_after_s = serializers.IntegerField(min_value=0, max_value=86_400, default=300)
    each_further_s = serializers.IntegerField(min_value=1, max_value=86_400, default=300)


class RulesSerializer(StrictSerializer):
    """The rules of play; what is not given is as clubs usually play."""

    length = serializers.IntegerField(min_value=1, max_value=99)
    crawford = serializers.BooleanField(default=True)
    holland = serializers.BooleanField(default=False)
    jacoby = serializers.BooleanField(default=False)
    beavers = serializers.IntegerField(min_value=0, max_value=3, default=0)
    automatic_doubles = serializers.IntegerField(min_value=0, max_value=6, default=0)
    max_cube = serializers.IntegerField(min_value=1, max_value=4096, default=64)
    clock = ClockSerializer(required=False, allow_null=True)
    lateness = LatenessSerializer(
        required=False,
        allow_null=True,
        help_text="null: being late costs nothing. Left out: a point after five minutes, and one each further five.",
    )
    record_first_roll = serializers.BooleanField(
        required=False, help_text="Whether the score pad asks who had the first roll of each game."
    )
