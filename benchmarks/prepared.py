"""
Create databases with many matches without HTTP: the server's commands decide, and its store writes what a server would
have written.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from itertools import count
from random import Random
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

from engines.catalogue import GAMES
from engines.kit import SeatId
from server.access.player import Person
from server.access.rights import Role
from server.access.scopes import EVERY_SCOPE, scope_text
from server.logs.store.contract import Append
from server.logs.store.entry import Decision, Entry, Head, seal
from server.logs.store.opening import open_store
from server.matches import commands
from server.matches.facts import LOG_VERSION, MatchCreated, SeatTaken
from server.matches.lists.listings import summarise
from server.matches.match import Match
from server.matches.play.deadlines import due_time
from server.matches.seeds import commitment_to
from server.matches.talk import channels
from server.people.identity.tokens import FIRST_TOKEN
from server.runtime.database.connection import open_engine
from server.runtime.database.tables import EntryRow, Row, TokenRow
from server.runtime.database.tables import Player as PlayerRow
from server.runtime.ids import make_id
from server.runtime.times import timestamp

Json = Any

OPEN_FOR = timedelta(days=7)
"""How long the first phase of a prepared duel lasts by default."""

_BATCH = 500

_numbers = count(1)


class Prepared:
    """
    A running match with its own players, with a second between entries.

    Args:
        began: When it was created; deadlines count from there.
        host: Who hosts it; by default the player of the first seat.
    """

    def __init__(self, game: str, variant: str, began: datetime, host: Person | None = None, **options: Json) -> None:
        engine = GAMES[game]
        complete = engine.options(variant, options)
        seats = engine.seats(complete)
        self._random = Random(next(_numbers))
        self._now = began
        self.seed = self._random.randbytes(32)
        self.players = {seat.id: self._player(seat.id) for seat in seats}
        self.tokens: dict[SeatId, str] = {}
        self._hashes: dict[SeatId, str] = {}
        for seat, player in self.players.items():
            secret = self._random.randbytes(16).hex()
            self.tokens[seat] = f"{player.player_id}.{secret}"
            self._hashes[seat] = sha256(secret.encode()).hexdigest()
        created = MatchCreated(
            match_id=make_id(began, self._random.getrandbits(80)),
            game=game,
            variant=variant,
            rules_version=engine.rules_version,
            options=engine.public_options(complete).model_dump(mode="json"),
            seats=seats,
            pace="deadline",
            visibility="public",
            autostart=False,
            show_submitted=False,
            open_log=True,
            spectator_lag=0,
            host=host or self.players[seats[0].id],
            seed_commitment=commitment_to(self.seed),
            log_version=LOG_VERSION,
        )
        self.match_id = created.match_id
        taken = [SeatTaken(seat, player) for seat, player in self.players.items()]
        decision = commands.create(engine, complete, created, taken)
        first = seal(self.match_id, Head(), decision.kind, self._now, decision.facts, self._random.randbytes(16))
        self.live = Match([first], self.seed)
        self._add(commands.start(self.live.state, self.seed, self._now))

    def submit(self, seat: SeatId) -> None:
        """Submit any legal move of the seat."""
        state = self.live.state
        assert state.phase is not None
        view = self.live.projection(seat).game
        move = state.engine.sample(view, self._random).model_dump(mode="json")
        decision = commands.submit(state, view, seat, commands.Submission(state.phase.number, move), by_bot=False)
        if decision is not None:
            self._add(decision)

    def say(self, seat: SeatId, channel: str, text: str) -> None:
        """Send a message in a channel, within the rate limit of its sender."""
        self._now += timedelta(seconds=2)
        role: Role = "playing_host" if self.players[seat] == self.live.state.created.host else "seat"
        known = self.live.projection(seat)
        self._add(channels.say(self.live.state, known, role, channel, text, self._now))

    def close(self) -> None:
        """Close the open phase as the host."""
        state = self.live.state
        assert state.phase is not None
        self._add(commands.close_now(state, self.seed, state.phase.number, self._now))

    def void(self) -> None:
        """End the match without an outcome."""
        self._add(commands.void(self.live.state, "enough", self.seed))

    def play_out(self) -> None:
        """Play to the end, every seat in every phase."""
        while (phase := self.live.state.phase) is not None:
            for seat in phase.seats:
                self.submit(seat)
            assert self.live.state.closes_at is not None
            self._now = self.live.state.closes_at
            self._add(commands.close(self.live.state, self.seed, "deadline", self._now))

    def player_rows(self) -> list[dict[str, Json]]:
        """Return its players as table rows."""
        return [
            PlayerRow(
                id=player.player_id,
                name=player.name,
                administrator=False,
                created_at=timestamp(self._now),
            ).model_dump()
            for seat, player in self.players.items()
        ]

    def token_rows(self) -> list[dict[str, Json]]:
        """Return the tokens of its players as table rows."""
        return [
            TokenRow(
                token_id=player.player_id,
                player_id=player.player_id,
                secret_hash=self._hashes[seat],
                name=FIRST_TOKEN,
                scopes=scope_text(EVERY_SCOPE),
                created_at=timestamp(self._now),
            ).model_dump()
            for seat, player in self.players.items()
        ]

    def entry_rows(self) -> list[dict[str, Json]]:
        """Return all entries but the last as table rows."""
        return rows_of(self.live.entries[:-1])

    def last(self) -> Append:
        """Return the last entry, with everything that is stored of a match beside its log."""
        return Append(
            self.live.entries[-1], summarise(self.live.state, due_time(self.live.state)), seed=self.seed.hex()
        )

    def _player(self, seat: str) -> Person:
        return Person(make_id(self._now, self._random.getrandbits(80)), f"Player of {seat}")

    def _add(self, decision: Decision) -> None:
        head = self.live.head
        self.live.apply(seal(self.match_id, head, decision.kind, self._now, decision.facts, self._random.randbytes(16)))
        self._now += timedelta(seconds=1)


class Copy:
    """A played match once more, with an id of its own, that is later by this many seconds: made without playing."""

    def __init__(self, played: Prepared, seconds: int) -> None:
        random, before = Random(seconds), played.match_id
        created_at = datetime.fromisoformat(played.live.entries[0].at)
        self.match_id = make_id(created_at + timedelta(seconds=seconds), random.getrandbits(80))
        self.entries: list[Entry] = []
        head = Head()
        for entry in played.live.entries:
            facts = [replace(fact, text=fact.text.replace(before, self.match_id)) for fact in entry.facts]
            at = datetime.fromisoformat(entry.at)
            self.entries.append(seal(self.match_id, head, entry.kind, at, facts, random.randbytes(16)))
            head = self.entries[-1].head
        self._played = played

    def last(self) -> Append:
        """Return the last entry, as `Prepared.last` does."""
        last = self._played.last()
        assert last.summary is not None
        listing = last.summary.listing.replace(self._played.match_id, self.match_id)
        summary = replace(last.summary, log_id=self.match_id, place=self.match_id, listing=listing)
        return replace(last, entry=self.entries[-1], summary=summary)


def rows_of(entries: Iterable[Entry]) -> list[dict[str, Json]]:
    """Return entries as table rows."""
    return [
        EntryRow(
            log_id=entry.log_id,
            seq=entry.seq,
            kind=entry.kind,
            at=entry.at,
            facts=entry.facts_text(),
            nonce=entry.nonce,
            previous=entry.previous,
            hash=entry.hash,
        ).model_dump()
        for entry in entries
    ]


def duels(number: int, closes_at: datetime | None = None) -> list[Prepared]:
    """Create duels in their first phase, which closes at that time, or in some days."""
    began = (closes_at or datetime.now(UTC) + OPEN_FOR / 2) - OPEN_FOR
    seconds = int(OPEN_FOR.total_seconds())
    return [Prepared("wizards_duel", "colosseum", began, cast_seconds=seconds) for _ in range(number)]


def write(url: str, matches: Sequence[Prepared]) -> None:
    """Write matches into a migrated database."""
    asyncio.run(write_from_loop(url, matches))


async def write_from_loop(url: str, matches: Sequence[Prepared]) -> None:
    """The same for callers inside an event loop."""
    engine, store = open_engine(url), open_store(url)
    try:
        for start in range(0, len(matches), _BATCH):
            some = matches[start : start + _BATCH]
            await _insert(engine, PlayerRow, [row for match in some for row in match.player_rows()])
            await _insert(engine, TokenRow, [row for match in some for row in match.token_rows()])
            await _insert(engine, EntryRow, [row for match in some for row in match.entry_rows()])
            verdicts = await store.commit([match.last() for match in some])
            assert set(verdicts) == {"appended"}
    finally:
        await store.close()
        await engine.dispose()


def write_copies(url: str, played: Sequence[Prepared], number: int) -> list[str]:
    """Write so many copies of these matches, which are written already; return their ids."""
    return asyncio.run(_write_copies(url, played, number))


async def _write_copies(url: str, played: Sequence[Prepared], number: int) -> list[str]:
    engine, store, match_ids = open_engine(url), open_store(url), list[str]()
    try:
        for start in range(0, number, _BATCH):
            end = min(number, start + _BATCH)
            some = [Copy(played[place % len(played)], place + 1) for place in range(start, end)]
            await _insert(engine, EntryRow, rows_of(entry for copy in some for entry in copy.entries[:-1]))
            assert set(await store.commit([copy.last() for copy in some])) == {"appended"}
            match_ids += [copy.match_id for copy in some]
    finally:
        await store.close()
        await engine.dispose()
    return match_ids


async def _insert(engine: AsyncEngine, table: type[Row], rows: list[dict[str, Json]]) -> None:
    async with engine.begin() as connection:
        await connection.execute(table.__table__.insert(), rows)
