"""``manage.py metrics``: what ``/metrics`` says, for a machine without a web process."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from operations import exposition


class Command(BaseCommand):
    """Prints them, say for the text files that Prometheus' node exporter reads."""

    help = "Print the metrics of this machine's processes in Prometheus' text format."

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        """All of them."""
        self.stdout.write(exposition.text().decode(), ending="")
