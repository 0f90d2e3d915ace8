"""What is published from memory is the same as what is made from nothing, whatever has happened meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest

from db.one_state import one_state
from matches.models import Match, MatchStatus
from matches.services.games import record_game
from players.actors import SYSTEM
from players.models import Player
from rules_core.match import GameResult
from rules_core.sides import Side
from tests.integration.factories import a_club, a_drawn_stage
from tests.integration.nights import ACTIONS, FORMATS, Night, live
from tournaments.models import Entry, Stage, StageEntrant, Tournament
from tournaments.publishing.remembered_stages import StageMemory, rows_of, texts_of
from tournaments.publishing.snapshot_json import ContentTexts
from tournaments.services.draws import draw_stage
from tournaments.services.events import AlreadyDrawn
from tournaments.services.snapshots import is_fresh, publish_states, read_states

pytestmark = [pytest.mark.integration, pytest.mark.django_db(transaction=True)]

STEPS = 60


def _redraw(night: Night, _luck: Random) -> None:
    with suppress(AlreadyDrawn):
        draw_stage(stage_id=night.stage.pk, actor=SYSTEM, redraw=True)


def _a_game(night: Night, luck: Random) -> None:
    """One point for the second side, which can still come to each result that nights have."""
    if begun := [match for match in live(night.stage) if match.score == (0, 0)]:
        match = luck.choice(begun)
        record_game(match_id=match.pk, number=1, game=GameResult(Side.B), actor=SYSTEM)


def _rename(night: Night, luck: Random) -> None:
    entry = luck.choice(list(Entry.objects.filter(tournament=night.tournament)))
    Player.objects.filter(pk=entry.player_id).update(name=f'Somebody "{luck.random()}"')


def _name_stage(night: Night, luck: Random) -> None:
    Stage.objects.filter(pk=night.stage.pk).update(name=f'"pairings":[] {luck.random()}')


def _show_chances(night: Night, luck: Random) -> None:
    shown = luck.choice([True, False])
    Tournament.objects.filter(pk=night.tournament.pk).update(show_chances=shown)


def _rate(night: Night, luck: Random) -> None:
    entrant = luck.choice(list(StageEntrant.objects.filter(stage=night.stage)))
    StageEntrant.objects.filter(pk=entrant.pk).update(rating=1500 + luck.randrange(400))


MORE: dict[str, Callable[[Night, Random], None]] = {
    "redraw": _redraw,
    "game": _a_game,
    "rename": _rename,
    "name the stage": _name_stage,
    "show chances": _show_chances,
    "rate": _rate,
}


def remembered(memory: StageMemory, stage_id: int) -> ContentTexts:
    with one_state():
        (rows,) = rows_of([Stage.objects.select_related("tournament").get(pk=stage_id)])
        return memory.texts_of(rows)


def from_nothing(stage_id: int) -> ContentTexts:
    return texts_of(Stage.objects.select_related("tournament").get(pk=stage_id))


@pytest.mark.slow
@pytest.mark.parametrize("format_name", [*FORMATS])
def test_a_night_at_random_is_the_same_from_memory_and_from_nothing(format_name: str) -> None:
    night = Night(format_name, 9)
    luck = Random(f"remembered {format_name}")
    memory, seldom_asked = StageMemory(), StageMemory()
    steps = ["redraw", "rename", "redraw", *luck.choices([*ACTIONS, *MORE], k=STEPS)]
    for number, step in enumerate(steps):
        if step in MORE:
            MORE[step](night, luck)
        else:
            night.step(step, luck.randrange(100))
        expected = from_nothing(night.stage.pk)
        assert remembered(memory, night.stage.pk) == expected, f"step {number}: {step}"
        if luck.random() < 0.2:
            # Another worker, which has not heard of anything since.
            assert remembered(seldom_asked, night.stage.pk) == expected, f"step {number}: {step}"


@pytest.mark.slow
@pytest.mark.parametrize("format_name", ["progressive with last chance", "Swiss"])
def test_what_two_workers_publish_by_turns_is_fresh(
    format_name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = Night(format_name, 9)
    luck = Random(f"by turns {format_name}")
    workers = [StageMemory(), StageMemory()]
    for step in luck.choices(ACTIONS, k=STEPS):
        night.step(step, luck.randrange(100))
        monkeypatch.setattr("tournaments.services.snapshots._memory", luck.choice(workers))
        states = read_states(stage_ids=[night.stage.pk])
        assert states
        assert publish_states(states) == set()
        assert is_fresh(stage_id=night.stage.pk)


def test_after_a_result_only_what_it_changed_is_made_again() -> None:
    night = Night("single", 16)
    memory = StageMemory()
    remembered(memory, night.stage.pk)
    (before,) = memory._stages.values()
    pairings = {pairing.pk: pairing for pairing in before.pairings}
    night.do_result(0)
    remembered(memory, night.stage.pk)
    (after,) = memory._stages.values()
    again = [pairing.key for pairing in after.pairings if pairing is not pairings[pairing.pk]]
    assert 1 <= len(again) <= 2, "the match, and where its winner goes"


def test_a_worker_forgets_what_was_published_longest_ago() -> None:
    club = a_club()
    stages = [a_drawn_stage(club, 8) for _ in range(3)]
    memory = StageMemory(most_pairings=14)
    for at in (0, 1, 0, 2):
        remembered(memory, stages[at].pk)
    assert list(memory._stages) == [stages[0].pk, stages[2].pk]


def test_a_failure_half_way_leaves_nothing_half_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    night = Night("single", 8)
    memory = StageMemory()
    remembered(memory, night.stage.pk)
    night.do_result(0)
    with monkeypatch.context() as patched:
        patched.setattr("tournaments.publishing.remembered_stages.pairing_of", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            remembered(memory, night.stage.pk)
    assert remembered(memory, night.stage.pk) == from_nothing(night.stage.pk)


def test_the_table_and_the_time_of_a_match_are_seen() -> None:
    night = Night("round robin", 4)
    memory = StageMemory()
    remembered(memory, night.stage.pk)
    match = Match.objects.filter(status=MatchStatus.READY).first()
    assert match is not None
    Match.objects.filter(pk=match.pk).update(table=7)
    assert remembered(memory, night.stage.pk) == from_nothing(night.stage.pk)
    assert '"table":7' in remembered(memory, night.stage.pk).bracket
