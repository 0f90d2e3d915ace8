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

from api.error_codes import codes_by_status
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


def _shape(path: str) -> str:
    """A path, whatever its parts are called."""
    return re.sub(r"\{\w+\}", "{}", path)


def examples() -> Iterator[tuple[str, str, Any]]:
    """Each example of a body: the name of it, the address and what is sent."""
    for path, operations in contract_in("en")["paths"].items():
        for told in operations.values():
            content = told.get("requestBody", {}).get("content", {}).get("application/json", {})
            for name, example in content.get("examples", {}).items():
                yield name, path.removeprefix("/api/v1/"), example["value"]


@pytest.mark.parametrize(
    ("name", "path", "body"), list(examples()), ids=lambda value: str(value)[:40]
)
def test_the_examples_of_bodies_are_taken(name: str, path: str, body: Any) -> None:
    world = World()
    wanted = _shape(path)
    (row,) = [row for row in rows() if row.startswith("POST ") and _shape(row[5:]) == wanted]
    answer = world.askers()["director"].post(world.path(row[5:]), body)
    assert answer.status_code in {200, 201}, (name, answer.content)


def test_every_refusal_is_listed_and_the_examples_are_among_them() -> None:
    schema = contract_in("en")
    listed = schema["components"]["schemas"]["Error"]["properties"]["code"]["description"]
    codes = codes_by_status()
    assert all(f"`{code}`" in listed for each in codes.values() for code in each)
    told = schema["paths"]["/api/v1/matches/{id}/result/"]["post"]["responses"]
    for status in (400, 403, 409, 412):
        (code,) = told[str(status)]["content"]["application/json"]["examples"]
        assert code in codes[status]


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
