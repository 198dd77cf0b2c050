"""The facts with which the server ends every match."""

from __future__ import annotations

from server.matches.facts import HostViewsTold, SeedRevealed, ServerFact
from server.matches.state import MatchState


def closing_facts(state: MatchState, seed: bytes) -> list[ServerFact]:
    """Return the facts that reveal the seed, and which administrators have looked at the match as its host."""
    looks = [HostViewsTold(state.looks)] if state.looks else []
    return [*looks, SeedRevealed(seed.hex())]
