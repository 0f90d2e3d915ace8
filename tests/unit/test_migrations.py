"""Migrations are history: what they say may not change when the program does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
MIGRATIONS = sorted(PROJECT.glob("*/migrations/[0-9]*.py"))
SCHEMA = {"db.append_only"}
"""Kinds of constraints, as Django's own are: they stay where they are as long as a migration names them."""
OURS = {path.name for path in PROJECT.iterdir() if (path / "__init__.py").exists()}


def imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."


@pytest.mark.unit
@pytest.mark.parametrize("path", MIGRATIONS, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_migration_imports_nothing_that_may_be_renamed(path: Path) -> None:
    named = set(imported(path.read_text())) - SCHEMA
    ours = [name for name in named if name.split(".")[0] in OURS]
    assert not ours, f"write the value itself instead of importing it: {ours}"


@pytest.mark.unit
def test_migrations_of_every_app_are_looked_at() -> None:
    apps = {path.parts[-3] for path in MIGRATIONS}
    assert apps == {path.parent.name for path in PROJECT.glob("*/migrations")}
    assert {*apps, "rules_core"} <= OURS
