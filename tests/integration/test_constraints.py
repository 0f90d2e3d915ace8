"""What must never be in the database is refused by the database itself, whoever tries to write it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models import CheckConstraint, F, Model
from django.utils.timezone import now

from chouettes.services.nights import begin_night
from matches.models import Match, MatchEvent, RatingPool, TableLink, Transcript
from matches.services.results import report_result
from matches.services.table_links import table_links
from money.models import MoneySession, SessionEvent, SessionLink
from money.services.links import session_links
from players.actors import SYSTEM
from players.models import ApiToken, Invitation, Membership, Player, Role, StaffEvent
from players.services.named_players import Somebody
from players.services.staff import invite
from rules_core.chouette import ChouetteRules
from rules_core.draws.settings import Format
from rules_core.seasons.rules import SeasonRules
from tests.integration.factories import a_club, a_drawn_stage, a_player, a_token, an_event
from tests.integration.matches.playing import a_match
from tests.integration.money.sessions import a_session
from tests.integration.registration.lists import an_open_event, registered
from tests.integration.stages import match_at
from tests.integration.tampering import unguard_the_ledger
from tournaments.models import (
    Entry,
    Pairing,
    Registration,
    Season,
    Stage,
    StageEntrant,
    Tournament,
)
from tournaments.services.events import StagePlan
from tournaments.services.seasons import create_season

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

Row = tuple[type[Model], int | str]


def a_token_row() -> Row:
    a_token(a_club())
    return ApiToken, ApiToken.objects.get().pk


def a_role() -> Row:
    a_token(a_club())
    return Membership, Membership.objects.get().pk


def a_match_to_play() -> Row:
    return Match, a_match().pk


def a_finished_match() -> Row:
    match = a_match()
    report_result(match_id=match.pk, score=(5, 3), actor=SYSTEM)
    return Match, match.pk


def a_ledger_line() -> Row:
    unguard_the_ledger()
    return MatchEvent, a_match().events.get().pk


def a_session_row() -> Row:
    return MoneySession, a_session().pk


def a_session_line() -> Row:
    unguard_the_ledger()
    return SessionEvent, a_session().events.get().pk


def a_session_link() -> Row:
    session = a_session()
    session_links(session_id=session.pk, actor=SYSTEM)
    return SessionLink, session.links.all()[0].pk


def a_player_row() -> Row:
    return Player, a_player(a_club(), "Anna Meier").pk


def an_invitation() -> Row:
    return Invitation, invite(club_id=a_club().pk, role=Role.SCORER, actor=SYSTEM).pk


def a_staff_event() -> Row:
    unguard_the_ledger()
    an_invitation()
    return StaffEvent, StaffEvent.objects.get().pk


def a_registration() -> Row:
    return Registration, registered(an_open_event(), "Anna Meier").pk


def a_table_link() -> Row:
    match = a_match()
    table_links(match_id=match.pk, actor=SYSTEM)
    return TableLink, match.table_links.all()[0].pk


def a_match_file() -> Row:
    kept = Transcript.objects.create(match=a_match(), content=b"", first="a", taken=False)
    return Transcript, kept.pk


def a_rating_pool() -> Row:
    return RatingPool, RatingPool.objects.create(key="rapid").pk


def an_event_row() -> Row:
    return Tournament, an_event(a_club()).pk


def a_season() -> Row:
    made = create_season(
        club_id=a_club().pk,
        name="Season",
        first_day=date(2026, 1, 1),
        last_day=date(2026, 12, 31),
        rules=SeasonRules(),
        actor=SYSTEM,
    )
    return Season, made.pk


def an_entry() -> Row:
    return Entry, an_event(a_club(), 1).entries.get().pk


def an_undrawn_stage() -> Row:
    return Stage, an_event(a_club()).stages.get().pk


def a_pairing(key: str) -> Callable[[], Row]:
    """One of a bracket of three: somebody has a bye, two can play, and the final waits for these."""

    def made() -> Row:
        stage = a_drawn_stage(a_club(), 3)
        return Pairing, stage.pairings.get(key=key).pk

    return made


def a_played_pairing() -> Row:
    stage = a_drawn_stage(a_club(), 3)
    match = match_at(stage, "main-1-2")
    report_result(match_id=match.pk, score=(7, 3), actor=SYSTEM)
    return Pairing, stage.pairings.get(key="main-1-2").pk


def an_entrant(format_code: Format = Format.SINGLE_ELIMINATION) -> Callable[[], Row]:
    """The first seed of three."""

    def made() -> Row:
        stage = a_drawn_stage(a_club(), 3, stages=[StagePlan(format=format_code)])
        return StageEntrant, stage.entrants.get(seed=1).pk

    return made


def a_drawn_stage_of_three() -> Row:
    return Stage, a_drawn_stage(a_club(), 3).pk


def a_chouette() -> Row:
    night = begin_night(
        club_id=a_club().pk,
        players=[Somebody(name=name) for name in ("Ann", "Bob", "Cleo")],
        rules=ChouetteRules(),
        actor=SYSTEM,
    )
    return type(night), night.pk


BYE, READY, FINAL = a_pairing("main-1-1"), a_pairing("main-1-2"), a_pairing("main-2-1")

REFUSED: list[tuple[str, Callable[[], Row], dict[str, Any]]] = [
    ("known_chouette_status", a_chouette, {"status": "lost"}),
    ("known_role", a_role, {"role": "owner"}),
    ("known_token_role", a_token_row, {"role": "owner"}),
    ("nobody_plays_alone", a_match_to_play, {"b": F("a")}),
    ("a_finished_match_has_its_time", a_finished_match, {"finished_at": None}),
    ("finished_by_an_ending", a_finished_match, {"ended_by": "", "winner": ""}),
    ("finished_by_an_ending", a_finished_match, {"status": "playing"}),
    ("finished_by_an_ending", a_match_to_play, {"ended_by": "played"}),
    ("won_by_an_ending", a_match_to_play, {"winner": "a"}),
    ("match_tables_from_one", a_match_to_play, {"table": 0}),
    ("known_match_status", a_match_to_play, {"status": "lost"}),
    ("known_match_winner", a_finished_match, {"winner": "c"}),
    ("known_match_ending", a_finished_match, {"ended_by": "abandoned"}),
    ("known_match_result_policy", a_match_to_play, {"result_policy": "nobody"}),
    ("ledger_lines_from_one", a_ledger_line, {"number": 0}),
    ("known_ledger_kind", a_ledger_line, {"kind": "rumour"}),
    ("known_ledger_side", a_ledger_line, {"side": "c"}),
    ("known_table_link_side", a_table_link, {"side": "c"}),
    ("nobody_plays_alone_for_money", a_session_row, {"b": F("a")}),
    ("session_lines_from_one", a_session_line, {"number": 0}),
    ("known_session_kind", a_session_line, {"kind": "rumour"}),
    ("known_session_side", a_session_line, {"side": "c"}),
    ("known_session_link_side", a_session_link, {"side": "c"}),
    ("known_transcript_side", a_match_file, {"first": ""}),
    ("known_rating_system", a_rating_pool, {"system": "elo"}),
    ("known_rating_ramp", a_rating_pool, {"ramp": "steep"}),
    ("rated_lengths_from_one", a_rating_pool, {"shortest": 0}),
    ("season_in_living_memory", a_season, {"last_day": date(2025, 12, 31)}),
    ("event_in_living_memory", an_event_row, {"starts_at": datetime(1899, 12, 31, tzinfo=UTC)}),
    ("event_tables_from_one", an_event_row, {"tables": 0}),
    ("no_negative_fee", an_event_row, {"entry_fee": -1}),
    ("known_event_status", an_event_row, {"status": "cancelled"}),
    ("known_event_result_policy", an_event_row, {"result_policy": "nobody"}),
    ("entry_seeds_from_one", an_entry, {"seed": 0}),
    ("known_entry_status", an_entry, {"status": "late"}),
    ("stages_from_one", an_undrawn_stage, {"number": 0}),
    ("known_format", an_undrawn_stage, {"format": "ladder"}),
    ("finished_after_a_draw", an_undrawn_stage, {"finished_at": now()}),
    ("drawn_from_somebody", an_undrawn_stage, {"drawn_count": 2}),
    ("drawn_from_somebody", an_undrawn_stage, {"drawn_at": now()}),
    ("drawn_from_somebody", a_drawn_stage_of_three, {"drawn_count": 1}),
    ("list_numbers_from_one", an_entrant(), {"number": 0}),
    ("drawn_seeds_from_one", an_entrant(), {"seed": 0}),
    ("lines_from_one", an_entrant(), {"line": 0}),
    ("pools_from_one", an_entrant(Format.ROUND_ROBIN), {"pool": 0}),
    ("places_by_hand_from_one", an_entrant(), {"place_by_hand": 0}),
    ("a_line_or_a_pool", an_entrant(), {"pool": 1}),
    ("only_the_late_miss", an_entrant(Format.SWISS), {"missed": 1}),
    ("a_stand_in_replaces", an_entrant(), {"stand_in_club": "limmat"}),
    ("known_invitation_role", an_invitation, {"role": "king"}),
    ("known_staff_change", a_staff_event, {"change": "danced"}),
    ("known_name_shown", a_player_row, {"name_shown": "backwards"}),
    ("merged_into_another", a_player_row, {"merged_into": F("pk")}),
    ("event_places_from_one", an_event_row, {"places": 0}),
    ("known_registration_mode", an_event_row, {"registration": "maybe"}),
    ("known_registration_status", a_registration, {"status": "lost", "entry": None}),
    ("on_the_list_with_a_turn", a_registration, {"player": None}),
    ("on_the_list_with_a_turn", a_registration, {"turn": None}),
    ("only_who_is_in_plays", a_registration, {"status": "cancelled"}),
    ("nobody_meets_themselves", READY, {"b": F("a")}),
    ("an_open_seat_has_no_entry", READY, {"a_open": True}),
    ("an_open_seat_has_no_entry", READY, {"b_open": True}),
    ("a_match_has_both_its_sides", READY, {"b": None}),
    ("won_by_an_outcome", READY, {"winner": "a"}),
    ("won_by_an_outcome", FINAL, {"winner": "b"}),
    ("decided_by_an_outcome", READY, {"outcome": "a"}),
    ("decided_by_an_outcome", READY, {"status": "finished"}),
    ("decided_by_an_outcome", a_played_pairing, {"status": "ready"}),
    ("decided_by_an_outcome", BYE, {"outcome": "walkover_a"}),
    ("rounds_from_one", FINAL, {"round": 0}),
    ("pairings_from_one", FINAL, {"number": 0}),
    ("pairing_lengths_from_one", FINAL, {"length": 0}),
    ("known_pairing_status", FINAL, {"status": "lost"}),
    ("known_outcome", a_played_pairing, {"outcome": "draw"}),
    ("known_pairing_winner", a_played_pairing, {"winner": "c"}),
    ("known_void_reason", FINAL, {"void_reason": "bored"}),
]


@pytest.mark.parametrize(("name", "made", "change"), REFUSED)
def test_the_database_refuses_it(
    name: str, made: Callable[[], Row], change: dict[str, Any]
) -> None:
    model, pk = made()
    with pytest.raises(IntegrityError) as refusal, transaction.atomic():
        model._default_manager.filter(pk=pk).update(**change)
    assert name in str(refusal.value)


@pytest.mark.parametrize("column", ["entry", "number", "seed", "line", "place_by_hand"])
def test_two_entrants_of_a_stage_have_nothing_of_one_another(column: str) -> None:
    stage = a_drawn_stage(a_club(), 3)
    stage.entrants.filter(seed=1).update(place_by_hand=1)
    taken = stage.entrants.values_list(column, flat=True).get(seed=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        stage.entrants.filter(seed=2).update(**{column: taken})


def test_every_check_of_ours_is_tried_above() -> None:
    checks = {
        constraint.name
        for model in apps.get_models()
        if model.__module__.split(".")[0]
        in {"outbox", "api", "players", "chouettes", "matches", "money", "tournaments"}
        for constraint in model._meta.constraints
        if isinstance(constraint, CheckConstraint)
    }
    assert checks == {name for name, *_ in REFUSED}
