"""Who comes late, who comes instead, and what may still be drawn again."""

from __future__ import annotations

import pytest

from matches.models import Match, Rating, RatingPool
from matches.services.calling import start_match
from matches.services.results import report_result
from players.actors import SYSTEM
from players.models import Player
from rules_core.draws.settings import Format, TieBreak
from rules_core.errors import RulesError
from rules_core.match import MatchEnd
from rules_core.sides import Side
from tests.integration.factories import a_club, a_player, an_event
from tests.integration.stages import drawn, is_over, play, play_out, published, seeds_of
from tournaments.draws.history import by_seed
from tournaments.draws.proofs import drawn_once_more, proof_of
from tournaments.models import Entry, EntryStatus, Pairing, Stage
from tournaments.publishing.standings.why import why
from tournaments.selectors import entrants_by_seed
from tournaments.services.attendance import reinstate, withdraw
from tournaments.services.draws import draw_stage
from tournaments.services.entries import Newcomer, enter_players
from tournaments.services.events import StagePlan
from tournaments.services.replacements import replace_player
from tournaments.services.rounds import pair_next_round, take_back_round

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def come_late(stage: Stage) -> Entry:
    newcomers = [Newcomer(name="Late")]
    (late,) = enter_players(tournament_id=stage.tournament.pk, newcomers=newcomers, actor=SYSTEM)
    return late


def refused(stage: Stage) -> str:
    with pytest.raises(RulesError) as refusal:
        come_late(stage)
    return refusal.value.code


def opponents(stage: Stage, entry: Entry) -> list[int | None]:
    rows = stage.pairings.order_by("round")
    return [
        row.b_id if row.a_id == entry.pk else row.a_id
        for row in rows
        if entry.pk in (row.a_id, row.b_id)
    ]


def seat_of(stage: Stage, **where: object) -> Pairing:
    found = stage.pairings.select_related("a", "b", "match").filter(**where).order_by("pk")[0]
    assert found.a is not None
    return found


def rate(player: Player, value: float) -> None:
    pool, _ = RatingPool.objects.get_or_create(key="fibs")
    Rating.objects.create(pool=pool, player=player, value=value, matches=5)


def performance_terms(stage: Stage, entry: Entry) -> list[float]:
    """The ratings of the opponents that an entrant's rating performance comes from."""
    unfolded = why(stage, entry)
    assert unfolded is not None
    (figure,) = [f for f in unfolded["figures"] if f["code"] == TieBreak.RATING_PERFORMANCE]
    return [term["value"] for term in figure["terms"]]


class TestLate:
    """Latecomers play, or hear why they cannot."""

    def test_the_bye_of_a_round_under_way_becomes_a_match(self) -> None:
        stage = drawn(Format.SWISS, 5, rounds=3)
        waiting = seat_of(stage, status="bye")
        play_one = Match.objects.order_by("pk")[0]
        report_result(match_id=play_one.pk, score=(7, 2), actor=SYSTEM)
        late = come_late(stage)
        assert opponents(stage, late) == [waiting.a_id]
        waiting.refresh_from_db()
        assert (waiting.status, waiting.match is not None) == ("ready", True)
        play(stage)
        pair_next_round(stage_id=stage.pk, actor=SYSTEM)
        assert not stage.pairings.filter(status="bye").exists()

    def test_a_round_that_is_over_keeps_its_bye(self) -> None:
        stage = drawn(Format.SWISS, 5, rounds=3)
        play(stage)
        late = come_late(stage)
        assert opponents(stage, late) == []
        pair_next_round(stage_id=stage.pk, actor=SYSTEM)
        assert len(opponents(stage, late)) == 1

    def test_nobody_is_taken_into_a_swiss_whose_last_round_is_paired(self) -> None:
        stage = drawn(Format.SWISS, 6, rounds=2)
        play(stage)
        pair_next_round(stage_id=stage.pk, actor=SYSTEM)
        assert refused(stage) == "no_round_left"
        assert stage.tournament.entries.count() == 6

    def test_the_bye_of_the_last_round_is_taken_all_the_same(self) -> None:
        stage = drawn(Format.SWISS, 5, rounds=2)
        play(stage)
        pair_next_round(stage_id=stage.pk, actor=SYSTEM)
        assert len(opponents(stage, come_late(stage))) == 1

    def test_nobody_is_taken_in_who_would_have_no_life_left(self) -> None:
        stage = drawn(Format.SWISS_LIVES, 6, lives=2)
        play(stage)
        pair_next_round(stage_id=stage.pk, actor=SYSTEM)
        assert refused(stage) == "no_round_left"
        other = drawn(Format.SWISS_LIVES, 6, lives=2)
        late = come_late(other)
        play(other)
        pair_next_round(stage_id=other.pk, actor=SYSTEM)
        assert len(opponents(other, late)) == 1

    @pytest.mark.parametrize("format_code", [Format.SWISS, Format.SWISS_LIVES])
    def test_who_never_comes_wins_nothing_though_late_rounds_are_byes(
        self, format_code: Format
    ) -> None:
        few = {"rounds": 4} if format_code is Format.SWISS else {"lives": 1}
        stage = drawn(format_code, 8, late_entry="bye", **few)
        late = come_late(stage)
        withdraw(entry_id=late.pk, actor=SYSTEM, reason="never came")
        play(stage)
        while not is_over(stage):
            pair_next_round(stage_id=stage.pk, actor=SYSTEM)
            play(stage)
        (row,) = [row for row in published(stage) if row["entry"] == late.pk]
        assert row["byes"] == 1
        assert row["rank"] > 1

    def test_rounds_missed_between_leaving_and_coming_back_are_lost(self) -> None:
        stage = drawn(Format.SWISS, 8, rounds=4, late_entry="bye")
        late = come_late(stage)
        withdraw(entry_id=late.pk, actor=SYSTEM)
        for _ in range(2):
            play(stage)
            pair_next_round(stage_id=stage.pk, actor=SYSTEM)
        reinstate(entry_id=Entry.objects.get(pk=late.pk).pk, actor=SYSTEM)
        play(stage)
        pair_next_round(stage_id=stage.pk, actor=SYSTEM)
        assert len(opponents(stage, late)) == 1
        (row,) = [row for row in published(stage) if row["entry"] == late.pk]
        assert (row["byes"], row["losses"]) == (1, 2)

    def test_a_round_that_is_paired_again_is_not_missed_by_who_came_during_it(self) -> None:
        stage = drawn(Format.SWISS, 8, rounds=4, late_entry="bye")
        play(stage)
        pair_next_round(stage_id=stage.pk, actor=SYSTEM)
        late = come_late(stage)
        take_back_round(stage_id=stage.pk, actor=SYSTEM)
        withdraw(entry_id=late.pk, actor=SYSTEM)
        pair_next_round(stage_id=stage.pk, actor=SYSTEM)
        play(stage)
        (row,) = [row for row in published(stage) if row["entry"] == late.pk]
        assert (row["byes"], row["losses"]) == (1, 1)

    def test_a_ninth_adds_no_round_to_a_swiss_that_was_drawn_with_eight(self) -> None:
        stage = drawn(Format.SWISS, 8)
        come_late(stage)
        for _ in range(2):
            play(stage)
            pair_next_round(stage_id=stage.pk, actor=SYSTEM)
        play(stage)
        assert is_over(stage)
        other = drawn(Format.SWISS, 8)
        for _ in range(2):
            play(other)
            pair_next_round(stage_id=other.pk, actor=SYSTEM)
        assert refused(other) == "no_round_left"

    def test_whoever_rests_in_a_round_robin_plays_the_latecomer(self) -> None:
        stage = drawn(Format.ROUND_ROBIN, 5)
        first = Match.objects.order_by("pk")[0]
        report_result(match_id=first.pk, score=(7, 2), actor=SYSTEM)
        others = seeds_of(stage)
        late = come_late(stage)
        assert sorted(opponents(stage, late), key=str) == sorted(others, key=str)
        first.refresh_from_db()
        assert first.status == "finished"
        play_out(stage)
        assert all(row["wins"] + row["losses"] == 5 for row in published(stage))

    def test_a_full_round_robin_takes_a_latecomer_until_something_is_played(self) -> None:
        stage = drawn(Format.ROUND_ROBIN, 4)
        late = come_late(stage)
        assert len(set(opponents(stage, late)) - {None}) == 4
        play(stage)
        other = drawn(Format.ROUND_ROBIN, 4)
        report_result(match_id=Match.objects.latest("pk").pk, score=(7, 2), actor=SYSTEM)
        assert refused(other) == "no_free_bye"

    def test_a_match_that_is_being_played_is_not_taken_from_its_players(self) -> None:
        stage = drawn(Format.SINGLE_ELIMINATION, 6)
        # Both who had a bye sit at the board of the second round, or one against the winner.
        play(stage)
        for match in Match.objects.filter(status="ready"):
            start_match(match_id=match.pk, actor=SYSTEM)
        assert refused(stage) == "no_free_bye"
        assert set(Match.objects.filter(finished_at=None).values_list("status", flat=True)) == {
            "playing"
        }

    def test_one_who_left_before_the_draw_comes_back_as_a_latecomer(self) -> None:
        event = an_event(a_club(), 6)
        gone = event.entries.order_by("pk")[0]
        withdraw(entry_id=gone.pk, actor=SYSTEM)
        stage = draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM)
        reinstate(entry_id=gone.pk, actor=SYSTEM)
        stage.refresh_from_db()
        assert gone.pk in seeds_of(stage)
        assert opponents(stage, gone) != []
        full = an_event(a_club(), 5)
        gone = full.entries.order_by("pk")[0]
        withdraw(entry_id=gone.pk, actor=SYSTEM)
        draw_stage(stage_id=full.stages.get().pk, actor=SYSTEM)
        with pytest.raises(RulesError, match="no bye left"):
            reinstate(entry_id=gone.pk, actor=SYSTEM)
        gone.refresh_from_db()
        assert gone.status == EntryStatus.WITHDRAWN


class TestInstead:
    """Somebody else plays for an entrant who has not played."""

    def test_a_no_show_who_was_taken_out_is_replaced_and_plays(self) -> None:
        stage = drawn(Format.SINGLE_ELIMINATION, 4)
        seat = seat_of(stage, round=1)
        assert seat.a is not None
        withdraw(entry_id=seat.a.pk, actor=SYSTEM, reason="not here")
        stand_in = a_player(stage.tournament.club)
        entry = replace_player(entry_id=seat.a.pk, player_id=stand_in.pk, actor=SYSTEM)
        assert entry.status == EntryStatus.PRESENT
        seat.refresh_from_db()
        assert seat.status == "ready"
        assert seat.match is not None
        assert seat.match.a == stand_in
        play_out(stage)

    def test_who_plays_for_one_who_left_before_the_draw_has_a_place(self) -> None:
        event = an_event(a_club(), 6)
        gone = event.entries.order_by("pk")[0]
        withdraw(entry_id=gone.pk, actor=SYSTEM)
        stage = draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM)
        replace_player(entry_id=gone.pk, player_id=a_player(event.club).pk, actor=SYSTEM)
        stage.refresh_from_db()
        assert opponents(stage, gone) != []
        play_out(stage)

    def test_one_who_left_before_the_draw_is_replaced_and_drawn(self) -> None:
        stage = drawn(Format.SINGLE_ELIMINATION, 4)
        entry = stage.tournament.entries.order_by("pk")[0]
        withdraw(entry_id=entry.pk, actor=SYSTEM)
        replace_player(
            entry_id=entry.pk, player_id=a_player(stage.tournament.club).pk, actor=SYSTEM
        )
        stage = draw_stage(stage_id=stage.pk, actor=SYSTEM, redraw=True)
        assert entry.pk in seeds_of(stage)

    def test_what_follows_goes_by_who_plays_and_the_proof_by_who_was_drawn(self) -> None:
        settings = {"rounds": 2, "tie_breaks": ["match_points", "rating_performance"]}
        event = an_event(a_club(), 2, stages=[StagePlan(format=Format.SWISS, settings=settings)])
        host, guest = event.entries.order_by("pk")
        rate(guest.player, 1200.0)
        stage = draw_stage(stage_id=event.stages.get().pk, actor=SYSTEM)
        stand_in = a_player(a_club(), "Strong")
        rate(stand_in, 1900.0)
        replace_player(entry_id=guest.pk, player_id=stand_in.pk, actor=SYSTEM)
        stage.refresh_from_db()
        listed = stage.entrants.order_by("number")
        assert list(listed.values_list("rating", flat=True)) == [None, 1200.0]
        assert drawn_once_more(proof_of(stage)).refusal is None
        plays = by_seed(entrants_by_seed(stage))[seeds_of(stage).index(guest.pk)]
        assert (plays.rating, plays.club) == (1900.0, stand_in.club.slug)
        play(stage)
        assert performance_terms(stage, host) == [1900.0]

    def test_who_forfeited_is_not_replaced(self) -> None:
        stage = drawn(Format.SINGLE_ELIMINATION, 4)
        seat = seat_of(stage, round=1)
        assert seat.a is not None
        assert seat.match is not None
        report_result(match_id=seat.match.pk, ended_by=MatchEnd.DOUBLE_FORFEIT, actor=SYSTEM)
        with pytest.raises(RulesError, match="already has results"):
            replace_player(
                entry_id=seat.a.pk, player_id=a_player(stage.tournament.club).pk, actor=SYSTEM
            )


class TestAgain:
    """A draw and a round are made again only while nothing is played."""

    def test_somebody_who_left_does_not_keep_a_draw_from_being_made_again(self) -> None:
        stage = drawn(Format.SINGLE_ELIMINATION, 5)
        gone = stage.tournament.entries.order_by("pk")[0]
        withdraw(entry_id=gone.pk, actor=SYSTEM)
        again = draw_stage(stage_id=stage.pk, actor=SYSTEM, redraw=True)
        assert len(seeds_of(again)) == 4
        assert gone.pk not in seeds_of(again)

    def test_a_match_under_way_and_a_forfeit_are_not_drawn_away(self) -> None:
        endings: list[tuple[MatchEnd | None, Side | None]] = [
            (None, None),
            (MatchEnd.DOUBLE_FORFEIT, None),
            (MatchEnd.WALKOVER, Side.A),
        ]
        for ended_by, winner in endings:
            stage = drawn(Format.SINGLE_ELIMINATION, 4)
            match_id = Match.objects.latest("pk").pk
            if ended_by is None:
                start_match(match_id=match_id, actor=SYSTEM)
            else:
                report_result(match_id=match_id, ended_by=ended_by, winner=winner, actor=SYSTEM)
            with pytest.raises(RulesError, match="already results"):
                draw_stage(stage_id=stage.pk, actor=SYSTEM, redraw=True)

    def test_a_round_of_reported_walkovers_is_not_taken_back(self) -> None:
        stage = drawn(Format.SWISS, 4, rounds=2)
        play(stage)
        pair_next_round(stage_id=stage.pk, actor=SYSTEM)
        last = Match.objects.latest("pk")
        report_result(match_id=last.pk, winner=Side.A, ended_by=MatchEnd.WALKOVER, actor=SYSTEM)
        with pytest.raises(RulesError, match="already has results"):
            take_back_round(stage_id=stage.pk, actor=SYSTEM)

    def test_a_round_in_which_somebody_left_is_paired_again_without_them(self) -> None:
        stage = drawn(Format.SWISS, 4, rounds=2)
        play(stage)
        pair_next_round(stage_id=stage.pk, actor=SYSTEM)
        gone = stage.tournament.entries.order_by("pk")[0]
        withdraw(entry_id=gone.pk, actor=SYSTEM)
        take_back_round(stage_id=stage.pk, actor=SYSTEM)
        pair_next_round(stage_id=stage.pk, actor=SYSTEM)
        seats = stage.pairings.filter(round=2).values_list("a", "b")
        assert gone.pk not in {entry for pair in seats for entry in pair}
