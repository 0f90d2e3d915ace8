"""Whose id is taken, and whose is not."""

from __future__ import annotations

import re

import pytest

from operations.request_ids import accepted, current, working_for

pytestmark = pytest.mark.unit


@pytest.mark.parametrize("sent", ["8f14e45f-ceea-467f", "a" * 64, "Root.1-67891233_abc"])
def test_a_well_formed_id_is_taken(sent: str) -> None:
    assert accepted(sent) == sent


@pytest.mark.parametrize(
    "sent",
    ["", "short", "a" * 65, "with space in it", "line\nbreak12", "<script>alert(1)", "é" * 9],
)
def test_anything_else_gets_a_new_one(sent: str) -> None:
    made = accepted(sent)
    assert made != sent
    assert re.fullmatch(r"[0-9a-f]{32}", made)
    assert made != accepted(sent)


def test_an_id_holds_inside_and_not_after() -> None:
    with working_for("outer-request"):
        with working_for("inner-request"):
            assert current() == "inner-request"
        assert current() == "outer-request"
    assert current() == ""
