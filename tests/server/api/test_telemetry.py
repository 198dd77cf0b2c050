"""Calls contain secrets: none of them reaches a telemetry collector, even one that a host environment has set up."""

from __future__ import annotations

import pytest
from opentelemetry import _logs, metrics, trace

from tests.server.world import World


async def test_no_collector_hears_of_a_call(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    class Collector:
        """What a process has set up to record spans, metrics and logs."""

        def __getattr__(self, name: str) -> object:
            asked.append(name)
            raise AttributeError(name)

    monkeypatch.setattr(trace, "get_tracer_provider", Collector)
    monkeypatch.setattr(metrics, "get_meter_provider", Collector)
    monkeypatch.setattr(_logs, "get_logger_provider", Collector)

    ada = await world.player("Ada")
    assert (await ada.http.get("/v1/matches/none")).status_code == 404

    assert asked == []
