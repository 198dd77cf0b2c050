"""What everyone is told in events, for webhooks that follow one (docs/notifications.md)."""

from __future__ import annotations

from typing import Any, Final, Generic, get_args, get_type_hints

from engines.kit import ENGLISH, SPECTATOR, ToEveryone
from server.access.errors import RefusedError, UnavailableError
from server.access.player import Player
from server.logs.aggregates.kind import AggregateT
from server.logs.aggregates.repository import Repository
from server.logs.directing.facts import DirectorActed
from server.notifications.webhooks.followed import Progress
from server.notifications.webhooks.messages import Page, Told, message_public_event
from server.organising.kind import EventKind
from server.organising.series.facts import SERIES_FACT_TYPES
from server.organising.tournaments.facts import TOURNAMENT_FACT_TYPES
from server.people.identity.bearers import Bearers
from server.people.identity.players import Players
from server.runtime.database.tables import WebhookRow
from server.runtime.time_slices import Pace, Share, take_turn
from server.runtime.words import language_of

PUBLIC_FACTS: Final = frozenset(
    get_args(get_type_hints(fact)["type"])[0]
    for fact in (*TOURNAMENT_FACT_TYPES, *SERIES_FACT_TYPES)
    if issubclass(fact, ToEveryone | DirectorActed)
)
"""The types of facts of events that everyone can be told."""


class PublicEvents(Generic[AggregateT]):
    """
    The events of one kind, as spectators are told them.

    Everybody who may know of an event may follow it. This is asked again whenever it is read.
    """

    def __init__(
        self,
        kind: EventKind[AggregateT, Any, Any],
        repository: Repository[AggregateT],
        players: Players,
        bearers: Bearers,
    ) -> None:
        """`bearers` tells what bridges may do for players now."""
        self._kind = kind
        self._operation = f"createWebhook.{kind.name}"
        self._repository = repository
        self._players = players
        self._bearers = bearers

    async def progress(self, player: Player, log_id: str) -> Progress:
        live = await self._find(player, log_id)
        return Progress(
            live.projection(SPECTATOR).cursor, player.organises and live.state.role_held_by(player.id) is not None
        )

    async def read(self, hook: WebhookRow, log_id: str, limit: int) -> Page | None:
        await take_turn(Share.NEWS)
        after, language = hook.cursor, hook.language or ENGLISH
        try:
            player = await self._owner_of(hook)
            if player is None:
                return None
            live = await self._find(player, log_id)
        except UnavailableError:
            raise
        except RefusedError:
            return None
        events = live.events(SPECTATOR, after, limit)
        told, pace = list[Told](), Pace()
        for event in events:
            told.append(self._told(live, event.cursor, event.at, language))
            await pace.rest()
        return Page(told, more=live.projection(SPECTATOR).cursor > after + len(events))

    async def _owner_of(self, hook: WebhookRow) -> Player | None:
        """
        Return the player of a webhook, for whom a bridge acts if one has made it.

        Raises:
            RefusedError: The bridge does not act for the player any more.
        """
        if hook.bridge_id is None:
            return await self._players.by_id(hook.player_id)
        bridge = await self._bearers.by_id(hook.bridge_id, hook.bridge_token_id or "")
        return None if bridge is None else (await self._bearers.acting_for(bridge, hook.player_id)).player

    def _told(self, live: AggregateT, cursor: int, at: str, language: str) -> Told:
        """Return an event with the sentences of each fact, by what everyone knows now, as lists of events have them."""
        known, spoken = live.projection(SPECTATOR), language_of(language, live.languages)
        facts = (
            (self._kind.facts.encode(fact).fact, "\n".join(known.narrate([fact], cursor, spoken)))
            for fact in live.facts_of(SPECTATOR, cursor)
        )
        name = {f"{self._kind.name}_id": live.log_id, "label": live.state.course.terms.label}
        return message_public_event(name, cursor, at, facts)

    async def _find(self, player: Player, log_id: str) -> AggregateT:
        """Return an event that the player may know of, with all that has happened by now."""
        live: AggregateT
        live, _ = await self._kind.roles.find(self._operation, self._repository, player, log_id)
        await self._repository.refresh(live)  # another process may have appended something without a notice so far
        self._kind.roles.allow(self._operation, player, live.state)
        await live.prepare(SPECTATOR)
        return live
