"""All series, as used by entrants, directors and onlookers."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Final, TypeAlias

from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Player
from server.logs.directing import service as directing
from server.logs.directing.invitations import Inviting
from server.logs.directing.lists import Page
from server.logs.directing.service import Directing, Named
from server.logs.invitations.links import Links
from server.logs.replies.idempotency import Once, Replies
from server.logs.store.contract import OwnerFullError
from server.logs.store.entry import Decision
from server.matches.hosting.hosting import Hosting
from server.organising.series import commands
from server.organising.series.actions import (
    ACTIONS,
    Circumstances,
    GiveSeriesRoleAction,
    SeriesAction,
    TakeSeriesRoleAction,
)
from server.organising.series.course import Entrant
from server.organising.series.creation import settle
from server.organising.series.directory import SeriesDirectory
from server.organising.series.facts import EntrantId
from server.organising.series.fitting import fit
from server.organising.series.kind import SeriesRepository
from server.organising.series.listings import SERIES_LISTINGS, SeriesListing, list_series
from server.organising.series.requests import SeriesRequest
from server.organising.series.roles import IN_SERIES
from server.organising.series.series import Series, SeriesProjection, SeriesState
from server.organising.series.summary import SeriesStatus
from server.people.identity.players import Players
from server.runtime.clock.clock import Clock
from server.runtime.database.tables import InvitationRow
from server.runtime.ids import new_id

MAX_SERIES: Final = 10
"""How many series that are not over a player may have made; an administrator more (`Player.most`)."""

Done: TypeAlias = directing.Done[SeriesListing]

_INVITING: Final = Inviting(
    "series",
    "createSeriesInvitation",
    "listSeriesInvitations",
    "withdrawSeriesInvitation",
    commands.require_enterable,
)

_NAMED: Final = Named("getSeries", "getSeriesView", "getSeriesLog", list_series, SERIES_LISTINGS, _INVITING)


class SeriesService(Directing[Series, SeriesProjection, SeriesListing]):
    """All series. With a key, a command is carried out once, however often it is sent."""

    def __init__(
        self,
        repository: SeriesRepository,
        directory: SeriesDirectory,
        hosting: Hosting,
        players: Players,
        replies: Replies,
        links: Links,
        clock: Clock,
    ) -> None:
        super().__init__(repository, IN_SERIES, _NAMED, players, replies, links)
        self._directory = directory
        self._hosting = hosting
        self._clock = clock

    async def create(self, player: Player, new: SeriesRequest, once: Once | None) -> Done:
        """
        Create a series, directed by the player.

        Raises:
            RefusedError: Unknown games or players, a plan that does not fit, or the player has made too many.
        """

        async def begin() -> SeriesListing:
            seed = secrets.token_bytes(32)
            series_id = new_id(self._clock.now())
            directors = tuple([await self._person(player, each) for each in new.directors])
            sitting = [None if each is None else await self._person(player, each) for each in new.players]
            plan = await fit(self._hosting, player, new)
            created, secret = settle(new, plan, series_id, player.person, directors, seed)
            commands.require_players(created, sitting)
            keep = self._replies.keep(player, once, 201, self._render_new)
            most = player.most(MAX_SERIES)
            decision = commands.create(created, secret, sitting)
            try:
                live = await self._repository.create(series_id, seed, decision, keep, most)
            except OwnerFullError as error:
                raise RefusedError(
                    codes.TOO_MANY_SERIES, f"You direct {most} series that are not over. Finish one."
                ) from error
            return list_series(live.state)

        return await self._once(player, once, begin)

    async def list_series(
        self, player: Player, status: SeriesStatus | None, before: str | None, limit: int, *, mine: bool
    ) -> Page[SeriesListing]:
        """Return series that the player may know of, newest first."""
        return await self._directory.page(player, status, before, limit, mine=mine)

    async def enter(self, player: Player, series_id: str, who: str) -> SeriesListing:
        """Take a free place, or as a director give it to somebody else."""
        own = who in ("me", player.id)
        person = await self._person(player, who)
        await self._hosting.require_no_role(series_id, (person,))

        def decide(live: Series, now: datetime) -> Decision | None:
            IN_SERIES.allow("enterSeries", player, live.state, own=own)
            return commands.entry("entrants_changed", *commands.enter(live.state, person))

        return await self._change(series_id, decide)

    async def accept(self, player: Player, row: InvitationRow) -> SeriesListing:
        """Take a free place in the series of an invitation, with its token."""
        await self._hosting.require_no_role(row.log_id, (player.person,))

        def decide(live: Series, now: datetime) -> Decision | None:
            facts = commands.accept(live.state, player.person, row.invitation_id, row.uses)
            return commands.entry("entrants_changed", *facts) if facts else None

        return self._reply(*await self.invitations.accept(row, decide))

    async def leave(self, player: Player, series_id: str, who: str) -> SeriesListing:
        """Leave a series, or as a director take somebody else out of it."""
        own = who in ("me", player.id)

        def decide(live: Series, now: datetime) -> Decision | None:
            IN_SERIES.allow("leaveSeries", player, live.state, own=own)
            entrant = _entrant(live.state, player.id if own else who)
            facts = commands.leave(live.state, entrant, "own_wish" if own else "director", commands.given_by(live, now))
            return commands.entry("entrants_changed", *facts)

        return await self._change(series_id, decide)

    async def decide(self, player: Player, series_id: str, number: int, choice: EntrantId) -> SeriesListing:
        """Make or change a decision for which the player is asked."""

        def decide(live: Series, now: datetime) -> Decision | None:
            IN_SERIES.allow("decideInSeries", player, live.state)
            entrant = _entrant(live.state, player.id)
            facts = commands.decide(live.state, entrant, number, choice, commands.given_by(live, now))
            return commands.entry("decision_made", *facts) if facts else None

        return await self._change(series_id, decide)

    async def act(self, player: Player, series_id: str, action: SeriesAction, once: Once | None) -> Done:
        """
        Take an action, as a director.

        Raises:
            RefusedError: The action is not possible, or not allowed to this player.
        """
        live = await self._repository.get(series_id)
        IN_SERIES.allow(action.operation, player, live.state, own=_is_own(action, player, live.state))
        named = None if action.names is None else await self._person(player, action.names)
        if not isinstance(action, GiveSeriesRoleAction | TakeSeriesRoleAction):
            await self._hosting.require_no_role(series_id, (named,))

        def decide(live: Series, now: datetime) -> Decision | None:
            IN_SERIES.allow(action.operation, player, live.state, own=_is_own(action, player, live.state))
            _require_actions_left(live.state, action)
            facts = action.decide(live.state, Circumstances(commands.given_by(live, now), player.person, named))
            return commands.acted(live.state, player.person, action.type, action.reason, facts)

        async def change() -> SeriesListing:
            entry = await self._repository.change(live, decide, self._replies.keep(player, once, 200, self._render))
            return self._reply(live.state, entry)

        return await self._once(player, once, change)


def _is_own(action: SeriesAction, player: Player, state: SeriesState) -> bool:
    """Whether an action about roles is one of an owner, or about the role of who takes it."""
    match action:
        case TakeSeriesRoleAction(player_id=player_id) if player_id == player.id:
            return True
        case GiveSeriesRoleAction() | TakeSeriesRoleAction():
            return state.role_held_by(player.id) == "owner"
        case _:
            return False


def _entrant(state: SeriesState, player_id: str) -> Entrant:
    found = state.course.entrant_of(player_id)
    if found is None:
        raise RefusedError(codes.NOT_ENTERED, "This player has no place in the series.")
    return found


def _require_actions_left(state: SeriesState, action: SeriesAction) -> None:
    if state.actions >= ACTIONS and action.type != "cancel":
        raise RefusedError(codes.TOO_MANY_ACTIONS, "Directors have used too many actions. Cancel the series.")
