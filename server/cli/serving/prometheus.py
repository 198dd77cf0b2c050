"""
The metrics of a process for Prometheus, on a separate address: for operators, never for players.

Labels only contain an operation of the API, a status or a class of them, the name of a limit, a game, a version of its
rules, or a known push service.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import accumulate
from typing import cast

import uvicorn
from fastapi import FastAPI
from prometheus_client import CollectorRegistry, ProcessCollector, make_asgi_app
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector
from starlette.types import Receive, Scope, Send

from server.access.codes import ServerCode
from server.api.server import Server
from server.logs.store.readiness import REASONS
from server.runtime.metrics import Distribution, Metrics, metrics


@asynccontextmanager
async def showing(app: FastAPI, listening: socket.socket) -> AsyncIterator[None]:
    """Serve the metrics of a running application on a socket."""
    registry = CollectorRegistry()
    shown = _Metrics(app)
    registry.register(shown)
    ProcessCollector(registry=registry)
    asked = make_asgi_app(registry)

    async def look_first(scope: Scope, receive: Receive, send: Send) -> None:
        await shown.look()
        await asked(scope, receive, send)

    server = _Server(
        uvicorn.Config(look_first, lifespan="off", log_config=None, log_level="warning", access_log=False, ws="none")
    )
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    try:
        yield
    finally:
        server.should_exit = True
        await serving


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Leave signals to the main server in this process."""
        yield


class _Metrics(Collector):
    def __init__(self, app: FastAPI) -> None:
        self._app = app
        self._unready: ServerCode | None = None

    async def look(self) -> None:
        """Find out what takes an answer of the database."""
        self._unready = await cast("Server", self._app.state.server).readiness.reason()

    def collect(self) -> Iterator[Metric]:
        yield from _count(metrics)
        server = cast("Server", self._app.state.server)
        unready = GaugeMetricFamily("moirai_unready", "Why the process cannot serve, as /readyz.", labels=["because"])
        for reason in REASONS:
            unready.add_metric([reason.name], reason == self._unready)
        yield unready
        waiting = server.streams.waiting()
        yield GaugeMetricFamily("moirai_appends_waiting", "Appends that wait for a commit.", value=server.log.waiting)
        yield GaugeMetricFamily("moirai_texts_waiting", "Texts that wait for clients of streams.", value=sum(waiting))
        yield GaugeMetricFamily(
            "moirai_texts_waiting_for_one", "Texts that wait for the slowest client.", value=max(waiting, default=0)
        )
        yield GaugeMetricFamily("moirai_live_matches", "Matches in memory.", value=server.streams.repository.size)
        found = server.comparison.found
        own_streams = GaugeMetricFamily(
            "moirai_own_streams_of_another_moment",
            "News that own streams lacked and that is told again, and their events of entries that are lost.",
            labels=["what"],
        )
        own_streams.add_metric(["told_again"], found.told_again)
        own_streams.add_metric(["of_lost_entries"], found.of_lost_entries)
        yield own_streams


def _count(counted: Metrics) -> Iterator[Metric]:
    replies = HistogramMetricFamily(
        "moirai_reply_seconds", "Calls by the time until their reply began.", labels=["operation", "status"]
    )
    for (operation, hundred), took in counted.replies.items():
        _add(replies, [operation, f"{hundred}xx"], took)
    yield replies
    for name, said, distribution in (
        ("moirai_phase_lag_seconds", "Phases by the delay of their closing after it was due.", counted.phase_lag),
        ("moirai_commit_entries", "Commits by their number of entries.", counted.commit_entries),
        ("moirai_commit_seconds", "Commits by their duration.", counted.commit_seconds),
        ("moirai_loop_lag_seconds", "Delay of the event loop, measured twice per second.", counted.loop_lag),
    ):
        family = HistogramMetricFamily(name, said)
        _add(family, [], distribution)
        yield family
    for name, said, count in (
        ("moirai_refused_appends", "Appends that failed because the head had moved.", counted.refused_appends),
        ("moirai_catch_ups", "Reads of entries that other processes appended.", counted.catch_ups),
        ("moirai_caught_up_entries", "Entries found by these reads.", counted.caught_up),
        ("moirai_lost_tails", "Logs in which acknowledged entries are missing.", counted.lost_tails),
        ("moirai_unreadable", "Failed attempts to read a log.", counted.unreadable),
        ("moirai_archived", "Logs moved to the archive.", counted.archived),
        ("moirai_archive_failures", "Failures to read or to move a log of the archive.", counted.archive_failures),
        ("moirai_replica_reads", "Reads that the replica has answered.", counted.replica_reads),
        ("moirai_replica_failures", "Reads that it could not answer.", counted.replica_failures),
        ("moirai_refused_connections", "Connections closed because of a limit.", counted.refused_connections),
    ):
        yield CounterMetricFamily(name, said, value=count)
    throttled = CounterMetricFamily("moirai_throttled_calls", "Calls above a rate limit.", labels=["limit"])
    for limit, count in counted.throttled.items():
        throttled.add_metric([limit], count)
    yield throttled
    refusals = CounterMetricFamily(
        "moirai_push_refusals", "Push messages that a push service has refused.", labels=["service", "status"]
    )
    for (service, status), count in counted.push_refusals.items():
        refusals.add_metric([service, str(status)], count)
    yield refusals
    pruned = CounterMetricFamily("moirai_pruned", "What was ended because it is kept for a time only.", labels=["what"])
    for what, count in counted.pruned.items():
        pruned.add_metric([what], count)
    yield pruned
    suspended = CounterMetricFamily("moirai_suspended_matches", "Matches set aside.", labels=["game", "because"])
    for where, count in counted.suspended.items():
        suspended.add_metric(list(where), count)
    yield suspended
    waiting = GaugeMetricFamily(
        "moirai_matches_of_other_rules",
        "Matches that wait for a version of the rules that the process does not have.",
        labels=["game", "rules_version"],
    )
    for (game, version), count in counted.other_rules.items():
        waiting.add_metric([game, str(version)], count)
    yield waiting
    unread = GaugeMetricFamily(
        "moirai_unread_logs",
        "Logs that wait because the process does not know a fact that a newer server has written.",
        labels=["fact", "version"],
    )
    for (fact, number), count in counted.unread.items():
        unread.add_metric([fact, str(number)], count)
    yield unread
    yield GaugeMetricFamily("moirai_sockets", "Open WebSockets.", value=counted.sockets)


def _add(family: HistogramMetricFamily, labels: list[str], distribution: Distribution) -> None:
    bounds = [*(str(float(bound)) for bound in distribution.bounds), "+Inf"]
    family.add_metric(labels, list(zip(bounds, accumulate(distribution.counts), strict=True)), distribution.total)
