"""What ``/metrics`` says: what all processes have counted, and what is read when somebody asks."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.metrics_core import InfoMetricFamily, Metric
from prometheus_client.registry import Collector

from operations import process_files, version
from operations.metrics import OWN

READ_WHEN_ASKED: list[Collector] = []
"""Collectors of other apps, for what is in the database anyway."""


def text() -> bytes:
    """Everything in Prometheus' text format."""
    registry = CollectorRegistry()
    for collector in (_Counted(), _Build(), *READ_WHEN_ASKED):
        registry.register(collector)
    return generate_latest(registry)


class _Counted(Collector):
    """The counts of this process and of the others."""

    def collect(self) -> Iterator[Metric]:
        own = process_files.families_of(OWN.collect())
        others = [numbers["families"] for numbers in process_files.of_others()]
        for name, family in process_files.added_up([own, *others]).items():
            metric = Metric(name, family["help"], family["type"])
            for sample, labels, value in family["samples"]:
                metric.add_sample(sample, labels, value)
            yield metric


class _Build(Collector):
    """Which version runs here."""

    def collect(self) -> Iterator[Metric]:
        yield InfoMetricFamily(
            "barpoint_build",
            "The version that runs here.",
            {"version": version.VERSION, "build": version.build()},
        )
