"""
The commands of series: each function checks a command against the state and returns the facts of one entry.

Nothing here reads a clock, a database or random numbers. Who may give a command is decided before
(`server/logs/directing/roles.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, Literal

from engines.kit import Chance, Consequence, Outcome, seat_id
from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Person
from server.logs.invitations.uses import require_uses
from server.logs.store.entry import Decision
from server.matches.facts import SeriesMatchName
from server.matches.seats import names
from server.matches.state import MatchState
from server.organising.ordering.leave import require_given
from server.organising.series import facts as series_facts
from server.organising.series.course import Course, MatchCourse, SeriesEntrant
from server.organising.series.play import Inputs, end_death_match, end_main_match, loser_of, proceed, stop
from server.organising.series.series import Series, SeriesState
from server.runtime.ids import new_id
from server.runtime.times import parse_timestamp, timestamp

MOST_CHANGES: Final = 100
"""How often a decision can be made, the last time included."""

ENTRIES_TIMES: Final = 4
"""How often each place can be taken before the start, on average."""

MOST_TAKES: Final = 4
"""How often a player can take a place before the start, the first time included."""


_NO_DIRECTOR: Final = "A director of the series cannot play in it."


entry, action_entry = series_facts.FACTS.entry, series_facts.FACTS.action_entry


def inputs_of(live: Series, now: datetime) -> Inputs:
    """Return the inputs of a season's next steps."""

    def ids() -> Iterator[str]:
        while True:
            yield new_id(now)

    return Inputs(now, ids(), lambda episode: Chance(live.seed, episode), live.seed, live.state.published_head)


def create(
    created: series_facts.SeriesCreated,
    secret: series_facts.SecretSeriesOptions | None,
    players: Sequence[Person | None],
) -> Decision:
    """Create a series in which these players and bots have the first places."""
    places = [series_facts.PlaceTaken(f"e{number}", player) for number, player in enumerate(players, 1)]
    return entry("created", created, *([secret] if secret else []), *places)


# Places


def places_of(course: Course) -> int:
    """Return how many places there are."""
    first = course.terms.episodes[0]
    return first.heaven + first.hell


def require_players(created: series_facts.SeriesCreated, players: Sequence[Person | None]) -> None:
    """Check the players who are to have places from the beginning; None are bots."""
    first, directors = created.episodes[0], (created.maker, *created.directors)
    if len(players) > first.heaven + first.hell:
        raise RefusedError(
            codes.DOES_NOT_FIT,
            f"There are {first.heaven + first.hell} places for {len(players)} players.",
            pointer="/players",
        )
    known: list[tuple[series_facts.EntrantId, Person]] = []
    for number, player in enumerate(players):
        if player is None:
            continue
        pointer = f"/players/{number}"
        if player in directors:
            raise RefusedError(codes.DIRECTOR_PLAYS, _NO_DIRECTOR, status=409, pointer=pointer)
        if any(other == player for _, other in known):
            raise RefusedError(codes.ALREADY_ENTERED, "A player has one place in a series.", pointer=pointer)
        _require_distinct(player, known, pointer)
        known.append((f"e{number + 1}", player))


def enter(state: SeriesState, player: Person, invitation: str | None = None) -> list[series_facts.SeriesFact]:
    """Give a player a free place before the start; `invitation` is the id of a valid one that the player accepts."""
    require_enterable(state)
    _require_new(state, player, leaving=None)
    course = state.course
    if len(course.entrants) >= places_of(course):
        raise RefusedError(codes.SERIES_FULL, "All places are taken.")
    if course.takes.get(player.player_id, 0) >= MOST_TAKES:
        raise RefusedError(codes.NOT_OPEN, "This player has left the series too often.")
    if course.places >= ENTRIES_TIMES * places_of(course):
        raise RefusedError(codes.NOT_OPEN, "Too many players have left this series. Start it, or create another one.")
    return [series_facts.PlaceTaken(f"e{course.places + 1}", player, invitation)]


def accept(state: SeriesState, player: Person, invitation: str, uses: int) -> list[series_facts.SeriesFact]:
    """
    Give a place to a player who accepts an invitation, valid for this many `uses`; empty if the player has one.

    The log counts the uses, so they are exact whatever happens at once.
    """
    if state.entrant_id_of(player.player_id) is not None:
        return []
    require_uses(state.accepted, invitation, uses)
    return enter(state, player, invitation)


def require_enterable(state: SeriesState) -> None:
    """Refuse a series in which nobody can take a place any more."""
    _require_status(state, "open")


def leave(
    state: SeriesState, entrant: SeriesEntrant, because: Literal["own_wish", "director", "disqualified"], inputs: Inputs
) -> list[series_facts.SeriesFact]:
    """Free a place before the start; later, give it to a bot, which also makes the open decision."""
    require_not_over(state)
    if state.course.status == "open":
        return [series_facts.PlaceLeft(entrant.id, "own_wish" if because == "own_wish" else "director")]
    if entrant.left_in is not None or entrant.player is None:
        raise RefusedError(codes.NOT_ENTERED, "This player is not in the series any more.")
    return _hand_over(state, entrant, None, because, inputs)


def replace(
    state: SeriesState, entrant: SeriesEntrant, player: Person | None, inputs: Inputs
) -> list[series_facts.SeriesFact]:
    """Give a place to another player, or to a bot. A player who had it before can get it back."""
    require_not_over(state)
    if entrant.left_in is not None:
        raise RefusedError(codes.NOT_ENTERED, "This entrant has left the series.")
    if entrant.player == player:
        return []
    if player is not None:
        _require_new(state, player, leaving=entrant)
    return _hand_over(state, entrant, player, "replaced", inputs)


def _hand_over(
    state: SeriesState,
    entrant: SeriesEntrant,
    player: Person | None,
    because: series_facts.HandedOverBecause,
    inputs: Inputs,
) -> list[series_facts.SeriesFact]:
    return proceed_after(state.course, [series_facts.PlaceHandedOver(entrant.id, player, because)], inputs)


def _require_new(state: SeriesState, player: Person, leaving: SeriesEntrant | None) -> None:
    """
    Refuse a player who has a place, had another one, directs the series, or has a name like another entrant's.

    A player who had a place knows its secrets, so can only come back to it, when its entrant is `leaving`. Before the
    start there are no secrets.
    """
    had = player.player_id in state.course.was and state.course.status != "open"
    comes_back = leaving is not None and any(was.player == player for was in leaving.earlier)
    if state.entrant_id_of(player.player_id) is not None or (had and not comes_back):
        raise RefusedError(codes.ALREADY_ENTERED, "This player has a place in the series, or had another one.")
    if player.player_id in state.course.too_close:
        raise RefusedError(codes.DIRECTOR_PLAYS, _NO_DIRECTOR, status=409)
    others = [(each.id, each.player) for each in state.course.staying if each.player and each is not leaving]
    _require_distinct(player, others, None)


def _require_distinct(
    player: Person, others: Iterable[tuple[series_facts.EntrantId, Person]], pointer: str | None
) -> None:
    """Refuse a player whose name looks like that of another entrant."""
    similar = names.find_similar(player, ((seat_id(entrant), other) for entrant, other in others))
    if similar is not None:
        told = f"This player's name looks like that of entrant {similar}. Take part as a player with another name."
        raise RefusedError(codes.NAME_TOO_SIMILAR, told, pointer=pointer)


# Decisions


def decide(
    state: SeriesState, entrant: SeriesEntrant, number: int, choice: series_facts.EntrantId, inputs: Inputs
) -> list[series_facts.SeriesFact]:
    """Make or change an open decision; empty if this is its choice already."""
    course = state.course
    found = course.decisions[number - 1] if 1 <= number <= len(course.decisions) else None
    if found is None:
        raise RefusedError(codes.UNKNOWN_DECISION, f"{len(course.decisions)} decisions were asked so far.")
    if found.entrant != entrant.id:
        raise RefusedError(codes.NOT_YOURS_TO_DECIDE, f"Entrant {found.entrant} makes this decision.")
    over = found.until is not None and parse_timestamp(found.until) <= inputs.now
    if not found.is_open or course.ended or over:
        raise RefusedError(codes.DECISION_CLOSED, "This decision is closed.")
    if course.status == "paused":
        raise RefusedError(codes.SERIES_PAUSED, "The series is paused.")
    if choice not in found.choices:
        raise RefusedError(codes.NOT_A_CHOICE, f"You can choose {', '.join(found.choices)}.", pointer="/choice")
    if found.choice == choice:
        return []
    if found.changes >= MOST_CHANGES:
        raise RefusedError(codes.TOO_MANY_CHANGES, "You have changed this too often. It stays as it is.")
    return proceed_after(course, [series_facts.DecisionMade(number, entrant.id, choice)], inputs)


# What directors do


def start(state: SeriesState, inputs: Inputs) -> list[series_facts.SeriesFact]:
    """Start the series, with bots in the free places, or its next episode."""
    course = state.course
    _require_status(state, "open", "running")
    if course.open_episode is not None or course.next_terms is None:
        raise RefusedError(codes.EPISODE_OPEN, f"Episode {len(course.episodes)} is not done.")
    bots: list[series_facts.SeriesFact] = []
    if course.status == "open":
        free = places_of(course) - len(course.entrants)
        bots = [series_facts.PlaceTaken(f"e{course.places + number}", None) for number in range(1, free + 1)]
    for bot in bots:
        course = course.fold(bot)
    return bots + proceed(course, inputs, by_word=True)


def set_places(
    state: SeriesState, heaven: Collection[series_facts.EntrantId], hell: Collection[series_facts.EntrantId]
) -> list[series_facts.SeriesFact]:
    """Set who is in heaven and in hell in the next episode."""
    require_not_over(state)
    course, terms = state.course, state.course.next_terms
    if course.open_episode is not None or terms is None:
        raise RefusedError(codes.EPISODE_OPEN, f"Episode {len(course.episodes)} is not done.")
    named, staying = (*heaven, *hell), [each.id for each in course.staying]
    if sorted(named) != sorted(staying):
        raise RefusedError(
            codes.DOES_NOT_FIT,
            f"Name each entrant who is in the series once: {', '.join(staying) or 'nobody is'}.",
            pointer="/heaven",
        )
    free = places_of(course) - len(staying) if not course.episodes else 0
    if len(heaven) != terms.heaven or len(hell) != terms.hell - free:
        raise RefusedError(
            codes.DOES_NOT_FIT,
            f"The next episode has {terms.heaven} in heaven and {terms.hell - free} in hell; "
            f"you name {len(heaven)} and {len(hell)}.",
            pointer="/heaven",
        )
    return [series_facts.PlacesSet(course.in_order(heaven), course.in_order(hell))]


def edit(state: SeriesState, wanted: series_facts.SeriesChanged) -> list[series_facts.SeriesFact]:
    """
    Change settings, of `wanted` those that differ.

    Raises:
        RefusedError: `too_late`: somebody has taken more days of leave; or the series is over.
    """
    require_not_over(state)
    terms = state.course.terms
    changed = series_facts.SeriesChanged(
        label=None if wanted.label == terms.label else wanted.label,
        start=None if wanted.start == terms.start else wanted.start,
        rest=None if wanted.rest is None or wanted.rest.same_as(terms.matches.rest) else wanted.rest,
        leave_days=None if wanted.leave_days == (terms.leave_days or 0) else wanted.leave_days,
    )
    require_given(changed.leave_days, state.course.entrants.values())
    return [] if changed == series_facts.SeriesChanged() else [changed]


def pause(state: SeriesState, now: datetime) -> list[series_facts.SeriesFact]:
    require_not_over(state)
    _require_status(state, "running", "stop")
    decision = state.course.open_decision
    if decision is None or decision.until is None:
        return [series_facts.SeriesPaused()]
    left = state.course.rests_of(decision.entrant).time_between(now, parse_timestamp(decision.until))
    return [series_facts.SeriesPaused(max(0, -(-left // timedelta(seconds=1))))]


def resume(state: SeriesState, inputs: Inputs) -> list[series_facts.SeriesFact]:
    _require_status(state, "paused")
    decision = state.course.open_decision
    until = None
    if decision is not None and decision.left_seconds is not None:
        left = timedelta(seconds=decision.left_seconds)
        until = timestamp(state.course.rests_of(decision.entrant).end_of(inputs.now, left))
    resumed = series_facts.SeriesResumed(until)
    return proceed_after(state.course, [resumed], inputs)


def extend(state: SeriesState, seconds: int, now: datetime) -> list[series_facts.SeriesFact]:
    """Give the open decision more time, or order it for the open match."""
    _require_status(state, "running")
    decision = state.course.open_decision
    if decision is not None and decision.until is not None:
        until = parse_timestamp(decision.until)
        if until <= now:
            raise RefusedError(codes.DECISION_CLOSED, "The time of the decision is over.")
        later = state.course.rests_of(decision.entrant).end_of(until, timedelta(seconds=seconds))
        return [series_facts.DecisionExtended(decision.number, timestamp(later))]
    if state.course.open_match is None:
        raise RefusedError(codes.NOTHING_OPEN, "No decision and no match is open.")
    return [series_facts.MatchExtended(seconds, state.course.orders + 1)]


def replay(state: SeriesState, inputs: Inputs) -> list[series_facts.SeriesFact]:
    """Replay the match for which the series waits."""
    waiting = _require_stopped(state)
    return [series_facts.MatchReplayed(waiting.episode, waiting.match, next(inputs.ids))]


def decide_match(
    state: SeriesState,
    loser: series_facts.EntrantId | None,
    rank: Mapping[series_facts.EntrantId, int],
    consequences: Mapping[series_facts.EntrantId, list[Consequence]],
    inputs: Inputs,
) -> list[series_facts.SeriesFact]:
    """Decide the match for which the series waits: who has lost the death match, or how the main match ended."""
    waiting = _require_stopped(state)
    course, episode = state.course, state.course.open_episode
    if waiting.match == "death":
        if episode is None or loser not in (episode.candidate, episode.opponent) or loser is None:
            raise RefusedError(codes.DOES_NOT_FIT, "Name the candidate or the opponent.", pointer="/loser")
        facts = end_death_match(course, "decided", loser)
    else:
        found = end_main_match(course, "decided", rank, consequences)
        if found is None:
            raise RefusedError(codes.DOES_NOT_FIT, _requirement(course), pointer="/consequences")
        facts = found
    return proceed_after(course, facts, inputs)


def _requirement(course: Course) -> str:
    """Return what the outcome of the open main match must have, in words."""
    episode, after = course.open_episode, course.next_terms
    if episode is None or after is None:
        return "The last match has one winner: give each entrant a rank, and only one the best."
    terms = course.terms.episodes[episode.number - 1]
    if terms.finalists is not None:
        return "One of heaven and one of hell has won (`winner`)."
    needed = {"ascends": "ascend", "winner": "win", "stays": "stay in heaven"}[terms.heaven_next or "stays"]
    candidate = ", and one of hell is the `elimination_candidate`" if terms.death is not None else ""
    return f"Each entrant has a rank, {after.heaven} {needed}{candidate}."


def cancel(state: SeriesState) -> list[series_facts.SeriesFact]:
    require_not_over(state)
    return [series_facts.SeriesCancelled()]


# What a series does by itself


def go_on(state: SeriesState, inputs: Inputs) -> list[series_facts.SeriesFact]:
    """Close the decision that is due, and proceed."""
    return proceed(state.course, inputs)


def take_outcome(state: SeriesState, match: MatchState, inputs: Inputs) -> list[series_facts.SeriesFact]:
    """Take the outcome of a match that is over, if the series waits for it."""
    course, waiting = state.course, state.course.open_match
    if waiting is None or waiting.match_id != match.match_id or not match.ended or course.stopped is not None:
        return []
    by = None if course.terms.log_version == 1 else match.adjudicated_by
    facts = outcome_facts(course, match.outcome, by)
    return proceed_after(course, facts, inputs)


def outcome_facts(course: Course, outcome: Outcome | None, by: Person | None) -> list[series_facts.SeriesFact]:
    """
    Return the facts that follow from the outcome of the open match; without a fitting one, a director must decide.

    `by` is who adjudicated the match, if somebody did.
    """
    match = course.open_match
    if match is None:
        raise AssertionError("only the outcome of an open match is taken")
    if outcome is None:
        return stop(course, "void")
    how: series_facts.How = "played" if by is None else "adjudicated"
    rank = {match.seats[seat]: place for seat, place in outcome.rank.items() if seat in match.seats}
    if match.name == "death":
        loser = loser_of(course, rank)
        return stop(course, "does_not_fit") if loser is None else end_death_match(course, how, loser, by)
    met = {match.seats[seat]: list(each) for seat, each in outcome.consequences.items() if seat in match.seats}
    return end_main_match(course, how, rank, met, by) or stop(course, "does_not_fit")


def note_carried_out(state: SeriesState, orders: int) -> Decision | None:
    """Note that all orders about matches are carried out; None if the log says so already."""
    return None if orders <= state.course.carried_out else entry("series_changed", series_facts.MatchesSet(orders))


def proceed_after(
    course: Course, facts: list[series_facts.SeriesFact], inputs: Inputs
) -> list[series_facts.SeriesFact]:
    """Return these facts, and all that follows from them."""
    for fact in facts:
        course = course.fold(fact)
    return facts + proceed(course, inputs)


def match_in(course: Course, episode: int, name: SeriesMatchName) -> MatchCourse:
    """Return a match of an episode. Raises RefusedError if it has not begun."""
    if episode > len(course.episodes):
        raise RefusedError(codes.UNKNOWN_EPISODE, f"Episode {episode} has not begun.", pointer="/episode")
    match = course.episodes[episode - 1].match_named(name)
    if match is None:
        raise RefusedError(codes.UNKNOWN_EPISODE, f"Episode {episode} has no death match so far.", pointer="/match")
    return match


def require_not_over(state: SeriesState) -> None:
    if state.ended:
        raise RefusedError(codes.SERIES_OVER, "The series is over.")


def _require_status(state: SeriesState, *statuses: str) -> None:
    require_not_over(state)
    if state.course.status == "paused" and "paused" not in statuses:
        raise RefusedError(codes.SERIES_PAUSED, "The series is paused.")
    if state.course.status not in statuses:
        raise RefusedError(codes.NOT_OPEN, f"The series is {state.course.status}.")


def _require_stopped(state: SeriesState) -> series_facts.SeriesStopped:
    require_not_over(state)
    if state.course.status == "paused":
        raise RefusedError(codes.SERIES_PAUSED, "The series is paused.")
    if state.course.stopped is None:
        raise RefusedError(codes.NOT_STOPPED, "The series does not wait for a director.")
    return state.course.stopped
