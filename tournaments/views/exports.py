"""Everything about an event and a club as tables to take away."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar
from zoneinfo import ZoneInfo

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from matches.models import INSTALLATION_POOL, Rating, RatingPool
from matches.pool_models import RatingSystem
from matches.pool_selectors import installation_pool, pools_for
from matches.selectors import ranked, rating_list
from matches.views.ratings import chosen_pool
from players.actors import actor_of
from players.models import Club, Player, Role
from players.selectors import players_on_list
from players.views.club_pages import requested_club
from rules_core.draws.advancement import PairingStatus
from tournaments.models import Entry, Pairing, Stage, Tournament
from tournaments.publishing.round_names import place_of_bracket
from tournaments.publishing.snapshot_json import standings_in
from tournaments.publishing.standings_types import StandingsRow
from tournaments.selectors import entry_list, stage_pairings, stages_of
from tournaments.templatetags.brackets import bracket_name
from tournaments.views.book_covers import club_cover, event_cover
from tournaments.views.events import visible_event
from web.table_files import csv_file, xlsx_file
from web.tables import Cell, Table

T = TypeVar("T")
Tables = dict[str, tuple[Promise, Callable[[T, bool], Table]]]
"""What can be taken away, by its address: its title, and how it is made of its owner."""


@require_safe
def event_table(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """The entrants, results or standings of an event."""
    event, private = _seen_event(request, slug)
    return _one(f"{slug}-{what}", _table(what, _OF_EVENT)(event, private), event.club)


@require_safe
def event_book(request: HttpRequest, slug: str) -> HttpResponse:
    """All tables of an event in one workbook."""
    event, private = _seen_event(request, slug)
    book = {str(title): table(event, private) for title, table in _OF_EVENT.values()}
    return xlsx_file(slug, event_cover(request, event, book), book)


@require_safe
def club_table(request: HttpRequest, slug: str, what: str) -> HttpResponse:
    """The players or ratings of a club; addresses and numbers are for directors only."""
    club, private = _seen_club(request, slug)
    if what == "ratings":
        pool = chosen_pool(request, pools_for(club.pk))
        named = what if pool.pk == INSTALLATION_POOL else f"{what}-{pool.pk}"
        return _one(f"{slug}-{named}", _rating_table(club, pool), club)
    return _one(f"{slug}-{what}", _table(what, _OF_CLUB)(club, private), club)


@require_safe
def club_book(request: HttpRequest, slug: str) -> HttpResponse:
    """The same in one workbook."""
    club, private = _seen_club(request, slug)
    book = {str(title): table(club, private) for title, table in _OF_CLUB.values()}
    return xlsx_file(slug, club_cover(request, club, book), book)


def _table(what: str, tables: Tables[T]) -> Callable[[T, bool], Table]:
    if what not in tables:
        raise Http404
    return tables[what][1]


def _one(name: str, table: Table, club: Club) -> HttpResponse:
    """A table as the spreadsheets of the club's members expect it."""
    return csv_file(name, *table, language=club.language or "en")


def _seen_event(request: HttpRequest, slug: str) -> tuple[Tournament, bool]:
    """The event, and whether the reader may also know who has paid."""
    actor = actor_of(request)
    event = visible_event(request, slug, actor)
    return event, actor.may(Role.DIRECTOR, event.club_id)


def _seen_club(request: HttpRequest, slug: str) -> tuple[Club, bool]:
    club = requested_club(request, slug)
    return club, actor_of(request).may(Role.DIRECTOR, club.pk)


def _entrants(event: Tournament, private: bool) -> Table:
    heads = [_("Number"), _("Name"), _("Country"), _("Seed"), _("Status")]
    if private:
        heads += [_("Paid"), _("Reason")]
    numbered = enumerate(entry_list(event), start=1)
    return heads, (_entrant(number, entry, private) for number, entry in numbered)


def _entrant(number: int, entry: Entry, private: bool) -> Sequence[Cell]:
    player = entry.player
    public = (number, player.name, player.country, entry.seed, entry.get_status_display())
    paid = _("yes") if entry.paid else _("no")
    return (*public, paid, entry.reason) if private else public


def _results(event: Tournament, _private: bool) -> Table:
    heads = (
        _("Bracket"),
        _("Round"),
        _("Match"),
        _("Player A"),
        _("Player B"),
        _("Points A"),
        _("Points B"),
        _("Length"),
        _("Winner"),
        _("How it ended"),
        _("Stage"),
        _("Table"),
        _("Finished"),
    )
    zone = ZoneInfo(event.timezone)
    stages = list(stages_of(event))
    rows = (
        (*_result(row), stage.name, *_place_and_time(row, zone))
        for stage in stages
        for row in sorted(stage_pairings(stage), key=_as_on_the_page)
    )
    return heads, rows


def _as_on_the_page(row: Pairing) -> tuple[int, int]:
    """The main bracket first, as the event's page has it; within a bracket they are in order."""
    return place_of_bracket(row.bracket), row.round


def _place_and_time(pairing: Pairing, zone: ZoneInfo) -> Sequence[Cell]:
    match = pairing.match
    if match is None:
        return None, None
    return match.table, match.finished_at.astimezone(zone) if match.finished_at else None


def _result(pairing: Pairing) -> Sequence[Cell]:
    match = pairing.match
    names = {side: _name(getattr(pairing, side)) for side in ("a", "b")}
    score = match.score if match else (None, None)
    return (
        bracket_name(pairing.bracket),
        pairing.round,
        pairing.number,
        names["a"],
        names["b"],
        *score,
        match.length if match else pairing.length,
        names.get(pairing.winner, ""),
        _ending(pairing),
    )


def _ending(pairing: Pairing) -> str:
    """How a match ended; of one that was never to be played, why somebody went on all the same."""
    if pairing.match and pairing.match.ended_by:
        return pairing.match.get_ended_by_display()
    endings = {PairingStatus.WALKOVER: _("walkover"), PairingStatus.BYE: _("bye")}
    return endings.get(PairingStatus(pairing.status), "")


def _name(entry: Entry | None) -> str:
    return entry.player.name if entry else ""


def _standings(event: Tournament, _private: bool) -> Table:
    heads = (
        _("Stage"),
        _("Place"),
        _("Place up to"),
        _("Name"),
        _("Won"),
        _("Lost"),
        _("Byes"),
        _("Points for"),
        _("Points against"),
        _("Bracket"),
    )
    return heads, (row for stage in stages_of(event) for row in _standing_rows(stage))


def _standing_rows(stage: Stage) -> Iterable[Sequence[Cell]]:
    standings = standings_in(stage.snapshot)
    for row in standings["rows"]:
        yield _standing(stage, row, row["pool"] or "main")
    for bracket in standings["brackets"]:
        for row in bracket["rows"]:
            yield _standing(stage, row, bracket["code"])


def _standing(stage: Stage, row: StandingsRow, bracket: str) -> Sequence[Cell]:
    return (
        stage.name,
        row["rank"],
        row["rank_to"],
        row["name"],
        row["wins"],
        row["losses"],
        row["byes"],
        row["points_for"],
        row["points_against"],
        bracket_name(bracket),
    )


def _players(club: Club, private: bool) -> Table:
    heads = [_("Name"), _("Country")]
    if private:
        heads += [_("E-mail address"), _("Federation number")]
    return heads, (_player(player, private=private) for player in players_on_list(club=club.slug))


def _player(player: Player, *, private: bool) -> Sequence[Cell]:
    public = (player.full_name if private else player.name, player.country)
    return (*public, player.email, player.federation_id) if private else public


def _ratings(club: Club, _private: bool) -> Table:
    return _rating_table(club, installation_pool())


def _rating_table(club: Club, pool: RatingPool) -> Table:
    heads = [_("Rank"), _("Name"), _("Rating"), _("Experience"), _("Matches")]
    is_unsure = pool.system == RatingSystem.GLICKO2
    if is_unsure:
        heads.append(_("Deviation"))
    listed = rating_list(pool=pool, club=club.slug)
    return heads, (_rated(one, with_deviation=is_unsure) for one in ranked(listed, listed))


def _rated(rating: Rating, *, with_deviation: bool) -> Sequence[Cell]:
    row = (
        *(vars(rating)["rank"], rating.player.name, round(rating.value, 2)),
        *(rating.experience, rating.matches),
    )
    return (*row, round(rating.deviation or 0, 1)) if with_deviation else row


_OF_EVENT: Tables[Tournament] = {
    "entrants": (gettext_lazy("Entrants"), _entrants),
    "results": (gettext_lazy("Results"), _results),
    "standings": (gettext_lazy("Standings"), _standings),
}
_OF_CLUB: Tables[Club] = {
    "players": (gettext_lazy("Players"), _players),
    "ratings": (gettext_lazy("Ratings"), _ratings),
}
