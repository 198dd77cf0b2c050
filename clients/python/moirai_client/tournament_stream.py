"""The events of a tournament, and those of the matches that join its socket (docs/streams.md)."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias, cast

from moirai_client.calls import Calls
from moirai_client.schemas import EventFrame, TournamentEventFrame, TournamentFact
from moirai_client.stream import Source, Stream

WantedMatches: TypeAlias = Literal["none", "mine", "all"]
"""Which matches join: those at tables of the player, all that the player may watch, or none."""

_ENDS: Final = {"match_ended", "match_adjudicated", "match_voided"}

_BUSY: Final = {429, 503}
_BUSY_SECONDS: Final = 1.0


@dataclass(slots=True)
class _Joined:
    """A match on the socket: up to where its events have come, and of which viewer and epoch they are."""

    cursor: int = 0
    viewer: str | None = None
    epoch: str | None = None
    is_over: bool = False


class TournamentStream(Stream[TournamentEventFrame | EventFrame]):
    """
    The events after a cursor: `async with tournament.follow(after) as stream`, then `async for event in stream`.

    Each event arrives once and in order, even if connections are lost. The events of a match (`type` is `event`) are
    numbered on their own: when its event 1 arrives again, forget what you know of this match. `viewer`, `cursor` and
    `epoch` are those of the tournament.
    """

    def __init__(
        self, calls: Calls, path: str, after: int, epoch: str | None, wanted: WantedMatches, lines: str | None
    ) -> None:
        source = Source(f"{path}/stream", "tournament_subscribed", "tournament_event")
        super().__init__(calls, source, after, epoch, self._note, matches=wanted, lines=lines)
        self._wanted = wanted
        self._matches: dict[str, _Joined] = {}
        # Who sits at the tables of the last round, and the matches that are named there and do not exist yet.
        self._seated: dict[int, list[str]] = {}
        self._named: list[str] = []

    async def _take(self, frame: Any) -> TournamentEventFrame | EventFrame | None:  # noqa: ANN401  # JSON
        match_id = frame.get("match_id")
        if match_id is not None:
            return await self._take_of_match(match_id, frame)
        told = await super()._take(frame)
        if frame["type"] == self._source.begins:
            # Those that joined an earlier socket do not join again.
            for known, joined in self._matches.items():
                if not joined.is_over:
                    await self._ask(known)
        return told

    async def _take_of_match(self, match_id: str, frame: Any) -> EventFrame | None:  # noqa: ANN401  # JSON
        joined = self._matches.setdefault(match_id, _Joined())
        match frame["type"]:
            case "subscribed":
                if joined.viewer not in (None, frame["viewer"]):
                    # The events that follow are after a cursor of another viewer.
                    self._matches[match_id] = _Joined()
                    await self._send({"type": "unsubscribe", "match_id": match_id})
                else:
                    joined.viewer, joined.epoch = frame["viewer"], frame.get("epoch")
            case "event" if joined.viewer is not None:
                joined.cursor = frame["cursor"]
                joined.is_over = joined.is_over or any(fact["type"] in _ENDS for fact in frame["facts"])
                return cast("EventFrame", frame)
            case "unsubscribed" if joined.viewer is None:
                await self._ask(match_id)
            case "refused":
                await self._ask_again(match_id, frame)
        return None

    async def _ask(self, match_id: str) -> None:
        joined = self._matches[match_id]
        epoch = {} if joined.epoch is None else {"epoch": joined.epoch}
        await self._send({"type": "subscribe", "match_id": match_id, "after": joined.cursor, **epoch})

    async def _ask_again(self, match_id: str, refusal: Any) -> None:  # noqa: ANN401  # JSON
        if refusal["status"] in _BUSY:
            await asyncio.sleep(_BUSY_SECONDS)
        elif refusal["status"] == 409:
            self._matches[match_id] = _Joined()
        else:
            del self._matches[match_id]
            return
        await self._ask(match_id)

    def _goes_on(self, code: int) -> bool:
        goes_on = super()._goes_on(code)
        if self.cursor == 0:
            # From the beginning, all that are not over join again.
            self._matches.clear()
            self._named.clear()
        return goes_on

    def _note(self, viewer: str | None, event: TournamentEventFrame | EventFrame) -> None:
        """Note which matches are going to join: if the socket is lost before they have, they are asked for."""
        if self._wanted == "none":
            return
        for fact in cast("list[TournamentFact]", event["facts"]):
            match fact["type"]:
                case "round_published":
                    self._seated = {table["table"]: table["entrants"] for table in fact["tables"]}
                case "round_started":
                    self._matches = {known: joined for known, joined in self._matches.items() if not joined.is_over}
                    for table, match_id in fact["matches"].items():
                        self._name(int(table), match_id, viewer)
                case "table_replayed":
                    self._name(fact["table"], fact["match_id"], viewer)
                case "tables_set":
                    for match_id in self._named:
                        self._matches.setdefault(match_id, _Joined())
                    self._named.clear()

    def _name(self, table: int, match_id: str, viewer: str | None) -> None:
        if self._wanted == "all" or viewer in self._seated.get(table, ()):
            self._named.append(match_id)
