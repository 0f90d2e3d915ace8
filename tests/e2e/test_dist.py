"""What ``make dist`` makes can be installed into an empty environment, and runs there."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import urllib.request
from pathlib import Path

import pytest

from deploy.environment import find_uv
from deploy.processes import PROJECT, Child, free_port
from operations.version import VERSION, build, described
from rules_core import __version__ as LIBRARY_VERSION  # noqa: N812
from tests.e2e.servers import wait_until

pytestmark = [pytest.mark.e2e, pytest.mark.slow]


def output(command: list[str | Path], *, cwd: Path = PROJECT, **env: str) -> str:
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=os.environ | env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    listed = output([sys.executable, "-m", "deploy.dist", folder])
    for name, version in (("barpoint", VERSION), ("barpoint_rules_core", LIBRARY_VERSION)):
        for ending in (f"{version}.tar.gz", f"{version}-py3-none-any.whl"):
            assert f"{name}-{ending}" in listed
    assert not (PROJECT / "operations" / "build.txt").exists()
    return folder


@pytest.fixture(scope="module")
def environment(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with nothing in it but the wheel and what it asks for, as we have tested it."""
    folder = tmp_path_factory.mktemp("empty")
    uv = find_uv()
    locked = output([uv, "export", "--frozen", "--no-hashes", "--no-default-groups", "--quiet"])
    (folder / "constraints.txt").write_text(locked)
    output([uv, "venv", "--quiet", "--python", sys.executable, folder / "venv"], cwd=folder)
    wheel = dist / f"barpoint-{VERSION}-py3-none-any.whl"
    output(
        [
            *(uv, "pip", "install", "--quiet", wheel),
            *("--python", folder / "venv", "--constraint", folder / "constraints.txt"),
        ],
        cwd=folder,
    )
    return folder / "venv"


def test_the_wheel_serves_a_club(environment: Path, tmp_path: Path) -> None:
    barpoint = environment / "bin" / "barpoint"
    assert output([barpoint, "--version"], cwd=tmp_path).strip() == described()
    port = free_port()
    env = {
        "XDG_DATA_HOME": str(tmp_path),
        "PORT": str(port),
        "PYTHONPATH": "",
        "DATABASE_URL": f"sqlite:///{tmp_path}/barpoint/barpoint.sqlite3",
        "REDIS_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
    }
    base = f"http://127.0.0.1:{port}"

    def answer(path: str) -> str:
        try:
            with urllib.request.urlopen(base + path, timeout=5) as found:
                text: str = found.read().decode()
                return text
        except OSError:
            return ""

    server = Child([str(barpoint), "run"], log=tmp_path / "log", env=env)
    try:
        server.start()
        wait_until(lambda: bool(answer("/health/ready/")), seconds=180)
        ready = json.loads(answer("/health/ready/"))
        assert (ready["status"], ready["version"], ready["build"]) == ("ready", VERSION, build())
        assert "<title>" in answer("/")
        # Whoever has installed it has its commands too, on the same data.
        env["PATH"] = os.environ["PATH"]
        assert "differ" not in output([barpoint, "verify"], cwd=tmp_path, **env)
    finally:
        server.stop()
    assert (tmp_path / "barpoint" / "barpoint.sqlite3").exists()


def test_the_source_archive_is_a_project_that_can_be_worked_on(dist: Path, tmp_path: Path) -> None:
    with tarfile.open(dist / f"barpoint-{VERSION}.tar.gz") as archive:
        archive.extractall(tmp_path, filter="data")
    unpacked = tmp_path / f"barpoint-{VERSION}"
    told = output([sys.executable, "manage.py", "version"], cwd=unpacked).strip()
    assert told == described()
    for needed in ("Makefile", "uv.lock", "docs/deployment.md", "deploy/compose.yaml", "tests"):
        assert (unpacked / needed).exists()


def test_the_library_is_installed_alone(dist: Path, tmp_path: Path) -> None:
    uv = find_uv()
    output([uv, "venv", "--quiet", "--python", sys.executable, tmp_path / "venv"], cwd=tmp_path)
    wheel = dist / f"barpoint_rules_core-{LIBRARY_VERSION}-py3-none-any.whl"
    install: list[str | Path] = [
        uv,
        "pip",
        "install",
        "--quiet",
        wheel,
        "--python",
        tmp_path / "venv",
    ]
    output(install, cwd=tmp_path)
    python = tmp_path / "venv" / "bin" / "python"
    program = "import rules_core, importlib.util as u; print(u.find_spec('django'))"
    assert output([python, "-c", program], cwd=tmp_path, PYTHONPATH="").strip() == "None"
