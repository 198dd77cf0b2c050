"""All series, as used by entrants, directors and onlookers."""

from __future__ import annotations

from datetime import datetime

from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Person, Player
from server.logs.aggregates.acting import note_bridge
from server.logs.aggregates.commands import Keep
from server.logs.replies.idempotency import Done, Once
from server.logs.store.entry import Decision, Entry
from server.matches.calendars import settle_rest
from server.organising.series import commands
from server.organising.series.actions import ACTIONS, Circumstances, SeriesAction
from server.organising.series.course import SeriesEntrant
from server.organising.series.creation import settle
from server.organising.series.facts import EntrantId, SeriesFact
from server.organising.series.fitting import fit
from server.organising.series.leave import take_leave
from server.organising.series.listings import SeriesListing
from server.organising.series.requests import SeriesRequest
from server.organising.series.series import Series, SeriesProjection, SeriesState
from server.organising.service import Organising
from server.runtime.database.tables import InvitationRow


class SeriesService(Organising[Series, SeriesProjection, SeriesListing, SeriesAction]):
    """All series."""

    async def create(self, player: Player, new: SeriesRequest, once: Once | None) -> Done[SeriesListing]:
        """
        Create a series, directed by the player.

        Raises:
            RefusedError: Unknown games or players, a plan that does not fit, or the player has made too many.
        """

        async def first(series_id: str, seed: bytes) -> Decision:
            directors = tuple([await self._person(player, each) for each in new.directors])
            sitting = [None if each is None else await self._person(player, each) for each in new.players]
            plan = await fit(self._hosting, player, new)
            rest = settle_rest(new.match.rest, self._clock.now(), "/match/rest")
            created, secret = settle(new, plan, series_id, player.person, directors, seed, rest)
            commands.require_players(created, sitting)
            return commands.create(created, secret, sitting)

        return await self._create(player, new.directors, once, first)

    async def enter(self, player: Player, series_id: str, who: str) -> SeriesListing:
        """Take a free place, or as a director give it to another player."""
        own = who in ("me", player.id)
        person = await self._person(player, who)
        await self._hosting.require_no_role(series_id, (person,))
        return await self._carry_out(
            "enterSeries", player, series_id, lambda live, _: commands.enter(live.state, person), own=own
        )

    async def accept(self, player: Player, row: InvitationRow) -> SeriesListing:
        """Take a free place in the series of an invitation, with its token."""

        def decide(live: Series) -> list[SeriesFact]:
            return commands.accept(live.state, player.person, row.invitation_id, row.uses)

        return await self._accept(player, row, (player.person,), decide)

    async def leave(self, player: Player, series_id: str, who: str) -> SeriesListing:
        """Leave a series, or as a director remove another player."""
        own = who in ("me", player.id)

        def decide(live: Series, now: datetime) -> list[SeriesFact]:
            entrant = _entrant(live.state, player.id if own else who)
            return commands.leave(live.state, entrant, "own_wish" if own else "director", commands.inputs_of(live, now))

        return await self._carry_out("leaveSeries", player, series_id, decide, own=own)

    async def decide(self, player: Player, series_id: str, number: int, choice: EntrantId) -> SeriesListing:
        """Make or change a decision for which the player is asked."""

        def decide(live: Series, now: datetime) -> list[SeriesFact]:
            entrant = _entrant(live.state, player.id)
            return commands.decide(live.state, entrant, number, choice, commands.inputs_of(live, now))

        return await self._carry_out("decideInSeries", player, series_id, decide, kind="decision_made")

    async def take_leave(self, player: Player, series_id: str, days: int) -> SeriesListing:
        """Take leave of so many days, or change the leave that is under way."""

        def decide(live: Series, now: datetime) -> list[SeriesFact]:
            return take_leave(live.state, _entrant(live.state, player.id), days, now)

        return await self._carry_out("takeSeriesLeave", player, series_id, decide)

    async def _act(
        self, live: Series, player: Player, action: SeriesAction, named: Person | None, keep: Keep | None
    ) -> Entry | None:
        def decide(live: Series, now: datetime) -> Decision | None:
            self._allow(action, player, live)
            _require_actions_left(live.state, action)
            facts = action.decide(live.state, Circumstances(commands.inputs_of(live, now), player.person, named))
            decision = commands.action_entry(live.state, player.person, action.type, action.reason, facts)
            return note_bridge(decision, player)

        return await self.repository.change(live, decide, keep)


def _entrant(state: SeriesState, player_id: str) -> SeriesEntrant:
    found = state.course.entrant_of(player_id)
    if found is None:
        raise RefusedError(codes.NOT_ENTERED, "This player has no place in the series.")
    return found


def _require_actions_left(state: SeriesState, action: SeriesAction) -> None:
    if state.actions >= ACTIONS and action.type != "cancel":
        raise RefusedError(codes.TOO_MANY_ACTIONS, "Directors have used too many actions. Cancel the series.")
