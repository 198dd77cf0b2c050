"""The commands about entrants: entering, checking in, withdrawing. Each returns the facts of one entry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Person
from server.logs.aggregates.held_roles import leading
from server.logs.invitations.uses import require_uses
from server.matches.seats.names import skeleton
from server.organising.tournaments import facts as tournament_facts
from server.organising.tournaments.course import Course
from server.organising.tournaments.decisions import OPEN_FIELD, not_open, places_of, require_not_over, require_status
from server.organising.tournaments.entrant import Entrant, LeftBecause
from server.organising.tournaments.pairing.paired import first_field
from server.organising.tournaments.tournament import TournamentState

ENTRIES_TIMES: Final = 4
"""How many entries a tournament accepts for each place, with those who wait or have withdrawn."""


ENTERED_IN: Final = ("open", "check_in", "running", "paused")
"""In which statuses players can enter, and come back, without a director."""

PARTNERS: Final = 4
"""How many partners a player can name."""

RETURNS: Final = 3
"""How often entrants can come back without a director; directors can bring them back more often."""

RETURNS_TO_ARENA: Final = 100
"""How often in an arena, where to withdraw is to sit out for a while."""

_OWN_WAY_BACK: Final[frozenset[LeftBecause | None]] = frozenset({"own_wish", "no_check_in", "missed_rounds"})
"""After which reasons to leave entrants can come back without a director. Only a director can undo the others."""


def open_entries(state: TournamentState) -> list[tournament_facts.TournamentFact]:
    require_status(state, "draft")
    return [tournament_facts.EntriesOpened()]


def open_check_in(state: TournamentState) -> list[tournament_facts.TournamentFact]:
    require_status(state, "draft", "open")
    _require_no_pairing(state)
    return [tournament_facts.CheckInOpened()]


def enter(
    state: TournamentState,
    player: Person,
    partner: Person | None,
    rating: int,
    *,
    by_director: bool,
    invitation: str | None = None,
    club: str | None = None,
) -> list[tournament_facts.TournamentFact]:
    """
    Enter a player, or a team.

    Players enter while entries are open, and come back if they had withdrawn; directors can also enter others later. A
    team enters when each member has named the other one; directors enter both at once. `invitation` is the id of a
    valid invitation that the player accepts. `club` is the one that a director gives the entrant.
    """
    course = state.course
    if course.status not in (("draft", *ENTERED_IN) if by_director else ENTERED_IN):
        raise not_open()
    members = [player] if partner is None else [player, partner]
    entered = course.entrant_of(player.player_id)
    if not by_director and entered is not None and entered.withdrawn and partner in (None, *entered.players):
        return come_back(state, entered)
    _require_partner(course, members)
    if entered is not None and entered.withdrawn and by_director:
        raise RefusedError(
            codes.ALREADY_ENTERED, f"This player has withdrawn as entrant {entered.id}: use the action `bring_back`."
        )
    if any(course.entrant_of(member.player_id) is not None for member in members):
        raise RefusedError(codes.ALREADY_ENTERED, "This player has already entered.")
    _require_distinct(state, members, leaving=None)
    if is_past_late_entry(course):
        raise not_open()
    _require_room(course, 1)
    require_host_besides(state, members)
    if partner is not None and not by_director:
        if course.named.get(partner.player_id, ())[-1:] != (player.player_id,):
            return _name(course, player, partner)
        player, partner = partner, player  # The first member is the one who named the other one first.
    waiting = len(places_of(course)) >= course.terms.max_entrants
    entrant = f"e{len(course.entrants) + 1}"
    return [
        tournament_facts.Entered(
            entrant, player, waiting=waiting, rating=rating, partner=partner, invitation=invitation, club=club
        )
    ]


def accept(
    state: TournamentState, player: Person, partner: Person | None, rating: int, invitation: str, uses: int
) -> list[tournament_facts.TournamentFact]:
    """
    Enter a player who accepts an invitation, valid for this many `uses`; empty if the player has entered like this.

    A player who has withdrawn comes back without a further use. The log counts the uses, so they are exact whatever
    happens at once. A team is one use, counted when it enters.
    """
    entrant = state.course.entrant_of(player.player_id)
    if entrant is not None and partner in (None, *entrant.players):
        return enter(state, player, partner, rating, by_director=False) if entrant.withdrawn else []
    require_uses(state.accepted, invitation, uses)
    return enter(state, player, partner, rating, by_director=False, invitation=invitation)


def require_enterable(state: TournamentState) -> None:
    """Refuse a tournament that nobody can enter any more."""
    if state.ended or is_past_late_entry(state.course):
        raise not_open()


def come_back(state: TournamentState, entrant: Entrant) -> list[tournament_facts.TournamentFact]:
    """Let an entrant come back, who has withdrawn or was dropped as absent, while entries are open."""
    if state.course.status not in ENTERED_IN or is_past_late_entry(state.course):
        raise not_open()
    most = RETURNS if state.course.terms.arena is None else RETURNS_TO_ARENA
    if entrant.left_because not in _OWN_WAY_BACK or entrant.returns >= most:
        raise RefusedError(codes.NOT_OPEN, "Only a director can bring you back now.")
    return _readmit(state, entrant)


def bring_back(state: TournamentState, entrant: Entrant) -> list[tournament_facts.TournamentFact]:
    """Bring back an entrant who has withdrawn, was dropped or disqualified, with the results, for the next pairing."""
    require_not_over(state)
    if not entrant.withdrawn:
        raise RefusedError(codes.ALREADY_ENTERED, "This entrant is in the tournament.")
    return _readmit(state, entrant)


def _readmit(state: TournamentState, entrant: Entrant) -> list[tournament_facts.TournamentFact]:
    """
    Return the fact that an entrant is in again.

    Nobody can have two places: refuse a player who has another place now, also by a second account with the same name.
    """
    course = state.course
    if any(not player.name for player in entrant.players):
        raise RefusedError(codes.NOT_ENTERED, "This player has left the server.")
    for player in entrant.players:
        other = course.entrant_of(player.player_id)
        if other is not None and other.id != entrant.id:
            raise RefusedError(codes.ALREADY_ENTERED, f"This player is entrant {other.id} now.")
    _require_distinct(state, entrant.players, leaving=None, do="Withdraw that entrant first.")
    if is_past_late_entry(course) and entrant.id not in first_field([each.record() for each in course.rounds[:1]]):
        raise RefusedError(codes.NOT_OPEN, "Round 1 was paired without this entrant, and nobody can enter later.")
    # In an arena, who sits out keeps the place.
    full = course.terms.arena is None and len(places_of(course)) >= course.terms.max_entrants
    if full and course.rounds:
        raise RefusedError(codes.NOT_OPEN, "All places are taken. Withdraw another entrant first.")
    return [tournament_facts.EntrantReturned(entrant.id, waiting=full)]


def _require_distinct(
    state: TournamentState,
    players: Sequence[Person],
    leaving: str | None,
    do: str = "Enter as a player with another name.",
) -> None:
    """
    Refuse a player whose name looks like another entrant's: they could meet in a match.

    Entrants who have withdrawn do not count, nor the player who is `leaving`: people come back with new accounts.
    Players who left the server have no names.
    """
    known = [skeleton(player.name) for player in players if player.name]
    if len(set(known)) < len(known):
        raise RefusedError(codes.NAME_TOO_SIMILAR, "The names of both partners look alike.")
    for entrant in state.course.entrants.values():
        for other in () if entrant.withdrawn else entrant.players:
            if other.player_id != leaving and state.skeletons[other.player_id] in known:
                message = f"This player's name looks like that of entrant {entrant.id}. {do}"
                raise RefusedError(codes.NAME_TOO_SIMILAR, message)


def _require_partner(course: Course, members: Sequence[Person]) -> None:
    """Check that a team enters if the tournament is for teams, otherwise one player."""
    if len(members) != (2 if course.terms.teams else 1):
        message = "Teams of two enter here: name a partner." if course.terms.teams else "Players enter here alone."
        raise RefusedError(codes.BAD_PARTNER, message, pointer="/partner")
    if len(set(members)) < len(members):
        raise RefusedError(codes.BAD_PARTNER, "A partner must be somebody else.", pointer="/partner")


def _name(course: Course, player: Person, partner: Person) -> list[tournament_facts.TournamentFact]:
    """Note with whom a player wants to enter; empty if this partner was named last."""
    named = course.named.get(player.player_id, ())
    if named[-1:] == (partner.player_id,):
        return []
    if len(named) >= PARTNERS or sum(map(len, course.named.values())) >= ENTRIES_TIMES * course.terms.max_entrants:
        raise RefusedError(codes.NOT_OPEN, "Too many partners were named. Ask a director to enter your team.")
    return [tournament_facts.PartnerNamed(player, partner)]


def require_host_besides(state: TournamentState, players: Sequence[Person]) -> None:
    """
    Check that a director who does not play is left to host the matches, if these players enter.

    A director who has hosted matches of the tournament could have seen moves and decided them.
    """
    course = state.course
    close = course.too_close
    if not any(player.player_id in close for player in players):
        return
    if course.rounds:
        raise RefusedError(codes.DIRECTOR_PLAYS, "Directors can enter only before the first round is paired.")
    entering = {player.player_id for player in players}
    if not any(each not in entering and not course.has_entered(each) for each in leading(course.holders)):
        raise RefusedError(
            codes.DIRECTOR_PLAYS, "Somebody who does not play must direct the tournament and host its matches."
        )


def _require_room(course: Course, count: int) -> None:
    """Check that the log does not get too many entrants, including those who wait or have withdrawn."""
    if len(course.entrants) + count > ENTRIES_TIMES * course.terms.max_entrants:
        raise not_open()


def add_bots(state: TournamentState, count: int, most: int | None) -> list[tournament_facts.TournamentFact]:
    """Enter bots, if there are places for all, and at most `most` bots in the tournament; None: no such limit."""
    course = state.course
    if course.ended or is_past_late_entry(course):
        raise not_open()
    _require_room(course, count)
    bots = sum(not each.players for each in course.entrants.values())
    if most is not None and bots + count > most:
        raise RefusedError(codes.NOT_OPEN, f"A tournament can have {most} bots, unless an administrator adds them.")
    free = course.terms.max_entrants - len(places_of(course))
    if count > free:
        raise RefusedError(codes.NOT_OPEN, f"There are places for {free} more.")
    first = len(course.entrants) + 1
    return [
        tournament_facts.Entered(f"e{number}", None, waiting=False, rating=0) for number in range(first, first + count)
    ]


def withdraw(
    state: TournamentState, entrant: Entrant, because: tournament_facts.WithdrawnBecause
) -> list[tournament_facts.TournamentFact]:
    """
    Withdraw an entrant; before play the first who waits gets the place. Open tables are not affected.

    An entrant who has withdrawn can still be disqualified.
    """
    course = state.course
    gone = entrant.expelled if because == "disqualified" else entrant.withdrawn
    if course.ended or gone or entrant.left_because == "took_over":
        raise RefusedError(codes.NOT_ENTERED, "This player is not in the tournament.")
    facts: list[tournament_facts.TournamentFact] = [tournament_facts.EntrantWithdrawn(entrant.id, because)]
    if not course.rounds and not entrant.waiting and not entrant.withdrawn:
        following = next((each for each in course.entrants.values() if each.waiting and not each.withdrawn), None)
        if following is not None:
            facts.append(tournament_facts.PlaceGiven(following.id))
    return facts


def check_in(state: TournamentState, entrant: Entrant) -> list[tournament_facts.TournamentFact]:
    """Check an entrant in; empty if that is done."""
    course = state.course
    if course.status != "check_in" or course.rounds or entrant.withdrawn:
        raise RefusedError(codes.TOO_LATE, "Check-in is not open. It ends when the first round is paired.")
    return [] if entrant.checked_in else [tournament_facts.CheckedIn(entrant.id)]


def excuse(
    state: TournamentState, entrant: Entrant, how: Literal["half_bye", "zero_bye"]
) -> list[tournament_facts.TournamentFact]:
    """Give an entrant a bye in the next round to be paired."""
    require_not_over(state)
    if entrant.withdrawn:
        raise RefusedError(codes.NOT_ENTERED, "This player is not in the tournament.")
    if state.course.terms.system not in OPEN_FIELD or state.course.terms.arena is not None:
        raise RefusedError(
            codes.NOT_OPEN, "This system has no byes on request. Withdraw the entrant, or forfeit the table."
        )
    number = len(state.course.rounds) + 1
    if entrant.id in state.course.excused.get(number, {}):
        raise RefusedError(codes.ALREADY_EXCUSED, f"This player is excused from round {number} already.")
    return [tournament_facts.EntrantExcused(entrant.id, number, how)]


def replace_entrant(
    state: TournamentState, entrant: Entrant, player: Person | None, leaving: str | None
) -> list[tournament_facts.TournamentFact]:
    """
    Give the place of an entrant to another player, or to a bot, from the next round on.

    `leaving` is the player who leaves a team; by default a bot of it, or else its first member.
    """
    require_not_over(state)
    if entrant.withdrawn:
        raise RefusedError(codes.NOT_ENTERED, "This player is not in the tournament.")
    if player is not None and state.course.entrant_of(player.player_id) is not None:
        raise RefusedError(codes.ALREADY_ENTERED, "This player has already entered.")
    if player is not None:
        require_host_besides(state, [player])
    members = state.course.members_of(entrant)
    ids = [None if member is None else member.player_id for member in members]
    if leaving is not None and leaving not in ids:
        raise RefusedError(codes.NOT_ENTERED, "This player is not in the team.", pointer="/leaving")
    replaced = ids.index(leaving) if leaving in ids else 0
    if player is not None:
        _require_distinct(state, [player], leaving=ids[replaced])
    members[replaced] = player
    first, second, *_ = (*members, None)
    return [tournament_facts.EntrantReplaced(entrant.id, first, second)]


def is_past_late_entry(course: Course) -> bool:
    """Whether it is too late to enter: after the first pairing, in systems whose field is fixed by it."""
    return bool(course.rounds) and course.terms.system not in OPEN_FIELD


def _require_no_pairing(state: TournamentState) -> None:
    if state.course.rounds:
        raise RefusedError(codes.TOO_LATE, "The first round is paired already.")
