"""Spectators who lag behind: they receive everything some rounds late, until the match ends."""

from __future__ import annotations

from server.matches.state import MatchState


class SpectatorLag:
    """For each round, how many entries came before the one that began it."""

    def __init__(self) -> None:
        self._before: list[int] = []

    def take_note(self, before: MatchState | None, after: MatchState, entries: int) -> None:
        """Note a step behind this many entries, if it begins a round."""
        if _round(after) not in (None, _round(before)):
            self._before.append(entries)

    def deliverable(self, state: MatchState, entries: int) -> int:
        """How many of these entries spectators may receive by now."""
        lag, rounds = state.created.spectator_lag, len(self._before)
        if lag == 0 or rounds == 0 or state.ended:
            return entries
        return self._before[max(0, rounds - lag)]


def _round(state: MatchState | None) -> int | None:
    return state.phase.round if state and state.phase else None
