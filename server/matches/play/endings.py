"""What the server tells at the end of every match."""

from __future__ import annotations

from server.matches.facts import HostViewsTold, SeedRevealed, ServerFact
from server.matches.state import MatchState


def revealed(state: MatchState, seed: bytes) -> list[ServerFact]:
    """Return who has looked at the match as its host, as far as that is noted, and the seed."""
    looks = [HostViewsTold(state.looks)] if state.looks else []
    return [*looks, SeedRevealed(seed.hex())]
