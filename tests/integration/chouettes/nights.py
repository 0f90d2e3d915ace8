"""Nights and the phones at them, for tests."""

from __future__ import annotations

from typing import Any

from django.test import Client

from chouettes.models import ChouetteNight
from chouettes.services.nights import begin_night
from players.actors import SYSTEM
from players.models import Club
from players.services.named_players import Somebody
from rules_core.chouette import ChouetteRules
from rules_core.money import money_rules
from tests.integration.factories import a_club, a_player

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva")


def a_night(
    club: Club | None = None, *names: str, game: dict[str, Any] | None = None, **rules: Any
) -> ChouetteNight:
    """A night of five, or of these people."""
    club = club or a_club()
    return begin_night(
        club_id=club.pk,
        players=[Somebody(a_player(club, name).pk) for name in names or NAMES],
        rules=ChouetteRules(game=money_rules(**(game or {})), **rules),
        actor=SYSTEM,
    )


class PlainPhone:
    """A phone without scripts at a table: it sends the forms of the page."""

    def __init__(self, night: ChouetteNight) -> None:
        self.night = night
        self.client = Client()
        self.address = f"/c/{night.secret}/"

    @property
    def page(self) -> str:
        return self.client.get(self.address).content.decode()

    def id(self, name: str) -> int:
        return int(self.night.seats.get(player__name=name).player_id)

    def cube(self, member: str, with_box: str = "Ann") -> str:
        return f"cube-{self.id(with_box)}-{self.id(member)}"

    def send(self, entry: str, **said: Any) -> str:
        """What the next page says."""
        form = {name.replace("cube_", "cube-"): value for name, value in said.items()}
        answer = self.client.post(f"{self.address}{entry}/", form, follow=True)
        assert answer.status_code == 200, answer.status_code
        self.night.refresh_from_db()
        assert sum(self.points.values()) == 0
        return answer.content.decode()

    @property
    def points(self) -> dict[str, int]:
        return {seat.player.name: seat.points for seat in self.night.seats.select_related("player")}
