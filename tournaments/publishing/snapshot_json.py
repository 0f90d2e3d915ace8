"""What stands in a snapshot, read and written. The types say what it looks like."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from types import MappingProxyType
from typing import cast

from tournaments.models import StageSnapshot
from tournaments.publishing.bracket_types import StageBracket
from tournaments.publishing.standings_types import StageStandings, StandingsRow


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


def rows_in(standings: str) -> list[StandingsRow]:
    """The rows of published standings, of which only the text was read."""
    return cast("StageStandings", json.loads(standings))["rows"] if standings else []


@dataclass(frozen=True)
class ContentTexts:
    """What a version of a stage shows, as text; each part is written once, whatever it is used for."""

    bracket: str
    standings: str

    @property
    def digest(self) -> str:
        """The same if and only if the same is shown."""
        return sha256(f"[{self.bracket},{self.standings}]".encode()).hexdigest()

    def as_version(self, version: int) -> tuple[str, str]:
        """Bracket and standings as they are kept and sent."""
        return _numbered(self.bracket, version), _numbered(self.standings, version)


def _numbered(text: str, version: int) -> str:
    """An object that is not empty, with its version in front."""
    return f'{{"version":{version},{text[1:]}'


def json_text(value: object) -> str:
    """As short as it goes, letters as they are."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def text_with_list(
    head: Mapping[str, object],
    name: str,
    texts: Iterable[str],
    tail: Mapping[str, object] = MappingProxyType({}),
) -> str:
    """An object with a list in it whose members are texts already; the same as ``json_text`` of all of it."""
    members = [json_text(dict(head))[1:-1], f'"{name}":[{",".join(texts)}]']
    if tail:
        members.append(json_text(dict(tail))[1:-1])
    return f"{{{','.join(members)}}}"
