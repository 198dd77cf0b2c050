"""All tournaments, as used by entrants, directors and onlookers."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final, TypeAlias

from pydantic import TypeAdapter

from server.access import codes
from server.access.errors import RefusedError, UnavailableError
from server.access.player import Person, Player
from server.logs.directing import service as directing
from server.logs.directing.invitations import Inviting
from server.logs.directing.lists import Page
from server.logs.directing.service import Directing, Named
from server.logs.invitations.links import Links
from server.logs.replies.idempotency import Once, Replies
from server.logs.store.contract import OwnerFullError
from server.logs.store.entry import Decision
from server.matches.hosting.hosting import Hosting
from server.organising.tournaments import commands, decisions, entering, stepping_in
from server.organising.tournaments.actions import (
    ACTIONS,
    MOST_BOTS,
    CloseTablePhaseAction,
    DirectorAction,
    Given,
    GiveTournamentRoleAction,
    PairAction,
    SetPairingsAction,
    TakeTournamentRoleAction,
)
from server.organising.tournaments.course import Course, Entrant, RoundCourse
from server.organising.tournaments.creation import settle
from server.organising.tournaments.directory import TournamentDirectory
from server.organising.tournaments.facts import TournamentFact
from server.organising.tournaments.kind import TournamentRepository
from server.organising.tournaments.listings import TournamentListing, list_tournament
from server.organising.tournaments.pairer import Pairer
from server.organising.tournaments.rating_list import RatingList, RatingPage
from server.organising.tournaments.ratings import Rating
from server.organising.tournaments.requests import EntrantRequest, TournamentRequest
from server.organising.tournaments.roles import IN_TOURNAMENTS
from server.organising.tournaments.rounds import EntrantId
from server.organising.tournaments.standings.table import Standings
from server.organising.tournaments.summary import TournamentStatus
from server.organising.tournaments.systems import compute_standings, final_places
from server.organising.tournaments.tournament import Tournament, TournamentProjection, TournamentState
from server.people.identity.players import Players
from server.runtime.clock.clock import Clock
from server.runtime.database.tables import InvitationRow
from server.runtime.ids import new_id
from server.runtime.time_slices import in_slices

MAX_TOURNAMENTS: Final = 10
"""How many tournaments that are not over a player may have made; an administrator more (`Player.most`)."""

_TRIES: Final = 5
"""How often a round is paired anew because somebody entered or withdrew meanwhile."""


Done: TypeAlias = directing.Done[TournamentListing]

_INVITING: Final = Inviting(
    "tournament",
    "createTournamentInvitation",
    "listTournamentInvitations",
    "withdrawTournamentInvitation",
    entering.require_enterable,
)

_NAMED: Final = Named(
    "getTournament", "getTournamentView", "getTournamentLog", list_tournament, TypeAdapter(TournamentListing), _INVITING
)


class Tournaments(Directing[Tournament, TournamentProjection, TournamentListing]):
    """All tournaments. With a key, a command is carried out once, however often it is sent."""

    def __init__(
        self,
        repository: TournamentRepository,
        directory: TournamentDirectory,
        ratings: RatingList,
        hosting: Hosting,
        pairer: Pairer,
        players: Players,
        replies: Replies,
        links: Links,
        clock: Clock,
    ) -> None:
        super().__init__(repository, IN_TOURNAMENTS, _NAMED, players, replies, links)
        self._directory = directory
        self._ratings = ratings
        self._hosting = hosting
        self._pairer = pairer
        self._clock = clock

    async def create(self, player: Player, new: TournamentRequest, once: Once | None) -> Done:
        """
        Create a tournament, directed by the player.

        Raises:
            RefusedError: Unknown game or players, options that do not suit the system, or the player has made too many.
        """

        async def begin() -> TournamentListing:
            seed = secrets.token_bytes(32)
            tournament_id = new_id(self._clock.now())
            terms = await self._hosting.settle_terms(player, new.match.game, new.match.variant, new.match.options)
            directors = tuple([await self._person(player, each) for each in new.directors])
            created, secret = settle(new, terms, tournament_id, player.person, directors, seed)
            keep = self._replies.keep(player, once, 201, self._render_new)
            most = player.most(MAX_TOURNAMENTS)
            try:
                live = await self._repository.create(tournament_id, seed, commands.create(created, secret), keep, most)
            except OwnerFullError as error:
                raise RefusedError(
                    codes.TOO_MANY_TOURNAMENTS, f"You direct {most} tournaments that are not over. Finish one."
                ) from error
            return list_tournament(live.state)

        return await self._once(player, once, begin)

    async def list_tournaments(
        self, player: Player, status: TournamentStatus | None, before: str | None, limit: int, *, mine: bool
    ) -> Page[TournamentListing]:
        """Return tournaments that the player may know of, newest first."""
        return await self._directory.page(player, status, before, limit, mine=mine)

    async def standings(
        self, player: Player | None, tournament_id: str, number: int | None
    ) -> tuple[TournamentProjection, Standings]:
        """Return the standings after a round, by default the last that is done, from what the player knows."""
        known = await self.view("getStandings", player, tournament_id)
        done = sum(each.status == "done" for each in known.course.rounds)
        if number is not None and not 1 <= number <= done:
            raise RefusedError(codes.NO_SUCH_ROUND, f"{done} rounds are done.", status=404)
        return known, await in_slices(compute_standings(known.course, done if number is None else number))

    async def round(self, player: Player | None, tournament_id: str, number: int) -> tuple[Course, RoundCourse]:
        """Return a round that the player knows of, and what the player knows of the tournament."""
        known = await self.view("getRound", player, tournament_id)
        found = next((each for each in known.course.rounds if each.number == number), None)
        if found is None:
            raise RefusedError(codes.NO_SUCH_ROUND, "There is no such round, or it is not published.", status=404)
        return known.course, found

    async def enter(self, player: Player, tournament_id: str, who: str, request: EntrantRequest) -> TournamentListing:
        """Enter a tournament, or as a director somebody else."""
        own = who in ("me", player.id)
        person = await self._person(player, who)
        partner = None if request.partner is None else await self._person(player, request.partner)
        await self._hosting.require_no_role(tournament_id, (person, partner))
        known = await self._known_ratings(person, partner)

        def decide(live: Tournament, now: datetime) -> Decision | None:
            IN_TOURNAMENTS.allow("enterTournament", player, live.state, own=own)
            directs = IN_TOURNAMENTS.role_of(player, live.state) in (
                "owner",
                "director",
                "administrator",
                "playing_host",
            )
            if request.rating is not None and (not directs or own):
                raise RefusedError(
                    codes.DIRECTORS_ONLY, "Only directors can give a rating, to others.", pointer="/rating"
                )
            rating = _rating(live.state, known) if request.rating is None else request.rating
            facts = entering.enter(live.state, person, partner, rating, by_director=directs and not own)
            return decisions.entry("entrants_changed", *facts) if facts else None

        return await self._change(tournament_id, decide)

    async def accept(self, player: Player, row: InvitationRow, partner_id: str | None) -> TournamentListing:
        """Enter the tournament of an invitation, with its token; a team enters when both have named each other."""
        partner = None if partner_id is None else await self._person(player, partner_id)
        await self._hosting.require_no_role(row.log_id, (player.person, partner))
        known = await self._known_ratings(player.person, partner)

        def decide(live: Tournament, now: datetime) -> Decision | None:
            rating, invitation = _rating(live.state, known), row.invitation_id
            facts = entering.accept(live.state, player.person, partner, rating, invitation, row.uses)
            return decisions.entry("entrants_changed", *facts) if facts else None

        return self._reply(*await self.invitations.accept(row, decide))

    async def _known_ratings(self, *members: Person | None) -> list[dict[str, Rating]]:
        """Return the ratings of each member by game."""
        return [await self._ratings.of_player(each.player_id) for each in members if each is not None]

    async def ratings_of(self, player: Player, who: str) -> tuple[Person, dict[str, Rating]]:
        """
        Return a player, and the player's ratings by game.

        Raises:
            RefusedError: There is no such player.
        """
        person = await self._person(player, who)
        return person, await self._ratings.of_player(person.player_id)

    async def list_ratings(self, game: str, before: str | None, limit: int) -> RatingPage:
        """Return the players of a game who are rated below the player `before`, the best first."""
        return await self._ratings.page(game, before, limit)

    async def withdraw(self, player: Player, tournament_id: str, who: str) -> TournamentListing:
        """Withdraw from a tournament, or as a director somebody else."""
        own = who in ("me", player.id)

        def decide(live: Tournament, now: datetime) -> Decision | None:
            IN_TOURNAMENTS.allow("withdrawEntrant", player, live.state, own=own)
            entrant = self._entrant(live.state, player, who)
            facts = entering.withdraw(live.state, entrant, "own_wish" if own else "director")
            return decisions.entry("entrants_changed", *facts)

        return await self._change(tournament_id, decide)

    async def check_in(self, player: Player, tournament_id: str) -> TournamentListing:
        """Say that the player is here."""

        def decide(live: Tournament, now: datetime) -> Decision | None:
            IN_TOURNAMENTS.allow("checkIn", player, live.state)
            facts = entering.check_in(live.state, self._entrant(live.state, player, "me"))
            return decisions.entry("entrants_changed", *facts) if facts else None

        return await self._change(tournament_id, decide)

    async def say_ready(self, player: Player, tournament_id: str, table: int) -> TournamentListing:
        """Say that the player is ready at a table of the open round."""

        def decide(live: Tournament, now: datetime) -> Decision | None:
            IN_TOURNAMENTS.allow("sayReady", player, live.state)
            facts = commands.say_ready(live.state, self._entrant(live.state, player, "me"), table, now)
            return decisions.entry("entrants_changed", *facts) if facts else None

        return await self._change(tournament_id, decide)

    async def act(self, player: Player, tournament_id: str, action: DirectorAction, once: Once | None) -> Done:
        """
        Take an action, as a director.

        Raises:
            RefusedError: The action is not possible, or not allowed to this player.
        """
        live = await self._repository.get(tournament_id)
        own = _is_own(action, player, live.state)
        IN_TOURNAMENTS.allow(action.operation, player, live.state, own=own)
        named = await self._person(player, action.names) if action.names is not None else None
        if not isinstance(action, GiveTournamentRoleAction | TakeTournamentRoleAction):
            await self._hosting.require_no_role(tournament_id, (named,))

        most_bots = None if player.administrator else MOST_BOTS

        async def change() -> TournamentListing:
            if isinstance(action, CloseTablePhaseAction):
                await self._require_phase(live.state, action)
            if action.pairs:
                await self._repository.refresh(live)  # Pairing must not be refused for what other processes have done.
            for _ in range(_TRIES):
                judged, paired = live.state.head, list[TournamentFact]()
                if isinstance(action, PairAction | SetPairingsAction):
                    paired = await self._pairer.pair(live.state, live.seed, self._clock.now(), action)
                moved_on = False

                def decide(live: Tournament, now: datetime) -> Decision | None:
                    nonlocal moved_on
                    own = _is_own(action, player, live.state)
                    IN_TOURNAMENTS.allow(action.operation, player, live.state, own=own)
                    moved_on = action.pairs and live.state.head != judged  # noqa: B023  # called before it changes
                    if moved_on:
                        return None
                    _require_actions_left(live.state, action)
                    plays = IN_TOURNAMENTS.role_of(player, live.state) == "playing_host"
                    given = Given(now, player.person, plays, live.seed, named, paired, most_bots, _places)  # noqa: B023  # as above
                    return decisions.acted(
                        live.state, player.person, action.type, action.reason, action.decide(live.state, given)
                    )

                keep = self._replies.keep(player, once, 200, self._render)
                entry = await self._repository.change(live, decide, keep)
                if not moved_on:
                    return self._reply(live.state, entry)
            raise UnavailableError(codes.TOO_BUSY, "The tournament is changing too fast to be paired. Try again.")

        return await self._once(player, once, change)

    async def _require_phase(self, state: TournamentState, action: CloseTablePhaseAction) -> None:
        """Check that the phase is open, so that the director learns at once if it is not."""
        table = stepping_in.require_open(state, action.round, action.table)
        if table.match_id is not None:
            await self._hosting.require_phase(table.match_id, action.phase)

    def _entrant(self, state: TournamentState, player: Player, who: str) -> Entrant:
        found = state.course.entrant_of(player.id if who == "me" else who) or state.course.entrants.get(who)
        if found is None:
            raise RefusedError(codes.NOT_ENTERED, "This player has not entered.")
        return found


def _is_own(action: DirectorAction, player: Player, state: TournamentState) -> bool:
    """Whether an action about roles is one of an owner, or about the role of who takes it."""
    match action:
        case TakeTournamentRoleAction(player_id=player_id) if player_id == player.id:
            return True
        case GiveTournamentRoleAction() | TakeTournamentRoleAction():
            return state.role_held_by(player.id) == "owner"
        case _:
            return False


def _places(state: TournamentState) -> list[tuple[int, EntrantId]]:
    return final_places(state.course)


def _rating(state: TournamentState, known: Sequence[Mapping[str, Rating]]) -> int:
    """Return the rating of a player, or the mean of a team's, in the game of the tournament."""
    game = state.course.terms.match.game
    return sum(ratings.get(game, Rating()).value for ratings in known) // len(known)


def _require_actions_left(state: TournamentState, action: DirectorAction) -> None:
    if state.actions >= ACTIONS and action.type not in ("finish", "cancel"):
        raise RefusedError(codes.TOO_MANY_ACTIONS, "Directors have used too many actions. Finish or cancel it.")
