"""Which Barpoint this is, wherever it was got from."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from operations import version

pytestmark = pytest.mark.unit

PROJECT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def _asked_again(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("BARPOINT_BUILD", raising=False)
    version.build.cache_clear()
    yield
    version.build.cache_clear()


def test_the_project_and_what_is_shown_name_the_same_version() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    assert project["version"] == version.VERSION


def test_the_changelog_has_a_section_for_it() -> None:
    changelog = (PROJECT / "CHANGELOG.md").read_text()
    headings = [line for line in changelog.splitlines() if line.startswith("## ")]
    assert headings[0] == "## Unreleased"
    assert headings[1].split()[1] == version.VERSION


def git(folder: Path, *command: str) -> str:
    who = ("-c", "user.name=Anna", "-c", "user.email=anna@example.org")
    done = subprocess.run(
        ["git", *who, *command], cwd=folder, check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.mark.parametrize("state", ["branch", "packed", "detached", "worktree"])
def test_the_commit_of_a_clone_is_found_without_git(state: str, tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    clone.mkdir()
    git(clone, "init", "--quiet", "--initial-branch", "main")
    git(clone, "commit", "--quiet", "--allow-empty", "--message", "first")
    commit = git(clone, "rev-parse", "HEAD")
    if state == "packed":
        git(clone, "pack-refs", "--all")
    elif state == "detached":
        git(clone, "checkout", "--quiet", "--detach")
    elif state == "worktree":
        git(clone, "worktree", "add", "--quiet", "-b", "other", str(tmp_path / "other"))
        clone = tmp_path / "other"
    assert version._commit(clone) == commit


def test_an_archive_says_what_it_was_made_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(version, "PROJECT", tmp_path)
    monkeypatch.setattr(version, "BUILD_FILE", tmp_path / "build.txt")
    assert version.build() == "unknown"
    version.build.cache_clear()
    (tmp_path / "build.txt").write_text("0123456789abcdef\n")
    assert version.build() == "0123456789"
    version.build.cache_clear()
    monkeypatch.setenv("BARPOINT_BUILD", "fedcba9876543210")
    assert version.described() == f"Barpoint {version.VERSION} (fedcba9876)"


@pytest.mark.parametrize("asked", ["version", "--version"])
def test_the_command_line_tells_it(asked: str) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", asked],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == version.described()
