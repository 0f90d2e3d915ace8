"""A match's page and its result form."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from rest_framework.test import APIClient

from matches.models import Match, MatchStatus
from matches.services.reports import confirm_result
from matches.services.results import report_result
from players.actors import SYSTEM, Actor, Channel, TableAccess
from players.models import Club, Role
from rules_core.draws.settings import Format
from rules_core.match import MatchEnd
from rules_core.sides import Side
from tests.integration.factories import a_drawn_stage, a_token
from tests.integration.web.conftest import QueriesOf, SignedIn
from tests.pages import html_of, text_of
from tournaments.models import Pairing
from tournaments.services.events import StagePlan
from tournaments.services.rounds import pair_next_round

pytestmark = [pytest.mark.integration, pytest.mark.django_db]


def first_match(club: Club) -> Match:
    return Match.objects.filter(club=club).order_by("pk")[0]


def test_the_form_says_where_the_winner_goes(director: Client, club: Club) -> None:
    a_drawn_stage(club, 3)
    match = first_match(club)
    page = html_of(director.get(f"/matches/{match.pk}/"))
    assert "Winner advances to: Final, against Entrant" in text_of(page)


def test_the_last_match_decides_the_event(director: Client, club: Club) -> None:
    a_drawn_stage(club, 2)
    page = html_of(director.get(f"/matches/{first_match(club).pk}/"))
    assert "The winner wins the event." in page


def test_a_scorer_enters_a_result(signed_in: SignedIn, club: Club) -> None:
    event = a_drawn_stage(club, 4).tournament
    match = first_match(club)
    scorer = signed_in(club, Role.SCORER)
    answer = scorer.post(f"/matches/{match.pk}/", {"score_a": "7", "score_b": "3"})
    assert answer["Location"] == f"/events/{event.slug}/"
    match.refresh_from_db()
    assert (match.score, match.winner, match.status) == ((7, 3), "a", "finished")
    page = html_of(scorer.get(f"/events/{event.slug}/"))
    assert "7–3" in page
    assert page.count('class="side won"') == 1


def test_a_result_sent_twice_is_answered_kindly(director: Client, club: Club) -> None:
    a_drawn_stage(club, 4)
    address = f"/matches/{first_match(club).pk}/"
    director.post(address, {"score_a": "7", "score_b": "3"})
    again = director.post(address, {"score_a": "7", "score_b": "3"})
    assert again.status_code == 409
    assert "This match is over: 7–3." in html_of(again)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ({"score_a": "7"}, "Enter both scores."),
        ({"score_a": "7", "score_b": "7"}, "errorlist"),
        ({"score_a": "5", "score_b": "3"}, "errorlist"),
        ({"ended_by": "walkover"}, "errorlist"),
    ],
)
def test_a_refusal_is_told_at_the_form(
    director: Client, club: Club, said: dict[str, str], sentence: str
) -> None:
    a_drawn_stage(club, 4)
    match = first_match(club)
    answer = director.post(f"/matches/{match.pk}/", said)
    assert answer.status_code == 409
    assert sentence in html_of(answer)
    match.refresh_from_db()
    assert match.status == "ready"


def test_a_walkover_moves_the_other_on(director: Client, club: Club) -> None:
    a_drawn_stage(club, 4)
    match = first_match(club)
    director.post(f"/matches/{match.pk}/", {"ended_by": "walkover", "winner": "b"})
    match.refresh_from_db()
    assert (match.winner, match.ended_by) == ("b", "walkover")


def test_an_unfinished_match_is_won_by_whoever_leads(director: Client, club: Club) -> None:
    event = a_drawn_stage(club, 4).tournament
    match = first_match(club)
    said = {"ended_by": "unfinished", "score_a": "3", "score_b": "5"}
    director.post(f"/matches/{match.pk}/", said)
    match.refresh_from_db()
    assert (match.score, match.winner, match.ended_by) == ((3, 5), "b", "unfinished")
    assert Pairing.objects.get(match=match).winner == "b"
    level = Match.objects.filter(club=club, status="ready").order_by("pk")[0]
    director.post(f"/matches/{level.pk}/", said | {"score_a": "5"})
    level.refresh_from_db()
    assert (level.score, level.winner) == ((5, 5), "")
    assert Pairing.objects.get(match=level).status == "void"
    assert "nobody advances" in html_of(director.get(f"/events/{event.slug}/"))


def test_half_a_score_is_none(director: Client, club: Club) -> None:
    a_drawn_stage(club, 4)
    said = {"ended_by": "unfinished", "score_a": "3"}
    answer = director.post(f"/matches/{first_match(club).pk}/", said)
    assert "Enter both scores." in html_of(answer)


def test_whoever_looked_at_an_older_version_is_told(director: Client, club: Club) -> None:
    a_drawn_stage(club, 4)
    match = first_match(club)
    Match.objects.filter(pk=match.pk).update(version=5)
    answer = director.post(
        f"/matches/{match.pk}/", {"score_a": "7", "score_b": "3", "version": "1"}
    )
    assert "The match has changed in the meantime" in html_of(answer)


@pytest.mark.parametrize("role", [Role.READER, None])
def test_others_see_the_match_but_no_form(
    client: Client, signed_in: SignedIn, club: Club, role: Role | None
) -> None:
    a_drawn_stage(club, 4)
    match = first_match(club)
    browser = signed_in(club, role) if role else client
    assert "Save the result" not in html_of(browser.get(f"/matches/{match.pk}/"))
    answer = browser.post(f"/matches/{match.pk}/", {"score_a": "7", "score_b": "3"})
    assert answer.status_code == (403 if role else 302)
    match.refresh_from_db()
    assert match.status == "ready"


def test_a_match_of_a_hidden_event_is_not_found(client: Client, club: Club) -> None:
    a_drawn_stage(club, 4, published=False)
    assert client.get(f"/matches/{first_match(club).pk}/").status_code == 404


def finish(match: Match, score: tuple[int, int] = (7, 3)) -> None:
    report_result(match_id=match.pk, score=score, actor=SYSTEM)
    match.refresh_from_db()


def correction(match: Match, **said: object) -> dict[str, object]:
    return {"score_a": 3, "score_b": 7, "reason": "swapped", "version": match.version} | said


def test_a_wrong_score_is_corrected(director: Client, club: Club) -> None:
    a_drawn_stage(club, 4)
    match = first_match(club)
    finish(match)
    assert "Correct the result" in html_of(director.get(f"/matches/{match.pk}/"))
    answer = director.post(f"/matches/{match.pk}/correct/", correction(match))
    assert answer.status_code == 302
    match.refresh_from_db()
    assert (match.score, match.winner) == ((3, 7), "b")
    page = html_of(director.get(f"/matches/{match.pk}/"))
    assert "swapped" in page


def test_what_a_correction_would_void_is_listed_first(director: Client, club: Club) -> None:
    a_drawn_stage(club, 4)
    first, second = Match.objects.filter(club=club).order_by("pk")
    finish(first)
    finish(second)
    final = Match.objects.latest("pk")
    finish(final)
    answer = director.post(f"/matches/{first.pk}/correct/", correction(first))
    page = html_of(answer)
    assert "These results would no longer count:" in page
    assert f"{final} 7–3" in text_of(page)
    first.refresh_from_db()
    assert first.winner == "a"
    assert "Choose what is to happen with them." not in page
    again = director.post(f"/matches/{first.pk}/correct/", correction(first, asked="on"))
    assert "Choose what is to happen with them." in text_of(html_of(again))
    director.post(f"/matches/{first.pk}/correct/", correction(first, later="void", asked="on"))
    first.refresh_from_db()
    final.refresh_from_db()
    assert (first.winner, final.status) == ("b", "void")


def a_swiss_with_two_rounds(club: Club) -> tuple[Match, str]:
    """The first match of a Swiss whose second round is paired, and the event's address."""
    plan = StagePlan(format=Format.SWISS, settings={"rounds": 3})
    stage = a_drawn_stage(club, 4, stages=[plan])
    first, second = Match.objects.filter(club=club).order_by("pk")
    finish(first)
    finish(second)
    pair_next_round(stage_id=stage.pk, actor=SYSTEM)
    return first, f"/events/{stage.tournament.slug}/"


def test_a_correction_says_that_paired_rounds_stand(director: Client, club: Club) -> None:
    first, event = a_swiss_with_two_rounds(club)
    met = [(row.a_id, row.b_id) for row in Pairing.objects.filter(round=2).order_by("number")]
    form = html_of(director.get(f"/matches/{first.pk}/correct/"))
    assert "Round 2 is already paired and stays as it is" in form
    answer = director.post(f"/matches/{first.pk}/correct/", correction(first), follow=True)
    page = html_of(answer)
    assert "Round 2 was paired before this correction and stays as it is." in page
    assert [
        (row.a_id, row.b_id) for row in Pairing.objects.filter(round=2).order_by("number")
    ] == met
    later = html_of(director.get(event))
    assert later.count(MARK) == 1


MARK = "Paired before an earlier result was corrected. The pairings stay."


def test_a_result_that_is_set_right_again_leaves_no_mark(director: Client, club: Club) -> None:
    first, event = a_swiss_with_two_rounds(club)
    director.post(f"/matches/{first.pk}/correct/", correction(first))
    assert MARK in html_of(director.get(event))
    first.refresh_from_db()
    back = correction(first, score_a="7", score_b="2")
    director.post(f"/matches/{first.pk}/correct/", back)
    first.refresh_from_db()
    assert first.winner == "a"
    assert MARK not in html_of(director.get(event))


def test_a_double_forfeit_that_was_played_after_all_leaves_a_mark(
    director: Client, club: Club
) -> None:
    plan = StagePlan(format=Format.SWISS, settings={"rounds": 3})
    stage = a_drawn_stage(club, 4, stages=[plan])
    first, second = Match.objects.filter(club=club).order_by("pk")
    report_result(match_id=first.pk, ended_by=MatchEnd.DOUBLE_FORFEIT, actor=SYSTEM)
    finish(second)
    pair_next_round(stage_id=stage.pk, actor=SYSTEM)
    event = f"/events/{stage.tournament.slug}/"
    assert MARK not in html_of(director.get(event))
    first.refresh_from_db()
    director.post(f"/matches/{first.pk}/correct/", correction(first))
    assert MARK in html_of(director.get(event))


def test_a_program_is_told_which_rounds_stand(club: Club) -> None:
    first, _ = a_swiss_with_two_rounds(club)
    program = APIClient()
    program.credentials(HTTP_AUTHORIZATION=f"Bearer {a_token(club)}")
    body = {"score": [3, 7], "reason": "swapped"}
    answer = program.post(f"/api/v1/matches/{first.pk}/correct/", body).json()
    assert (answer["winner"], answer["rounds_already_paired_after"]) == ("b", [2])
    last = Match.objects.latest("pk")
    finish(last)
    answer = program.post(f"/api/v1/matches/{last.pk}/correct/", body).json()
    assert answer["rounds_already_paired_after"] == []


def test_a_match_of_a_round_that_others_followed_is_not_re_opened(
    director: Client, club: Club
) -> None:
    first, _ = a_swiss_with_two_rounds(club)
    answer = director.post(f"/matches/{first.pk}/reopen/", {"reason": "not over"}, follow=True)
    assert "The next round is already paired. Correct the result instead" in html_of(answer)
    first.refresh_from_db()
    assert first.status == MatchStatus.FINISHED


def test_other_points_for_the_same_winner_leave_no_note(director: Client, club: Club) -> None:
    first, event = a_swiss_with_two_rounds(club)
    said = correction(first, score_a=7, score_b=5)
    assert director.post(f"/matches/{first.pk}/correct/", said).status_code == 302
    assert MARK not in html_of(director.get(event))


def test_where_no_round_is_paired_yet_nothing_is_said(director: Client, club: Club) -> None:
    a_drawn_stage(club, 4, stages=[StagePlan(format=Format.SWISS, settings={"rounds": 3})])
    match = first_match(club)
    finish(match)
    assert "already paired" not in html_of(director.get(f"/matches/{match.pk}/correct/"))


def test_a_correction_needs_a_reason(director: Client, club: Club) -> None:
    a_drawn_stage(club, 4)
    match = first_match(club)
    finish(match)
    director.post(f"/matches/{match.pk}/correct/", correction(match, reason=""))
    match.refresh_from_db()
    assert match.winner == "a"


def test_the_ledger_is_for_members(client: Client, director: Client, club: Club) -> None:
    a_drawn_stage(club, 4)
    address = f"/matches/{first_match(club).pk}/"
    assert "<h2>History</h2>" in html_of(director.get(address))
    assert "<h2>History</h2>" not in html_of(client.get(address))


def lines_of(page: str) -> list[str]:
    """What the lines of the ledger say, without times and markup."""
    ledger = page.split("<h2>History</h2>")[1].split("</ol>")[0]
    lines = [re.sub(r"<time.*?</time>|<[^>]+>", "", line) for line in ledger.split("<li>")[1:]]
    return [" ".join(line.split()) for line in lines]


def test_the_ledger_says_which_result_each_line_led_to(director: Client, club: Club) -> None:
    a_drawn_stage(club, 4, result_policy="confirm")
    match = first_match(club)
    for side, score in ((Side.A, (7, 3)), (Side.B, (3, 7))):
        speaker = Actor(table_access=TableAccess(match.pk, side), channel=Channel.TABLE)
        report_result(match_id=match.pk, score=score, actor=speaker)
    confirm_result(match_id=match.pk, side=Side.A, actor=SYSTEM)
    match.refresh_from_db()
    said = correction(match, score_a="", score_b="", ended_by="forfeit", winner="b")
    director.post(f"/matches/{match.pk}/correct/", said)
    director.post(f"/matches/{match.pk}/reopen/")
    lines = lines_of(director.get(f"/matches/{match.pk}/").content.decode())
    assert lines[1].startswith(f"reported 7–3 {match.a}")
    assert lines[2].startswith("disputed 3–7: The two sides reported different results.")
    assert lines[3].startswith("confirmed 7–3")
    assert lines[4].startswith(f"corrected forfeit, {match.b} wins: swapped")
    assert lines[5].startswith("reopened 0–0: Undone at the console.")


def test_the_ledger_takes_as_many_queries_for_many_lines(
    director: Client, club: Club, queries_of: QueriesOf
) -> None:
    a_drawn_stage(club, 4)
    match = first_match(club)
    finish(match)
    few = queries_of(director, f"/matches/{match.pk}/")
    for points in (4, 5):
        match.refresh_from_db()
        said = correction(match, score_a=7, score_b=points)
        assert director.post(f"/matches/{match.pk}/correct/", said).status_code == 302
    assert queries_of(director, f"/matches/{match.pk}/") == few


def test_the_page_of_a_match_has_both_names_and_the_score(client: Client, club: Club) -> None:
    stage = a_drawn_stage(club, 4)
    match = stage.pairings.filter(match__isnull=False).first().match  # type: ignore[union-attr]
    assert match is not None
    report_result(match_id=match.pk, score=(7, 3), actor=SYSTEM)
    bug = html_of(client.get(f"/matches/{match.pk}/")).split('class="bugs versus"')[1]
    shown = bug.split("</ol>")[0]
    assert match.a.name in shown
    assert match.b.name in shown
    assert ">7</span>" in shown
    assert ">3</span>" in shown
    # It was never called to a table.
    assert "Table" not in shown
