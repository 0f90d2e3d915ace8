"""``manage.py outbox``: what is still to be done, and ways to hurry it along."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from outbox import broker
from outbox.models import Message
from outbox.services import run_pending


class Command(BaseCommand):
    """Looks after the jobs by hand."""

    help = "List the jobs that are still to be done, wake the workers for them, or do them here."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to do with them."""
        parser.add_argument(
            "action",
            nargs="?",
            choices=["list", "wake", "run"],
            default="list",
            help="list: show them; wake: have a worker look at them now; run: run them here and now",
        )

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        """One line a job, or how many there were."""
        match options["action"]:
            case "wake":
                woken = broker.send_wake_up()
                self.stdout.write("a worker is told" if woken else "the broker cannot be reached")
            case "run":
                self.stdout.write(f"{run_pending()} tried, {Message.objects.count()} left")
            case _:
                for message in Message.objects.order_by("pk"):
                    self.stdout.write(self._line(message))

    def _line(self, message: Message) -> str:
        asked = f"{message.created_at:%Y-%m-%d %H:%M:%S}"
        line = f"{message.pk} {message}, asked for {asked}, next try {message.due_at:%H:%M:%S}"
        if message.attempts:
            line += f", failed {message.attempts} times: {message.last_error}"
        return line
