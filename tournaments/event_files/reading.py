"""Reading an event file: what is wrong with it is said in a sentence that names the place."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from typing import Any

from django.utils import timezone

from rules_core.draws.settings_reader import read_settings
from rules_core.errors import RulesError
from rules_core.match import MatchRules
from rules_core.text import decode_unicode
from tournaments.event_files import FORMAT, VERSION
from tournaments.event_files.lines import LinesNotValid, places_by_seed
from tournaments.event_files.serializers import EventFileSerializer

EventFile = dict[str, Any]


class EventFileNotValid(RulesError):
    """A file that no event can be made from."""

    code = "event_file_not_valid"


def read_event_file(content: bytes) -> EventFile:
    """The file's content with its types, checked as far as that is possible without a database."""
    given = _parsed(content)
    if not isinstance(given, dict) or given.get("format") != FORMAT:
        raise EventFileNotValid("This is not an event file of Barpoint.")
    if given.get("version") != VERSION:
        raise EventFileNotValid(
            f"The file has version {given.get('version')}; this installation reads version {VERSION}.",
            version=given.get("version"),
        )
    shape = EventFileSerializer(data=given)
    if not shape.is_valid():
        raise EventFileNotValid(f"The file has a mistake at {_first_mistake(shape.errors)}")
    read: EventFile = shape.validated_data
    _check_references(read)
    _check_rules(read)
    for stage in read["stages"]:
        _check_draw(stage)
    _check_times(read)
    return read


def _parsed(content: bytes) -> Any:
    text = decode_unicode(content)
    if text is None:
        # A guess could spoil a name that nobody looks at.
        raise EventFileNotValid("The file is not in UTF-8: it may be cut off or damaged.")
    # No database keeps it in a text.
    if "\\u0000" in text:
        raise EventFileNotValid("The file has a null character in a text.")
    try:
        return json.loads(text, parse_constant=_no_number)
    except (json.JSONDecodeError, RecursionError) as error:
        raise EventFileNotValid("The file is not JSON: it may be cut off or damaged.") from error


def _no_number(name: str) -> None:
    raise EventFileNotValid(f"The file has {name} where a number should be.")


def _first_mistake(errors: Any, path: str = "") -> str:
    """Where the first mistake is, and what it is: ``stages[1].pairings[3].round: …``."""
    if isinstance(errors, dict):
        name, inner = next(iter(errors.items()))
        if name == "non_field_errors":
            return _first_mistake(inner, path)
        if isinstance(name, int):
            return _first_mistake(inner, f"{path}[{name + 1}]")
        return _first_mistake(inner, f"{path}.{name}" if path else str(name))
    if isinstance(errors[0], dict):
        number, inner = next((n, e) for n, e in enumerate(errors, start=1) if e)
        return _first_mistake(inner, f"{path}[{number}]")
    return f"{path}: {errors[0]}"


def _check_references(read: EventFile) -> None:
    players, entries, matches = (
        _ids(read[rows], rows) for rows in ("players", "entries", "matches")
    )
    _check_known((entry["player"] for entry in read["entries"]), players, "player")
    for match in read["matches"]:
        _check_known((match["a"], match["b"]), players, "player")
        if match["a"] == match["b"]:
            raise EventFileNotValid(f"In match {match['id']} somebody plays against themselves.")
    numbers = [stage["number"] for stage in read["stages"]]
    if numbers != list(range(1, len(numbers) + 1)):
        raise EventFileNotValid("The stages are not numbered 1, 2, 3 and so on.")
    for stage in read["stages"]:
        _check_stage(stage, entries, matches)


def _check_stage(stage: dict[str, Any], entries: Collection[int], matches: Collection[int]) -> None:
    listed = [line["entry"] for line in stage["drawn_from"]]
    seats = [pairing[side] for pairing in stage["pairings"] for side in ("a", "b")]
    _check_known([*stage["seeds"], *stage["by_hand"], *listed, *seats], entries, "entry")
    _check_known((pairing["match"] for pairing in stage["pairings"]), matches, "match")
    if sorted(stage["seeds"]) != sorted(set(listed)) or len(listed) != len(stage["seeds"]):
        raise EventFileNotValid(
            f"In stage {stage['number']} the seeds are not those of the list it was drawn from."
        )
    if not {seat for seat in seats if seat} <= set(stage["seeds"]):
        raise EventFileNotValid(f"In stage {stage['number']} somebody plays who was not drawn.")
    if bool(stage["drawn_at"]) != bool(stage["pairings"]):
        raise EventFileNotValid(
            f"Stage {stage['number']} has pairings without a draw, or a draw without pairings."
        )


def _check_draw(stage: dict[str, Any]) -> None:
    """Whether a draw, and those who came after it, can have led to these lists."""
    late = [line["late"] for line in stage["drawn_from"]]
    drawn = late.count(False)
    came_late = [line["entry"] for line in stage["drawn_from"] if line["late"]]
    missed = any("missed" in line and not line["late"] for line in stage["drawn_from"])
    placed = stage["by_hand"]
    settings = read_settings(stage["format"], stage["settings"])
    agrees = (
        (drawn >= 2 if stage["drawn_at"] else not late)
        and late == sorted(late)
        and stage["seeds"][drawn:] == came_late
        and not missed
        and len(set(placed)) == len(placed)
        and set(placed) <= set(stage["seeds"])
    )
    try:
        if agrees and late:
            places_by_seed(settings, stage["lines"], len(late), drawn)
    except LinesNotValid:
        agrees = False
    if not agrees:
        raise EventFileNotValid(f"The draw of stage {stage['number']} makes no sense.")


def _ids(rows: Iterable[dict[str, Any]], name: str) -> set[int]:
    ids = [row["id"] for row in rows]
    if len(set(ids)) != len(ids):
        raise EventFileNotValid(f"Two of the {name} have the same id.")
    return set(ids)


def _check_known(ids: Iterable[int | None], known: Collection[int], name: str) -> None:
    for number in ids:
        if number is not None and number not in known:
            raise EventFileNotValid(f"The file refers to {name} {number}, which is not in it.")


def _check_rules(read: EventFile) -> None:
    try:
        MatchRules.from_json(read["event"]["rules"])
        for stage in read["stages"]:
            read_settings(stage["format"], stage["settings"])
    except RulesError as error:
        raise EventFileNotValid(f"The rules of play are not valid: {error.message}") from error
    except (KeyError, TypeError, ValueError) as error:
        raise EventFileNotValid("The rules of play are not valid.") from error


def _check_times(read: EventFile) -> None:
    """A result from the future would be rated after everything that is still to come."""
    now = timezone.now()
    for match in read["matches"]:
        if any(line["at"] > now for line in match["ledger"]):
            raise EventFileNotValid(
                f"Match {match['id']} has a line from the future. Is the clock right?"
            )
