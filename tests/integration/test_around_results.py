"""What is foreseen of a result is a help and no more: where it was wrong, the result is as it would be without."""

from __future__ import annotations

import pytest
from django.test import Client

from rules_core.draws.plan import Plan
from rules_core.draws.settings import Format
from tests.integration.factories import a_token
from tests.integration.stages import drawn, match_at
from tournaments.draws.plans import plan_of
from tournaments.models import Pairing, Stage
from tournaments.services import around_results

pytestmark = [pytest.mark.integration, pytest.mark.django_db(transaction=True)]


def report(client: Client, stage: Stage, key: str) -> None:
    match = match_at(stage, key)
    answer = client.post(
        f"/api/v1/matches/{match.pk}/result/",
        {"score": [match.length, 2]},
        content_type="application/json",
        headers={"Authorization": f"Bearer {a_token(stage.tournament.club)}"},
    )
    assert answer.status_code == 200, answer.content


def entrants_of(stage: Stage, key: str) -> tuple[int | None, int | None]:
    row = Pairing.objects.get(stage=stage, key=key)
    return row.a_id, row.b_id


def test_rows_are_foreseen_once_the_plan_is_known(client: Client) -> None:
    stage = drawn(Format.SINGLE_ELIMINATION, 8)
    for number in range(1, 5):
        report(client, stage, f"main-1-{number}")
    assert stage.pk in around_results._plans
    report(client, stage, "main-2-1")
    assert None not in entrants_of(stage, "main-2-2")
    assert entrants_of(stage, "main-3-1")[0] == entrants_of(stage, "main-2-1")[0]


@pytest.mark.parametrize("wrong", ["another stage's", "none", "a smaller one"])
def test_a_plan_that_is_not_the_stages_does_no_harm(client: Client, wrong: str) -> None:
    stage = drawn(Format.SINGLE_ELIMINATION, 8)
    plans: dict[str, Plan | None] = {
        "another stage's": plan_of(drawn(Format.DOUBLE_ELIMINATION, 8)),
        "none": None,
        "a smaller one": plan_of(drawn(Format.SINGLE_ELIMINATION, 2)),
    }
    for number in range(1, 5):
        around_results._plans[stage.pk] = plans[wrong]
        report(client, stage, f"main-1-{number}")
    for number, key in enumerate(("main-2-1", "main-2-2")):
        winners = [entrants_of(stage, f"main-1-{2 * number + side}")[0] for side in (1, 2)]
        assert list(entrants_of(stage, key)) == winners
        assert match_at(stage, key).status == "ready"


def test_as_many_plans_are_remembered_as_there_is_room_for(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(around_results, "MOST_PLANS", 1)
    for _ in range(3):
        report(client, drawn(Format.SINGLE_ELIMINATION, 4), "main-1-1")
        assert len(around_results._plans) == 1
