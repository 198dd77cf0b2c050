"""
What an entry of a match causes in players' own streams (docs/notifications.md shows the table).

News follows only from facts about seats that are addressed to everyone, and from facts of the same entry that are
addressed to the player's own viewer. So a player's own stream never shows more than the player's views.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from engines.kit import HOST, Fact, MatchEnded, PhaseOpened, SeatId, Viewer
from server.access.player import Person
from server.logs.aggregates.aggregate import Step
from server.logs.aggregates.held_roles import SIGHTED
from server.logs.directing.facts import RoleGiven, RoleTaken
from server.matches import facts
from server.matches.state import MatchState
from server.notifications.news import facts as news_facts
from server.runtime.times import timestamp


def news_of(before: MatchState | None, step: Step[MatchState]) -> dict[str, list[news_facts.News]]:
    """Return the news by player, in the order of the facts; `before` is None for the first entry."""
    news: dict[str, list[news_facts.News]] = {}
    for fact in step.facts:
        for player, piece in _about_seats(before, fact, step.state):
            news.setdefault(player.player_id, []).append(piece)
    facts = [
        (encoded.audience, fact)
        for encoded, fact in zip(step.entry.facts, step.facts, strict=True)
        if type(fact) in _CAUSES
    ]
    if facts:
        for viewer, player_id in _people(step.state):
            addressed = [fact for audience, fact in facts if audience.includes(viewer)]
            caused = [_CAUSES[type(fact)](viewer, fact, before, step.state) for fact in addressed]
            if any(caused):
                news.setdefault(player_id, []).extend(filter(None, caused))
    return news


def _people(state: MatchState) -> Iterator[tuple[Viewer, str]]:
    """Yield the players in seats, and those who see what a host sees, unless they play or have played."""
    for seat, occupant in state.occupants.items():
        if occupant.player is not None:
            yield seat, occupant.player.player_id
    for player_id, holder in state.holders.items():
        if holder.role in SIGHTED and state.seat_of(player_id) is None and player_id not in (state.played or {}):
            yield HOST, player_id


def _about_seats(before: MatchState | None, fact: Fact, after: MatchState) -> Iterator[tuple[Person, news_facts.News]]:
    """Yield the news for players whose seats and roles change."""
    match_id, game = after.match_id, after.created.game
    match fact:
        case facts.SeatTaken(seat=seat, player=player):
            gone = _player_in(before, seat)
            if gone == player:
                return  # The player only gives other entropy.
            if gone is not None:
                yield gone, news_facts.Replaced(match_id, game, seat)
            if player is not None:
                yield player, news_facts.Seated(match_id, game, seat)
                if after.phase is not None and seat in after.phase.awaited and seat not in after.submissions:
                    yield player, _awaited(seat, after)
        case facts.SeatLeft(seat=seat):
            gone = _player_in(before, seat)
            if gone is not None:
                yield gone, news_facts.Unseated(match_id, game, seat)
        case RoleGiven(player=player, role=role):
            yield player, news_facts.MatchRoleSet(match_id, game, role)
        case RoleTaken(player=player):
            yield player, news_facts.MatchRoleSet(match_id, game, None)
        case facts.SeatReserved(seat=seat, player=player):
            yield player, news_facts.Invited(match_id, game, seat)
        case _:
            pass


def _player_in(state: MatchState | None, seat: SeatId) -> Person | None:
    occupant = state.occupants.get(seat) if state else None
    return occupant.player if occupant else None


def _awaited(seat: SeatId, after: MatchState) -> news_facts.Awaited:
    if after.phase is None:
        raise AssertionError("only an open phase awaits seats")
    closes_at = None if after.closes_at is None else timestamp(after.closes_at)
    return news_facts.Awaited(after.match_id, after.created.game, seat, after.phase.number, closes_at)


def _begun(
    viewer: Viewer, fact: facts.MatchStarted, before: MatchState | None, after: MatchState
) -> news_facts.News | None:
    if viewer == HOST and after.created.ordered_by is not None:
        return None  # Directors get news of the round or episode instead; it may have hundreds of matches.
    return news_facts.MatchBegun(after.match_id, after.created.game, viewer)


def _opened(viewer: Viewer, fact: PhaseOpened, before: MatchState | None, after: MatchState) -> news_facts.News | None:
    awaited = next((_awaited(seat, after) for seat in fact.phase.awaited if seat == viewer), None)
    return awaited or _no_more(viewer, before, after)


def _resumed(
    viewer: Viewer, fact: facts.MatchResumed, before: MatchState | None, after: MatchState
) -> news_facts.News | None:
    """Return the news for a seat that can submit again, and has not."""
    awaited = after.phase.awaited if after.phase else ()
    return next((_awaited(seat, after) for seat in awaited if seat == viewer and seat not in after.submissions), None)


def _no_more(viewer: Viewer, before: MatchState | None, after: MatchState) -> news_facts.News | None:
    """Return the news if the phase before waited for this seat until later: its deadline no longer counts."""
    if before is None or before.phase is None or before.closes_at is None or after.opened_at is None:
        return None
    if after.opened_at >= before.closes_at:
        return None
    no_more = (
        news_facts.AwaitedNoMore(after.match_id, after.created.game, seat, before.phase.number)
        for seat in before.phase.awaited
        if seat == viewer
    )
    return next(no_more, None)


def _moved(
    viewer: Viewer, fact: facts.DeadlineSet, before: MatchState | None, after: MatchState
) -> news_facts.News | None:
    """Return the news unless it is the first deadline of the phase, which is in `awaited`."""
    if before is None or before.phase is None or before.phase.number != fact.phase or after.phase is None:
        return None
    moved = (
        news_facts.DeadlineMoved(after.match_id, after.created.game, seat, fact.phase, fact.closes_at)
        for seat in after.phase.awaited
        if seat == viewer
    )
    return next(moved, None)


def _over(
    viewer: Viewer,
    fact: MatchEnded | facts.MatchAdjudicated | facts.MatchVoided,
    before: MatchState | None,
    after: MatchState,
) -> news_facts.News | None:
    if viewer == HOST and after.created.ordered_by is not None:
        return None
    return news_facts.MatchOver(
        after.match_id, after.created.game, viewer, "void" if isinstance(fact, facts.MatchVoided) else "over"
    )


def _wrote(
    viewer: Viewer, fact: facts.MessageSent, before: MatchState | None, after: MatchState
) -> news_facts.News | None:
    if fact.sender == viewer or not facts.is_host_line(fact.channel):
        return None
    return news_facts.HostLineMessage(after.match_id, after.created.game, fact.channel, fact.sender)


def _suspended(
    viewer: Viewer, fact: facts.MatchSuspended, before: MatchState | None, after: MatchState
) -> news_facts.News | None:
    return news_facts.MatchWaits(after.match_id, after.created.game) if viewer == HOST else None


_Cause: TypeAlias = Callable[[Viewer, Any, MatchState | None, MatchState], news_facts.News | None]

_CAUSES: Final[Mapping[type[Fact], _Cause]] = {
    facts.MatchStarted: _begun,
    PhaseOpened: _opened,
    facts.MatchResumed: _resumed,
    facts.DeadlineSet: _moved,
    MatchEnded: _over,
    facts.MatchAdjudicated: _over,
    facts.MatchVoided: _over,
    facts.MatchSuspended: _suspended,
    facts.MessageSent: _wrote,
}
"""The news for a viewer that follows from a fact addressed to this viewer."""
