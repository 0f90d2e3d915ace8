"""The drills of ``make drills`` with few repetitions: nothing is lost, doubled or wrong, and it would be found."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from drills import club_drills, cluster_drills
from drills.control import DOUBLED, LOST, control
from drills.installations import OneProcess, WholeCluster
from drills.preparation import own_folder, running
from drills.rehearsal import Drill, Outcome, gather, rehearse

pytestmark = pytest.mark.e2e

SCALE = 0.03
"""Six kills instead of two hundred, or three instead of a hundred."""
ON_THE_CLUSTER = gather(
    [
        *("web_killed_between_commit_and_answer", "worker_killed_in_the_middle_of_a_job"),
        *("valkey_emptied", "postgresql_killed"),
    ],
    cluster_drills.DRILLS,
)
ON_ONE_PROCESS = gather(
    ["club_killed_between_commit_and_answer", "power_cut_copies"], club_drills.DRILLS
)


@pytest.fixture(scope="class")
def whole_cluster() -> Iterator[WholeCluster]:
    with own_folder() as folder, running(WholeCluster, folder) as installation:
        yield installation


@pytest.fixture(scope="class")
def one_process() -> Iterator[OneProcess]:
    with own_folder() as folder, running(OneProcess, folder) as installation:
        yield installation


def is_kept(outcome: Outcome) -> bool:
    """Whether the promise was; what is wrong is in the message of the failing test."""
    assert outcome.faults == []
    assert outcome.counted.acknowledged > 0
    return outcome.counted.lost == outcome.counted.doubled == outcome.torn == 0


class TestCluster:
    """As ``make cluster`` starts it."""

    @pytest.mark.parametrize("drill", ON_THE_CLUSTER, ids=str)
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

    @pytest.mark.parametrize("drill", ON_ONE_PROCESS, ids=str)
    def test_keeps(self, one_process: OneProcess, drill: Drill[OneProcess]) -> None:
        assert is_kept(rehearse(drill, one_process, scale=SCALE))

    def test_what_is_planted_is_found(self, one_process: OneProcess) -> None:
        """The last one here: it damages the installation."""
        outcome = rehearse(control(OneProcess), one_process)
        assert (outcome.counted.lost, outcome.counted.doubled) == (LOST, DOUBLED)
        assert len(outcome.inspection.differences) >= DOUBLED + 1
