"""
Makes ``.venv`` from the lock file: ``python3 deploy/environment.py [group …]``.

Runs on a bare Python, before anything is installed. Takes no time when nothing changed.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import ssl
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
VENV = PROJECT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "barpoint.json"
"""What the environment was made from; written last, so a broken one is made again."""


def main() -> None:
    """Make the environment with the groups asked for, and keep those it has."""
    wanted = set(sys.argv[1:])
    made_from, groups = _read_stamp()
    if made_from == _source() and wanted <= groups:
        return
    _check_writable()
    print("Making the environment; the first time this takes a minute or two.", flush=True)
    _sync(sorted(wanted | groups))
    STAMP.write_text(json.dumps({"source": _source(), "groups": sorted(wanted | groups)}))


def _source() -> str:
    """All that decides what belongs in the environment, and where it has to stand."""
    lock = hashlib.sha256((PROJECT / "uv.lock").read_bytes()).hexdigest()
    return f"{lock} {sys.version} {PROJECT}"


def _read_stamp() -> tuple[str, set[str]]:
    if not (STAMP.exists() and PYTHON.exists()):
        return "", set()
    stamp = json.loads(STAMP.read_text())
    return stamp["source"], set(stamp["groups"])


def _check_writable() -> None:
    folder = VENV if VENV.exists() else PROJECT
    if not os.access(folder, os.W_OK):
        sys.exit(f"{folder} cannot be written to; run this as its owner, or in a copy of your own.")


def _sync(groups: list[str]) -> None:
    STAMP.unlink(missing_ok=True)
    command = [find_uv(), "sync", "--frozen", "--no-default-groups"]
    # Inexact leaves what else is there: uv itself, and groups somebody added by hand.
    command += ["--inexact", "--python", sys.executable]
    for group in groups:
        command += ["--group", group]
    _run(command, "The environment could not be made; see above.")


def find_uv() -> str:
    """The uv on the path, or else one of our own, which is installed first if need be."""
    return shutil.which("uv") or _own_uv()


def _own_uv() -> str:
    uv = VENV / "bin" / "uv"
    if not uv.exists():
        _run(
            [sys.executable, "-m", "venv", "--clear", str(VENV)],
            "This Python cannot make environments: install its venv module (python3-venv), or uv.",
        )
        _run(
            [str(PYTHON), "-m", "pip", "install", "--quiet", "uv"],
            "uv could not be installed; see above. Without a network, put uv on the path.",
        )
    return str(uv)


def _run(command: list[str], complaint: str) -> None:
    if subprocess.run(command, cwd=PROJECT, env=_surroundings(), check=False).returncode:
        sys.exit(complaint)


def _surroundings() -> dict[str, str]:
    """Ours, without another project's environment, and with a cache that can be written to."""
    env = {key: value for key, value in os.environ.items() if key != "VIRTUAL_ENV"}
    env |= {"UV_PROJECT_ENVIRONMENT": str(VENV), "UV_PYTHON_DOWNLOADS": "never"}
    env |= {"PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    if not os.access(os.environ.get("HOME", ""), os.W_OK):
        env = {"UV_CACHE_DIR": str(PROJECT / "var" / "uv-cache"), "PIP_NO_CACHE_DIR": "1"} | env
    if _system_has_certificates():
        # A company's or a school's own authority is known to the system, but not to uv.
        env = {"UV_SYSTEM_CERTS": "1", "UV_NATIVE_TLS": "1"} | env
    return env


def _system_has_certificates() -> bool:
    places = ssl.get_default_verify_paths()
    files, folders = Path(places.openssl_cafile), Path(places.openssl_capath)
    return files.is_file() or (folders.is_dir() and any(folders.iterdir()))


if __name__ == "__main__":
    main()
