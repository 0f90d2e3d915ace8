"""Versions of a stage: who writes by one they have read, and who waits for the one they have made."""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from matches.models import Match
from matches.services.calling import call_match
from outbox.services import run_pending
from players.actors import SYSTEM
from players.services.registration import change_player
from rules_core.draws.settings import Format
from tests.integration.factories import a_club, a_drawn_stage, an_event
from tests.integration.matches.playing import official
from tests.integration.stages import play
from tournaments.models import Stage, StageSnapshot
from tournaments.selectors import ready_matches
from tournaments.services.events import StagePlan
from tournaments.services.rounds import pair_next_round
from tournaments.services.stages import append_stage, remove_stage

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


class Desk:
    """A director at a stage of a Swiss."""

    def __init__(self, entrants: int = 4) -> None:
        plan = StagePlan(
            format=Format.SWISS, settings={"rounds": 3, "tie_breaks": ["wins", "by_hand"]}
        )
        self.stage: Stage = a_drawn_stage(a_club(), entrants, stages=[plan])
        self.client: APIClient = official(self.stage.tournament.club)
        run_pending()

    @property
    def base(self) -> str:
        return f"/api/v1/tournaments/{self.stage.tournament.slug}/stages/1"

    def etag(self, part: str = "bracket") -> str:
        answer = self.client.get(f"{self.base}/{part}/")
        assert answer["ETag"] == f'"{answer.json()["version"]}"'
        return str(answer["ETag"])

    def send(self, action: str, version: str, **headers: Any) -> Any:
        """One of the writes, decided on a version."""
        method, path, body = ACTIONS[action]
        if action == "place by hand":
            body = {"entries": list(self.stage.entrants.values_list("entry", flat=True))}
        call = getattr(self.client, method)
        return call(f"{self.base}/{path}/", body, HTTP_IF_MATCH=version, **headers)

    def prepare(self, action: str) -> None:
        """Bring the stage to where an action makes sense."""
        if action != "draw again":
            play(self.stage)
        if action == "take a round back":
            pair_next_round(stage_id=self.stage.pk, actor=SYSTEM)
        run_pending()

    def rows(self) -> list[Any]:
        """All that these actions could have changed."""
        stage = Stage.objects.filter(pk=self.stage.pk).values().get()
        return [
            stage,
            list(self.stage.pairings.order_by("pk").values()),
            list(self.stage.entrants.order_by("pk").values()),
            list(Match.objects.order_by("pk").values()),
        ]


ACTIONS: dict[str, tuple[str, str, Any]] = {
    "draw again": ("post", "draw", {"redraw": True}),
    "pair the next round": ("post", "rounds", {}),
    "take a round back": ("delete", "rounds/last", None),
    "place by hand": ("post", "standings/by-hand", {}),
}


@pytest.mark.parametrize("action", ACTIONS)
def test_whoever_has_read_the_current_version_may_write(action: str) -> None:
    desk = Desk()
    desk.prepare(action)
    before = desk.etag()
    answer = desk.send(action, before)
    assert answer.status_code == 200
    assert answer["ETag"] == f'"{answer.json()["version"]}"' != before
    assert desk.etag() == answer["ETag"]


@pytest.mark.parametrize("action", ACTIONS)
@pytest.mark.parametrize("published", [True, False])
def test_a_stale_version_changes_nothing(action: str, published: bool) -> None:
    desk = Desk()
    desk.prepare(action)
    stale = desk.etag()
    last = Match.objects.order_by("-pk")[0]
    if action in {"draw again", "take a round back"}:
        call_match(match_id=last.pk, actor=SYSTEM)
    else:
        answer = desk.client.post(
            f"/api/v1/matches/{last.pk}/correct/", {"score": [1, last.length], "reason": "misread"}
        )
        assert answer.status_code == 200
    if published:
        run_pending()
        assert desk.etag() != stale
    before = desk.rows()
    for _ in range(2):
        answer = desk.send(action, stale, HTTP_IDEMPOTENCY_KEY="once")
        assert answer.status_code == 412
        error = answer.json()["errors"][0]
        assert error["code"] == "stale_version"
        assert f'"{error["facts"]["version"]}"' != stale
    assert desk.rows() == before


@pytest.mark.parametrize("action", ACTIONS)
def test_a_key_gives_the_first_answer_again(action: str) -> None:
    desk = Desk()
    desk.prepare(action)
    version = desk.etag()
    first = desk.send(action, version, HTTP_IDEMPOTENCY_KEY="once")
    again = desk.send(action, version, HTTP_IDEMPOTENCY_KEY="once")
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.content == first.content
    assert again["ETag"] == first["ETag"] == desk.etag()


def test_the_version_says_nothing_to_those_who_may_not_write() -> None:
    desk = Desk()
    desk.client = official(a_club())
    assert desk.send("draw again", '"0"').status_code == 403


def test_the_answer_to_a_result_tells_the_version_that_will_show_it() -> None:
    desk = Desk()
    before = int(desk.etag().strip('"'))
    first, second = ready_matches(desk.stage)
    answers = [
        desk.client.post(f"/api/v1/matches/{match.pk}/result/", {"score": [match.length, 1]})
        for match in (first, second)
    ]
    told = [answer.json()["stage_version"] for answer in answers]
    assert before < told[0] < told[1]
    run_pending()
    for part in ("bracket", "standings"):
        read = desk.client.get(f"{desk.base}/{part}/?at_least={told[1]}")
        assert read.status_code == 200
        assert read.json()["version"] == told[1]


def test_every_write_to_a_match_tells_the_version() -> None:
    desk = Desk()
    match = ready_matches(desk.stage)[0]
    for method, path, body in (
        ("post", "call/", {"table": 1}),
        ("delete", "call/", None),
        ("post", "start/", {}),
        ("post", "games/", {"number": 1, "winner": "a"}),
        ("delete", "games/last/", {"reason": "x"}),
        ("post", "penalty/", {"side": "a", "points": 1, "reason": "late"}),
        ("post", "result/", {"score": [match.length, 1]}),
        ("post", "reopen/", {"reason": "x"}),
    ):
        answer = getattr(desk.client, method)(f"/api/v1/matches/{match.pk}/{path}", body)
        assert answer.status_code == 200, path
        told = answer.json()["stage_version"]
        run_pending()
        assert desk.etag() == f'"{told}"', path


def test_a_match_outside_any_event_has_no_stage() -> None:
    desk = Desk()
    a, b = (match.a_id for match in ready_matches(desk.stage))
    body = {"club": desk.stage.tournament.club.slug, "a": a, "b": b, "rules": {"length": 1}}
    casual = desk.client.post("/api/v1/matches/", body).json()
    answer = desk.client.post(f"/api/v1/matches/{casual['id']}/result/", {"score": [1, 0]})
    assert answer.json()["stage_version"] is None


@pytest.mark.parametrize("part", ["bracket", "standings"])
def test_what_is_not_published_yet_is_not_passed_off_as_it(part: str) -> None:
    desk = Desk()
    match = ready_matches(desk.stage)[0]
    address = f"/api/v1/matches/{match.pk}/result/"
    told = desk.client.post(address, {"score": [match.length, 1]}).json()["stage_version"]
    answer = desk.client.get(f"{desk.base}/{part}/?at_least={told}")
    assert answer.status_code == 409
    (error,) = answer.json()["errors"]
    assert error["code"] == "not_published_yet"
    assert error["facts"] == {"wanted": told, "published": int(desk.etag().strip('"'))}
    assert desk.client.get(f"{desk.base}/{part}/").status_code == 200


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ("1000000", 400, "version_unknown"),
        ("0", 400, "invalid"),
        ("-1", 400, "invalid"),
        ("x", 400, "invalid"),
        ("9" * 5_000, 400, "invalid"),
    ],
)
def test_a_version_that_there_is_not_is_refused(asked: str, status: int, code: str) -> None:
    desk = Desk()
    answer = desk.client.get(f"{desk.base}/bracket/?at_least={asked}")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (status, code)


def test_a_reader_who_has_the_version_gets_a_304_here_too() -> None:
    desk = Desk()
    tag = desk.etag()
    address = f"{desk.base}/bracket/?at_least={tag.strip(chr(34))}"
    assert desk.client.get(address, HTTP_IF_NONE_MATCH=tag).status_code == 304


def test_another_name_is_another_version() -> None:
    desk = Desk()
    tag = desk.etag()
    change_player(player_id=ready_matches(desk.stage)[0].a_id, name="Nora Weiss", actor=SYSTEM)
    run_pending()
    assert desk.etag() != tag
    assert "Nora Weiss" in desk.client.get(f"{desk.base}/bracket/").content.decode()
    # It counts as a change: what was decided on the old name is stale.
    assert desk.send("draw again", tag).status_code == 412
    assert desk.send("draw again", desk.etag()).status_code == 200


def test_nothing_to_publish_moves_no_version() -> None:
    Desk()
    before = StageSnapshot.objects.values().get()
    run_pending()
    assert StageSnapshot.objects.values().get() == before


def test_a_stage_that_was_removed_leaves_no_job_that_fails() -> None:
    event = an_event(a_club(), 4)
    stage = append_stage(
        tournament_id=event.pk, plan=StagePlan(format=Format.SWISS, name="Swiss"), actor=SYSTEM
    )
    remove_stage(stage_id=stage.pk, actor=SYSTEM)
    run_pending()
    # A job that failed would still be there.
    assert run_pending() == 0
