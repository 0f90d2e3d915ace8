"""Events, entries and stages on the wire."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiExample, extend_schema_serializer
from rest_framework import serializers

from api.serializers import StrictSerializer
from matches.api.rules import RulesSerializer
from matches.models import ResultPolicy
from matches.services.rating_pools import MOST_POOLS
from players.models import Club, Player, Role
from rules_core.draws.formats import MOST_ENTRANTS
from rules_core.draws.settings import Format
from rules_core.match import MatchRules
from tournaments.draws.previews import DrawPreview, RoundPreview
from tournaments.models import Entry, RegistrationMode, Stage, Tournament
from tournaments.registration_models import TERMS
from tournaments.services.entries import MAX_ENTRIES, Newcomer
from tournaments.services.events import StagePlan


class StageSerializer(StrictSerializer, serializers.ModelSerializer[Stage]):
    """A stage; the commitment is the hash of the seed it will be drawn with."""

    settings = serializers.DictField(
        default=dict,
        help_text="What the format offers: seeding, lengths, consolation, rounds, lives, pools, …"
        " What does not fit is refused with the setting's name.",
    )
    commitment = serializers.CharField(read_only=True)

    class Meta:
        model = Stage
        fields = ("number", "name", "format", "settings", "commitment", "drawn_at", "finished_at")
        read_only_fields = ("number", "drawn_at", "finished_at")
        extra_kwargs = {"name": {"required": False}}


class TournamentSerializer(StrictSerializer, serializers.ModelSerializer[Tournament]):
    """An event as it is set up."""

    club = serializers.SlugRelatedField(slug_field="slug", queryset=Club.objects.all())
    timezone = serializers.CharField(max_length=64, required=False)
    result_policy = serializers.ChoiceField(choices=ResultPolicy.choices, required=False)
    tables = serializers.IntegerField(min_value=1, max_value=500, required=False, allow_null=True)
    entry_fee = serializers.DecimalField(
        max_digits=8, decimal_places=2, min_value=0, required=False, allow_null=True
    )
    auto_confirm_minutes = serializers.IntegerField(
        min_value=1, max_value=1440, required=False, allow_null=True
    )
    show_chances = serializers.BooleanField(
        required=False,
        help_text="Whether bracket, match pages and screens show the chances of each side to win.",
    )
    registration = serializers.ChoiceField(choices=RegistrationMode.choices, required=False)
    places = serializers.IntegerField(
        min_value=1,
        max_value=MOST_ENTRANTS,
        required=False,
        allow_null=True,
        help_text="Who registers when all are taken waits, and moves up in turn.",
    )
    lowest_rating = serializers.IntegerField(
        min_value=0, max_value=9999, required=False, allow_null=True
    )
    highest_rating = serializers.IntegerField(
        min_value=0, max_value=9999, required=False, allow_null=True
    )
    note = serializers.CharField(max_length=2000, required=False, allow_blank=True)
    rules = RulesSerializer()
    stages = StageSerializer(many=True, required=False)
    published = serializers.BooleanField(source="is_published", read_only=True)

    class Meta:
        model = Tournament
        fields = (
            "slug",
            "club",
            "name",
            "starts_at",
            "timezone",
            "tables",
            "entry_fee",
            "result_policy",
            "auto_confirm_minutes",
            "show_chances",
            *TERMS,
            "rules",
            "stages",
            "status",
            "published",
        )
        read_only_fields = ("slug", "status")

    def validate_stages(self, stages: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Between one and eight."""
        if not 1 <= len(stages) <= 8:
            raise serializers.ValidationError("An event has one to eight stages.")
        return stages


class EventPoolsSerializer(StrictSerializer):
    """Which rating pools an event counts for."""

    pools = serializers.ListField(
        child=serializers.SlugField(max_length=16),
        max_length=2 * MOST_POOLS,
        help_text="Keys, as `pools/` lists them.",
    )


class TournamentChangesSerializer(TournamentSerializer):
    """What can be changed of an event; its club and its stages cannot."""

    club = serializers.SlugRelatedField[Club](slug_field="slug", read_only=True)
    stages = StageSerializer(many=True, read_only=True)


def new_event(data: dict[str, Any]) -> dict[str, Any]:
    """Validated data as the service takes it that makes an event."""
    wanted = _described(data)
    wanted |= {"club_id": wanted.pop("club").pk, "rules": _merged({}, wanted["rules"])}
    if "stages" in wanted:
        wanted["stages"] = [
            StagePlan(
                name=stage.get("name", "Main"),
                format=Format(stage["format"]),
                settings=stage["settings"],
            )
            for stage in wanted["stages"]
        ]
    return wanted


def event_changes(data: dict[str, Any]) -> dict[str, Any]:
    """Validated data as the service takes it that changes one; rules that are not named stay."""
    wanted = _described(data)
    if "rules" in wanted:
        rules = wanted.pop("rules")
        wanted["change_rules"] = lambda current: _merged(current.to_json(), rules)
    return wanted


def _described(data: dict[str, Any]) -> dict[str, Any]:
    wanted = dict(data)
    if "result_policy" in wanted:
        wanted["result_policy"] = ResultPolicy(wanted["result_policy"])
    return wanted


def _merged(current: dict[str, Any], changes: dict[str, Any]) -> MatchRules:
    rules = current | changes
    if changes.get("clock"):
        rules["clock"] = (current.get("clock") or {}) | changes["clock"]
    return MatchRules.from_json(rules)


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """An entrant. Why somebody left and who has paid is told to the club's officials only."""

    name = serializers.CharField(source="player.name")
    reason = serializers.CharField(allow_null=True)
    paid = serializers.BooleanField(allow_null=True)

    class Meta:
        model = Entry
        fields = ("id", "player", "name", "seed", "status", "reason", "paid")

    def to_representation(self, instance: Entry) -> dict[str, Any]:
        """The entrant as this asker may see them."""
        shown = super().to_representation(instance)
        if not self.context["actor"].may(Role.SCORER, instance.tournament.club_id):
            shown |= {"reason": None, "paid": None}
        return shown


class ReasonSerializer(StrictSerializer):
    """Why."""

    reason = serializers.CharField(max_length=200, required=False, default="", allow_blank=True)


class PaidSerializer(StrictSerializer):
    """Whether the entry fee is paid."""

    paid = serializers.BooleanField(default=True)


class ReplacementSerializer(StrictSerializer):
    """Who plays instead."""

    player = serializers.PrimaryKeyRelatedField(queryset=Player.objects.on_list())


class NewcomerSerializer(StrictSerializer):
    """Somebody to enter: a player's id, or a name that becomes a player."""

    player = serializers.PrimaryKeyRelatedField(queryset=Player.objects.on_list(), required=False)
    name = serializers.CharField(max_length=120, required=False)
    seed = serializers.IntegerField(min_value=1, max_value=1024, required=False, allow_null=True)
    paid = serializers.BooleanField(default=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two, not both and not neither."""
        if ("player" in attrs) == ("name" in attrs):
            raise serializers.ValidationError(
                "Give either the player's id, or a name.", code="player_or_name"
            )
        return attrs


class EntryIdsSerializer(StrictSerializer):
    """Several entrants."""

    entries = serializers.ListField(
        child=serializers.IntegerField(min_value=1), allow_empty=False, max_length=MAX_ENTRIES
    )


class TypedNameSerializer(StrictSerializer):
    """A name, or the beginnings of its words, as somebody types it."""

    name = serializers.CharField(max_length=120)
    new = serializers.BooleanField(default=False, help_text="Somebody new, whoever is called so.")
    paid = serializers.BooleanField(default=False)


class OfferedPlayerSerializer(serializers.Serializer[object]):
    """Somebody who may be meant."""

    player = serializers.IntegerField()
    name = serializers.CharField()
    country = serializers.CharField()
    club = serializers.CharField(help_text="Of a guest.")


class TypedNameAnswerSerializer(serializers.Serializer[object]):
    """Who was entered; or nobody yet, and who may be meant."""

    entry = EntrySerializer(allow_null=True)
    offered = OfferedPlayerSerializer(many=True)


class NewcomersSerializer(StrictSerializer):
    """Several at once, all or nothing."""

    entries = NewcomerSerializer(many=True, allow_empty=False)


def newcomer(data: dict[str, Any]) -> Newcomer:
    """Validated data as the service takes it."""
    player: Player | None = data.get("player")
    return Newcomer(
        player.pk if player else None, data.get("name", ""), data.get("seed"), data["paid"]
    )


@extend_schema_serializer(examples=[OpenApiExample("Again", {"redraw": True}, request_only=True)])
class DrawSerializer(StrictSerializer):
    """How to draw."""

    seed = serializers.CharField(max_length=200, required=False)
    redraw = serializers.BooleanField(default=False)


class StandInSerializer(serializers.Serializer[object]):
    """What later rounds and tables go by if somebody else plays."""

    rating = serializers.FloatField(allow_null=True)
    club = serializers.CharField()


class DrawnEntrantSerializer(serializers.Serializer[object]):
    """An entrant by their number on the list, and the seed they drew."""

    id = serializers.IntegerField()
    entry = serializers.IntegerField()
    name = serializers.CharField()
    rating = serializers.FloatField(allow_null=True)
    club = serializers.CharField()
    given_seed = serializers.IntegerField(allow_null=True)
    seed = serializers.IntegerField()
    missed = serializers.IntegerField(
        allow_null=True,
        help_text="Of a latecomer in a Swiss: how many rounds were paired before they came.",
    )
    played_by = StandInSerializer(
        allow_null=True, help_text="Whoever took the place after the draw, which stays as it was."
    )


class DrawProofSerializer(serializers.Serializer[object]):
    """Enough to draw again and compare. Before the draw, the seed is still secret."""

    commitment = serializers.CharField()
    committed_before = serializers.BooleanField(
        help_text="Whether this commitment was public before the draw."
    )
    seed = serializers.CharField(allow_null=True)
    next_commitment = serializers.CharField(help_text="Of the seed that a re-draw would use.")
    algorithm = serializers.CharField()
    format = serializers.CharField()
    settings = serializers.DictField()
    entrants = DrawnEntrantSerializer(many=True)
    latecomers = DrawnEntrantSerializer(many=True)


class PlannedRoundSerializer(serializers.Serializer[RoundPreview]):
    """A round before it is drawn."""

    bracket = serializers.CharField()
    number = serializers.IntegerField()
    length = serializers.IntegerField()
    matches = serializers.IntegerField()
    byes = serializers.IntegerField()


class PlanSerializer(serializers.Serializer[DrawPreview]):
    """What a stage will be like."""

    entrants = serializers.IntegerField()
    matches = serializers.IntegerField()
    byes = serializers.IntegerField()
    rounds = PlannedRoundSerializer(many=True)


class RoundLengthSerializer(serializers.Serializer[object]):
    """A round and how long its matches are."""

    bracket = serializers.CharField()
    number = serializers.IntegerField()
    length = serializers.IntegerField()
    matches = serializers.IntegerField(help_text="Made already and not over.")
    started = serializers.BooleanField(help_text="One of its matches has; then its length stands.")


class RoundLengthsSerializer(serializers.Serializer[object]):
    """The rounds of a stage that is drawn."""

    rounds = RoundLengthSerializer(many=True)


class NewRoundLengthSerializer(StrictSerializer):
    """The length that a round is to have."""

    bracket = serializers.CharField(max_length=20)
    number = serializers.IntegerField(min_value=1, max_value=9999)
    length = serializers.IntegerField(min_value=1, max_value=99)


class NewRoundLengthsSerializer(StrictSerializer):
    """Lengths of rounds in which no match has started; those not named stay."""

    rounds = NewRoundLengthSerializer(many=True, allow_empty=False)


class ByHandSerializer(StrictSerializer):
    """Entries in the order in which the director places them; empty takes that back."""

    entries = serializers.ListField(child=serializers.IntegerField(), max_length=1024)
