"""Money sessions on the wire."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.serializers import StrictSerializer
from matches.api.request_serializers import GameBody
from matches.models import SIDES
from money.models import MoneySession
from players.models import Club, Player
from rules_core.match import scored_games
from rules_core.money import owed


class SessionRulesSerializer(StrictSerializer):
    """The options of money play; what is not given is as money players usually agree."""

    jacoby = serializers.BooleanField(default=True)
    beavers = serializers.IntegerField(min_value=0, max_value=3, default=3)
    automatic_doubles = serializers.IntegerField(min_value=0, max_value=6, default=1)
    max_cube = serializers.IntegerField(min_value=1, max_value=4096, default=64)


class NewSessionBody(StrictSerializer):
    """Two players of the club, what a point is worth, and the rules."""

    club = serializers.SlugRelatedField(slug_field="slug", queryset=Club.objects.all())
    a = serializers.PrimaryKeyRelatedField(queryset=Player.objects.on_list())
    b = serializers.PrimaryKeyRelatedField(queryset=Player.objects.on_list())
    stake = serializers.CharField(max_length=40, required=False, allow_blank=True)
    rules = SessionRulesSerializer(required=False)


class SessionSideSerializer(serializers.Serializer[object]):
    """One side."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    balance = serializers.IntegerField(help_text="Points it is owed; below 0, that it owes.")


class SessionGameSerializer(GameBody):
    """A game and what it brought its winner."""

    number = serializers.IntegerField()
    points = serializers.IntegerField()


class OwedSerializer(serializers.Serializer[object]):
    """Who owes whom how many points."""

    by = serializers.ChoiceField(choices=SIDES)
    to = serializers.ChoiceField(choices=SIDES)
    points = serializers.IntegerField()


class SessionSerializer(serializers.ModelSerializer[MoneySession]):
    """A session: who plays, by which rules, its games, and the running account."""

    club = serializers.SlugRelatedField[Club](slug_field="slug", read_only=True)
    rules = SessionRulesSerializer()
    a = SessionSideSerializer()
    b = SessionSideSerializer()
    games = SessionGameSerializer(many=True)
    owed = OwedSerializer(allow_null=True)

    class Meta:
        model = MoneySession
        fields = (
            *("id", "version", "club", "stake", "rules", "a", "b", "games", "owed"),
            *("created_at", "settled_at"),
        )

    def to_representation(self, instance: MoneySession) -> dict[str, Any]:
        """All that follows is computed by the rules from what was recorded."""
        state, debt = instance.state, owed(instance.state)
        names = ("jacoby", "beavers", "automatic_doubles", "max_cube")
        plus = instance.points_a - instance.points_b
        return {
            "id": instance.pk,
            "version": instance.version,
            "club": instance.club.slug,
            "stake": instance.stake,
            "rules": {name: getattr(state.rules, name) for name in names},
            "a": _side(instance.a, instance.points_a, plus),
            "b": _side(instance.b, instance.points_b, -plus),
            "games": [
                {"number": one.number, **one.game.to_json(), "points": one.points}
                for one in scored_games(state)
            ],
            "owed": debt
            and {"by": debt.by.value, "to": debt.by.other.value, "points": debt.points},
            "created_at": instance.created_at,
            "settled_at": instance.settled_at,
        }


def _side(player: Player, points: int, balance: int) -> dict[str, Any]:
    return {"player": player.pk, "name": player.name, "points": points, "balance": balance}


class SessionLinksSerializer(serializers.Serializer[object]):
    """The secrets behind the score pads, for ``Authorization: Session <secret>``."""

    a = serializers.CharField(required=False)
    b = serializers.CharField(required=False)
