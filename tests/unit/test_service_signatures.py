"""Services take the numbers of rows, and read what they change themselves, under a lock.

What somebody read a moment ago may have been changed since. So a function that interfaces call has
no parameter that is a row.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import typing
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.db.models import Model

pytestmark = pytest.mark.unit

ROOT = Path(__file__).parents[2]
APPS = ("players", "chouettes", "matches", "money", "tournaments")
INTERFACES = ("api", "views", "forms", "tasks", "management", "admin")

ONLY_ASKED = {
    "money.services.sessions.side_in_session": "says which side an actor plays",
    "players.services.accounts.check_address_confirmed": "refuses an account that may be anybody's",
    "players.services.embedding.frame_ancestors": "says which sites may show a club's pages",
    "matches.services.permissions.may_know_reasons": "says what of a match may be shown to whom",
    "tournaments.services.recognition.player_of": "says whom an account plays as",
    "tournaments.services.registration_terms.closes_at": "says until when one can register",
    "tournaments.services.registration_terms.phase_of": "says whether one can register now",
    "tournaments.services.waiting_list.places_taken": "says how many take part",
    "tournaments.services.waiting_list.position_of": "says where somebody stands who waits",
    "matches.services.permissions.side_of": "says who plays which side of a match that is shown",
}
"""What changes nothing may be asked about a row that is at hand."""


def service_modules() -> Iterator[ModuleType]:
    for app in APPS:
        package = importlib.import_module(f"{app}.services")
        for found in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            yield importlib.import_module(found.name)


@cache
def named_by_interfaces() -> frozenset[str]:
    """Functions of services that a module of an interface imports, alone or with their module."""
    names: set[str] = set()
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            if path.relative_to(ROOT / app).parts[0].removesuffix(".py") in INTERFACES:
                names |= set(_imported(ast.parse(path.read_text())))
    return frozenset(names)


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and ".services" in node.module:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def services() -> dict[str, Callable[..., Any]]:
    """Everything that an interface calls, and everything else that is done on behalf of an actor."""
    found: dict[str, Callable[..., Any]] = {}
    for module in service_modules():
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if function.__module__ != module.__name__ or name.startswith("_"):
                continue
            given = inspect.signature(function).parameters
            acts = "actor" in given and given["actor"].kind is inspect.Parameter.KEYWORD_ONLY
            full = f"{module.__name__}.{name}"
            if acts or full in named_by_interfaces():
                found[full] = function
    return found


def rows_among(function: Callable[..., Any]) -> list[str]:
    """The parameters that are rows, or have rows in them."""
    hints = typing.get_type_hints(inspect.unwrap(function))
    return [name for name, hint in hints.items() if name != "return" and _has_row(hint)]


def _has_row(hint: Any) -> bool:
    if isinstance(hint, type) and issubclass(hint, Model):
        return True
    if is_dataclass(hint) and isinstance(hint, type) and hint.__name__ != "Actor":
        hints = typing.get_type_hints(hint)
        return any(_has_row(hints[field.name]) for field in fields(hint))
    # A function that is called under the lock is given the row that is locked.
    inner = () if typing.get_origin(hint) is typing.get_origin(Callable[..., Any]) else hint
    return any(_has_row(part) for part in typing.get_args(inner))


def test_the_services_are_found() -> None:
    found = services()
    assert {
        "tournaments.services.attendance.check_in",
        "tournaments.services.freshness.show_at_once",
        "matches.services.results.report_result",
        "players.services.registration.change_player",
    } <= found.keys()


@pytest.mark.parametrize("name", sorted(services()))
def test_a_service_takes_numbers_of_rows_and_no_rows(name: str) -> None:
    rows = rows_among(services()[name])
    assert bool(rows) == (name in ONLY_ASKED), f"{name} is given rows: {rows}"
