"""Who is meant by what is typed, pasted or imported at the entry desk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from players.models import Player
from players.name_matching import KnownNames
from tournaments.models import Tournament
from tournaments.selectors import entered_already, entry_candidates
from web.names import in_spoken_order, search_key, tidy_name

MOST_OFFERED = 9
MOST_LINES = 1024
LONGEST_NAME = 120


@dataclass(frozen=True)
class Meant:
    """One player; or several to choose from; or, with neither, somebody new of that name."""

    name: str
    player_id: int | None = None
    offered: tuple[Player, ...] = ()


def who_is_meant(event: Tournament, text: str) -> Meant:
    """Whom a name typed at the desk means; a part of it is enough if only one has it."""
    name = in_spoken_order(tidy_name(text))
    match = KnownNames.of_club(event.club_id).match(name)
    if match.is_known:
        return Meant(name, match.same[0])
    candidates = _players(match.same) or list(entry_candidates(event, name)[:MOST_OFFERED])
    if len(candidates) == 1 and candidates[0].club_id == event.club_id:
        return Meant(name, candidates[0].pk)
    # “rossi” typed twice is more often the same Rossi again than a new player of that name; and
    # nobody is made twice for one wrong letter.
    offered = candidates or list(entered_already(event, name)[:MOST_OFFERED])
    return Meant(name, offered=tuple(offered or _players(match.near)))


Kind = Literal["known", "near", "several", "new", "entered", "repeated", "too_long"]


@dataclass(frozen=True)
class ProposedEntry:
    """One line of a list of names, and what is proposed for it."""

    number: int
    name: str
    kind: Kind
    players: tuple[Player, ...] = field(default=())
    """Who it is or may be."""

    @property
    def is_question(self) -> bool:
        """Whether somebody has to say who it is."""
        return self.kind in ("near", "several")

    @property
    def is_entered_without_asking(self) -> bool:
        """Whether it needs no answer."""
        return self.kind in ("known", "new")


def proposed_entries(event: Tournament, names: Iterable[str]) -> list[ProposedEntry]:
    """What a list of names would enter, line by line, in a few queries however many there are."""
    known = KnownNames.of_club(event.club_id)
    cleaned = [in_spoken_order(tidy_name(_without_bullet(name))) for name in names]
    cleaned = [name for name in cleaned if search_key(name)][:MOST_LINES]
    matches = [known.match(name) for name in cleaned]
    wanted = {pk for match in matches for pk in (*match.same, *match.near)}
    players = Player.objects.select_related("club").in_bulk(wanted)
    entered = set(event.entries.values_list("player", flat=True))
    seen: set[str] = set()
    proposed = []
    for number, (name, match) in enumerate(zip(cleaned, matches, strict=True), start=1):
        key = " ".join(sorted(search_key(name).split()))
        kind = _kind(match.same, match.near, entered, is_repeated=key in seen, name=name)
        seen.add(key)
        own = tuple(players[pk] for pk in match.same or match.near)
        proposed.append(ProposedEntry(number, name, kind, own))
    return proposed


def _kind(
    same: Sequence[int], near: Sequence[int], entered: set[int], *, is_repeated: bool, name: str
) -> Kind:
    if len(name) > LONGEST_NAME:
        return "too_long"
    if is_repeated:
        return "repeated"
    if len(same) == 1:
        return "entered" if same[0] in entered else "known"
    if same:
        return "several"
    return "near" if near else "new"


def _without_bullet(line: str) -> str:
    """``3. Anna Meier`` and ``- Anna Meier`` as they come out of letters and chats."""
    return line.strip().lstrip("-–*•·0123456789.) \t")


def _players(keys: Sequence[int]) -> list[Player]:
    found = Player.objects.select_related("club").in_bulk(keys)
    return [found[key] for key in keys if key in found]
