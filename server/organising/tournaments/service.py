"""All tournaments, as used by entrants, directors and onlookers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from engines.kit import Language
from server.access import codes
from server.access.costs import charge, of_calendar
from server.access.errors import RefusedError, UnavailableError
from server.access.player import Person, Player
from server.logs.aggregates.acting import note_bridge
from server.logs.aggregates.commands import Keep
from server.logs.directing.lists import Lists
from server.logs.invitations.links import Links
from server.logs.replies.idempotency import Done, Once, Replies
from server.logs.store.entry import Decision, Entry
from server.matches.calendars import settle_rest
from server.matches.hosting.hosting import Hosting
from server.notifications.calendars.calendars import first_version
from server.organising.service import Organising
from server.organising.tournaments import commands, decisions, entering, stepping_in, unclaimed
from server.organising.tournaments.actions import (
    ACTIONS,
    MOST_BOTS,
    Circumstances,
    CloseTablePhaseAction,
    DirectorAction,
    PairAction,
    SetPairingsAction,
    UndoAction,
)
from server.organising.tournaments.additions import Additions
from server.organising.tournaments.calendar import rounds_of
from server.organising.tournaments.course import Course
from server.organising.tournaments.creation import settle
from server.organising.tournaments.editing import require_to_come
from server.organising.tournaments.entrant import Entrant
from server.organising.tournaments.facts import TournamentFact
from server.organising.tournaments.kind import TOURNAMENTS, TournamentRepository
from server.organising.tournaments.leave import take_leave
from server.organising.tournaments.listings import TournamentListing
from server.organising.tournaments.pairer import Pairer
from server.organising.tournaments.rating_list import RatingList, RatingPage
from server.organising.tournaments.ratings import Rating
from server.organising.tournaments.requests import EntrantRequest, TournamentRequest
from server.organising.tournaments.roles import IN_TOURNAMENTS
from server.organising.tournaments.round_course import RoundCourse
from server.organising.tournaments.rounds import EntrantId
from server.organising.tournaments.standings.table import Standings
from server.organising.tournaments.systems import compute_standings, count_rounds, final_places
from server.organising.tournaments.tournament import Tournament, TournamentProjection, TournamentState
from server.people.identity.players import Players
from server.runtime.clock.clock import Clock
from server.runtime.database.tables import InvitationRow
from server.runtime.loading import load
from server.runtime.time_slices import in_slices

_TRIES: Final = 5
"""How often a round is paired again because somebody entered or withdrew during the pairing."""


class Tournaments(Organising[Tournament, TournamentProjection, TournamentListing, DirectorAction]):
    """
    All tournaments.

    Attributes:
        additions: Enters people by name.
    """

    def __init__(
        self,
        repository: TournamentRepository,
        lists: Lists[TournamentListing],
        ratings: RatingList,
        hosting: Hosting,
        pairer: Pairer,
        players: Players,
        replies: Replies,
        links: Links,
        clock: Clock,
    ) -> None:
        super().__init__(TOURNAMENTS, repository, lists, hosting, players, replies, links, clock)
        self.additions = Additions(repository, players, links, clock)
        self._ratings = ratings
        self._pairer = pairer

    async def create(self, player: Player, new: TournamentRequest, once: Once | None) -> Done[TournamentListing]:
        """
        Create a tournament, directed by the player.

        Raises:
            RefusedError: Unknown game or players, options that do not suit the system, or the player has made too many.
        """

        async def first(tournament_id: str, seed: bytes) -> Decision:
            require_to_come(new.schedule.times, self._clock.now())
            terms = await self._hosting.settle_terms(player, new.match.game, new.match.variant, new.match.options)
            directors = tuple([await self._person(player, each) for each in new.directors])
            rest = settle_rest(new.match.rest, self._clock.now(), "/match/rest")
            return commands.create(*settle(new, terms, tournament_id, player.person, directors, seed, rest))

        return await self._create(player, new.directors, once, first)

    async def standings(
        self, player: Player | None, tournament_id: str, number: int | None
    ) -> tuple[TournamentProjection, Standings]:
        """Return the standings after a round, by default the last that is done, from what the player knows."""
        known = await self.view("getStandings", player, tournament_id)
        done = count_rounds(known.course)
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

    async def calendar(
        self, player: Player | None, tournament_id: str, language: Language, address: str | None
    ) -> bytes:
        """
        Return the calendar of its rounds, as the player knows them; the caller is charged.

        `address`: the server's, for links; None if it is not known.
        """
        live, viewer = await self.look("getTournamentCalendar", player, tournament_id)
        known: TournamentProjection = live.projection(viewer)
        rounds = list(rounds_of(known.course, known.cursor, live.state.created_at))
        charge(of_calendar(len(rounds)))
        first = first_version(self.repository.epoch)
        await load("server.notifications.calendars.writing")
        from server.notifications.calendars.writing import write

        return await in_slices(write(rounds, language, first=first, alarms=False, address=address))

    async def enter(self, player: Player, tournament_id: str, who: str, request: EntrantRequest) -> TournamentListing:
        """Enter a tournament, or as a director enter another player."""
        own = who in ("me", player.id)
        person = await self._person(player, who)
        partner = None if request.partner is None else await self._person(player, request.partner)
        await self._hosting.require_no_role(tournament_id, (person, partner))
        known = await self._ratings_of(person, partner)

        def decide(live: Tournament, now: datetime) -> list[TournamentFact]:
            directs = IN_TOURNAMENTS.role_of(player, live.state) in (
                "owner",
                "director",
                "administrator",
                "playing_host",
            )
            by_director = directs and not own
            for name, given in (("rating", request.rating), ("club", request.club)):
                if given is not None and not by_director:
                    raise RefusedError(
                        codes.DIRECTORS_ONLY, f"Only directors can give a {name}, to others.", pointer=f"/{name}"
                    )
            rating = _rating(live.state, known) if request.rating is None else request.rating
            return entering.enter(live.state, person, partner, rating, by_director=by_director, club=request.club)

        return await self._carry_out("enterTournament", player, tournament_id, decide, own=own)

    async def accept(self, player: Player, row: InvitationRow, partner_id: str | None) -> TournamentListing:
        """
        Enter the tournament of an invitation, with its token, or claim the place that it is for.

        A team enters when both have named each other.
        """
        partner = None if partner_id is None else await self._person(player, partner_id)
        known = await self._ratings_of(player.person, partner)

        def decide(live: Tournament) -> list[TournamentFact]:
            if row.seat is not None:
                return unclaimed.claim(live.state, row.seat, player.person, row.invitation_id)
            rating = _rating(live.state, known)
            return entering.accept(live.state, player.person, partner, rating, row.invitation_id, row.uses)

        return await self._accept(player, row, (player.person, partner), decide)

    async def _ratings_of(self, *members: Person | None) -> list[dict[str, Rating]]:
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
        """Withdraw from a tournament, or as a director withdraw another player."""
        own = who in ("me", player.id)

        def decide(live: Tournament, now: datetime) -> list[TournamentFact]:
            entrant = self._entrant(live.state, player, who)
            return entering.withdraw(live.state, entrant, "own_wish" if own else "director")

        return await self._carry_out("withdrawEntrant", player, tournament_id, decide, own=own)

    async def check_in(self, player: Player, tournament_id: str) -> TournamentListing:
        """Check the player in."""

        def decide(live: Tournament, now: datetime) -> list[TournamentFact]:
            return entering.check_in(live.state, self._entrant(live.state, player, "me"))

        return await self._carry_out("checkIn", player, tournament_id, decide)

    async def say_ready(self, player: Player, tournament_id: str, table: int) -> TournamentListing:
        """Say that the player is ready at a table of the open round."""

        def decide(live: Tournament, now: datetime) -> list[TournamentFact]:
            return commands.say_ready(live.state, self._entrant(live.state, player, "me"), table, now)

        return await self._carry_out("sayReady", player, tournament_id, decide)

    async def take_leave(self, player: Player, tournament_id: str, days: int) -> TournamentListing:
        """Take leave of so many days, or change the leave that is under way."""

        def decide(live: Tournament, now: datetime) -> list[TournamentFact]:
            return [*take_leave(live.state, self._entrant(live.state, player, "me"), days, now)]

        return await self._carry_out("takeTournamentLeave", player, tournament_id, decide)

    async def _act(
        self, live: Tournament, player: Player, action: DirectorAction, named: Person | None, keep: Keep | None
    ) -> Entry | None:
        most_bots = None if player.administrator else MOST_BOTS
        if isinstance(action, CloseTablePhaseAction):
            await self._require_phase(live.state, action)
        if isinstance(action, UndoAction) and action.action == "start_round":
            await self._require_untouched(live.state)
        if action.pairs:
            await self.repository.refresh(live)  # Pairing must not be refused for what other processes have done.
        for _ in range(_TRIES):
            judged, paired = live.state.head, list[TournamentFact]()
            if isinstance(action, PairAction | SetPairingsAction):
                paired = await self._pairer.pair(live.state, live.seed, self._clock.now(), action)
            moved_on = False

            def decide(live: Tournament, now: datetime) -> Decision | None:
                nonlocal moved_on
                self._allow(action, player, live)
                moved_on = action.pairs and live.state.head != judged  # noqa: B023  # called before it changes
                if moved_on:
                    return None
                _require_actions_left(live.state, action)
                plays = IN_TOURNAMENTS.role_of(player, live.state) == "playing_host"
                at = Circumstances(now, player.person, plays, live.seed, named, paired, most_bots, _places)  # noqa: B023  # as above
                facts = action.decide(live.state, at)
                decision = decisions.action_entry(live.state, player.person, action.type, action.reason, facts)
                return note_bridge(decision, player)

            entry = await self.repository.change(live, decide, keep)
            if not moved_on:
                return entry
        raise UnavailableError(codes.TOO_BUSY, "The tournament is changing too fast to be paired. Try again.")

    async def _require_phase(self, state: TournamentState, action: CloseTablePhaseAction) -> None:
        """Check that the phase is open, so that the director learns at once if it is not."""
        table = stepping_in.require_open(state, action.round, action.table)
        if table.match_id is not None:
            await self._hosting.require_phase(table.match_id, action.phase)

    async def _require_untouched(self, state: TournamentState) -> None:
        """Check that nobody has acted in the matches of the open round."""
        round_ = decisions.require_round(state, "started")
        await self._hosting.require_untouched([each.match_id for each in round_.tables.values() if each.match_id])

    def _entrant(self, state: TournamentState, player: Player, who: str) -> Entrant:
        found = state.course.entrant_of(player.id if who == "me" else who) or state.course.entrants.get(who)
        if found is None:
            raise RefusedError(codes.NOT_ENTERED, "This player has not entered.")
        return found


def _places(state: TournamentState) -> list[tuple[int, EntrantId]]:
    return final_places(state.course)


def _rating(state: TournamentState, known: Sequence[Mapping[str, Rating]]) -> int:
    """Return the rating of a player, or the mean of a team's, in the game of the tournament."""
    game = state.course.terms.match.game
    return sum(ratings.get(game, Rating()).value for ratings in known) // len(known)


def _require_actions_left(state: TournamentState, action: DirectorAction) -> None:
    if state.actions >= ACTIONS and action.type not in ("finish", "cancel"):
        raise RefusedError(codes.TOO_MANY_ACTIONS, "Directors have used too many actions. Finish or cancel it.")
