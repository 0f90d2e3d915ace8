"""The shape of an event file, field by field; docs/event-file.md says what each one means."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from rest_framework import serializers

from matches.models import SIDES, EventKind, ResultPolicy
from players.actors import Channel
from rules_core.draws.formats import MOST_ENTRANTS
from tournaments.models import (
    FORMATS,
    OUTCOMES,
    PAIRING_STATUSES,
    EntryStatus,
    RegistrationMode,
    TournamentStatus,
)

Fields = serializers.Serializer[Any]

MOST_PLAYERS = 2 * MOST_ENTRANTS
"""All entrants, and as many who played for somebody."""
MOST_STAGES = 8
MOST_MATCHES = 20_000
MOST_LINES = 1_000
"""Of one match's ledger."""


def _number(least: int = 1, most: int = 32_767, **options: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=least, max_value=most, **options)


def _text(most: int, *, blank: bool = True) -> serializers.CharField:
    return serializers.CharField(max_length=most, allow_blank=blank, trim_whitespace=False)


def _many(rows: type[Fields], *, most: int, empty: bool = True) -> Any:
    # The stubs do not know that a list of rows can have a largest size.
    return rows(many=True, max_length=most, allow_empty=empty)  # type: ignore[call-arg]


def _time(**options: Any) -> serializers.DateTimeField:
    return serializers.DateTimeField(validators=[_check_year], **options)


def _check_year(value: datetime) -> None:
    """Python's first and last year cannot be converted between time zones."""
    if not 1900 <= value.year <= 2199:
        raise serializers.ValidationError("The year must be between 1900 and 2199.")


class RecordedTermsSerializer(Fields):
    """On which terms people can register, and what they are told before."""

    registration = serializers.ChoiceField(RegistrationMode.choices)
    registration_opens_at = _time(allow_null=True)
    registration_closes_at = _time(allow_null=True)
    places = _number(most=MOST_ENTRANTS, allow_null=True)
    members_only = serializers.BooleanField()
    lowest_rating = _number(0, allow_null=True)
    highest_rating = _number(0, allow_null=True)
    payment = _text(300)
    venue = _text(120)
    address = _text(200)
    note = _text(2000)


class RecordedEventSerializer(Fields):
    """What the director set up."""

    name = _text(120, blank=False)
    slug = serializers.SlugField(max_length=80)
    starts_at = _time()
    timezone = _text(64)
    tables = _number(most=500, allow_null=True)
    entry_fee = serializers.DecimalField(
        max_digits=8, decimal_places=2, min_value=0, allow_null=True
    )
    result_policy = serializers.ChoiceField(ResultPolicy.choices)
    auto_confirm_minutes = _number(0, allow_null=True)
    rules = serializers.DictField()
    status = serializers.ChoiceField(TournamentStatus.choices)
    created_at = _time()
    show_chances = serializers.BooleanField(default=True)
    terms = RecordedTermsSerializer(required=False)


class RecordedPlayerSerializer(Fields):
    """Somebody who is entered or played."""

    id = _number()
    name = _text(120, blank=False)
    country = _text(2)
    federation_id = _text(40)


class RecordedEntrySerializer(Fields):
    """A player's place in the event."""

    id = _number()
    player = _number()
    seed = _number(allow_null=True)
    status = serializers.ChoiceField(EntryStatus.choices)
    reason = _text(200)
    paid = serializers.BooleanField()
    created_at = _time()


class RecordedPlayedBySerializer(Fields):
    """Somebody who plays in the place of the one who was drawn."""

    rating = serializers.FloatField(allow_null=True)
    club = _text(50)


class RecordedDrawnFromSerializer(Fields):
    """A line of the list a draw was made from."""

    entry = _number()
    rating = serializers.FloatField(allow_null=True)
    club = _text(50)
    seed = _number(allow_null=True)
    late = serializers.BooleanField()
    missed = _number(0, required=False)
    played_by = RecordedPlayedBySerializer(required=False)


class RecordedPairingSerializer(Fields):
    """A place in a bracket."""

    key = _text(40, blank=False)
    bracket = _text(20, blank=False)
    round = _number()
    number = _number()
    length = _number(most=99)
    a = _number(allow_null=True)
    b = _number(allow_null=True)
    a_open = serializers.BooleanField()
    b_open = serializers.BooleanField()
    a_from = _text(50)
    b_from = _text(50)
    needed = serializers.BooleanField(allow_null=True)
    outcome = serializers.ChoiceField(OUTCOMES, allow_blank=True)
    status = serializers.ChoiceField(PAIRING_STATUSES)
    void_reason = _text(16)
    winner = serializers.ChoiceField(SIDES, allow_blank=True)
    match = _number(allow_null=True)


class RecordedStageSerializer(Fields):
    """A part of the event with its draw."""

    number = _number()
    name = _text(60, blank=False)
    format = serializers.ChoiceField(FORMATS)
    settings = serializers.DictField()
    seed = _text(200)
    seed_given = serializers.BooleanField()
    drawn_at = _time(allow_null=True)
    drawn_from = _many(RecordedDrawnFromSerializer, most=MOST_ENTRANTS)
    seeds = serializers.ListField(child=_number(), max_length=MOST_ENTRANTS)
    lines = serializers.ListField(child=_number(0), max_length=2 * MOST_ENTRANTS)
    by_hand = serializers.ListField(child=_number(), max_length=MOST_ENTRANTS)
    finished_at = _time(allow_null=True)
    pairings = _many(RecordedPairingSerializer, most=MOST_MATCHES)


class RecordedLineSerializer(Fields):
    """A line of a match's ledger."""

    kind = serializers.ChoiceField(EventKind.choices)
    facts = serializers.DictField()
    side = serializers.ChoiceField(SIDES, allow_blank=True)
    way = serializers.ChoiceField([channel.value for channel in Channel], source="channel")
    at = _time()


class RecordedMatchSerializer(Fields):
    """A match: its players and its ledger, from which everything else follows."""

    id = _number()
    a = _number()
    b = _number()
    created_at = _time()
    ledger = _many(RecordedLineSerializer, most=MOST_LINES, empty=False)


class EventFileSerializer(Fields):
    """The whole file, below its format and version."""

    event = RecordedEventSerializer()
    players = _many(RecordedPlayerSerializer, most=MOST_PLAYERS)
    entries = _many(RecordedEntrySerializer, most=MOST_ENTRANTS)
    stages = _many(RecordedStageSerializer, most=MOST_STAGES, empty=False)
    matches = _many(RecordedMatchSerializer, most=MOST_MATCHES)
