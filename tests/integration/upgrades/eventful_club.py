"""The demo club after a season in which everything has happened that can happen to an event.

Made with commands and over REST alone: the contract outlives the code, so every version can make it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

from django.core.management import call_command
from rest_framework.test import APIClient

LIMMAT, AARE = "limmat", "backgammon-club-aare"
MATCH_FILE = Path(__file__).parents[2] / "data" / "mat" / "m05_0.mat"
DIRECTOR = "director@barpoint.example"

Json = Any


@dataclass
class Keys:
    """What somebody needs who wants to see all of the club, and what was sent under a key."""

    director: str = DIRECTOR
    tokens: dict[str, str] = field(default_factory=dict)
    """By role; the guest directs the other club."""
    seats: dict[str, str] = field(default_factory=dict)
    """Matches by the secret of one of their table links."""
    pads: dict[str, int] = field(default_factory=dict)
    """Money sessions by the secret of one of their score pads."""
    repeats: list[dict[str, Json]] = field(default_factory=list)
    """Requests with an idempotency key and their answers."""

    def to_json(self) -> Json:
        return asdict(self)


class Desk:
    """Whoever runs a club's evenings over REST."""

    def __init__(self, club: str, secret: str, scheme: str = "Bearer") -> None:
        self.club = club
        self.luck = Random(club)
        self._client = APIClient()
        self._client.credentials(HTTP_AUTHORIZATION=f"{scheme} {secret}")

    def post(self, path: str, body: Json = None, **headers: str) -> Json:
        return self._ask("post", path, body or {}, **headers)

    def patch(self, path: str, body: Json) -> Json:
        return self._ask("patch", path, body)

    def delete(self, path: str, body: Json = None) -> Json:
        return self._ask("delete", path, body or {})

    def get(self, path: str) -> Json:
        return self._ask("get", path, None)

    def _ask(self, method: str, path: str, body: Json, **headers: str) -> Json:
        answer = getattr(self._client, method)(f"/api/v1/{path}", body, **headers)
        assert answer.status_code in {200, 201, 204}, (method, path, body, answer.content)
        return answer.json() if answer.content else None

    def players(self) -> list[int]:
        """Everybody on the club's list, by name."""
        found = self.get(f"players/?club={self.club}&page_size=200")["results"]
        return [player["id"] for player in found]


class Evening:
    """One event of a club."""

    def __init__(self, desk: Desk, slug: str) -> None:
        self.desk = desk
        self.slug = slug

    @classmethod
    def set_up(cls, desk: Desk, name: str, *stages: Json, **details: Json) -> Evening:
        event = {
            "club": desk.club,
            "name": name,
            "starts_at": "2026-11-11T18:30:00Z",
            "rules": {"length": 5},
            "stages": list(stages),
        }
        return cls(desk, desk.post("tournaments/", event | details)["slug"])

    def enter(self, *entrants: Json) -> list[int]:
        """Enter several and give the numbers of their entries."""
        made = self.desk.post(f"tournaments/{self.slug}/entries/bulk/", {"entries": entrants})
        return [entry["id"] for entry in made]

    def publish(self) -> None:
        self.desk.post(f"tournaments/{self.slug}/publish/")

    def entrant(self, entry: int, action: str, **body: Json) -> None:
        self.desk.post(f"tournaments/{self.slug}/entries/{entry}/{action}/", body)

    def stage(self, number: int, action: str, **body: Json) -> Json:
        return self.desk.post(f"tournaments/{self.slug}/stages/{number}/{action}/", body)

    def draw(self, number: int = 1, **how: Json) -> None:
        self.stage(number, "draw", **how)

    def matches(self, status: str = "ready") -> list[Json]:
        path = f"matches/?tournament={self.slug}&status={status}&page_size=200"
        found: list[Json] = self.desk.get(path)["results"]
        return found

    def result(self, match: Json, **result: Json) -> Json:
        return self.desk.post(f"matches/{match['id']}/result/", result)

    def play(self, most: int | None = None, *, chance: float = 0.5) -> int:
        """Finish the matches that are ready, or some of them, and say how many.

        The chance is that of the first side.
        """
        ready = self.matches()[:most]
        for match in ready:
            won, lost = match["length"], self.desk.luck.randrange(match["length"])
            score = [won, lost] if self.desk.luck.random() < chance else [lost, won]
            self.result(match, score=score)
        return len(ready)

    def play_out(self, *, chance: float = 0.5) -> None:
        while self.play(chance=chance):
            pass

    def pairings(self, number: int = 1) -> Iterator[Json]:
        """The pairings of a stage as they are now."""
        work_off()
        shown = self.desk.get(f"tournaments/{self.slug}/stages/{number}/bracket/")
        for bracket in shown["brackets"]:
            for played in bracket["rounds"]:
                yield from played["pairings"]


def work_off() -> None:
    """Do all jobs that wait."""
    call_command("outbox", "run", stdout=StringIO())


def make_eventful_club() -> Keys:
    """The demo club, a second one, and an event for each thing that can happen."""
    call_command("demo", stdout=StringIO())
    call_command(
        "new_club",
        "Backgammon Club Aare",
        director="aare@barpoint.example",
        language="de",
        timezone="Europe/Zurich",
        country="CH",
        stdout=StringIO(),
    )
    keys = Keys(tokens={role: _token(LIMMAT, role) for role in ("director", "scorer", "reader")})
    keys.tokens["guest"] = _token(AARE, "director")
    desk = Desk(LIMMAT, keys.tokens["director"])
    knock_out_with_everything(desk)
    swiss_with_latecomers(desk)
    circle_of_three(desk)
    pools_and_what_follows(desk)
    lives_under_way(desk)
    double_elimination(desk)
    matches_in_every_state(desk, keys)
    hidden_event(desk)
    event_taking_entries(desk)
    casual_matches(desk)
    money_sessions(desk, keys)
    chouette_nights(desk)
    guests_of_another_club(desk, Desk(AARE, keys.tokens["guest"]))
    somebody_is_forgotten(desk)
    work_off()
    answers_under_a_key(desk, keys)
    return keys


def _token(club: str, role: str) -> str:
    out = StringIO()
    call_command("create_token", club=club, role=role, stdout=out)
    return out.getvalue().strip()


def knock_out_with_everything(desk: Desk) -> None:
    """Seeds by hand, drawn twice, late, replaced, gone; every ending; a correction that voids."""
    settings = {
        "consolation": "progressive",
        "last_chance": True,
        "second_place": True,
        "seeding": "manual",
        "avoid_same_club": True,
        "lengths": {"main": [5, 5, 7], "consolation": [3], "last_chance": [1]},
    }
    rules = {
        "length": 5,
        "automatic_doubles": 1,
        "max_cube": 32,
        "clock": {"delay_s": 10, "minutes_per_point": 2},
    }
    evening = Evening.set_up(
        desk,
        "Autumn Cup",
        {"name": "Main", "format": "single_elimination", "settings": settings},
        rules=rules,
        tables=6,
    )
    players = desk.players()
    entries = evening.enter(
        *({"player": player, "seed": seed} for seed, player in enumerate(players[:4], start=1)),
        *({"player": player} for player in players[4:12]),
        {"name": "Rolf Steiner"},
    )
    evening.publish()
    evening.draw(seed="the first try")
    evening.draw(redraw=True)
    evening.entrant(entries[6], "replace", player=players[20])
    evening.enter({"name": "Lena Spät"})
    evening.entrant(entries[5], "withdraw", reason="ill")
    evening.entrant(entries[7], "withdraw", reason="stuck in a train")
    evening.entrant(entries[7], "reinstate")
    work_off()
    every_ending(evening)
    evening.play()
    evening.play()
    a_correction_that_voids(evening)
    a_correction_that_swaps(evening)
    evening.entrant(entries[8], "disqualify", reason="rolled after the game was over")
    evening.play_out()
    work_off()


def every_ending(evening: Evening) -> None:
    """The first matches end in as many ways; one is played game by game."""
    by_games, walkover, late, ruled, nobody, *_ = evening.matches()
    play_by_games(evening.desk, by_games)
    evening.result(walkover, winner="b", ended_by="walkover")
    evening.result(late, winner="a", ended_by="time")
    evening.result(ruled, winner="b", ended_by="ruling")
    evening.result(nobody, ended_by="double_forfeit")


def play_by_games(desk: Desk, match: Json) -> None:
    """A match to 5 with cubes, a game taken back, a penalty and its Crawford game."""
    path = f"matches/{match['id']}/"
    desk.post(f"{path}call/", {"table": 2})
    desk.post(f"{path}start/")
    desk.post(f"{path}games/", {"number": 1, "winner": "a", "cube": 2, "kind": "gammon"})
    desk.delete(f"{path}games/last/", {"number": 1, "reason": "it was no gammon"})
    desk.post(f"{path}games/", {"number": 1, "winner": "a", "cube": 4, "automatic_doubles": 1})
    desk.post(f"{path}penalty/", {"side": "a", "points": 1, "reason": "came late"})
    desk.post(f"{path}ruling/", {"irregularity": "cocked_dice", "side": "b"})
    desk.post(f"{path}games/", {"number": 2, "winner": "b"})
    desk.post(f"{path}games/", {"number": 3, "winner": "b", "cube": 2, "ended_by": "drop"})
    desk.post(f"{path}games/", {"number": 4, "winner": "b", "ended_by": "resign"})


def a_correction_that_voids(evening: Evening) -> None:
    """A match of the first round goes to the other side after the second was played."""
    first = next(
        pairing
        for pairing in evening.pairings()
        if pairing["status"] == "finished" and pairing["score"] and max(pairing["score"]) == 5
    )
    body = {"score": first["score"][::-1], "reason": "the wrong way round", "cascade": True}
    evening.desk.post(f"matches/{first['match']}/correct/", body)


def a_correction_that_swaps(evening: Evening) -> None:
    """The other one had won and played on: the next match stands with the right name."""
    played = [pairing for pairing in evening.pairings() if pairing["status"] == "finished"]
    first = next(
        pairing
        for pairing in played
        if pairing["score"]
        and max(pairing["score"]) == 5
        and any(f"winner_of:{pairing['key']}" in _origins(later) for later in played)
    )
    body = {"score": first["score"][::-1], "reason": "the wrong name", "swap": True}
    evening.desk.post(f"matches/{first['match']}/correct/", body)


def _origins(pairing: Json) -> list[str]:
    return [pairing["a"]["from"], pairing["b"]["from"]]


def swiss_with_latecomers(desk: Desk) -> None:
    """Into the bye of a round, after a round, away and back, and rounds that stand corrected."""
    settings = {
        "rounds": 4,
        "late_entry": "bye",
        "first_round": "rating",
        "tie_breaks": [
            *("match_points", "buchholz_cut_worst", "sonneborn_berger", "rating_performance"),
            *("points_difference", "by_hand", "lot"),
        ],
    }
    stage = {"name": "Swiss", "format": "swiss", "settings": settings}
    evening = Evening.set_up(desk, "Latecomers' Swiss", stage)
    entries = evening.enter(*({"player": player} for player in desk.players()[3:14]))
    evening.publish()
    evening.draw()
    evening.play(2)
    evening.enter({"name": "Bea Bummler"})
    evening.play_out()
    evening.stage(1, "rounds")
    desk.delete(f"tournaments/{evening.slug}/stages/1/rounds/last/")
    evening.enter({"name": "Willi Weile"})
    evening.stage(1, "rounds")
    of_second_round = evening.matches()
    evening.play_out()
    evening.entrant(entries[2], "withdraw", reason="works early")
    evening.stage(1, "rounds")
    played = desk.get(f"matches/{of_second_round[0]['id']}/")
    score = [played["b"]["score"], played["a"]["score"]]
    desk.post(f"matches/{played['id']}/correct/", {"score": score, "reason": "read wrongly"})
    evening.play_out()
    evening.entrant(entries[2], "reinstate")
    evening.stage(1, "rounds")
    unfinished, *_ = evening.matches()
    evening.result(unfinished, ended_by="unfinished", score=[3, 2])
    evening.play_out()
    work_off()


def circle_of_three(desk: Desk) -> None:
    """Three who beat each other in turn and are placed by hand."""
    settings = {"tie_breaks": ["match_points", "by_hand"], "legs": 1}
    stage = {"name": "Circle", "format": "round_robin", "settings": settings}
    evening = Evening.set_up(desk, "Circle of Three", stage)
    entries = evening.enter(*({"player": player} for player in desk.players()[:3]))
    evening.publish()
    evening.draw(seed="circle")
    beats = dict(zip(entries, [*entries[1:], entries[0]], strict=True))
    for pairing in list(evening.pairings()):
        if pairing["match"]:
            won = beats[pairing["a"]["entry"]] == pairing["b"]["entry"]
            score = [5, 3] if won else [3, 5]
            desk.post(f"matches/{pairing['match']}/result/", {"score": score})
    evening.stage(1, "standings/by-hand", entries=[entries[2], entries[0], entries[1]])
    work_off()


def pools_and_what_follows(desk: Desk) -> None:
    """Pools with a latecomer on an empty chair; the best play on, and that is under way."""
    pools = {"pools": 2, "qualify": 4, "tie_breaks": ["match_points", "head_to_head", "by_hand"]}
    finals = {"grand_final": "reset", "lengths": {"main": [3], "from_final": True}}
    evening = Evening.set_up(
        desk,
        "Pools and Doubles",
        {"name": "Pools", "format": "round_robin", "settings": pools},
        {"name": "Finals", "format": "double_elimination", "settings": finals},
        {"name": "Blitz", "format": "single_elimination", "settings": {"third_place": True}},
        rules={"length": 3},
    )
    entries = evening.enter(*({"player": player} for player in desk.players()[6:15]))
    evening.publish()
    evening.draw()
    evening.play(7)
    evening.enter({"name": "Stefan Stuhl"})
    evening.entrant(entries[4], "withdraw", reason="")
    evening.play_out()
    work_off()
    rows = desk.get(f"tournaments/{evening.slug}/stages/1/standings/")["rows"]
    evening.stage(1, "standings/by-hand", entries=[row["entry"] for row in rows[::-1]])
    evening.draw(2)
    evening.play(1)
    work_off()


def lives_under_way(desk: Desk) -> None:
    """Two lives each, a latecomer, and a round half played."""
    settings = {"lives": 2, "avoid_same_club": True}
    stage = {"name": "Lives", "format": "swiss_lives", "settings": settings}
    evening = Evening.set_up(desk, "Two Lives", stage, rules={"length": 3, "crawford": False})
    evening.enter(*({"player": player} for player in desk.players()[8:17]))
    evening.publish()
    evening.draw()
    evening.enter({"name": "Lotte Leben"})
    evening.play_out()
    evening.stage(1, "rounds")
    evening.play_out()
    evening.stage(1, "rounds")
    changes = {"result_policy": "either", "rules": {"length": 3, "crawford": False, "jacoby": True}}
    desk.patch(f"tournaments/{evening.slug}/", changes)
    shorter = {"rounds": [{"bracket": "main", "number": 4, "length": 1}]}
    desk.patch(f"tournaments/{evening.slug}/stages/1/lengths/", shorter)
    evening.play(2)
    work_off()


def double_elimination(desk: Desk) -> None:
    """Played out, somebody leaving on the way; whoever is unbeaten needs no second final."""
    settings = {"seeding": "rating", "grand_final": "reset"}
    stage = {"name": "Main", "format": "double_elimination", "settings": settings}
    evening = Evening.set_up(desk, "Small Doubles", stage, rules={"length": 3, "holland": True})
    entries = evening.enter(*({"player": player} for player in desk.players()[10:17]))
    evening.publish()
    evening.draw()
    forfeited, *_ = evening.matches()
    evening.result(forfeited, winner="a", ended_by="forfeit")
    evening.play(2)
    evening.entrant(entries[1], "withdraw", reason="has to catch a train")
    evening.play_out(chance=1)
    work_off()


def matches_in_every_state(desk: Desk, keys: Keys) -> None:
    """Called, begun, reported, disputed, with table links, a match file and rules of their own."""
    stage = {"name": "Main", "format": "single_elimination", "settings": {"consolation": "simple"}}
    evening = Evening.set_up(
        desk, "Confirmed Night", stage, result_policy="confirm", auto_confirm_minutes=30, tables=9
    )
    evening.enter(*({"player": player} for player in desk.players()[:16]))
    evening.publish()
    evening.draw(seed="confirmed")
    called, begun, reported, disputed, from_file, uncalled, confirmed, *_ = evening.matches()
    desk.patch(f"matches/{called['id']}/", {"rules": {"length": 7, "jacoby": True, "beavers": 1}})
    desk.post(f"matches/{called['id']}/call/", {"table": 1})
    desk.post(f"matches/{begun['id']}/start/")
    desk.post(f"matches/{begun['id']}/games/", {"number": 1, "winner": "b", "cube": 2})
    desk.post(f"matches/{uncalled['id']}/call/", {"table": 3})
    desk.delete(f"matches/{uncalled['id']}/call/")
    for match, score in ((reported, [5, 2]), (disputed, [5, 4]), (confirmed, [1, 5])):
        at_table(desk, match, "a", keys).post(f"matches/{match['id']}/result/", {"score": score})
    b = at_table(desk, disputed, "b", keys)
    b.post(f"matches/{disputed['id']}/dispute/", {"reason": "a finger too many"})
    b.post(f"matches/{disputed['id']}/undispute/")
    b.post(f"matches/{disputed['id']}/dispute/", {"reason": "I won the last game"})
    at_table(desk, confirmed, "b", keys).post(f"matches/{confirmed['id']}/confirm/")
    for match in (called, begun):
        desk.post(f"matches/{match['id']}/table-links/")
    desk.post(f"matches/{called['id']}/table-links/", {"renew": True})
    desk.delete(f"matches/{begun['id']}/table-links/")
    for options in ("take=true&first=b", "first=a"):
        path = f"matches/{from_file['id']}/transcript/?name=evening.mat&{options}"
        desk.post(path, MATCH_FILE.read_text(), content_type="text/plain")
    work_off()


def at_table(desk: Desk, match: Json, side: str, keys: Keys) -> Desk:
    """One side of a match with its phone."""
    secret = desk.post(f"matches/{match['id']}/table-links/")[side]
    keys.seats[secret] = match["id"]
    return Desk(desk.club, secret, "Table")


def hidden_event(desk: Desk) -> None:
    """Drawn and played in, and not published."""
    stage = {"name": "Main", "format": "single_elimination", "settings": {}}
    evening = Evening.set_up(desk, "Not for Everybody", stage)
    evening.enter(*({"player": player} for player in desk.players()[:5]))
    evening.draw()
    evening.play(1)
    work_off()


def event_taking_entries(desk: Desk) -> None:
    """Not drawn: seeds, fees and who is here."""
    pools = {"pools": 2, "qualify": 4, "legs": 2, "max_rounds": 3}
    evening = Evening.set_up(
        desk,
        "Winter Open",
        {"name": "Pools", "format": "round_robin", "settings": pools},
        {"name": "Finals", "format": "single_elimination", "settings": {"seeding": "manual"}},
        starts_at="2026-12-19T13:00:00Z",
        timezone="Europe/Rome",
        entry_fee="35.50",
        result_policy="either",
    )
    players = desk.players()
    entries = evening.enter(
        {"player": players[0], "seed": 2},
        {"player": players[1], "seed": 1},
        *({"player": player} for player in players[2:9]),
    )
    evening.publish()
    for entry in entries[:4]:
        evening.entrant(entry, "paid", paid=True)
        evening.entrant(entry, "check-in")
    evening.entrant(entries[4], "withdraw", reason="on holiday")


def casual_matches(desk: Desk) -> None:
    """Outside any event: one finished, one under way."""
    a, b, *_ = desk.players()
    body = {"club": desk.club, "a": a, "b": b, "rules": {"length": 3}, "result_policy": "either"}
    finished = desk.post("matches/", body)
    desk.post(f"matches/{finished['id']}/result/", {"score": [3, 2]})
    desk.post(f"matches/{finished['id']}/reopen/", {"reason": "one game was counted twice"})
    desk.post(f"matches/{finished['id']}/result/", {"score": [2, 3]})
    under_way = desk.post("matches/", body | {"rules": {"length": 9, "max_cube": 8}})
    desk.post(f"matches/{under_way['id']}/games/", {"number": 1, "winner": "a", "cube": 4})


def money_sessions(desk: Desk, keys: Keys) -> None:
    """One settled after a game was taken back, one under way on a phone."""
    a, b, c, *_ = desk.players()
    rules = {"jacoby": True, "beavers": 1, "automatic_doubles": 2, "max_cube": 32}
    body = {"club": desk.club, "a": a, "b": b, "stake": "1 CHF", "rules": rules}
    settled = desk.post("sessions/", body)
    path = f"sessions/{settled['id']}/"
    game = {"kind": "gammon", "cube": 2, "automatic_doubles": 1}
    desk.post(f"{path}games/", {"number": 1, "winner": "a", **game})
    desk.post(f"{path}games/", {"number": 2, "winner": "b", "cube": 2, "ended_by": "drop"})
    desk.delete(f"{path}games/last/", {"number": 2})
    desk.post(f"{path}games/", {"number": 2, "winner": "b", "cube": 4})
    desk.post(f"{path}settle/")
    under_way = desk.post("sessions/", {"club": desk.club, "a": b, "b": c})
    secret = desk.post(f"sessions/{under_way['id']}/links/")["a"]
    keys.pads[secret] = under_way["id"]
    phone = Desk(desk.club, secret, "Session")
    phone.post(f"sessions/{under_way['id']}/games/", {"number": 1, "winner": "b"})


def chouette_nights(desk: Desk) -> None:
    """One in which everything was recorded once, closed; one in the middle of a game."""
    a, b, c, d, e, *_ = desk.players()
    rules = {"automatic_doubles": 1, "beavers": 1}
    body = {"club": desk.club, "players": [{"player": one} for one in (a, b, c, d)]}
    night = f"chouettes/{desk.post('chouettes/', body | {'settings': rules})['id']}/"
    desk.post(f"{night}start/")
    desk.post(f"{night}equal-dice/")
    desk.post(f"{night}double/", {"by": "box", "cubes": [{"with_team": b}, {"with_team": c}]})
    answers = [{"with_team": b, "answer": "drop"}, {"with_team": c, "answer": "take"}]
    desk.post(f"{night}answer/", {"cubes": answers})
    desk.post(f"{night}extra/", {"dropper": b, "taker": c})
    desk.post(f"{night}result/", {"winner": "team", "kind": "gammon"})
    desk.post(f"{night}undo/", {"reason": "it was a single game"})
    desk.post(f"{night}result/", {"winner": "team", "kind": "single"})
    desk.post(f"{night}join/", {"player": e})
    desk.post(f"{night}leave/", {"player": d})
    desk.post(f"{night}close/")
    under_way = desk.post("chouettes/", body | {"lot": "14 March"})
    desk.post(f"chouettes/{under_way['id']}/start/")


def guests_of_another_club(desk: Desk, aare: Desk) -> None:
    """A German club's round robin over two legs, with guests."""
    settings = {"legs": 2, "seeding": "rating"}
    stage = {"name": "Liga", "format": "round_robin", "settings": settings}
    evening = Evening.set_up(aare, "Aare-Liga", stage, rules={"length": 1})
    evening.enter(
        {"name": "Käthi Brügger"},
        {"name": "Ueli Zürcher"},
        {"player": desk.players()[2]},
    )
    evening.publish()
    evening.draw()
    evening.play(4)
    work_off()


def somebody_is_forgotten(desk: Desk) -> None:
    """Details of a player are changed; of another only the results stay."""
    players = desk.players()
    details = {"email": "anna@barpoint.example", "federation_id": "CH-0001"}
    desk.patch(f"players/{players[1]}/", details)
    desk.delete(f"players/{players[9]}/")


def answers_under_a_key(desk: Desk, keys: Keys) -> None:
    """Two requests that may come again, the second with jobs that nobody has done yet."""
    match = next(
        match
        for match in desk.get("matches/?tournament=limmat-cup&status=ready&page_size=200")[
            "results"
        ]
    )
    for path, body in (
        ("players/", {"club": desk.club, "name": "Key Keller"}),
        (f"matches/{match['id']}/result/", {"score": [match["length"], 0]}),
    ):
        key = f"recorded-{len(keys.repeats)}"
        answer = desk.post(path, body, HTTP_IDEMPOTENCY_KEY=key)
        keys.repeats.append({"path": path, "body": body, "key": key, "answer": answer})
