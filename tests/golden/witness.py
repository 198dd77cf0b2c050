"""What each viewer of a match was told and saw, computed from its log by the server's own code."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from engines.kit import HOST, SPECTATOR, Viewer
from server.api.routes.playing import render_view
from server.logs.store.entry import Entry
from server.matches.match import Match

Json = Any


@dataclass
class Testimony:
    """
    For one viewer: its events as in frames, and its views by the cursors at which it could see them.

    Where a spectator's lag ends, several events come at once, and then one view.
    """

    told: list[str] = field(default_factory=list)
    saw: dict[int, str] = field(default_factory=dict)


def told_and_seen(log: Sequence[Entry]) -> dict[str, Testimony]:
    """Return what all seats, a spectator and the host were told, entry by entry; views have the time of the entry."""
    live = Match(log[:1], bytes(32))
    witnesses: dict[Viewer, Testimony] = {
        viewer: Testimony() for viewer in (*map(Viewer, live.state.seat_ids), SPECTATOR, HOST)
    }
    _hear(live, log[0], witnesses.items())
    for entry in log[1:]:
        live.apply(entry)
        _hear(live, entry, witnesses.items())
    return {str(viewer): testimony for viewer, testimony in witnesses.items()}


def _hear(live: Match, entry: Entry, witnesses: Iterable[tuple[Viewer, Testimony]]) -> None:
    for viewer, testimony in witnesses:
        events = live.events(viewer, len(testimony.told))
        if events:
            testimony.told += [event.text() for event in events]
            view = render_view(entry.log_id, live.projection(viewer), entry.at)
            testimony.saw[len(testimony.told)] = view.decode()
