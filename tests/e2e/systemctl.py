#!/usr/bin/env python3
"""
Stands in for systemctl where there is no systemd, as in a chroot: starts what the unit files say.

``WALK_ROOT`` is put before the folders of the installation, and ``WALK_PORT`` in the place of 8000. Needs nothing but
Python, since it runs before anything is installed.
"""

from __future__ import annotations

import configparser
import contextlib
import fnmatch
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

ROOT = os.environ.get("WALK_ROOT", "")
PORT = os.environ.get("WALK_PORT", "8000")
UNITS = Path(f"{ROOT}/etc/systemd/system")
STATE = Path(f"{ROOT}/run/walk")
FOLDERS = ("/opt/barpoint", "/etc/barpoint", "/var/lib/barpoint")


def main() -> None:
    words = [word for word in sys.argv[1:] if word not in {"--now", "--quiet"}]
    command, names = words[0], words[1:]
    STATE.mkdir(parents=True, exist_ok=True)
    if command == "daemon-reload":
        return
    for name in names:
        units = [path.stem for path in UNITS.glob("*.service") if fnmatch.fnmatch(path.stem, name)]
        if not units:
            subprocess.run(["service", name, "start"], check=True, stdin=subprocess.DEVNULL)
        for unit in sorted(units):
            if command in {"restart", "stop"} and (STATE / unit).exists():
                stop(unit)
                if command == "restart":
                    start(unit)
            elif command in {"enable", "start"}:
                start(unit)


def mapped(text: str) -> str:
    for folder in FOLDERS:
        text = re.sub(rf"(?<![\w/]){folder}", f"{ROOT}{folder}", text)
    for before in ("PORT=", "--port ", ":"):
        text = text.replace(f"{before}8000", f"{before}{PORT}")
    return text


def read(unit: str) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(mapped((UNITS / f"{unit}.service").read_text()))
    return parser


def start(unit: str) -> None:
    if (STATE / unit).exists():
        return
    described = read(unit)
    for needed in described.get("Unit", "Requires", fallback="").split():
        start(needed.removesuffix(".service"))
    service = described["Service"]
    command = service["ExecStart"].replace("%%", "\0").replace("%h", socket.gethostname())
    with (STATE / f"{unit}.log").open("ab") as log:
        process = subprocess.Popen(
            command.replace("\0", "%").split(),
            cwd=service["WorkingDirectory"],
            env=environment(service),
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            umask=int(service.get("UMask", "0022"), 8),
            **identity(service),
        )
    (STATE / unit).write_text(str(process.pid))
    if service.get("Type") == "oneshot" and process.wait() != 0:
        sys.exit(f"{unit} failed:\n{(STATE / f'{unit}.log').read_text()}")


def environment(service: configparser.SectionProxy) -> dict[str, str]:
    """Nothing of ours: a service starts with little more than what its file says."""
    kept = ("LANG", "WALK_ROOT", "SSL_CERT_FILE")
    env = {"PATH": "/usr/local/bin:/usr/bin:/bin"} | {
        name: os.environ[name] for name in kept if name in os.environ
    }
    for line in mapped(Path(service["EnvironmentFile"]).read_text()).splitlines():
        if line and not line.startswith("#"):
            name, _, value = line.partition("=")
            env[name] = value
    return env


def identity(service: configparser.SectionProxy) -> dict[str, Any]:
    folder = Path(f"{ROOT}/var/lib", service["StateDirectory"])
    folder.mkdir(parents=True, exist_ok=True, mode=int(service["StateDirectoryMode"], 8))
    if os.geteuid() != 0 or ROOT:
        return {}
    shutil.chown(folder, service["User"], service["Group"])
    return {"user": service["User"], "group": service["Group"], "extra_groups": []}


def stop(unit: str) -> None:
    pid = int((STATE / unit).read_text())
    try:
        # As KillMode=mixed says.
        os.kill(pid, signal.SIGTERM)
        for _ in range(300):
            os.killpg(pid, 0)
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
            time.sleep(0.1)
        os.killpg(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    (STATE / unit).unlink()


if __name__ == "__main__":
    main()
