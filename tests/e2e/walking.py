"""Follows the commands of docs/deployment.md as a person would, in a chroot or in a folder."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from abc import ABC, abstractmethod
from pathlib import Path

from deploy.processes import PROJECT, free_port

PAGE = PROJECT / "docs" / "deployment.md"
STEP = re.compile(r"^<!-- walk: ([\w-]+) -->\n```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SYSTEMCTL = Path(__file__).with_name("systemctl.py")


def steps() -> dict[str, list[str]]:
    """The commands of each step, in the order of the page."""
    return {name: block.splitlines() for name, block in STEP.findall(PAGE.read_text())}


class Walk(ABC):
    """Somebody at a shell, with root's rights or as if."""

    def __init__(self, root: Path) -> None:
        self.root = root
        """The folder that is / to whoever walks."""
        self.port = str(free_port())
        """Where the site is, instead of 8000."""
        self.instead: dict[str, str] = {}
        """Words of the page that are others here, such as the address of a database."""

    def follow(self, step: str) -> str:
        """Run the commands of a step line by line in one shell; what they print. The first that fails fails all."""
        lines = "\n".join(map(self.as_run, steps()[step]))
        done = self._shell(f"set -euo pipefail\nset -x\n{lines}\n")
        log = "\n".join(
            f"--- {path.name}\n{path.read_text()[-4000:]}"
            for path in sorted((self.root / "run" / "walk").glob("*.log"))
        )
        assert done.returncode == 0, f"{step}:\n{done.stdout}\n{done.stderr}\n{log}"
        return done.stdout

    def run(self, command: str) -> str:
        """The output of a command that is not on the page."""
        done = self._shell(f"set -e\n{command}\n")
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        return done.stdout

    def stop(self) -> None:
        """End the services."""
        self._shell("systemctl stop 'barpoint-*'\n")

    def as_run(self, line: str) -> str:
        """A line of the page as it is run here."""
        for word, other in self.instead.items():
            line = line.replace(word, other)
        return line.replace("127.0.0.1:8000", f"127.0.0.1:{self.port}")

    @abstractmethod
    def _shell(self, script: str) -> subprocess.CompletedProcess[str]: ...


class Folder(Walk):
    """Without root: the folders of the installation lie in another one, and what only root may do is left out."""

    MAPPED = (
        *("/opt/barpoint", "/etc/barpoint", "/etc/systemd/system", "/var/lib/barpoint"),
        "/usr/local/sbin",
    )
    LEFT_OUT = {
        "apt-get": "exit 0",
        "useradd": "exit 0",
        "runuser": 'shift 3; exec "$@"',
        "install": (
            'for word; do case "$skip$word" in --group) skip=1;; 1*) skip=;; *) set -- "$@" "$word";; esac; shift; '
            'done; exec /usr/bin/install "$@"'
        ),
    }

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        programs = root / "programs"
        programs.mkdir(parents=True)
        for name, body in self.LEFT_OUT.items():
            (programs / name).write_text(f"#!/bin/sh\nskip=\n{body}\n")
        shutil.copy(SYSTEMCTL, programs / "systemctl")
        for program in programs.iterdir():
            program.chmod(0o755)
        # Not that of our environment: whoever walks has none yet.
        (programs / "python3").symlink_to(Path(getattr(sys, "_base_executable", sys.executable)))
        for folder in ("etc/systemd/system", "usr/local/sbin"):
            (root / folder).mkdir(parents=True)

    def as_run(self, line: str) -> str:
        for folder in self.MAPPED:
            line = re.sub(rf"(?<![\w/]){folder}", f"{self.root}{folder}", line)
        return super().as_run(line)

    def follow(self, step: str) -> str:
        printed = super().follow(step)
        script = self.root / "usr/local/sbin/barpoint"
        if step == "program":
            # The file that it reads is the same as for a real installation, but for the folder.
            mapped = "\n".join(map(self.as_run, script.read_text().splitlines()))
            here = f"BARPOINT_VAR={self.root}/var/lib/barpoint"
            script.write_text(mapped.replace("set +a", f"{here}\nset +a"))
        return printed

    def _shell(self, script: str) -> subprocess.CompletedProcess[str]:
        inherited = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("DJANGO", "DATABASE", "REDIS", "BARPOINT", "PYTEST", "TEST_"))
        }
        ours = f"{self.root}/programs:{self.root}/usr/local/sbin"
        env = inherited | {
            "PATH": f"{ours}:{os.environ['PATH']}",
            "WALK_ROOT": str(self.root),
            "WALK_PORT": self.port,
            "REPOSITORY": str(PROJECT),
        }
        return _bash(["bash"], script, env)


class Chroot(Walk):
    """As root in a bare Debian, where only systemd is not there: nothing is left out."""

    def __init__(self, root: Path) -> None:
        super().__init__(root)
        shutil.copy(SYSTEMCTL, root / "usr/local/bin/systemctl")
        (root / "usr/local/bin/systemctl").chmod(0o755)
        shutil.copy("/etc/resolv.conf", root / "etc/resolv.conf")
        # Every running Debian has it; workers keep their locks there.
        (root / "dev/shm").mkdir(exist_ok=True)
        (root / "dev/shm").chmod(0o1777)
        self._trust_what_we_trust()
        repository = root / "srv/barpoint.git"
        shutil.rmtree(repository, ignore_errors=True)
        subprocess.run(
            ["git", "clone", "--quiet", "--bare", str(PROJECT), str(repository)], check=True
        )

    def follow(self, step: str) -> str:
        printed = super().follow(step)
        if step == "packages":
            self.run("update-ca-certificates")
        return printed

    def _trust_what_we_trust(self) -> None:
        """The network here may have an authority of its own, as a company's has."""
        ours = Path("/usr/local/share/ca-certificates")
        if ours.is_dir():
            shutil.copytree(ours, self.root / "usr/local/share/ca-certificates", dirs_exist_ok=True)

    def _shell(self, script: str) -> subprocess.CompletedProcess[str]:
        env = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "HOME": "/root",
            "LANG": "C.UTF-8",
            "DEBIAN_FRONTEND": "noninteractive",
            "WALK_PORT": self.port,
            "REPOSITORY": "/srv/barpoint.git",
        }
        passed = ("https_proxy", "http_proxy", "no_proxy", "PIP_CERT", "SSL_CERT_FILE")
        env |= {name: os.environ[name] for name in passed if name in os.environ}
        return _bash(["chroot", str(self.root), "bash"], script, env)


def _bash(shell: list[str], script: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    command = [*shell, "-c", script]
    return subprocess.run(
        command, env=env, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
