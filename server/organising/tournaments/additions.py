"""Entering people without an account, many in one call, and the links by which they claim their places."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Final

from server.access import codes
from server.access.costs import NEW_ENTRANT, charge
from server.access.errors import RefusedError
from server.access.player import Player
from server.logs.invitations.links import Links
from server.logs.store.entry import Decision
from server.organising.tournaments.decisions import entry
from server.organising.tournaments.kind import TOURNAMENTS, TournamentRepository
from server.organising.tournaments.requests import EntrantsRequest
from server.organising.tournaments.roster import Roster, RosterLine, check_line, read_report, read_sheet
from server.organising.tournaments.tournament import Tournament, TournamentState
from server.organising.tournaments.unclaimed import IN, Fate, Judged, Newcomer, enter_unclaimed, judge_of
from server.people.identity.players import Players
from server.runtime.clock.clock import Clock
from server.runtime.time_slices import at_once, in_slices

_TOGETHER: Final = 50
"""How many people enter with one entry of the log."""

_OPERATION: Final = "addEntrants"


@dataclass(frozen=True, slots=True)
class Addition:
    """A line of the request, and what becomes of it."""

    line: int
    """The number of the line in the file, or of the person in the list, from 1."""
    name: str
    rating: int
    club: str
    email: str = field(repr=False)
    """The e-mail address as it was sent: the server does not store it."""
    fate: Fate
    """What becomes of it."""
    entrant: str | None
    """The entrant: the new one, or who has the name, or a name that looks like it; null without one."""
    token: str | None = field(repr=False)
    """
    The secret to put into a link, by which the person claims the place (`acceptInvitation`). The server stores only its
    hash, so it is shown only once. Null in previews, and for people who are not entered.
    """


class Additions:
    """Enters people by name into all tournaments."""

    def __init__(self, repository: TournamentRepository, players: Players, links: Links, clock: Clock) -> None:
        self._repository = repository
        self._players = players
        self._links = links
        self._clock = clock

    async def read(self, request: EntrantsRequest) -> Roster:
        """
        Return the people of a request, each checked by itself.

        Raises:
            RefusedError: The file cannot be read, or it is not one source.
        """
        if sum(each is not None for each in (request.people, request.csv, request.trf)) != 1:
            raise RefusedError(codes.BAD_ROSTER, "Send one of `people`, `csv` and `trf`.")
        if request.csv is not None:
            roster = await in_slices(read_sheet(request.csv))
        elif request.trf is not None:
            roster = await in_slices(read_report(request.trf))
        else:
            people = enumerate(request.people or (), 1)
            roster = Roster(
                [RosterLine(number, each.name, each.rating, each.club, each.email) for number, each in people], []
            )
        return replace(roster, lines=await in_slices(_check(roster.lines)))

    async def add(
        self, player: Player, tournament_id: str, request: EntrantsRequest, lines: Sequence[RosterLine]
    ) -> list[Addition]:
        """
        Enter people as a director, each on its own, in the order of the lines; return what becomes of each.

        A preview enters nobody. Fifty people are one entry of the log, so after an error the first of them may be in;
        a repeated call enters the others.

        Raises:
            RefusedError: The player may not do this, or nobody can enter any more.
        """
        live = await self._repository.get(tournament_id)
        await self._repository.refresh(live)
        self._require(player, live.state, request)
        charge(NEW_ENTRANT * len(lines))
        if request.preview:
            return await in_slices(_preview(live.state, lines))
        added: list[Addition] = []
        for first in range(0, len(lines), _TOGETHER):
            added += await self._add_some(player, live, request, lines[first : first + _TOGETHER])
        return added

    def _require(self, player: Player, state: TournamentState, request: EntrantsRequest) -> None:
        TOURNAMENTS.roles.allow(_OPERATION, player, state)
        if request.trf is not None and state.course.rounds:
            raise RefusedError(codes.TOO_LATE, "A report can be imported until the first round is paired.")

    async def _add_some(
        self, player: Player, live: Tournament, request: EntrantsRequest, lines: Sequence[RosterLine]
    ) -> list[Addition]:
        added = at_once(_preview(live.state, lines))
        hoped = [at for at, each in enumerate(added) if each.fate in IN]
        if hoped:
            accounts = await self._players.create_unclaimed([lines[at].name for at in hoped])
            newcomers = [
                Newcomer(account, lines[at].rating, lines[at].club) for at, account in zip(hoped, accounts, strict=True)
            ]
            judged: list[Judged] = []

            def decide(live: Tournament, now: datetime) -> Decision | None:
                nonlocal judged
                self._require(player, live.state, request)
                facts, judged = enter_unclaimed(live.state, newcomers)
                return entry("entrants_changed", *facts) if facts else None

            try:
                await self._repository.change(live, decide)
            except RefusedError:
                await self._players.drop(accounts)
                raise
            for at, found in zip(hoped, judged, strict=True):
                added[at] = replace(added[at], fate=found.fate, entrant=found.entrant)
            unused = (account for account, found in zip(accounts, judged, strict=True) if found.fate not in IN)
            await self._players.drop(list(unused))
        return await self._with_links(live.log_id, request, added)

    async def _with_links(self, tournament_id: str, request: EntrantsRequest, added: list[Addition]) -> list[Addition]:
        """Return additions with links for places that nobody has claimed: the new ones, or all, as the request says."""
        wanted = IN | {"already_entered"} if request.renew_links else IN
        places = list(dict.fromkeys(each.entrant for each in added if each.fate in wanted and each.entrant is not None))
        if not places:
            return added
        made = await self._links.renew(
            TOURNAMENTS, tournament_id, places, timedelta(seconds=request.expires_in_seconds)
        )
        tokens = {link.row.seat: link.token for link in made}
        return [replace(each, token=tokens.get(each.entrant)) if each.fate in wanted else each for each in added]


def _check(lines: Sequence[RosterLine]) -> Generator[None, None, list[RosterLine]]:
    checked: list[RosterLine] = []
    for line in lines:
        checked.append(check_line(line))
        yield
    return checked


def _preview(state: TournamentState, lines: Sequence[RosterLine]) -> Generator[None, None, list[Addition]]:
    """Judge all lines, in steps, without entering anybody."""
    judge = judge_of(state)
    found: list[Addition] = []
    for line in lines:
        found.append(_addition(line, None if line.fault else judge.judge(line.name)))
        yield
    return found


def _addition(line: RosterLine, judged: Judged | None) -> Addition:
    fate: Fate = line.fault or (judged.fate if judged is not None else "not_open")
    entrant = None if judged is None else judged.entrant
    return Addition(line.number, line.name, line.rating, line.club, line.email, fate, entrant, None)
