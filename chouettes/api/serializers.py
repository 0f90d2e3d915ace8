"""Nights as they are shown, and what requests about them send."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.serializers import StrictSerializer
from chouettes.models import ChouetteNight, EntryKind, NightStatus
from chouettes.services.games import CubeBetween
from players.models import Club
from players.services.named_players import Somebody
from rules_core.chouette import Answer, ChouetteRules, Consultation, Cubes, LoneTaker, Retention
from rules_core.chouette.night import MOST_SEATED, SIDES
from rules_core.kinds import Kind
from rules_core.match import GameEnd
from rules_core.money import money_rules

MOST_CUBES = MOST_SEATED * MOST_SEATED
LARGEST = 2**31 - 1
BOX_OR_TEAM = [(side, side) for side in SIDES]
_GAME_ENDS = [GameEnd.PLAY.value, GameEnd.RESIGN.value, GameEnd.RULING.value]


def _values(choices: Any) -> list[str]:
    return [choice.value for choice in choices]


class SettingsSerializer(StrictSerializer):
    """What the players agree on; what is left out is as usual."""

    cubes = serializers.ChoiceField(choices=_values(Cubes), default=Cubes.EACH.value)
    retention = serializers.ChoiceField(
        choices=_values(Retention), default=Retention.BEAT_CAPTAIN.value
    )
    lone_taker = serializers.ChoiceField(choices=_values(LoneTaker), default=LoneTaker.FREE.value)
    consultation = serializers.ChoiceField(
        choices=_values(Consultation), default=Consultation.FREE.value
    )
    box_partner = serializers.BooleanField(default=False)
    jacoby = serializers.BooleanField(default=True)
    beavers = serializers.IntegerField(min_value=0, max_value=3, default=0)
    automatic_doubles = serializers.IntegerField(min_value=0, max_value=6, default=0)
    max_cube = serializers.ChoiceField(choices=[2**n for n in range(1, 13)], default=64)


def rules_of(validated: dict[str, Any]) -> ChouetteRules:
    """The settings as the rules take them."""
    cube = ("jacoby", "beavers", "automatic_doubles", "max_cube")
    game = money_rules(**{name: validated[name] for name in cube})
    return ChouetteRules(**{k: v for k, v in validated.items() if k not in cube}, game=game)


def settings_json(rules: ChouetteRules) -> dict[str, Any]:
    """The settings as they were sent."""
    return {
        "cubes": rules.cubes.value,
        "retention": rules.retention.value,
        "lone_taker": rules.lone_taker.value,
        "consultation": rules.consultation.value,
        "box_partner": rules.box_partner,
        "jacoby": rules.game.jacoby,
        "beavers": rules.game.beavers,
        "automatic_doubles": rules.game.automatic_doubles,
        "max_cube": rules.game.max_cube,
    }


class IdField(serializers.IntegerField):
    """The number of a player."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=1, max_value=LARGEST, **options)


class SomebodyBody(StrictSerializer):
    """A player of the club, or a name: of somebody on the list, or else put there."""

    player = IdField(required=False)
    name = serializers.CharField(max_length=120, required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two."""
        if len(attrs) != 1:
            raise serializers.ValidationError(
                "Give either the player or a name.", code="player_or_name"
            )
        return attrs


def somebody(validated: dict[str, Any]) -> Somebody:
    """Who is meant."""
    return Somebody(validated.get("player"), validated.get("name", ""))


class NewNightBody(StrictSerializer):
    """Who sits down, in the order of their dice: box, captain, the others; or by lot."""

    club = serializers.SlugRelatedField(slug_field="slug", queryset=Club.objects.all())
    players = SomebodyBody(many=True, min_length=3, max_length=MOST_SEATED)  # type: ignore[call-arg]
    settings = SettingsSerializer(required=False)
    lot = serializers.CharField(
        max_length=100,
        required=False,
        help_text="Any text: places are drawn from it, and anybody can draw them again.",
    )


class PlayerBody(StrictSerializer):
    """Who goes home."""

    player = IdField()


class OfGameBody(StrictSerializer):
    """Which game is meant; if another one is played by now, nothing happens."""

    game = serializers.IntegerField(min_value=1, max_value=LARGEST, required=False)


class StartBody(OfGameBody):
    """Who shares the box's result, if anybody does."""

    partner = IdField(required=False, allow_null=True)


class CubeBody(StrictSerializer):
    """A cube by the two it lies between; without ``with_box`` it is the box's own."""

    with_team = IdField()
    with_box = IdField(required=False)
    answer = serializers.ChoiceField(choices=_values(Answer), required=False)


class DoubleBody(OfGameBody):
    """Whose cubes are turned by which side, and how each was answered."""

    by = serializers.ChoiceField(choices=BOX_OR_TEAM)
    cubes = CubeBody(many=True, min_length=1, max_length=MOST_CUBES)  # type: ignore[call-arg]


class CubeAnswersBody(OfGameBody):
    """Answers to all turned cubes, together."""

    cubes = CubeBody(many=True, min_length=1, max_length=MOST_CUBES)  # type: ignore[call-arg]

    def validate_cubes(self, cubes: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Each with its answer."""
        if any("answer" not in cube for cube in cubes):
            raise serializers.ValidationError("Every cube needs its answer.", code="required")
        return cubes


def cubes_of(validated: dict[str, Any]) -> list[CubeBetween]:
    """The cubes as the service takes them."""
    return [CubeBetween(**cube) for cube in validated["cubes"]]


class ExtraBody(OfGameBody):
    """Who offers an extra cube to whom."""

    dropper = IdField()
    taker = IdField()
    accepted = serializers.BooleanField(default=True)


class ChouetteResultBody(OfGameBody):
    """Who won on the board, and how."""

    winner = serializers.ChoiceField(choices=BOX_OR_TEAM)
    kind = serializers.ChoiceField(choices=[kind.name.lower() for kind in Kind], default="single")
    ended_by = serializers.ChoiceField(choices=_GAME_ENDS, default=GameEnd.PLAY.value)


class UndoBody(StrictSerializer):
    """Which line is taken back, and why; if it is not the last one that counts, nothing happens."""

    number = serializers.IntegerField(min_value=1, max_value=LARGEST, required=False)
    reason = serializers.CharField(max_length=400, required=False, allow_blank=True)


class SeatedSerializer(serializers.Serializer[object]):
    """Somebody who sits in."""

    player = serializers.IntegerField()
    name = serializers.CharField()


class ShownCubeSerializer(serializers.Serializer[object]):
    """A cube of the game that is played."""

    with_box = SeatedSerializer()
    with_team = SeatedSerializer()
    value = serializers.IntegerField()
    owner = serializers.ChoiceField(choices=BOX_OR_TEAM, allow_null=True)
    turned_by = serializers.ChoiceField(choices=BOX_OR_TEAM, allow_null=True)
    winner = serializers.ChoiceField(choices=BOX_OR_TEAM, allow_null=True)


class ExtraOfferSerializer(serializers.Serializer[object]):
    """An extra cube that can be offered now."""

    dropper = SeatedSerializer()
    taker = SeatedSerializer()


class ShownGameSerializer(serializers.Serializer[object]):
    """The game that is played."""

    number = serializers.IntegerField()
    partner = SeatedSerializer(allow_null=True)
    cubes = ShownCubeSerializer(many=True)
    extras = ExtraOfferSerializer(many=True)


class AccountSerializer(SeatedSerializer):
    """What somebody has won or lost so far."""

    points = serializers.IntegerField()
    seated = serializers.BooleanField()


class ChouetteDebtSerializer(serializers.Serializer[object]):
    """What one player owes another."""

    payer = SeatedSerializer()
    payee = SeatedSerializer()
    points = serializers.IntegerField()


class NightInListSerializer(serializers.ModelSerializer[ChouetteNight]):
    """A night as lists have it."""

    club = serializers.SlugRelatedField[Club](slug_field="slug", read_only=True)
    status = serializers.ChoiceField(choices=NightStatus.choices)

    class Meta:
        model = ChouetteNight
        fields = ("id", "club", "version", "status", "games", "created_at", "closed_at")


class NightSerializer(NightInListSerializer):
    """A night as it stands. The points of ``accounts`` sum to 0."""

    settings = SettingsSerializer()
    box = SeatedSerializer()
    captain = SeatedSerializer()
    queue = SeatedSerializer(many=True)
    partners = SeatedSerializer(many=True)
    game = ShownGameSerializer(allow_null=True)
    accounts = AccountSerializer(many=True)
    payments = ChouetteDebtSerializer(many=True)

    class Meta(NightInListSerializer.Meta):
        fields = (  # type: ignore[assignment]
            *NightInListSerializer.Meta.fields,
            *("settings", "box", "captain", "queue", "partners", "game", "accounts", "payments"),
        )


class NightLineSerializer(serializers.Serializer[object]):
    """A line of the ledger. Its facts name seats: ``seats`` says who sat there."""

    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=EntryKind.choices)
    facts = serializers.DictField()
    by = serializers.CharField(allow_null=True)
    channel = serializers.CharField()
    at = serializers.DateTimeField()
    counts = serializers.BooleanField()


class HistorySerializer(serializers.Serializer[object]):
    """The whole ledger, and who sat where."""

    seats = serializers.DictField(child=SeatedSerializer())
    entries = NightLineSerializer(many=True)


class LinkSerializer(serializers.Serializer[object]):
    """The secret behind the night's QR code, for ``Authorization: Table <secret>``."""

    secret = serializers.CharField()


class RenewNightBody(StrictSerializer):
    """Whether the link that exists is to be replaced."""

    renew = serializers.BooleanField(default=False)
