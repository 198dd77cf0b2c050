"""The simulation of queues, compared with formulas of queueing theory where there are any."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from statistics import mean

import pytest

from benchmarks.queue_model import MAX_BATCH, NOTICE_SECONDS, Clock, Costs, Disk, Load, Queue, Shape, quantile, simulate

COSTS = Costs(request=1e-3, commit=0.5e-3, statement=0.25e-3, row=0.125e-3, flush=(2e-3,))


@pytest.mark.parametrize("utilisation", [0.3, 0.6, 0.9])
def test_one_server_with_random_arrivals_follows_pollaczek_and_khinchine(utilisation: float) -> None:
    """M/D/1: the mean wait is ρ·s / 2(1 − ρ)."""
    clock, random, seconds = Clock(), Random(1), 1.0
    queue = Queue(clock)
    waits: list[float] = []

    def arrive() -> None:
        came = clock.now
        queue.serve(seconds, lambda: waits.append(clock.now - came - seconds))
        clock.after(random.expovariate(utilisation / seconds), arrive)

    clock.after(0, arrive)
    clock.run(100_000)

    assert mean(waits) == pytest.approx(utilisation * seconds / (2 * (1 - utilisation)), rel=0.05)


def test_several_servers_work_side_by_side() -> None:
    clock = Clock()
    queue = Queue(clock, servers=2)
    ends: list[float] = []
    for _ in range(5):
        queue.serve(1.0, lambda: ends.append(clock.now))

    clock.run(10)

    assert ends == [1, 1, 2, 2, 3]
    assert queue.busy == 5


def test_a_disk_flushes_all_that_wait_at_once() -> None:
    clock = Clock()
    disk = Disk(clock, [1.0], Random(1))
    ended: list[float] = []
    for _ in range(4):
        disk.flush(lambda: ended.append(clock.now))

    clock.run(10)

    assert ended == [1, 2, 2, 2]


def test_a_single_submission_takes_the_sum_of_its_parts() -> None:
    outcome = simulate(COSTS, Shape(), Load(connections=1), 10)

    assert outcome.latencies == pytest.approx([3.875e-3] * len(outcome.latencies))
    assert outcome.batch == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("connections", [1, 8, 64])
def test_utilisation_is_throughput_times_cost_and_clients_are_rate_times_latency(connections: int) -> None:
    """The utilisation law and Little's law hold for any order of service."""
    seconds = 20
    outcome = simulate(COSTS, Shape(processes=2), Load(connections=connections), seconds)

    commits, entries = outcome.commits / seconds, outcome.entries / seconds
    busy = entries * COSTS.request + commits * COSTS.commit
    assert 2 * outcome.process_busy == pytest.approx(busy, rel=0.01)
    assert outcome.cores_busy == pytest.approx(commits * COSTS.statement + entries * COSTS.row, rel=0.01)
    assert outcome.disk_busy == pytest.approx(commits * 2e-3, rel=0.01)
    assert outcome.rate * mean(outcome.latencies) == pytest.approx(connections, rel=0.01)


def test_processes_share_the_flushes_of_the_disk() -> None:
    disk_only = Costs(request=1e-9, flush=(1e-3,))

    alone, many = (simulate(disk_only, Shape(processes), Load(connections=160), 2) for processes in (1, 16))

    assert alone.commits / 2 == pytest.approx(1000, rel=0.01)
    # At worst in two groups, of which one gathers while the other is flushed.
    assert many.commits / 2 >= 8000
    assert quantile(many.latencies, 0.5) <= 2.01e-3


def test_a_process_notifies_at_most_once_in_its_pause() -> None:
    """However often it commits: each notice wakes every other process."""
    costs = Costs(request=1e-5, wake=1e-3, flush=(1e-4,))

    outcome = simulate(costs, Shape(processes=2, cores=16), Load(connections=32), 10)

    notices = outcome.cores_busy * 16 * 10 / costs.wake
    assert outcome.commits > 4 * notices
    assert notices == pytest.approx(2 * 10 / NOTICE_SECONDS, rel=0.05)


def test_no_commit_is_larger_than_the_largest() -> None:
    outcome = simulate(Costs(request=1e-9, flush=(1.0,)), Shape(), Load(connections=2 * MAX_BATCH), 20)

    assert outcome.batch <= MAX_BATCH
    assert outcome.rate == pytest.approx(MAX_BATCH, rel=0.1)


def test_entries_are_applied_in_every_process_with_listeners() -> None:
    shape = Shape(processes=8, heard_elsewhere=1.75)

    outcome = simulate(replace(COSTS, flush=(1e-4,)), shape, Load(submissions=300), 60)

    assert len(outcome.delays) / outcome.entries == pytest.approx(1.75, rel=0.02)


def test_some_submissions_close_a_phase() -> None:
    outcome = simulate(replace(COSTS, flush=(1e-4,)), Shape(), Load(submissions=200, resolutions=0.5), 60)

    assert outcome.entries / len(outcome.latencies) == pytest.approx(1.5, rel=0.02)


def test_phases_that_close_together_are_closed_one_after_another() -> None:
    """The last of n phases waits for n closings, shared by the processes."""
    costs = replace(COSTS, closing=4e-3)

    outcome = simulate(costs, Shape(processes=4), Load(closings=4000), 20)

    assert len(outcome.lags) == 4000
    assert max(outcome.lags) == pytest.approx(4000 * 4e-3 / 4, rel=0.1)


def test_the_same_seed_gives_the_same_course() -> None:
    first, again, other = (
        simulate(COSTS, Shape(processes=3), Load(submissions=500), 2, seed=seed).latencies for seed in (1, 1, 2)
    )

    assert first == again
    assert first != other
