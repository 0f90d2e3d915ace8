"""The systemd units, the Containerfile and the compose file start what ``make cluster`` starts."""

from __future__ import annotations

import configparser
import json
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.urls import resolve

from deploy.addresses import Address
from deploy.cluster import Cluster
from deploy.processes import PROJECT

pytestmark = pytest.mark.unit

UNITS = sorted((PROJECT / "deploy" / "systemd").glob("*.service"))
COMPOSE: dict[str, Any] = yaml.safe_load((PROJECT / "deploy" / "compose.yaml").read_text())
CONTAINERFILE = (PROJECT / "deploy" / "Containerfile").read_text()
PAGE = (PROJECT / "docs" / "deployment.md").read_text()
ENV_FILES = sorted((PROJECT / "deploy" / "systemd").glob("*.env"))
PART = {"web": "web", "worker": "worker", "beat": "beat"}


class Described(Cluster):
    """The cluster, telling what it would start instead of starting it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, database_url="postgres://", redis_url="redis://")
        self.commands: dict[str, list[str]] = {}
        self.start_web("web", Address("127.0.0.1", 8000))
        self.start_worker("worker")
        self.start_beat()

    def _start(
        self,
        name: str,
        module: list[str],
        *,
        env: Mapping[str, str] | None = None,
        is_ready: Callable[[], bool] | None = None,
    ) -> Any:
        self.commands[name] = module


@pytest.fixture
def cluster(tmp_path: Path) -> dict[str, list[str]]:
    return Described(tmp_path).commands


def unit(name: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(PROJECT / "deploy" / "systemd" / f"{name}.service")
    return parser


def module(command: list[str]) -> list[str]:
    """What Python is asked to run: after ``…/python -m``."""
    assert command[0].endswith(".venv/bin/python")
    assert command[1] == "-m"
    return command[2:]


def of_unit(part: str) -> list[str]:
    # systemd writes % as %%.
    return module(shlex.split(unit(f"barpoint-{part}")["Service"]["ExecStart"].replace("%%", "%")))


def of_compose(part: str) -> list[str]:
    return module(COMPOSE["services"][part]["command"])


def of_page(part: str) -> list[str]:
    (line,) = re.findall(rf"^    python -m (.*\b{part}\b.*)$", PAGE, re.MULTILINE)
    return shlex.split(line)


def options(command: list[str]) -> dict[str, str]:
    """Each option with its value; words that stand alone with themselves."""
    found, words = {}, iter(command)
    for word in words:
        takes_value = word in {"--host", "--port", "--workers", "--hostname", "--concurrency", "-A"}
        found[word] = next(words) if takes_value else word
    return found


@pytest.mark.parametrize("told", [of_unit, of_compose, of_page])
@pytest.mark.parametrize("part", PART)
def test_a_process_is_started_as_in_the_cluster(
    cluster: dict[str, list[str]], part: str, told: Callable[[str], list[str]]
) -> None:
    here, there = options(told(part)), options(cluster[part])
    # The cluster has two ports of one process each, and a container listens to the outside of it.
    differs = {"--workers": "2", "--host": here.get("--host", "")} if part == "web" else {}
    assert here == there | differs


def test_the_database_is_prepared_by_what_the_cluster_runs() -> None:
    assert of_unit("prepare") == of_compose("prepare") == ["deploy.preparation"]
    assert '"deploy.preparation"' in (PROJECT / "deploy" / "cluster.py").read_text()


def test_every_part_waits_for_the_database_to_be_prepared() -> None:
    for part in PART:
        assert unit(f"barpoint-{part}")["Unit"]["Requires"] == "barpoint-prepare.service"
        assert "barpoint-prepare.service" in unit(f"barpoint-{part}")["Unit"]["After"].split()
        assert COMPOSE["services"][part]["depends_on"]["prepare"] == {
            "condition": "service_completed_successfully"
        }


def test_a_club_is_one_process_in_a_unit_and_in_a_container() -> None:
    assert of_unit("club") == ["deploy.club"]
    (command,) = re.findall(r"^CMD (\[.*\])$", CONTAINERFILE, re.MULTILINE)
    assert module(json.loads(command)) == ["deploy.club"]


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.stem)
def test_units_share_user_folders_and_settings(path: Path) -> None:
    service = unit(path.stem)["Service"]
    assert service["User"] == service["Group"] == "barpoint"
    assert service["EnvironmentFile"] == "/etc/barpoint/barpoint.env"
    assert service["WorkingDirectory"] == "/opt/barpoint"
    assert service["StateDirectory"] == "barpoint"
    assert service["UMask"] == "0077"
    assert service["NoNewPrivileges"] == "yes"
    if service.get("Type") != "oneshot":
        assert service["Restart"] == "always"
        assert service["KillMode"] == "mixed"
        assert int(service["LimitNOFILE"]) >= 4096 + 128


def test_a_worker_is_given_the_time_for_its_longest_job() -> None:
    given = int(unit("barpoint-worker")["Service"]["TimeoutStopSec"])
    assert given > settings.CELERY_TASK_TIME_LIMIT


def read_by_the_project() -> set[str]:
    """Every variable of the environment that settings and starting programs look at."""
    names: set[str] = set()
    for path in (*(PROJECT / "config").rglob("*.py"), *(PROJECT / "deploy").glob("*.py")):
        names |= set(
            re.findall(
                r'(?:env\.\w+|environ\.get|environ\.setdefault)\(\s*"([A-Z_]+)"', path.read_text()
            )
        )
    version = (PROJECT / "operations" / "version.py").read_text()
    return names | set(re.findall(r'environ\.get\("([A-Z_]+)"', version))


def set_by_the_files() -> dict[str, set[str]]:
    files = {
        path.name: set(re.findall(r"^#?([A-Z_]+)=", path.read_text(), re.MULTILINE))
        for path in ENV_FILES
    }
    files["compose.yaml"] = set(COMPOSE["x-barpoint"]["environment"])
    (stated,) = re.findall(r"^ENV ((?:.*\\\n)*.*)$", CONTAINERFILE, re.MULTILINE)
    files["Containerfile"] = set(re.findall(r"([A-Z_]+)=", stated)) - {"PYTHONUNBUFFERED"}
    return files


def test_what_the_files_set_is_read_and_explained() -> None:
    read = read_by_the_project() | {"DJANGO_SETTINGS_MODULE"}
    explained = set(re.findall(r"`([A-Z_]+)`", PAGE))
    for name, variables in set_by_the_files().items():
        assert variables, name
        assert variables <= read, name
        assert variables <= explained, name


def test_settings_that_are_named_exist() -> None:
    named = {COMPOSE["x-barpoint"]["environment"]["DJANGO_SETTINGS_MODULE"]}
    for path in ENV_FILES:
        named |= set(re.findall(r"^DJANGO_SETTINGS_MODULE=(.*)$", path.read_text(), re.MULTILINE))
    assert named == {"config.settings.local", "config.settings.production"}
    for name in named:
        assert (PROJECT / name.replace(".", "/")).with_suffix(".py").exists()


def test_ports_and_health_checks_agree() -> None:
    web = COMPOSE["services"]["web"]
    assert web["ports"] == ["127.0.0.1:8000:8000"]
    assert "EXPOSE 8000" in CONTAINERFILE
    assert "proxy_pass http://barpoint" in PAGE
    assert "server 127.0.0.1:8000" in PAGE
    assert "reverse_proxy 127.0.0.1:8000" in PAGE
    (checked,) = re.findall(r"^HEALTHCHECK .*CMD (\[.*\])$", CONTAINERFILE, re.MULTILINE)
    for probe in (json.loads(checked), web["healthcheck"]["test"][1:]):
        name, path = module(probe)
        assert name == "deploy.probe"
        assert resolve(path).view_name == "health-live"


def test_the_data_is_kept_outside_of_the_container() -> None:
    folder = COMPOSE["x-barpoint"]["environment"]["BARPOINT_VAR"]
    assert f"VOLUME {folder}" in CONTAINERFILE
    assert f"barpoint:{folder}" in COMPOSE["x-barpoint"]["volumes"]
    assert set(COMPOSE["volumes"]) == {"barpoint", "postgresql"}


def test_no_secret_has_a_value_in_a_file() -> None:
    environment = COMPOSE["x-barpoint"]["environment"]
    assert environment["SECRET_KEY"].startswith("${SECRET_KEY:?")
    assert COMPOSE["services"]["postgresql"]["environment"]["POSTGRES_PASSWORD"].startswith("${")
    for path in ENV_FILES:
        assert re.findall(r"^SECRET_KEY=(.+)$", path.read_text(), re.MULTILINE) == []


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="There is no systemd here.")
@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.stem)
def test_systemd_understands_the_unit(path: Path) -> None:
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(path)],
        capture_output=True,
        text=True,
        check=False,
    )
    complaints = [
        line
        for line in done.stderr.splitlines()
        # Nothing is installed where the unit says.
        if path.name in line and "is not executable" not in line and "not found" not in line
    ]
    assert complaints == []
