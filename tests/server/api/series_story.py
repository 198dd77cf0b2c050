"""The part of the story of the document's examples that is about series."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from tests.server.world import Client, World

Json = Any

Call = Callable[[Client, str, str | None], Awaitable[Json]]
"""Makes a documented call with the named example of its body, or the first; returns the reply."""

AFTER_A_VOID_MATCH = ("replay", "decide")


async def tell_of_series(world: World, call: Call, actions: list[str], host: Client, sitter: Client) -> None:
    """Direct a series whose last place the sitter has, with all actions; it is read before anything is drawn."""
    series_id = (await call(host, "createSeries", None))["series_id"]
    path = f"/v1/series/{series_id}"
    for operation in ("getSeries", "listSeries"):
        await call(host, operation, None)
    for name in ("Hecate", "Metis"):
        other = await world.player(name)
        await other.put(f"{path}/players/me", {})
    await call(sitter, "enterSeries", None)
    for operation in ("createSeriesInvitation", "listSeriesInvitations", "withdrawSeriesInvitation"):
        await call(host, operation, None)
    for operation in ("getSeriesView", "listSeriesEvents", "getSeriesLog"):
        await call(host, operation, None)
    for action in actions:
        if action in AFTER_A_VOID_MATCH:
            main = (await host.get(f"{path}/view"))["episodes"][-1]["main"]
            await host.act(main["match_id"], {"type": "void", "reason": "A fire alarm."})
            await world.settle()
        elif action == "cancel":
            await call(sitter, "takeSeriesLeave", None)
            await call(sitter, "leaveSeries", None)
        await call(host, "actOnSeries", action)
        await world.settle()
        if action == "decide":
            await call(sitter, "decideInSeries", None)
