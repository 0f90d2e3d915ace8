"""The same night, told to the REST contract: no answer may be anything but done or refused."""

from __future__ import annotations

from typing import Any

from rest_framework.test import APIClient

from matches.services.match_listeners import LaterResults
from tests.integration.factories import a_player, a_token
from tests.integration.nights import Night
from tournaments.models import OUT

REFUSALS = {
    *(
        "downstream_played",
        "entrant_out",
        "list_closed",
        "next_round_paired",
        "no_free_bye",
        "no_round_left",
    ),
    *("player_busy", "round_not_finished", "stage_over", "swap_not_possible"),
}
"""What a director may be refused in the middle of a night."""


class RestNight(Night):
    """A director whose program has a token."""

    def __init__(self, format_name: str, entrants: int) -> None:
        super().__init__(format_name, entrants)
        self.client = APIClient()
        self.client.credentials(HTTP_AUTHORIZATION=f"Bearer {a_token(self.club)}")

    def post(self, path: str, body: dict[str, Any]) -> None:
        answer = self.client.post(f"/api/v1/{path}", body)
        if answer.status_code == 409:
            assert answer.json()["errors"][0]["code"] in REFUSALS, answer.json()
        else:
            assert answer.status_code in {200, 201}, (path, body, answer.json())

    def do_result(self, choice: int) -> None:
        if match := self.pick(self.live(), choice):
            score = [3, 1] if choice % 2 else [0, 3]
            self.post(f"matches/{match.pk}/result/", {"score": score})

    def do_call(self, choice: int) -> None:
        if match := self.pick(self.live(), choice):
            self.post(f"matches/{match.pk}/call/", {})

    def do_walkover(self, choice: int) -> None:
        if match := self.pick(self.live(), choice):
            body = {"winner": "a" if choice % 2 else "b", "ended_by": "walkover"}
            self.post(f"matches/{match.pk}/result/", body)

    def do_forfeit(self, choice: int) -> None:
        if match := self.pick(self.live(), choice):
            self.post(f"matches/{match.pk}/result/", {"ended_by": "double_forfeit"})

    def do_withdraw(self, choice: int) -> None:
        self.attend(list(self.tournament.entries.exclude(status__in=OUT)), choice, "withdraw")

    def do_return(self, choice: int) -> None:
        self.attend(list(self.tournament.entries.filter(status__in=OUT)), choice, "reinstate")

    def attend(self, entries: list[Any], choice: int, action: str) -> None:
        if entry := self.pick(entries, choice):
            path = f"tournaments/{self.tournament.slug}/entries/{entry.pk}/{action}/"
            self.post(path, {"reason": "has to catch a train"})

    def do_late(self, choice: int) -> None:
        player = a_player(self.club)
        self.post(f"tournaments/{self.tournament.slug}/entries/", {"player": player.pk})

    def do_correct(self, choice: int, later: LaterResults = LaterResults.REFUSE) -> None:
        if match := self.pick(self.correctable(), choice):
            self.rounds_stand &= self.is_of_last_round(match)
            score = [2, 3] if match.winner == "a" or choice % 5 == 0 else [3, 2]
            body = {
                "score": score,
                "reason": "the wrong way round",
                "cascade": later is LaterResults.VOID,
                "swap": later is LaterResults.SWAP,
            }
            self.post(f"matches/{match.pk}/correct/", body)

    def do_reopen(self, choice: int) -> None:
        if match := self.pick(self.correctable(), choice):
            self.post(f"matches/{match.pk}/reopen/", {"reason": "not over yet"})

    def do_round(self, choice: int) -> None:
        if self.stage.paired_by_round:
            self.post(f"tournaments/{self.tournament.slug}/stages/1/rounds/", {})
