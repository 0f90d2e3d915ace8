"""The table of topics in docs/rules.md names files that are there, and leaves none out."""

from __future__ import annotations

import re

import pytest

from tests.unit.rules_core.rules_document import RULES, Row, tables

pytestmark = pytest.mark.unit

ROOT = RULES.parents[1]
(TOPICS,) = tables("Where each topic is found")


def test_there_are_fourteen_topics() -> None:
    assert len({row["topic"] for row in TOPICS}) == len(TOPICS) == 14


@pytest.mark.parametrize("row", TOPICS, ids=lambda row: row["topic"])
def test_each_file_of_a_topic_is_there(row: Row) -> None:
    library = re.findall(r"`([^`]+)`", row["library"])
    product = re.findall(r"`([^`]+)`", row["product"])
    assert library
    assert product or row["product"] == "–"
    assert all(path.startswith("rules_core/") for path in library)
    assert [path for path in [*library, *product] if not (ROOT / path).is_file()] == []
