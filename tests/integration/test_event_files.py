"""A whole event as a file, exported, imported elsewhere and exported again."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest
from django.db import connection, transaction
from django.db.models import Model
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from db.append_only import deletion_allowed
from matches.declared_endings import DeclaredEnding
from matches.models import Match, MatchEvent, MatchStatus, Rating, RatingChange, TableLink
from matches.services.calling import call_match
from matches.services.corrections import Correction, correct_match, reopen_match
from matches.services.results import report_result
from matches.services.table_links import table_links
from matches.services.verification import ledger_differences
from outbox.models import Message
from outbox.services import run_pending
from players.actors import SYSTEM, Actor
from players.models import Club, Player
from rules_core.draws.settings import Format
from rules_core.errors import RulesError
from rules_core.match import MatchEnd
from tests.integration.factories import a_club, a_drawn_stage, a_player, a_user, an_event
from tournaments.event_files.reading import EventFileNotValid
from tournaments.event_files.writing import event_file
from tournaments.models import Entry, Pairing, Stage, StageSnapshot, StageVersion, Tournament
from tournaments.services.attendance import reinstate, withdraw
from tournaments.services.draws import draw_stage
from tournaments.services.entries import Newcomer, enter_players
from tournaments.services.event_import import AlreadyImported, import_event
from tournaments.services.events import StagePlan
from tournaments.services.replacements import replace_player
from tournaments.services.rounds import pair_next_round

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

File = dict[str, Any]


def play(stage: Stage, results: int) -> None:
    """So many results, one of them corrected, and one match called to a table."""
    for number in range(results):
        match = Match.objects.filter(event=stage.tournament.slug, status=MatchStatus.READY).first()
        if match is None:
            return
        report_result(match_id=match.pk, score=(7, number % 7), actor=SYSTEM)
        if number == 0:
            reopen_match(match_id=match.pk, reason="wrong side", actor=SYSTEM)
            report_result(match_id=match.pk, score=(2, 7), actor=SYSTEM)
        if number == 1:
            correct_match(
                match_id=match.pk,
                correction=Correction(ending=DeclaredEnding(MatchEnd.UNFINISHED, score=(5, 3))),
                reason="the hall closed",
                actor=SYSTEM,
            )
    waiting = Match.objects.filter(event=stage.tournament.slug, status=MatchStatus.READY).first()
    if waiting:
        call_match(match_id=waiting.pk, table=3, actor=SYSTEM)


def half_played(code: Format = Format.SINGLE_ELIMINATION) -> Tournament:
    stage = a_drawn_stage(a_club(), 9, stages=[StagePlan(format=code)])
    withdraw(entry_id=Entry.objects.filter(tournament=stage.tournament)[2].pk, actor=SYSTEM)
    play(stage, 4)
    stage.tournament.refresh_from_db()
    return stage.tournament


def forget_everything() -> None:
    """An installation with nothing in it."""
    models: list[type[Model]] = [
        Message,
        StageSnapshot,
        StageVersion,
        Pairing,
        Stage,
        Entry,
        RatingChange,
        Rating,
    ]
    models += [TableLink, MatchEvent, Match, Tournament, Player]
    with deletion_allowed(MatchEvent):
        for model in models:
            model._default_manager.all().delete()


def imported(file: File, club: Club) -> Tournament:
    return import_event(club_id=club.pk, content=json.dumps(file).encode(), actor=SYSTEM)


@cache
def _half_played_file() -> str:
    text = json.dumps(event_file(half_played()))
    forget_everything()
    return text


@pytest.fixture
def file() -> File:
    """An event under way, of which nothing is here any more."""
    read: File = json.loads(_half_played_file())
    return read


@pytest.mark.parametrize("code", Format)
def test_an_event_comes_back_as_it_went(code: Format) -> None:
    first = event_file(half_played(code))
    forget_everything()
    event = imported(first, a_club())
    assert event_file(event) == first
    assert list(ledger_differences()) == []


def test_a_swiss_in_its_second_round_with_somebody_back_comes_back_as_it_went() -> None:
    stage = a_drawn_stage(
        a_club(), 6, stages=[StagePlan(format=Format.SWISS, settings={"rounds": 2})]
    )
    entry = Entry.objects.filter(tournament=stage.tournament)[0]
    withdraw(entry_id=entry.pk, actor=SYSTEM)
    reinstate(entry_id=entry.pk, actor=SYSTEM)
    play(stage, 9)
    for match in Match.objects.filter(status=MatchStatus.CALLED):
        report_result(match_id=match.pk, score=(7, 1), actor=SYSTEM)
    pair_next_round(stage_id=stage.pk, actor=SYSTEM)
    first = event_file(stage.tournament)
    forget_everything()
    assert event_file(imported(first, a_club())) == first


def test_who_came_late_or_instead_comes_back_as_they_went() -> None:
    plan = StagePlan(format=Format.SWISS, settings={"rounds": 3, "late_entry": "bye"})
    stage = a_drawn_stage(a_club(), 4, stages=[plan])
    newcomers = [Newcomer(name="Late")]
    (late,) = enter_players(tournament_id=stage.tournament.pk, newcomers=newcomers, actor=SYSTEM)
    withdraw(entry_id=late.pk, actor=SYSTEM)
    instead = a_player(a_club())
    replace_player(
        entry_id=stage.tournament.entries.all()[0].pk, player_id=instead.pk, actor=SYSTEM
    )
    first = event_file(stage.tournament)
    lines = first["stages"][0]["drawn_from"]
    assert [line.get("missed") for line in lines] == [*[None] * 4, 1]
    assert lines[0]["played_by"] == {"rating": None, "club": instead.club.slug}
    forget_everything()
    assert event_file(imported(first, a_club())) == first


def test_a_latecomer_in_the_empty_chair_of_a_pool_comes_back_as_they_went() -> None:
    plan = StagePlan(format=Format.ROUND_ROBIN, settings={"pools": 2})
    stage = a_drawn_stage(a_club(), 5, stages=[plan])
    only = stage.pairings.get(bracket="pool_2")
    assert only.match_id is not None
    report_result(match_id=only.match_id, score=(7, 2), actor=SYSTEM)
    enter_players(
        tournament_id=stage.tournament.pk, newcomers=[Newcomer(name="Late")], actor=SYSTEM
    )
    first = event_file(stage.tournament)
    assert len(first["stages"][0]["lines"]) == 6
    forget_everything()
    assert event_file(imported(first, a_club())) == first


def test_an_event_in_its_second_stage_comes_back_as_it_went() -> None:
    plans = [
        StagePlan(format=Format.ROUND_ROBIN, settings={"qualify": 2}),
        StagePlan(name="Final"),
    ]
    event = an_event(a_club(), 3, stages=plans)
    for stage in event.stages.order_by("number"):
        draw_stage(stage_id=stage.pk, actor=SYSTEM)
        while match := Match.objects.filter(status=MatchStatus.READY).first():
            report_result(match_id=match.pk, score=(7, 1), actor=SYSTEM)
    event.refresh_from_db()
    first = event_file(event)
    assert [len(stage["pairings"]) for stage in first["stages"]][1] == 1
    forget_everything()
    assert event_file(imported(first, a_club())) == first


def test_an_event_before_its_draw_comes_back_as_it_went() -> None:
    first = event_file(an_event(a_club(), 5))
    forget_everything()
    assert event_file(imported(first, a_club())) == first


def test_the_terms_of_registration_come_along_and_older_files_have_none() -> None:
    opens = datetime(2026, 11, 1, 18, 30, tzinfo=UTC)
    terms: dict[str, Any] = {
        "registration": "approval",
        "registration_opens_at": opens,
        "places": 16,
    }
    event = an_event(a_club(), 2, **terms, venue="Café Zähringer", note="Bring a board.")
    file = event_file(event)
    forget_everything()
    again = imported(file, a_club())
    assert {name: getattr(again, name) for name in terms} == terms
    assert (again.venue, again.note) == ("Café Zähringer", "Bring a board.")
    assert event_file(again) == file
    forget_everything()
    del file["event"]["terms"]
    assert imported(file, a_club()).registration == "closed"


def test_play_goes_on_where_it_stopped_and_ratings_follow(file: File) -> None:
    event = imported(file, a_club())
    while match := Match.objects.filter(status__in=(MatchStatus.READY, MatchStatus.CALLED)).first():
        report_result(match_id=match.pk, score=(7, 0), actor=SYSTEM)
    run_pending()
    event.refresh_from_db()
    assert event.status == "finished"
    assert json.loads(event.stages.get().snapshot.standings)["rows"][0]["rank"] == 1
    rated = Match.objects.filter(status=MatchStatus.FINISHED, ended_by="played").count()
    assert RatingChange.objects.count() == 2 * rated


def test_an_imported_event_is_hidden_and_has_a_free_address(file: File) -> None:
    club = a_club()
    an_event(club, name="Wednesday")
    event = imported(file, club)
    assert (file["event"]["slug"], event.slug) == ("wednesday", "wednesday-2")
    assert not event.is_published
    assert set(Match.objects.values_list("event", flat=True)) == {"wednesday-2"}


def test_a_second_import_is_refused_and_changes_nothing(file: File) -> None:
    event = imported(file, a_club())
    counts = [model.objects.count() for model in (Tournament, Player, Match, Entry)]
    with pytest.raises(AlreadyImported, match="This event has already been imported: Wednesday"):
        imported(file, event.club)
    assert [model.objects.count() for model in (Tournament, Player, Match, Entry)] == counts


def test_players_are_recognised_only_where_there_is_no_doubt() -> None:
    club = a_club()
    file = event_file(an_event(a_club(), ["Anna Meier", "Urs Huber", "Luca Rossi", "New One"]))
    for player in file["players"]:
        player["federation_id"] = "77" if player["name"] == "Luca Rossi" else ""
    forget_everything()
    anna = a_player(club, "Anna Meier")
    twins = {a_player(club, "Urs Huber").pk, a_player(club, "Urs Huber").pk}
    luca = a_player(club, "L. Rossi")
    Player.objects.filter(pk=luca.pk).update(federation_id="77")
    event = imported(file, club)
    first, second, third, fourth = event.entries.order_by("pk").values_list("player", flat=True)
    assert (first, third) == (anna.pk, luca.pk)
    assert second not in twins
    assert Player.objects.get(pk=fourth).name == "New One"


def test_two_players_of_one_name_stay_two() -> None:
    club = a_club()
    file = event_file(an_event(a_club(), ["Urs Huber", "Urs Huber"]))
    forget_everything()
    a_player(club, "Urs Huber")
    assert len({entry.player_id for entry in imported(file, club).entries.all()}) == 2


def test_addresses_accounts_and_secrets_of_the_tables_stay_at_home() -> None:
    event = half_played()
    match = Match.objects.filter(status=MatchStatus.CALLED).get()
    secrets = table_links(match_id=match.pk, actor=SYSTEM).values()
    Player.objects.update(email="somebody@example.org")
    report_result(
        match_id=match.pk, score=(7, 2), actor=Actor(user=a_user(event.club), address="192.0.2.7")
    )
    assert MatchEvent.objects.filter(address="192.0.2.7", by__isnull=False).exists()
    text = json.dumps(event_file(event))
    for private in ("example.org", "192.0.2.7", *secrets):
        assert private not in text


def cut(file: File) -> None:
    del file["event"]["rules"]


def stranger(file: File) -> None:
    file["entries"][0]["player"] = 99


def wrong_length(file: File) -> None:
    file["stages"][0]["pairings"][0]["length"] = "seven"


def other_winner(file: File) -> None:
    pairing = next(p for p in file["stages"][0]["pairings"] if p["winner"] and p["match"])
    pairing["winner"] = {"a": "b", "b": "a"}[pairing["winner"]]


def missing_pairing(file: File) -> None:
    file["stages"][0]["pairings"].pop()


def moved_seat(file: File) -> None:
    pairing = next(p for p in file["stages"][0]["pairings"] if p["a"] and p["b"])
    pairing["a"], pairing["b"] = pairing["b"], pairing["a"]


def taken_seat_left_open(file: File) -> None:
    pairing = next(p for p in file["stages"][0]["pairings"] if p["a"])
    pairing["a_open"] = True


def winner_without_outcome(file: File) -> None:
    pairing = next(p for p in file["stages"][0]["pairings"] if p["status"] == "ready")
    pairing["winner"] = "a"


def other_status(file: File) -> None:
    pairing = next(p for p in file["stages"][0]["pairings"] if p["status"] == "finished")
    pairing["status"] = "ready"


def match_of_a_bye(file: File) -> None:
    ready, bye = (
        next(p for p in file["stages"][0]["pairings"] if p["status"] == status)
        for status in ("ready", "bye")
    )
    bye["match"], ready["match"] = ready["match"], None


def same_pairing_twice(file: File) -> None:
    file["stages"][0]["pairings"].append(copy.deepcopy(file["stages"][0]["pairings"][0]))


def other_lines(file: File) -> None:
    lines = file["stages"][0]["lines"]
    lines[0], lines[2] = lines[2], lines[0]


def missing_lines(file: File) -> None:
    file["stages"][0]["lines"] = []


def late_before_the_others(file: File) -> None:
    file["stages"][0]["drawn_from"][0]["late"] = True


def nobody_in_time(file: File) -> None:
    for line in file["stages"][0]["drawn_from"]:
        line["late"] = True


def in_time_but_missing_rounds(file: File) -> None:
    file["stages"][0]["drawn_from"][0]["missed"] = 1


def placed_twice(file: File) -> None:
    file["stages"][0]["by_hand"] = file["stages"][0]["seeds"][:1] * 2


def entrants_without_a_draw(file: File) -> None:
    file["stages"][0] |= {"drawn_at": None, "finished_at": None, "pairings": []}


def impossible_score(file: File) -> None:
    line = next(li for m in file["matches"] for li in m["ledger"] if li["kind"] == "entered")
    line["facts"] = {"kind": "score", "points": [70, 70]}


def from_the_future(file: File) -> None:
    file["matches"][0]["ledger"][-1]["at"] = "2199-01-01T00:00:00+00:00"


def two_at_a_table(file: File) -> None:
    called = next(m for m in file["matches"] for li in m["ledger"] if li["kind"] == "called")
    double = copy.deepcopy(called) | {"id": 999}
    file["matches"].append(double)


def not_made_first(file: File) -> None:
    file["matches"][0]["ledger"].pop(0)


def same_ids(file: File) -> None:
    file["players"][1]["id"] = 1


def no_such_time_zone(file: File) -> None:
    file["event"]["timezone"] = "Mars/Olympus"


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (cut, "The file has a mistake at event.rules: This field is required."),
        (stranger, "The file refers to player 99, which is not in it."),
        (
            wrong_length,
            "The file has a mistake at stages[1].pairings[1].length: A valid integer is required.",
        ),
        (other_winner, "has another winner than its match"),
        (missing_pairing, "The pairings of stage 1 do not follow from its draw and its results."),
        (moved_seat, "The pairings of stage 1 do not follow from its draw and its results."),
        *(
            (spoil, "The pairings of stage 1 do not follow from its draw and its results.")
            for spoil in (
                taken_seat_left_open,
                winner_without_outcome,
                other_status,
                match_of_a_bye,
                same_pairing_twice,
            )
        ),
        *(
            (spoil, "The draw of stage 1 makes no sense.")
            for spoil in (
                other_lines,
                missing_lines,
                late_before_the_others,
                nobody_in_time,
                in_time_but_missing_rounds,
                placed_twice,
                entrants_without_a_draw,
            )
        ),
        (impossible_score, "of its ledger"),
        (from_the_future, "Match 1 has a line from the future. Is the clock right?"),
        (two_at_a_table, "The file contradicts itself"),
        (not_made_first, "Match 1 is not created by the first line of its ledger."),
        (same_ids, "Two of the players have the same id."),
        (no_such_time_zone, "There is no time zone Mars/Olympus."),
    ],
)
def test_a_bad_file_is_refused_with_a_sentence_and_leaves_nothing(
    spoil: Callable[[File], None], sentence: str, file: File
) -> None:
    spoil(file)
    with pytest.raises(RulesError) as refusal:
        imported(file, a_club())
    assert sentence in refusal.value.message
    assert [m.objects.count() for m in (Tournament, Player, Match, Message)] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"\xff\xfe", "The file is not JSON: it may be cut off or damaged."),
        (b'{"format": "barp', "The file is not JSON: it may be cut off or damaged."),
        (b"[" * 100_000, "The file is not JSON: it may be cut off or damaged."),
        ('{"format": "Zoë"}'.encode("cp1252"), "The file is not in UTF-8"),
        (b"[1, 2]", "This is not an event file of Barpoint."),
        (b'{"format": "barpoint-event", "version": 7}', "The file has version 7"),
        (b'{"format": "barpoint-event", "version": NaN}', "The file has NaN"),
        (b'{"format": "a\\u0000"}', "The file has a null character in a text."),
    ],
)
def test_what_is_no_event_file_is_refused(content: bytes, sentence: str) -> None:
    with pytest.raises(EventFileNotValid) as refusal:
        import_event(club_id=a_club().pk, content=content, actor=SYSTEM)
    assert refusal.value.message.startswith(sentence)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_an_editor_may_have_saved_the_file_with_a_mark(encoding: str) -> None:
    file = event_file(an_event(a_club(), ["Zoë O’Neil", "Urs Huber"]))
    saved = json.dumps(file, ensure_ascii=False).encode(encoding)
    forget_everything()
    assert event_file(import_event(club_id=a_club().pk, content=saved, actor=SYSTEM)) == file


JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 100_000),
    st.text(max_size=5).filter(lambda text: "\x00" not in text),
    st.just([]),
    st.just({}),
    st.just([None]),
)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_junk_anywhere_is_refused_or_harmless(data: st.DataObject, file: File) -> None:
    file = copy.deepcopy(file)
    place: Any = file
    while True:
        key = data.draw(
            st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place)))
        )
        if not isinstance(place[key], dict | list) or not place[key] or data.draw(st.booleans()):
            break
        place = place[key]
    place[key] = data.draw(JUNK)
    with transaction.atomic():
        with suppress(RulesError):
            imported(file, a_club())
        assert list(ledger_differences()) == []
        transaction.set_rollback(True)


def test_an_export_takes_as_many_queries_for_many_rows() -> None:
    def queries(entrants: int) -> int:
        event = a_drawn_stage(a_club(), entrants).tournament
        with CaptureQueriesContext(connection) as made:
            event_file(event)
        return len(made)

    assert queries(2) == queries(20) == 6
