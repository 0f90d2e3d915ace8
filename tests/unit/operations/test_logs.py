"""Lines of the log, for machines and for people."""

from __future__ import annotations

import json
import logging
import sys
from typing import Any

import pytest

from operations.logs import configuration, formatter
from operations.request_ids import working_for

pytestmark = pytest.mark.unit


def line(form: str, message: str, *args: object, error: bool = False, **extra: Any) -> str:
    record = logging.LogRecord(
        "matches.results",
        logging.WARNING,
        __file__,
        1,
        message,
        args,
        sys.exc_info() if error else None,
    )
    record.__dict__.update(extra)
    return formatter(form).format(record)


def test_json_is_one_object_a_line_with_the_request_it_belongs_to() -> None:
    with working_for("0123456789abcdef", job="matches.rate_match"):
        written = line("json", "match %s\nis late", 12, ms=3.5)
    assert "\n" not in written
    found = json.loads(written)
    assert found.pop("timestamp").endswith("Z")
    assert found == {
        "message": "match 12\nis late",
        "level": "warning",
        "logger": "matches.results",
        "request_id": "0123456789abcdef",
        "job": "matches.rate_match",
        "ms": 3.5,
    }


def test_text_is_for_people() -> None:
    with working_for("0123456789abcdef"):
        written = line("text", "match %s is late", 12)
    for part in (
        "warning",
        "match 12 is late",
        "matches.results",
        "request_id",
        "0123456789abcdef",
    ):
        assert part in written
    assert "{" not in written


@pytest.mark.parametrize("form", ["json", "text"])
def test_no_line_has_secrets_in_it_not_even_a_traceback(form: str) -> None:
    secrets = ("anna@example.org", "hunter2", "bp_abcdefghijklmnop")
    try:
        int("no account anna@example.org, password=hunter2")
    except ValueError:
        written = line(
            form, "Bearer %s", "bp_abcdefghijklmnop", error=True, who=["anna@example.org"]
        )
    assert "ValueError" in written
    assert "test_logs.py" in written
    assert [secret for secret in secrets if secret in written] == []


def test_what_belongs_to_no_request_names_none() -> None:
    with working_for(""):
        assert "request_id" not in line("json", "swept")


def test_a_format_that_does_not_exist_stops_the_start() -> None:
    with pytest.raises(ValueError, match="LOG_FORMAT=xml: take one of json, text"):
        configuration(form="xml", level="INFO")


def test_the_sweep_of_every_few_seconds_is_not_told() -> None:
    loggers = configuration(form="json", level="INFO")["loggers"]
    assert {loggers[name]["level"] for name in ("celery.worker.strategy", "celery.app.trace")} == {
        "WARNING"
    }
