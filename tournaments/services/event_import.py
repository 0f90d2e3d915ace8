"""Taking over an event from a file: all of it or nothing, and only once."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from django.db import IntegrityError, transaction

from db.locking import locked_row
from matches.models import Match, MatchStatus
from matches.services.match_import import ImportedMatch, import_matches
from players.actors import Actor
from players.models import Club, Role
from players.services.permissions import require
from players.services.registration import register_player
from rules_core.draws.advancement import play_through
from rules_core.draws.plan import Plan
from rules_core.draws.settings import Format
from rules_core.draws.settings_reader import read_settings
from rules_core.errors import Conflict, RulesError
from rules_core.match import MatchRules
from tournaments.draws.plans import put_in
from tournaments.event_files.lines import places_by_seed
from tournaments.event_files.reading import EventFile, EventFileNotValid, read_event_file
from tournaments.models import Entry, Pairing, Stage, StageEntrant, Tournament
from tournaments.services.draw_sheet import DrawSheet
from tournaments.services.events import StagePlan, create_tournament
from web.names import tidy_name

KeysByNumber = dict[int, int]
"""Primary keys by number in the file."""


class AlreadyImported(Conflict):
    """An event is imported once."""

    code = "already_imported"


def import_event(*, club_id: int, content: bytes, actor: Actor) -> Tournament:
    """The event of a file as one of the club's, hidden until it is published."""
    require(actor, Role.DIRECTOR, club_id)
    read = read_event_file(content)
    try:
        with transaction.atomic():
            # One import at a time in a club, or two at once would both find the event to be new.
            return _import(locked_row(Club.objects.all(), club_id), read, actor)
    except IntegrityError as error:
        raise EventFileNotValid(
            "The file contradicts itself: two things in it claim the same place."
        ) from error


def _import(club: Club, read: EventFile, actor: Actor) -> Tournament:
    _check_new(read)
    tournament = _tournament(club, read, actor)
    players = _players(club, read["players"], actor)
    entries = _entries(tournament, read["entries"], players)
    matches = _matches(tournament, read["matches"], players, actor)
    for row in read["stages"]:
        stage = _stage(tournament, row)
        entrants = StageEntrant.objects.bulk_create(_entrants(stage, row, entries))
        pairings = _pairings(stage, row["pairings"], entries, matches)
        _check_sheet(stage, entrants, pairings)
        Pairing.objects.bulk_create(pairings)
    return tournament


def _check_new(read: EventFile) -> None:
    """The moment an event was made, to the microsecond, and its name tell it from all others."""
    known = Tournament.objects.select_related("club").filter(
        created_at=read["event"]["created_at"], name=read["event"]["name"]
    )
    here = known.first()
    if here is not None:
        raise AlreadyImported(
            f"This event has already been imported: {here.name}, {here.club}.", tournament=here.slug
        )


def _tournament(club: Club, read: EventFile, actor: Actor) -> Tournament:
    given = read["event"]
    details = {
        name: given[name]
        for name in (
            *("name", "starts_at", "timezone", "tables", "entry_fee"),
            *("result_policy", "auto_confirm_minutes", "show_chances"),
        )
    }
    # Files of a first version have none.
    details |= given.get("terms", {})
    stages = [
        StagePlan(row["name"], Format(row["format"]), row["settings"]) for row in read["stages"]
    ]
    rules = MatchRules.from_json(given["rules"])
    tournament = create_tournament(
        club_id=club.pk, rules=rules, stages=stages, actor=actor, **details
    )
    tournament.status, tournament.created_at = given["status"], given["created_at"]
    if not Tournament.objects.filter(slug=given["slug"]).exists():
        tournament.slug = given["slug"]
    tournament.save()
    return tournament


def _players(club: Club, rows: list[dict[str, Any]], actor: Actor) -> KeysByNumber:
    """Players of the club who are meant, by federation number or by name; others are added."""
    known = KnownPlayers(club)
    found: KeysByNumber = {}
    for row in rows:
        player = known.take(row["name"], row["federation_id"])
        if player is None:
            made = register_player(
                club_id=club.pk,
                name=row["name"],
                country=row["country"],
                federation_id=row["federation_id"],
                actor=actor,
            )
            player = made.pk
        found[row["id"]] = player
    return found


class KnownPlayers:
    """The players of a club by number and by name, read once however many are looked for."""

    def __init__(self, club: Club) -> None:
        self._by_number: dict[str, int] = {}
        self._by_name: dict[str, set[int]] = defaultdict(set)
        self._numberless: set[int] = set()
        self._taken: set[int] = set()
        listed = club.players.on_list()
        for pk, name, number in listed.values_list("pk", "name", "federation_id"):
            self._by_name[name].add(pk)
            if number:
                self._by_number[number] = pk
            else:
                self._numberless.add(pk)

    def take(self, name: str, number: str) -> int | None:
        """Whoever is meant beyond doubt, once: the one with that number, or alone with that name."""
        player = self._by_number.get(number) if number else None
        if player is None or player in self._taken:
            named = self._by_name[tidy_name(name)] - self._taken
            meant = named & self._numberless if number else named
            player = next(iter(meant)) if len(meant) == 1 else None
        if player is not None:
            self._taken.add(player)
        return player


def _entries(
    tournament: Tournament, rows: list[dict[str, Any]], players: KeysByNumber
) -> dict[int, Entry]:
    made = Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            player_id=players[row["player"]],
            **{name: row[name] for name in ("seed", "status", "reason", "paid", "created_at")},
        )
        for row in rows
    )
    return {row["id"]: entry for row, entry in zip(rows, made, strict=True)}


def _matches(
    tournament: Tournament, rows: list[dict[str, Any]], players: KeysByNumber, actor: Actor
) -> dict[int, Match]:
    records = [
        ImportedMatch(
            name=f"Match {row['id']}",
            a_id=players[row["a"]],
            b_id=players[row["b"]],
            created_at=row["created_at"],
            ledger=row["ledger"],
        )
        for row in rows
    ]
    made = import_matches(
        club_id=tournament.club_id, event=tournament.slug, records=records, actor=actor
    )
    return {row["id"]: match for row, match in zip(rows, made, strict=True)}


def _stage(tournament: Tournament, row: dict[str, Any]) -> Stage:
    stage: Stage = tournament.stages.get(number=row["number"])
    for name in ("seed_given", "drawn_at", "finished_at"):
        setattr(stage, name, row[name])
    # Before the draw a stage keeps the seed it was just given here.
    stage.seed = row["seed"] or stage.seed
    stage.late_count = sum(line["late"] for line in row["drawn_from"])
    stage.drawn_count = len(row["drawn_from"]) - stage.late_count
    stage.save()
    return stage


def _entrants(stage: Stage, row: dict[str, Any], entries: dict[int, Entry]) -> list[StageEntrant]:
    """Those who were drawn or came late, the first seed first; nobody before the draw."""
    if stage.drawn_at is None:
        return []
    numbers = {line["entry"]: number for number, line in enumerate(row["drawn_from"], start=1)}
    by_hand = {entry: place for place, entry in enumerate(row["by_hand"], start=1)}
    settings = read_settings(stage.format, stage.settings)
    places = places_by_seed(settings, row["lines"], stage.size, stage.drawn_count)
    entrants = []
    for seed, (entry, place) in enumerate(zip(row["seeds"], places, strict=True), start=1):
        line = row["drawn_from"][numbers[entry] - 1]
        entrant = StageEntrant(
            stage=stage,
            entry=entries[entry],
            number=numbers[entry],
            seed=seed,
            place_by_hand=by_hand.get(entry),
            **_at_the_draw(line),
        )
        put_in(entrant, place)
        entrants.append(entrant)
    return entrants


def _at_the_draw(line: dict[str, Any]) -> dict[str, Any]:
    """What the file says about somebody on the list that was drawn from."""
    stand_in = line.get("played_by") or {"rating": None, "club": ""}
    return {
        "rating": line["rating"],
        "club": line["club"],
        "given_seed": line["seed"],
        "late": line["late"],
        "missed": line.get("missed"),
        "replaced": "played_by" in line,
        "stand_in_rating": stand_in["rating"],
        "stand_in_club": stand_in["club"],
    }


def _pairings(
    stage: Stage, rows: list[dict[str, Any]], entries: dict[int, Entry], matches: dict[int, Match]
) -> list[Pairing]:
    pairings = []
    for row in rows:
        match = matches.get(row["match"])
        if match and match.status == MatchStatus.FINISHED and match.winner != row["winner"]:
            raise EventFileNotValid(
                f"Pairing {row['key']} has another winner than its match {row['match']}."
            )
        seats = {side: entries.get(row[side]) for side in ("a", "b")}
        pairings.append(Pairing(stage=stage, **row | seats | {"match": match}))
    return pairings


def _check_sheet(stage: Stage, entrants: list[StageEntrant], pairings: list[Pairing]) -> None:
    """Refuse a sheet on which the next result could not be written."""
    if stage.drawn_at is None:
        return
    sheet = DrawSheet(stage, pairings, entrants)
    try:
        plan: Plan = sheet.plan
        agrees = (
            len(pairings) == len(sheet.rows)
            and sheet.rows.keys() == plan.by_id.keys()
            and all(
                sheet.shows(key, state)
                for key, state in play_through(plan, sheet.outcomes, sheet.withdrawn).items()
            )
            and all(row.a_id and row.b_id for row in pairings if row.match)
        )
    except (RulesError, KeyError, ValueError, IndexError) as error:
        raise EventFileNotValid(f"The draw of stage {stage.number} is not valid.") from error
    if not agrees:
        raise EventFileNotValid(
            f"The pairings of stage {stage.number} do not follow from its draw and its results."
        )
