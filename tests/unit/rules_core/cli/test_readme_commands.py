"""The commands in the README of rules_core run as they stand there."""

from __future__ import annotations

import io
import json
import re
import shlex
from pathlib import Path

import pytest

from rules_core.__main__ import main
from tests.unit.rules_core.cli.test_forecast_command import event_file
from tests.unit.rules_core.test_readme import README

pytestmark = pytest.mark.unit

LINE = re.compile(
    r"^    (?:echo (?P<said>'[^']*') \| )?python -m rules_core (?P<command>.+?)(?:   +.*)?$",
    re.MULTILINE,
)
COMMANDS = [
    (shlex.split(found["said"] or "''")[0], shlex.split(found["command"]))
    for found in LINE.finditer(README.read_text(encoding="utf-8"))
]
MATCH_FILE = """
 3 point match

 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                 64: 24/14
  2)  Doubles => 2                Takes
  3) 21: 24/21                   52: 13/8 6/4
      Wins 2 points
"""


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that the commands name."""
    (tmp_path / "friday.mat").write_text(MATCH_FILE)
    (tmp_path / "event.json").write_text(json.dumps(event_file()))
    monkeypatch.chdir(tmp_path)


def test_they_are_found() -> None:
    named = {command[0] for _, command in COMMANDS}
    assert {"verify", "show", "equity", "plays", "rate", "chances", "forecast"} <= named


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(("said", "command"), COMMANDS, ids=[" ".join(c) for _, c in COMMANDS])
def test_it_runs(
    said: str,
    command: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{said}\n"))
    assert main(command) == 0
    assert capsys.readouterr().out.strip()
