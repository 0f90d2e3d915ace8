"""The environment is made once, and again only when what it is made from has changed."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from deploy.processes import PROJECT

pytestmark = pytest.mark.unit

FAKE_UV = """#!/bin/sh
echo "$@" >> "$(dirname "$0")/calls"
mkdir -p "$UV_PROJECT_ENVIRONMENT/bin" && touch "$UV_PROJECT_ENVIRONMENT/bin/python"
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project with nothing but a lock file, and a uv that only writes down how it was called."""
    (tmp_path / "deploy").mkdir()
    script = PROJECT / "deploy" / "environment.py"
    (tmp_path / "deploy" / "environment.py").write_text(script.read_text())
    (tmp_path / "uv.lock").write_text("one")
    uv = tmp_path / "tools" / "uv"
    uv.parent.mkdir()
    uv.write_text(FAKE_UV)
    uv.chmod(uv.stat().st_mode | stat.S_IXUSR)
    return tmp_path


def make_environment(project: Path, *groups: str, **env: str) -> subprocess.CompletedProcess[str]:
    path = f"{project / 'tools'}:{os.environ['PATH']}"
    return subprocess.run(
        [sys.executable, "deploy/environment.py", *groups],
        cwd=project,
        env={"PATH": path, **env},
        capture_output=True,
        text=True,
        check=False,
    )


def calls(project: Path) -> list[str]:
    """The groups each call of uv was for."""
    lines = (project / "tools" / "calls").read_text().splitlines()
    return [line.partition(f"--python {sys.executable}")[2].strip() for line in lines]


def test_it_is_made_once(project: Path) -> None:
    assert make_environment(project).returncode == 0
    assert make_environment(project).stdout == ""
    assert calls(project) == [""]


def test_a_changed_lock_file_makes_it_again(project: Path) -> None:
    make_environment(project)
    (project / "uv.lock").write_text("two")
    make_environment(project)
    assert len(calls(project)) == 2


def test_groups_come_on_top_and_stay(project: Path) -> None:
    make_environment(project, "test")
    make_environment(project)
    make_environment(project, "check")
    make_environment(project, "check", "test")
    assert calls(project) == ["--group test", "--group check --group test"]


def test_a_broken_making_is_not_taken_for_done(project: Path) -> None:
    uv = project / "tools" / "uv"
    uv.write_text(f"{FAKE_UV}exit 2\n")
    result = make_environment(project)
    assert result.returncode == 1
    assert result.stderr.splitlines()[-1] == "The environment could not be made; see above."
    uv.write_text(FAKE_UV)
    assert make_environment(project).returncode == 0
    assert len(calls(project)) == 2


def test_it_notes_what_it_was_made_from(project: Path) -> None:
    make_environment(project, "test")
    stamp = json.loads((project / ".venv" / "barpoint.json").read_text())
    assert stamp["groups"] == ["test"]


@pytest.mark.skipif(os.geteuid() == 0, reason="Root can write everywhere.")
def test_a_folder_that_cannot_be_written_to_gives_one_clear_line(project: Path) -> None:
    project.chmod(0o500)
    result = make_environment(project)
    project.chmod(0o700)
    assert result.returncode == 1
    assert result.stderr == (
        f"{project} cannot be written to; run this as its owner, or in a copy of your own.\n"
    )
