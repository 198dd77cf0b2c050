"""A match in process, without a store: commands decide, and their entries are sealed and taken in at once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from random import Random
from typing import Any

from engines.catalogue import GAMES
from engines.kit import AnyEngine, GameOptions, SeatId
from server.logs.store.entry import Decision, Entry, Head, seal
from server.matches import commands
from server.matches.facts import LOG_VERSION, MatchCreated, SeatReserved, SeatTaken
from server.matches.match import Match
from server.matches.seeds import commitment_to
from server.matches.state import MatchState

Json = Any


class MatchInProcess:
    """
    A match and its log. `now` is set from outside; `random` is the source of nonces.

    `options` are complete, with the secret ones; `sitters` have their seats from the beginning. `fields` are more of
    `MatchCreated`; if they do not say otherwise, the match is public, has deadlines and opens its log.
    """

    def __init__(
        self,
        engine: AnyEngine,
        variant: str,
        options: GameOptions,
        sitters: Sequence[SeatTaken | SeatReserved],
        seed: bytes,
        random: Random,
        now: datetime,
        **fields: Json,
    ) -> None:
        self.random = random
        self.now = now
        fields = {"rules_version": engine.rules_version, **fields}
        manner = {"pace": "deadline", "visibility": "public", "autostart": False, "log_version": LOG_VERSION}
        told = {"show_submitted": False, "open_log": True, "spectator_lag": 0}
        created = MatchCreated(
            game=engine.name,
            variant=variant,
            options=engine.public_options(options).for_log(),
            seats=engine.seats(options),
            seed_commitment=commitment_to(seed),
            **{**manner, **told, **fields},
        )
        self.match_id = created.match_id
        self.live = Match([self.sealed(Head(), commands.create(engine, options, created, sitters))], seed)

    @property
    def state(self) -> MatchState:
        return self.live.state

    @property
    def log(self) -> list[Entry]:
        return list(self.live.entries)

    def write(self, decision: Decision | None) -> None:
        """Add the entry that results from a command."""
        assert decision is not None, "the command changed nothing"
        self.take_in(self.sealed(self.live.head, decision))

    def take_in(self, entry: Entry) -> None:
        self.live.apply(entry)

    def sealed(self, head: Head, decision: Decision) -> Entry:
        """Return the entry that would follow a head."""
        return seal(self.match_id, head, decision.kind, self.now, decision.facts, self.random.randbytes(16))


def seats_of(game: str, variant: str) -> list[SeatId]:
    """Return the default seats of a variant."""
    engine = GAMES[game]
    return [seat.id for seat in engine.seats(engine.options(variant, {}))]
