"""What several processes have counted is one sum that never goes down."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from pytest_django import Settings

from operations import exposition, process_files, watchers
from operations.metrics import JOBS

pytestmark = pytest.mark.integration

ANOTHER = """
import os, sys, time
import django
django.setup()
from operations import process_files, watchers
from operations.metrics import count_job
process_files.keep()
for _ in range(int(sys.argv[1])):
    count_job(job="tests.elsewhere", outcome="done", seconds=0.01)
watchers.estimate = lambda: 7.0
from operations.metrics import WATCHERS
WATCHERS.set_function(lambda: 7.0)
process_files.write()
print("written", flush=True)
sys.stdin.read()
"""


@pytest.fixture(autouse=True)
def _folder(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.METRICS_FOLDER = str(tmp_path / "metrics")
    # Tests that start a worker in this process make it one that keeps a file.
    monkeypatch.setattr(process_files, "_own", {})


class Another:
    """A process that has counted something, and waits to be ended."""

    def __init__(self, folder: Path, jobs: int) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", ANOTHER, str(jobs)],
            env=os.environ
            | {"REDIS_URL": "redis://127.0.0.1:1/0", "METRICS_FOLDER": str(folder / "metrics")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout
        assert self.process.stdout.readline() == "written\n"

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


def told(name: str) -> float:
    (line,) = [line for line in exposition.text().decode().splitlines() if line.startswith(name)]
    return float(line.split()[-1])


DONE = 'barpoint_jobs_total{job="tests.elsewhere",outcome="done"}'


@pytest.mark.django_db
def test_the_counts_of_all_processes_are_added_also_of_those_that_have_ended(
    tmp_path: Path,
) -> None:
    # Whoever this process was asked by in earlier tests has gone.
    watchers._asked.clear()
    first, second = Another(tmp_path, 3), Another(tmp_path, 4)
    JOBS.labels("tests.elsewhere", "done").inc(10)
    try:
        assert told(DONE) == 17
        assert told("barpoint_watchers") == 14
        first.kill()
        assert told(DONE) == 17
        assert told("barpoint_watchers") == 7
        third = Another(tmp_path, 2)
        second.kill()
        third.kill()
        assert told(DONE) == 19
        assert told(DONE) == 19
        assert told("barpoint_watchers") == 0
        assert [path.suffix for path in (tmp_path / "metrics").glob("*.json")] == [".json"]
    finally:
        for one in (first, second):
            one.kill()


@pytest.mark.django_db
def test_a_crash_in_the_middle_of_adding_up_adds_nothing_twice(tmp_path: Path) -> None:
    one = Another(tmp_path, 5)
    one.kill()
    (left_behind,) = (tmp_path / "metrics").glob("*.json")
    content = left_behind.read_text()
    before = told(DONE)
    left_behind.write_text(content)
    assert told(DONE) == before
    assert not left_behind.exists()


@pytest.mark.django_db
def test_a_file_that_is_broken_costs_its_numbers_only(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    one = Another(tmp_path, 5)
    before = told(DONE)
    one.kill()
    (path,) = (tmp_path / "metrics").glob("*.json")
    path.write_text(path.read_text()[:50])
    assert told(DONE) == before - 5
    assert "cannot be read" in caplog.text


@pytest.mark.django_db
def test_what_is_stale_is_not_told_as_if_it_were_now(tmp_path: Path) -> None:
    one = Another(tmp_path, 5)
    try:
        (path,) = (tmp_path / "metrics").glob("*.json")
        long_ago = time.time() - process_files.STALE_SECONDS - 1
        os.utime(path, (long_ago, long_ago))
        assert told("barpoint_watchers") == 0
        assert json.loads(path.read_text())["families"]["barpoint_jobs"]["samples"]
    finally:
        one.kill()


def test_a_folder_that_cannot_be_written_costs_no_request(
    settings: Settings, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    blocked = tmp_path / "file"
    blocked.touch()
    settings.METRICS_FOLDER = str(blocked / "metrics")
    process_files._own[os.getpid()] = "own.json"
    try:
        process_files.write()
    finally:
        del process_files._own[os.getpid()]
    assert "cannot be written" in caplog.text
