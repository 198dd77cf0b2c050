"""
Reminders: when the deadline of a phase is near, awaited players who have not submitted get news of it.

Time causes them, not an entry. The entry that sets a deadline leaves a mark that is due when it is near.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from engines.kit import SeatId
from server.logs.store.contract import Mark
from server.logs.store.entry import Entry
from server.matches.match import Match
from server.matches.state import MatchState
from server.notifications.lead_time import lead_time
from server.notifications.news.facts import DeadlineNear, HandedOn, encode
from server.notifications.news.handing_on import Caused
from server.runtime.times import timestamp


def remind_at(state: MatchState | None) -> datetime | None:
    """Return when players are reminded of the deadline of the open phase; None if nobody is to be reminded."""
    if state is None or state.phase is None or state.closes_at is None:
        return None
    # Without pauses, which would make a deadline near at once.
    lead = lead_time(timedelta(seconds=state.phase.seconds))
    return None if lead is None or not any(_players_awaited(state)) else state.rests.begin_of(state.closes_at, lead)


def reminder(before: MatchState | None, after: MatchState, entry: Entry) -> tuple[Mark, ...]:
    """Return the mark of an entry that changes when to remind; one that is due at once replaces what is obsolete."""
    at = remind_at(after)
    if at == remind_at(before):
        return ()
    return (Mark(entry.log_id, 0, entry.at if at is None else timestamp(at), "{}"),)


def near_deadline(live: Match, now: datetime) -> Caused:
    """Return the news that time causes in a match now: that the deadline of the open phase is near, once a phase."""
    state, at = live.state, remind_at(live.state)
    if at is None or state.phase is None or state.closes_at is None or not at <= now < state.closes_at:
        return Caused(HandedOn(live.log_id, 0, ""), {})
    near = {
        player: [
            encode(DeadlineNear(live.log_id, state.created.game, seat, state.phase.number, timestamp(state.closes_at)))
        ]
        for seat, player in _players_awaited(state)
        if seat not in state.submissions
    }
    # After lost entries, a phase that was opened anew is another one.
    source, opened_at = f"{live.log_id} deadline", "" if state.opened_at is None else timestamp(state.opened_at)
    return Caused(HandedOn(source, state.phase.number, f"{source} {state.phase.number} {opened_at}"), near)


def _players_awaited(state: MatchState) -> Iterator[tuple[SeatId, str]]:
    for seat in state.phase.awaited if state.phase else ():
        occupant = state.occupants.get(seat)
        if occupant is not None and occupant.player is not None:
            yield seat, occupant.player.player_id
