"""What stands in a snapshot, read and written. The types say what it looks like."""

from __future__ import annotations

import json
from typing import cast

from tournaments.models import StageSnapshot
from tournaments.publishing.bracket_types import BracketContent, StageBracket
from tournaments.publishing.standings_types import StageStandings, StandingsContent


def bracket_in(snapshot: StageSnapshot) -> StageBracket:
    """The bracket as last published; nothing in it before the first time."""
    if not snapshot.bracket:
        return {"version": 0, "format": snapshot.stage.format, "brackets": [], "stages": []}
    return cast("StageBracket", json.loads(snapshot.bracket))


def standings_in(snapshot: StageSnapshot) -> StageStandings:
    """The standings as last published; nobody in them before the first time."""
    if not snapshot.standings:
        return {"version": 0, "rows": [], "brackets": [], "stages": []}
    return cast("StageStandings", json.loads(snapshot.standings))


def bracket_text(version: int, content: BracketContent) -> str:
    """A bracket as it is kept and sent."""
    whole: StageBracket = {"version": version, **content}
    return json_text(whole)


def standings_text(version: int, content: StandingsContent) -> str:
    """Standings as they are kept and sent."""
    whole: StageStandings = {"version": version, **content}
    return json_text(whole)


def json_text(value: object) -> str:
    """As short as it goes, letters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
