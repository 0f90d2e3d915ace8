"""The schema holds: whatever is sent, by whomever, is answered as it says."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import schemathesis
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import Case, GenerationMode
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from api.schema import contract_in
from config.wsgi import application
from tests.integration.api.test_permissions import ROLES, rows
from tests.integration.api.world import World

pytestmark = [pytest.mark.integration, pytest.mark.django_db, pytest.mark.slow]

EXAMPLES = int(os.environ.get("SCHEMA_EXAMPLES", "4"))
"""For each operation, each sent by everybody; more of them look deeper."""
UNDOCUMENTED = {"GET schema/", "GET docs/"}


@pytest.fixture(scope="module")
def contract() -> Any:
    schema = schemathesis.openapi.from_dict(contract_in("en"))
    schema.app = application
    return schema


@pytest.fixture(autouse=True)
def _within_the_transaction() -> Iterator[None]:
    """Keep the app from closing the connection of the test, as Django's own client does."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def operation(contract: Any, row: str) -> Any:
    """What the schema says of a row of the matrix."""
    method, path = row.split(" ")
    wanted = re.sub(r"\{\w+\}", "{}", f"/api/v1/{path}")
    (name,) = [known for known in contract if re.sub(r"\{\w+\}", "{}", known) == wanted]
    return contract[name][method]


def test_the_schema_is_valid_and_nothing_in_it_has_a_makeshift_name() -> None:
    call_command("spectacular", "--validate", "--fail-on-warn", "--file", os.devnull)


@pytest.mark.parametrize("row", sorted(rows().keys() - UNDOCUMENTED))
def test_whatever_is_sent_is_answered_as_the_schema_says(
    row: str, contract: Any, record_property: Callable[[str, object], None]
) -> None:
    world = World()
    askers = world.askers()
    spoken_of = operation(contract, row)
    sent = Counter[str]()
    kinds = [spoken_of.as_strategy(generation_mode=mode) for mode in GenerationMode]

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
    )
    @given(case=st.one_of(kinds), real=st.booleans())
    def hold(case: Case[Any], real: bool) -> None:
        # What the rules of the game refuse has the shape that the schema asks for.
        excluded: list[Any] = [positive_data_acceptance]
        if real:
            aim(case, world, row)
            if "{" in row and not has_a_wrong_body(case):
                excluded.append(negative_data_rejection)
        for role in ROLES:
            headers = {"Accept-Encoding": "identity", **credentials(askers[role])}
            with transaction.atomic():
                case.call_and_validate(headers=headers, excluded_checks=excluded)
                transaction.set_rollback(True)
            sent[role] += 1

    hold()
    assert all(sent[role] for role in ROLES)
    record_property("requests", sent.total())


def has_a_wrong_body(case: Case[Any]) -> bool:
    """Whether a request is to be rejected whatever it meets; its path is right now, its key ours."""
    return case.meta is not None and case.meta.is_negative_at(ParameterLocation.BODY)


def aim(case: Case[Any], world: World, row: str) -> None:
    """Let the request meet something that exists."""
    ours, theirs = (re.findall(r"\{(\w+)\}", path) for path in (row, case.path))
    case.path_parameters = {name: world.ids[kind] for name, kind in zip(theirs, ours, strict=True)}


def credentials(asker: Any) -> dict[str, str]:
    """The headers by which the asker's own client is known."""
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in asker.cookies.items())
    own = {"Authorization": asker._credentials.get("HTTP_AUTHORIZATION"), "Cookie": cookies}
    return {name: value for name, value in own.items() if value}
