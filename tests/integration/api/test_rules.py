"""Every rule that two players can agree on goes over the wire and comes back."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from typing import Any

import pytest
from rest_framework.test import APIClient

from matches.api.rules import ClockSerializer, RulesSerializer
from players.models import Club
from rules_core.match import Clock, Lateness, MatchRules
from tests.integration.factories import a_club, a_player, a_token

pytestmark = [pytest.mark.integration, pytest.mark.django_db]

NEEDED = {"length": 9, "clock": Clock, "lateness": Lateness}
"""Rules without a default of their own to differ from."""


def unlike_the_default(rule: Field[Any]) -> Any:
    """A value that nobody can have put there but the sender."""
    if rule.name in NEEDED:
        value = NEEDED[rule.name]
        return unusual(value) if isinstance(value, type) else value
    assert rule.default is not MISSING, f"say in NEEDED what to send for {rule.name}"
    assert isinstance(rule.default, bool | int | float), (
        f"say in NEEDED what to send for {rule.name}"
    )
    return not rule.default if isinstance(rule.default, bool) else rule.default * 2 or 1


def unusual(rules: type[MatchRules | Clock | Lateness]) -> Any:
    """Rules of which each single one differs from its default."""
    return rules(**{rule.name: unlike_the_default(rule) for rule in fields(rules)})


RULES: MatchRules = unusual(MatchRules)


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def director(club: Club) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {a_token(club)}")
    return client


def test_an_event_has_all_the_rules_it_was_given(club: Club, director: APIClient) -> None:
    body = {
        "club": club.slug,
        "name": "Thursday",
        "starts_at": "2026-11-19T19:30:00Z",
        "rules": RULES.to_json(),
        "stages": [{"format": "swiss"}],
    }
    made = director.post("/api/v1/tournaments/", body)
    assert made.status_code == 201, made.content
    address = f"/api/v1/tournaments/{made.json()['slug']}/"
    assert director.get(address).json()["rules"] == RULES.to_json()
    assert director.patch(address, {"rules": {"length": 5}}).json()["rules"] == (
        RULES.to_json() | {"length": 5}
    )


def test_a_match_has_all_the_rules_it_was_given(club: Club, director: APIClient) -> None:
    players = {side: a_player(club, side).pk for side in ("a", "b")}
    body = {"club": club.slug, **players, "rules": RULES.to_json()}
    made = director.post("/api/v1/matches/", body)
    assert made.status_code == 201, made.content
    address = f"/api/v1/matches/{made.json()['id']}/"
    assert director.get(address).json()["rules"] == RULES.to_json()
    changed = director.patch(address, {"rules": RULES.to_json() | {"length": 5}})
    assert changed.json()["rules"] == RULES.to_json() | {"length": 5}


def test_what_is_not_given_is_as_the_rules_have_it() -> None:
    rules = RulesSerializer(data={"length": 7, "clock": {}})
    assert rules.is_valid(), rules.errors
    assert MatchRules.from_json(dict(rules.validated_data)) == MatchRules(7, clock=Clock())


@pytest.mark.parametrize(
    ("serializer", "rules"), [(RulesSerializer, MatchRules), (ClockSerializer, Clock)]
)
def test_the_schema_names_each_rule_and_no_other(serializer: Any, rules: Any) -> None:
    assert serializer().fields.keys() == {rule.name for rule in fields(rules)}
