"""``barpoint``, the command that the wheel installs; in a clone ``python -m deploy.command_line``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
"""Where the project lies: a clone, or the folder that the wheel has put it in."""

HELP = """barpoint run       the club's own server, everything in one process (HOST= and PORT= in the environment)
barpoint club      a club of your own, beside the demo club or instead of it
barpoint prepare   bring the database and the static files up to date
barpoint web       web processes: --host, --port, --workers
barpoint worker    a worker, with the options of celery's
barpoint beat      the clock that workers go by
barpoint version   which version this is
barpoint COMMAND   any other command of manage.py; barpoint help lists them
"""


def main() -> None:
    """Do what the first word says."""
    _make_importable()
    word, *rest = sys.argv[1:] or ["--help"]
    if word in {"--help", "-h"}:
        sys.exit(print(HELP, end=""))
    if word in {"--version", "version"}:
        from operations.version import described

        sys.exit(print(described()))
    OWN.get(word, _manage)(word, rest)


def _make_importable() -> None:
    """Have our rooms found by their own names, here and in the processes that are started."""
    if str(PROJECT) not in sys.path:
        sys.path.insert(0, str(PROJECT))
    others = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(PROJECT), *([others] if others else [])])
    os.environ.setdefault("BARPOINT_VAR", str(_data_folder()))
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.local")


def _data_folder() -> Path:
    """In a clone where ``make run`` has it; otherwise not among the programs."""
    if (PROJECT / "Makefile").exists():
        return PROJECT / "var"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "barpoint"


def _run(_: str, __: list[str]) -> None:
    from deploy import club

    club.main()


def _club(_: str, __: list[str]) -> None:
    from deploy import own_club

    own_club.main()


def _prepare(_: str, __: list[str]) -> None:
    import django

    django.setup()
    from deploy.preparation import prepare

    prepare()


def _web(_: str, options: list[str]) -> None:
    from deploy import web

    sys.argv = ["barpoint web", *options]
    web.main()


def _celery(word: str, options: list[str]) -> None:
    from celery.__main__ import main as celery

    alone = ["--without-gossip", "--without-mingle"] if word == "worker" else []
    sys.argv = ["celery", "-A", "config", word, *alone, *options]
    celery()


def _manage(word: str, rest: list[str]) -> None:
    from django.core.management import execute_from_command_line

    execute_from_command_line(["barpoint", word, *rest])


OWN: dict[str, Callable[[str, list[str]], None]] = {
    "run": _run,
    "club": _club,
    "prepare": _prepare,
    "web": _web,
    "worker": _celery,
    "beat": _celery,
}


if __name__ == "__main__":
    main()
