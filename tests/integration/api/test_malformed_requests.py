"""Requests that no client of ours would send are refused with a sentence, and change nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from rest_framework.test import APIClient

from matches.models import Match
from players.models import Player
from tests.integration.factories import a_club, a_drawn_stage, a_token, an_event
from tournaments.models import Stage, Tournament

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


@pytest.fixture
def stage() -> Stage:
    return a_drawn_stage(a_club(), 4)


@pytest.fixture
def director(stage: Stage) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {a_token(stage.tournament.club)}")
    return client


@pytest.fixture
def match(stage: Stage) -> Match:
    found = Match.objects.filter(pk__in=stage.pairings.values("match")).first()
    assert found is not None
    return found


def refusal(answer: Any) -> tuple[int, str, str | None]:
    first = answer.json()["errors"][0]
    return answer.status_code, first["code"], first["attr"]


def sent(client: APIClient, address: str, text: str) -> Any:
    return client.generic("POST", address, text, content_type="application/json")


def test_a_mistyped_field_is_named(director: APIClient, match: Match) -> None:
    game = {"number": 1, "winner": "a", "kind": "single", "Cube": 4, "ended_by": "play"}
    answer = director.post(f"/api/v1/matches/{match.pk}/games/", game)
    assert refusal(answer) == (400, "unknown_field", "Cube")
    assert "cube" in answer.json()["errors"][0]["detail"]
    match.refresh_from_db()
    assert match.version == 1


def test_a_number_is_no_text(director: APIClient, stage: Stage) -> None:
    entry = stage.tournament.entries.earliest("pk")
    address = f"/api/v1/tournaments/{stage.tournament.slug}/entries/{entry.pk}/withdraw/"
    assert refusal(director.post(address, {"reason": 5})) == (400, "invalid", "reason")
    entry.refresh_from_db()
    assert entry.status != "withdrawn"


def test_a_mistyped_field_is_named_inside_others(director: APIClient, stage: Stage) -> None:
    body = {
        "club": stage.tournament.club.slug,
        "name": "Thursday",
        "starts_at": "2026-11-19T19:30:00Z",
        "rules": {"length": 7, "clock": {"delay": 12}},
        "stages": [{"format": "swiss"}],
    }
    answer = director.post("/api/v1/tournaments/", body)
    assert refusal(answer) == (400, "unknown_field", "rules.clock.delay")
    assert Tournament.objects.count() == 1


def test_what_was_shown_can_be_sent_back_and_what_cannot_be_set_is_refused(
    director: APIClient,
) -> None:
    club = Tournament.objects.get().club
    event = an_event(club, name="Friday")
    address = f"/api/v1/tournaments/{event.slug}/"
    shown = director.get(address).json()
    assert director.patch(address, shown | {"name": "Saturday"}).json()["name"] == "Saturday"
    answer = director.patch(address, {"status": "finished"})
    assert refusal(answer) == (400, "read_only_field", "status")


def test_rules_that_are_not_named_stay_as_they_are(director: APIClient) -> None:
    club = Tournament.objects.get().club
    event = an_event(club, name="Friday")
    address = f"/api/v1/tournaments/{event.slug}/"
    clock = {"clock": {"delay_s": 10, "minutes_per_point": 3}}
    before = director.patch(address, {"rules": clock}).json()["rules"]
    after = director.patch(address, {"rules": {"crawford": False}}).json()["rules"]
    assert after == before | {"crawford": False}
    again = director.patch(address, {"rules": {"clock": {"delay_s": 8}}}).json()["rules"]
    assert again["clock"] == before["clock"] | {"delay_s": 8}


@pytest.mark.parametrize("body", ["[]", "[1]", '"text"', "5", "null"])
def test_a_game_is_not_taken_back_by_a_body_that_is_no_object(
    director: APIClient, match: Match, body: str
) -> None:
    address = f"/api/v1/matches/{match.pk}/games/last/"
    answer = director.generic("DELETE", address, body, content_type="application/json")
    assert refusal(answer)[:2] == (400, "not_an_object")


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        '{"a":' * 50_000,
        '{"number": ' + "9" * 5_000 + "}",
        '{"number": 1e400, "winner": NaN}',
        '{"winner": "\\ud800"}',
        '{"winner": "\\u0000"}',
        '{"\\ud800": 1}',
        "{",
        "\ud800".encode("utf-8", "surrogatepass").decode("latin-1"),
    ],
    ids=[
        *("deep", "deep and closed", "objects in objects", "digits", "infinity and not a number"),
        *("half a pair", "null", "half a pair as a name", "cut off", "half a pair as bytes"),
    ],
)
def test_json_that_nobody_can_keep_is_refused(director: APIClient, match: Match, text: str) -> None:
    answer = sent(director, f"/api/v1/matches/{match.pk}/games/", text)
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/json"
    match.refresh_from_db()
    assert match.version == 1


def test_brackets_in_texts_are_no_levels(director: APIClient, match: Match) -> None:
    reason = "[{" * 40 + '\\"[' * 10
    answer = sent(director, f"/api/v1/matches/{match.pk}/dispute/", json.dumps({"reason": reason}))
    assert refusal(answer)[1] != "parse_error"


@pytest.mark.parametrize(
    "address",
    [
        *("/api/v1/players/?search=%00", "/api/v1/players/?club=a%00b", "/api/v1/clubs/%00/"),
        *("/api/v1/matches/?tournament=%00", "/clubs/x/players/?search=%00", "/%00/", "/?page=%00"),
    ],
)
def test_a_null_character_in_an_address_is_refused(client: APIClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 400
    if address.startswith("/api/"):
        assert refusal(answer) == (400, "null_character", None)


def test_a_write_without_the_slash_is_a_write(director: APIClient, stage: Stage) -> None:
    club = stage.tournament.club
    made = director.post("/api/v1/players", {"club": club.slug, "name": "Nora Weiss"})
    assert made.status_code == 201
    assert Player.objects.filter(name="Nora Weiss").count() == 1
    assert director.get("/api/v1/players").status_code == 200
    assert director.post("/api/v1/nothing", {}).status_code == 404


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Anna\x0bMeier", "Anna Meier"),
        ("Anna\x07 Meier", "Anna Meier"),
        ("\u202eAnna\u202c Meier\u200b", "Anna Meier"),
        ("Jo\u0308rg", "Jörg"),
        ("نرگس\u200cنیا", "نرگس\u200cنیا"),
        ("\ufeffUrs\u00ad", "Urs"),
    ],
)
def test_names_are_kept_without_what_cannot_be_seen(
    director: APIClient, stage: Stage, given: str, kept: str
) -> None:
    club = stage.tournament.club
    answer = director.post("/api/v1/players/", {"club": club.slug, "name": given})
    assert answer.json()["name"] == kept


def test_a_name_of_nothing_but_control_characters_is_none(
    director: APIClient, stage: Stage
) -> None:
    body = {"club": stage.tournament.club.slug, "name": "\x07\u202e"}
    assert refusal(director.post("/api/v1/players/", body))[:2] == (400, "name_missing")


def test_a_search_of_a_thousand_words_is_answered(client: APIClient, stage: Stage) -> None:
    words = "+".join(["e"] * 1_200)
    assert client.get(f"/api/v1/players/?search={words}").json()["count"] == 4
    assert (
        client.get(f"/clubs/{stage.tournament.club.slug}/players/?search={words}").status_code
        == 200
    )


def test_a_control_character_kept_by_an_earlier_version_does_not_break_the_feed(
    client: APIClient, director: APIClient, stage: Stage, match: Match
) -> None:
    director.post(f"/api/v1/matches/{match.pk}/result/", {"score": [7, 3]})
    Player.objects.filter(pk=match.a_id).update(name="Anna\x0bMeier")
    answer = client.get(f"/clubs/{stage.tournament.club.slug}/results.atom")
    assert answer.status_code == 200
    assert "Anna Meier 7–3" in answer.content.decode()
