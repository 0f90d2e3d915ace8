"""The drills of ``make drills`` with few repetitions: nothing is lost, doubled or wrong, and it would be found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from drills import club_drills, cluster_drills, disk
from drills.control import DOUBLED, LOST, control
from drills.installations import Installation, OneProcess, WholeCluster
from drills.preparation import fresh, own_folder
from drills.rehearsal import Drill, Outcome, rehearse
from drills.surroundings import on_a_full_disk, with_a_clock

pytestmark = [pytest.mark.drills, pytest.mark.slow]

SCALE = 0.03
"""Six kills instead of two hundred."""
IN_SHORT = (
    *("web_killed_between_commit_and_answer", "worker_killed_in_the_middle_of_a_job"),
    *("valkey_emptied", "postgresql_killed", "connections_cut", "messages_twice_and_out_of_order"),
)
"""Of those on the cluster; `make drills` has them all."""


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with own_folder() as path:
        yield path


@pytest.fixture(scope="class")
def whole_cluster(folder: Path) -> Iterator[WholeCluster]:
    with fresh(WholeCluster, folder, "cluster") as installation:
        yield installation


@pytest.fixture(scope="class")
def one_process(folder: Path) -> Iterator[OneProcess]:
    with fresh(OneProcess, folder, "club") as installation:
        yield installation


def is_kept(outcome: Outcome) -> bool:
    """Whether the promise was; what is wrong is in the message of the failing test."""
    assert outcome.faults == []
    assert outcome.counted.acknowledged > 0
    return outcome.counted.lost == outcome.counted.doubled == outcome.torn == 0


class TestCluster:
    """As ``make cluster`` starts it."""

    @pytest.mark.parametrize(
        "drill", [drill for drill in cluster_drills.DRILLS if drill.name in IN_SHORT], ids=str
    )
    def test_keeps(self, whole_cluster: WholeCluster, drill: Drill[WholeCluster]) -> None:
        assert is_kept(rehearse(drill, whole_cluster, scale=SCALE))

    def test_is_still_the_one_that_was_started_and_leaves_nothing_behind(
        self, whole_cluster: WholeCluster
    ) -> None:
        assert whole_cluster.is_running
        whole_cluster.stop()
        assert whole_cluster.log.read_text().endswith("Stopped; nothing is lost.\n")


class TestOneProcess:
    """As ``make run`` starts it."""

    @pytest.mark.parametrize("drill", club_drills.DRILLS, ids=str)
    def test_keeps(self, one_process: OneProcess, drill: Drill[OneProcess]) -> None:
        assert is_kept(rehearse(drill, one_process, scale=SCALE))

    def test_what_is_planted_is_found(self, one_process: OneProcess) -> None:
        """The last one here: it damages the installation."""
        outcome = rehearse(control(OneProcess), one_process)
        assert (outcome.counted.lost, outcome.counted.doubled) == (LOST, DOUBLED)
        assert len(outcome.inspection.differences) >= DOUBLED + 1


@pytest.mark.skipif(not disk.is_possible(), reason=disk.WHY_NOT)
@pytest.mark.parametrize("engine", [OneProcess])
def test_a_full_disk_loses_nothing(folder: Path, engine: type[Installation]) -> None:
    assert is_kept(on_a_full_disk(engine, folder, scale=SCALE))


@pytest.mark.parametrize("engine", [OneProcess])
def test_a_clock_that_is_set_loses_nothing(folder: Path, engine: type[Installation]) -> None:
    assert is_kept(with_a_clock(engine, folder, scale=SCALE))
