"""
Runs a command that ends when whoever started it ends, however that came about.

Its input is a pipe. When the pipe closes, because its owner closed it or was killed, the command gets
a signal, and if that does not end it, it is killed with all its children. Anything written into
the pipe kills it at once. If this guard itself is killed, Linux kills the command.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading

PATIENCE_SECONDS = 20
PR_SET_PDEATHSIG = 1
"""From Linux's ``sys/prctl.h``."""


def main() -> None:
    """Watch over one command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--signal", default="SIGTERM", help="what ends the command gently")
    parser.add_argument("--user", help="whom to run it as, if we are root")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    child = subprocess.Popen(
        options.command,
        stdin=subprocess.DEVNULL,
        user=options.user,
        group=options.user and _group_of(options.user),
        extra_groups=[] if options.user else None,
        start_new_session=True,
        preexec_fn=_die_with_guard,
    )
    # The terminal's Ctrl-C is for the owner, who closes the pipes in the right order.
    for ignored in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(ignored, signal.SIG_IGN)
    gently = signal.Signals[options.signal]
    threading.Thread(target=_watch_pipe, args=(child, gently), daemon=True).start()
    code = child.wait()
    _kill_session(child)
    sys.exit(code if code >= 0 else 128 - code)


def _die_with_guard() -> None:
    """Run in the child, after it has become the user it runs as: that would undo it."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _group_of(user: str) -> int:
    import pwd

    return pwd.getpwnam(user).pw_gid


def _watch_pipe(child: subprocess.Popen[bytes], gently: signal.Signals) -> None:
    if not os.read(sys.stdin.fileno(), 1):
        child.send_signal(gently)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(PATIENCE_SECONDS)
    _kill_session(child)


def _kill_session(child: subprocess.Popen[bytes]) -> None:
    """Also what the command left behind."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)


if __name__ == "__main__":
    main()
