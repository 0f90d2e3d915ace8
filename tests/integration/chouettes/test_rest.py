"""A chouette night over REST, from the first dice to who owes whom."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from chouettes.models import ChouetteEntry, ChouetteNight
from players.actors import SYSTEM
from players.models import Club, Player, Role
from players.services.merging import DifferentPeople, merge_players, undo_merge
from rules_core.chouette.night import folded
from tests.integration.factories import a_club, a_player
from tests.integration.matches.playing import client, official

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva")


class Table:
    """A night of five, and somebody who records it."""

    def __init__(self, **settings: Any) -> None:
        self.club: Club = a_club()
        self.ids = {name: a_player(self.club, name).pk for name in NAMES}
        self.scorer = official(self.club, Role.SCORER)
        body = {
            "club": self.club.slug,
            "players": [{"player": pk} for pk in self.ids.values()],
            "settings": settings,
        }
        answer = self.scorer.post("/api/v1/chouettes/", body)
        assert answer.status_code == 201, answer.json()
        self.night: dict[str, Any] = answer.json()

    @property
    def path(self) -> str:
        return f"/api/v1/chouettes/{self.night['id']}/"

    def do(self, what: str, code: int = 200, by: APIClient | None = None, **body: Any) -> Any:
        answer = (by or self.scorer).post(f"{self.path}{what}/", body)
        assert answer.status_code == code, answer.json()
        if code == 200:
            self.night = answer.json()
            assert sum(self.accounts.values()) == 0
        return answer.json()

    def cubes(self, **answers: str) -> list[dict[str, Any]]:
        return [{"with_team": self.ids[name], "answer": how} for name, how in answers.items()]

    @property
    def accounts(self) -> dict[str, int]:
        return {one["name"]: one["points"] for one in self.night["accounts"]}

    @property
    def queue(self) -> list[str]:
        return [one["name"] for one in self.night["queue"]]


def refused(answer: Any) -> str:
    code: str = answer["errors"][0]["code"]
    return code


def test_a_night_of_five_with_a_drop_an_extra_a_newcomer_and_a_leaver() -> None:
    table = Table()
    assert (table.night["box"]["name"], table.night["captain"]["name"]) == ("Ann", "Bob")
    table.do("start", game=1)
    answer = table.scorer.post(
        f"{table.path}double/",
        {
            "game": 1,
            "by": "box",
            "cubes": table.cubes(Bob="drop", Cleo="take", Dan="take", Eva="take"),
        },
    )
    assert answer.status_code == 200, answer.json()
    assert answer.json()["captain"]["name"] == "Cleo"
    assert [one["dropper"]["name"] for one in answer.json()["game"]["extras"]] == ["Bob"] * 3
    table.do("extra", game=1, dropper=table.ids["Bob"], taker=table.ids["Eva"])
    table.do("result", game=1, winner="team", kind="single")
    # Ann: +1 from Bob, -2 to each of three; Bob: -1 to Ann, -1 to Eva, -2 on the extra.
    assert table.accounts == {"Ann": -5, "Bob": -4, "Cleo": 2, "Dan": 2, "Eva": 5}
    assert (table.night["box"]["name"], table.queue) == ("Cleo", ["Dan", "Eva", "Bob", "Ann"])
    table.do("join", name="Fritz Neu")
    table.do("leave", player=table.ids["Dan"])
    assert table.queue == ["Eva", "Bob", "Ann", "Fritz Neu"]
    assert Player.objects.filter(club=table.club, full_name="Fritz Neu").count() == 1
    owed = {
        (one["payer"]["name"], one["payee"]["name"], one["points"])
        for one in table.night["payments"]
    }
    assert owed == {("Ann", "Eva", 5), ("Bob", "Cleo", 2), ("Bob", "Dan", 2)}
    table.do("close")
    assert table.night["status"] == "closed"
    assert refused(table.do("start", 409)) == "night_closed"


def test_the_state_is_what_the_ledger_folds_to_and_undo_takes_one_line_back() -> None:
    table = Table()
    table.do("start")
    before = table.night
    table.do("result", winner="box", kind="gammon")
    assert table.accounts["Ann"] == 4
    assert refused(table.do("undo", 409, number=2)) == "not_the_last_line"
    table.do("undo", number=3, reason="it was a single game")
    assert {**table.night, "version": 0} == {**before, "version": 0}
    row = ChouetteNight.objects.get()
    kinds = list(row.entries.order_by("number").values_list("kind", flat=True))
    assert kinds == ["sat_down", "started", "finished", "taken_back"]
    lines = list(ChouetteEntry.objects.filter(kind__in=("sat_down", "started")).order_by("number"))
    assert folded([(line.kind, line.facts) for line in lines]) == row.night
    history = table.scorer.get(f"{table.path}history/").json()
    assert [line["counts"] for line in history["entries"]] == [True, True, False, False]


def test_nobody_sits_down_again_by_undo() -> None:
    assert refused(Table().do("undo", 409)) == "nothing_to_undo"


def test_a_late_result_of_the_last_game_does_not_count_for_this_one() -> None:
    table = Table()
    table.do("start", game=1)
    table.do("result", game=1, winner="team")
    table.do("start", game=2)
    assert refused(table.do("result", 409, game=1, winner="team")) == "wrong_game_number"


def test_a_request_that_comes_twice_counts_once_and_a_stale_one_is_refused() -> None:
    table = Table()
    path = f"{table.path}start/"
    first = table.scorer.post(path, {}, headers={"Idempotency-Key": "k", "If-Match": '"1"'})
    again = table.scorer.post(path, {}, headers={"Idempotency-Key": "k", "If-Match": '"1"'})
    assert (first.status_code, again.json()) == (200, first.json())
    stale = table.scorer.post(
        f"{table.path}result/", {"winner": "box"}, headers={"If-Match": '"1"'}
    )
    assert (stale.status_code, refused(stale.json())) == (412, "stale_version")
    held = table.scorer.get(table.path, headers={"If-None-Match": '"2"'})
    assert held.status_code == 304


def test_people_come_and_go_between_games() -> None:
    table = Table()
    table.do("start")
    assert refused(table.do("join", 409, name="Fritz")) == "game_under_way"
    assert not Player.objects.filter(club=table.club, name="Fritz").exists()
    assert refused(table.do("start", 409)) == "game_under_way"
    table.do("result", winner="box")
    assert refused(table.do("result", 409, winner="box")) == "no_game"


def test_a_beaver_waits_for_its_answer() -> None:
    table = Table(beavers=1)
    table.do("start")
    body = {"by": "box", "cubes": table.cubes(Bob="take", Cleo="drop", Dan="beaver", Eva="take")}
    night = table.scorer.post(f"{table.path}double/", body).json()
    waiting = [cube["with_team"]["name"] for cube in night["game"]["cubes"] if cube["turned_by"]]
    assert waiting == ["Dan"]
    assert refused(table.do("result", 400, winner="box")) == "cubes_unanswered"
    table.do("answer", cubes=table.cubes(Dan="take"))
    table.do("result", winner="box")
    assert table.accounts == {"Ann": 9, "Bob": -2, "Cleo": -1, "Dan": -4, "Eva": -2}


def test_places_by_lot_can_be_drawn_again() -> None:
    club = a_club()
    asker = official(club, Role.SCORER)
    body = {"club": club.slug, "players": [{"name": name} for name in NAMES], "lot": "seed"}
    first, second = (asker.post("/api/v1/chouettes/", body).json() for _ in range(2))
    assert [one["name"] for one in first["queue"]] == [one["name"] for one in second["queue"]]
    assert Player.objects.filter(club=club).count() == len(NAMES)


def test_the_link_opens_one_night_and_only_while_it_is_under_way() -> None:
    table, other = Table(), Table()
    secret = table.scorer.post(f"{table.path}table-link/", {}).json()["secret"]
    phone = client(f"Table {secret}")
    assert phone.get(table.path).status_code == 200
    assert phone.get(other.path).status_code == 404
    table.do("start", by=phone)
    other.do("start", 404, by=phone)
    assert phone.post(f"{table.path}table-link/", {}).status_code == 403
    table.do("result", by=phone, winner="team")
    table.do("close", by=phone)
    assert refused(table.do("undo", 403, by=phone)) == "night_link_closed"
    table.do("undo")
    renewed = table.scorer.post(f"{table.path}table-link/", {"renew": True}).json()["secret"]
    assert renewed != secret
    assert phone.get(table.path).status_code == 401


def test_nights_are_for_the_club_and_those_who_sat_in() -> None:
    table = Table()
    assert client().get(table.path).status_code == 404
    assert official(a_club()).get(table.path).status_code == 404
    reader = official(table.club, Role.READER)
    assert reader.get(table.path).status_code == 200
    table.do("start", 403, by=reader)
    table.do("start", 404, by=official(a_club()))


def test_the_list_costs_the_same_for_one_night_and_for_many() -> None:
    table = Table()

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert table.scorer.get(f"/api/v1/chouettes/?club={table.club.slug}").status_code == 200
        return len(queries)

    one = asked()
    for _ in range(4):
        body = {"club": table.club.slug, "players": [{"player": pk} for pk in table.ids.values()]}
        assert table.scorer.post("/api/v1/chouettes/", body).status_code == 201
    assert asked() == one


def test_a_settings_word_that_is_not_known_is_refused() -> None:
    club = a_club()
    body = {"club": club.slug, "players": [{"name": n} for n in NAMES], "settings": {"cubes": "3"}}
    answer = official(club).post("/api/v1/chouettes/", body)
    assert (answer.status_code, refused(answer.json())) == (400, "invalid_choice")


def test_seats_follow_a_merged_player_and_those_at_one_table_are_two_people() -> None:
    table = Table()
    table.do("start")
    table.do("result", winner="box")
    again = a_player(table.club, "Anna")
    ann = table.ids["Ann"]
    with pytest.raises(DifferentPeople):
        merge_players(player_id=ann, into_id=table.ids["Bob"], actor=SYSTEM)
    merge_players(player_id=ann, into_id=again.pk, actor=SYSTEM)
    shown = table.scorer.get(table.path).json()
    assert (shown["box"]["player"], shown["box"]["name"]) == (again.pk, "Anna")
    assert {one["player"]: one["points"] for one in shown["accounts"]}[again.pk] == 4
    table.do("start")
    table.do("result", winner="team")
    undo_merge(player_id=ann, actor=SYSTEM)
    assert table.accounts["Anna"] == 0
    assert table.scorer.get(table.path).json()["accounts"][0]["player"] == ann
