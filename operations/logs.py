"""How the log is written: a JSON object a line for machines, or a line for people."""

from __future__ import annotations

import sys
from collections.abc import MutableMapping
from typing import Any

import structlog
from structlog.stdlib import ExtraAdder, ProcessorFormatter, add_log_level, add_logger_name

from operations.scrubbing import scrubbed

FORMATS = ("json", "text")

Line = MutableMapping[str, Any]


def configuration(*, form: str, level: str) -> dict[str, Any]:
    """Django's ``LOGGING``."""
    if form not in FORMATS:
        raise ValueError(f"LOG_FORMAT={form}: take one of {', '.join(FORMATS)}.")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": "operations.logs.formatter", "form": form}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "lines"}},
        "root": {"handlers": ["console"], "level": level},
        # The web server brings a handler of its own; its lines are to look like all others.
        "loggers": {
            "_granian": {"propagate": True},
            "granian.access": {"propagate": True},
            # Two lines for each sweep, every few seconds; what a job did is in the outbox's own line.
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
        },
    }


def formatter(form: str) -> ProcessorFormatter:
    """What turns a record into a line, without secrets."""
    processors: list[Any] = [
        structlog.contextvars.merge_contextvars,
        add_log_level,
        add_logger_name,
        ExtraAdder(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        ProcessorFormatter.remove_processors_meta,
        structlog.processors.format_exc_info,
        structlog.processors.StackInfoRenderer(),
        _without_empty_id,
        _scrub,
    ]
    return ProcessorFormatter(processors=[*processors, *_last(form)])


def _last(form: str) -> list[Any]:
    if form == "json":
        return [
            structlog.processors.EventRenamer("message"),
            structlog.processors.JSONRenderer(default=str, ensure_ascii=False),
        ]
    return [
        structlog.dev.ConsoleRenderer(
            colors=sys.stderr.isatty(),
            pad_event_to=0,
            exception_formatter=structlog.dev.plain_traceback,
        )
    ]


def _without_empty_id(_: Any, __: str, line: Line) -> Line:
    """What belongs to no request, such as the sweep, does not say so in each line."""
    if not line.get("request_id", "-"):
        del line["request_id"]
    return line


def _scrub(_: Any, __: str, line: Line) -> Line:
    for name, value in line.items():
        if not isinstance(value, (int, float, bool)):
            line[name] = scrubbed(str(value))
    return line
