"""The state of a match: the fold of its log, and of nothing else (docs/architecture.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final, cast

from engines.catalogue import engine_of
from engines.kit import (
    RANDOM,
    AnyEngine,
    Fact,
    GameOptions,
    Level,
    MatchEnded,
    Outcome,
    Phase,
    PhaseOpened,
    SeatId,
    Viewer,
    copy_with,
    record,
)
from server.access.player import Person
from server.access.rights import HeldRole
from server.logs.aggregates import held_roles
from server.logs.aggregates.aggregate import Step
from server.logs.aggregates.kind import RulesFailedError
from server.logs.directing.facts import EntriesLost, HostViewAsked, RoleGiven, RoleHolder, RoleTaken
from server.logs.invitations.uses import count_uses
from server.logs.store.entry import Entry, Head
from server.matches import facts
from server.matches.fact_encoding import facts_of, is_server_fact, read_first
from server.matches.lists.summary import MatchStatus
from server.matches.rests import NEVER_AWAY, Away, Leave, Rests, without_leave
from server.matches.rules_in_force import CHANGES_RULES, RulesInForce
from server.runtime.failures import place
from server.runtime.times import parse_timestamp

RECENT_MESSAGES: Final = 30
"""Number of recent messages that are remembered per sender for the rate limit."""

RECENT_REACTIONS: Final = 10
"""The same for reactions, which are counted by themselves."""


@dataclass(frozen=True, slots=True)
class Occupant:
    """The occupant of a seat: a player, or a bot of this level if `player` is None."""

    player: Person | None
    level: Level = RANDOM


@record
class Wait:
    """Since when the player of a seat waits at a table of the queue, and when the wait was last renewed."""

    since: datetime
    renewed_at: datetime


@record
class Pending:
    """A submission that waits for its phase to close, and its entry."""

    submitted: facts.Submitted
    entry: Entry


@dataclass(frozen=True, slots=True)
class Closed:
    """The phase that was closed last, by its number, with the submissions that counted and the rules they are of."""

    phase: int
    submissions: Mapping[SeatId, Pending]
    engine: AnyEngine


@dataclass(frozen=True)
class MatchState:
    """
    The truth of one match after entry `head`.

    `truth` is the engine's own. `opened_at` is when the open phase began. `closes_at` is None unless a phase is
    running; `time_left` is what the open phase has left while paused or suspended. `pending` holds the standing
    submissions of the open phase, `withdrawn` the withdrawals after which a seat has none, `closed` the submissions of
    the previous phase, to distinguish repeats from late moves. `played`
    maps each player id to the seat the player has had since play began, because the player knows what that seat knows.
    `spoken` has the times of each sender's last `RECENT_MESSAGES` messages, oldest first; `reacted` those of the
    last `RECENT_REACTIONS` reactions. `entropy` is what players mix into the seed, fixed at the start.
    `published_head` is the head that was published when the last phase closed.
    `accepted` counts how often each invitation was accepted, by its id.
    `reserved` maps seats to players; a player has at most one seat or reservation. `door_open`: uninvited players may
    take free seats. `lost_heads` are the hashes of heads that the log once had and lost.
    `rematch` names the match in which the same people can play again. `ordered` is the last order of its tournament
    that extended a phase.
    `missed` counts the phases that seats were silent in, where that matters; `absent` is what was noted last in the
    open phase, or when the match ended. Somebody who waits for a place is to take over the seats that are `vacant`.
    `looks` are those of administrators, as its host. `holders` are the players who hold a role, by id; `insiders` those
    who held one that shows what a host sees, during play and without having played, so that they cannot take a seat any
    more. `waits` are those of the players at a table of the queue that has not begun; `waited_seconds` is how long the
    first of them had waited when it began at `began_at`, without bots. `away` is the leave of each seat that has taken
    some, which ends for a seat that gets another player. `engine` is the game by the rules that are
    `in_force`, if they are `rules_known` to this process; without them, the match waits.
    """

    head: Head
    created: facts.MatchCreated
    created_at: str
    engine: AnyEngine
    in_force: RulesInForce
    rules_known: bool
    options: GameOptions
    status: MatchStatus
    occupants: dict[SeatId, Occupant]
    truth: Any
    phase: Phase | None = None
    opened_at: datetime | None = None
    closes_at: datetime | None = None
    time_left: timedelta | None = None
    pending: dict[SeatId, Pending] | None = None
    withdrawn: Mapping[SeatId, Entry] | None = None
    closed: Closed | None = None
    outcome: Outcome | None = None
    adjudicated_by: Person | None = None
    played: dict[str, SeatId] | None = None
    spoken: Mapping[Viewer, tuple[str, ...]] = field(default_factory=dict)
    reacted: Mapping[Viewer, tuple[str, ...]] = field(default_factory=dict)
    muted: frozenset[SeatId] = frozenset()
    entropy: Mapping[SeatId, str] = field(default_factory=dict)
    published_head: str | None = None
    reserved: Mapping[SeatId, Person] = field(default_factory=dict)
    accepted: Mapping[str, int] = field(default_factory=dict)
    door_open: bool = True
    lost_heads: frozenset[str] = frozenset()
    rematch: facts.RematchCalled | None = None
    ordered: int = 0
    missed: Mapping[SeatId, int] = field(default_factory=dict)
    absent: facts.AbsenceNoted | None = None
    vacant: frozenset[SeatId] = frozenset()
    looks: tuple[facts.HostLook, ...] = ()
    holders: Mapping[str, RoleHolder] = field(default_factory=dict)
    insiders: frozenset[str] = frozenset()
    waits: Mapping[SeatId, Wait] = field(default_factory=dict)
    waited_seconds: int | None = None
    began_at: datetime | None = None
    away: Mapping[SeatId, Away] = field(default_factory=dict)

    @property
    def match_id(self) -> str:
        return self.created.match_id

    @property
    def seat_ids(self) -> tuple[SeatId, ...]:
        return tuple(seat.id for seat in self.created.seats)

    @property
    def rests(self) -> Rests:
        """When the clock of the match rests."""
        return Rests(self.created.rest, self._leaves())

    def rests_with(self, seat: SeatId, leave: Leave) -> Rests:
        """Return when it rests if the player of a seat has this leave, in place of the last one."""
        return Rests(self.created.rest, (*self._leaves(but=seat), leave))

    def _leaves(self, but: SeatId | None = None) -> tuple[Leave, ...]:
        return tuple(away.leave for seat, away in self.away.items() if away.leave is not None and seat != but)

    @property
    def submissions(self) -> dict[SeatId, Pending]:
        return self.pending or {}

    def last_change_of(self, seat: SeatId) -> Entry | None:
        """Return the entry of the last submission or withdrawal of a seat in the open phase."""
        standing = self.submissions.get(seat)
        return (self.withdrawn or {}).get(seat) if standing is None else standing.entry

    def submission_for(self, phase: int, seat: SeatId) -> Pending | None:
        """Return what a seat submitted for a phase that is open or was closed last."""
        if self.phase is not None and self.phase.number == phase:
            return self.submissions.get(seat)
        if self.closed is not None and self.closed.phase == phase:
            return self.closed.submissions.get(seat)
        return None

    def engine_for(self, phase: int) -> AnyEngine:
        """Return the game by the rules that judge moves for a phase that is open or was closed last."""
        return self.closed.engine if self.closed is not None and self.closed.phase == phase else self.engine

    @property
    def silent(self) -> tuple[SeatId, ...]:
        """The seats of players that should submit in the open phase, and have not."""
        must, standing = self.phase.must if self.phase else (), self.submissions
        return tuple(seat for seat in must if seat not in standing and self.occupants[seat].player is not None)

    @property
    def ended(self) -> bool:
        return self.status in ("over", "void")

    @property
    def full(self) -> bool:
        return len(self.occupants) == len(self.created.seats)

    @property
    def players(self) -> Iterator[tuple[SeatId, Person]]:
        """The seats that players have, with the players."""
        return ((seat, occupant.player) for seat, occupant in self.occupants.items() if occupant.player)

    def seat_of(self, player_id: str) -> SeatId | None:
        """Return the seat of a player; a player has at most one."""
        for seat, occupant in self.occupants.items():  # In a loop, because each call asks for it several times.
            if occupant.player is not None and occupant.player.player_id == player_id:
                return seat
        return None

    def reservation_of(self, player_id: str) -> SeatId | None:
        """Return the seat that is reserved for a player; at most one is."""
        return next((seat for seat, player in self.reserved.items() if player.player_id == player_id), None)

    def role_held_by(self, player_id: str) -> HeldRole | None:
        """Return the role that a player holds on the match."""
        return held_roles.role_of(self.holders, player_id)

    def has_looked(self, player_id: str) -> bool:
        """Whether the player is an administrator whose look as the host is noted."""
        return any(look.player.player_id == player_id for look in self.looks)

    @property
    def starts_itself(self) -> bool:
        """Whether the match starts without a command by its host."""
        return self.status == "open" and self.created.autostart and self.full

    @property
    def bots_to_move(self) -> tuple[SeatId, ...]:
        """The seats of the open phase for which the server has still to move."""
        if self.status != "running" or self.phase is None:
            return ()
        standing = self.submissions
        return tuple(
            seat
            for seat, occupant in self.occupants.items()
            if occupant.player is None and seat in self.phase.seats and seat not in standing
        )

    @property
    def may_close_early(self) -> bool:
        """Whether the open phase can close before its deadline at all."""
        return self.phase is not None and (self.created.pace == "eager" or self.phase.early_close)

    @property
    def can_close_early(self) -> bool:
        """Whether all submissions that the open phase waits for are in, and no seat has set `keep_thinking`."""
        if self.status != "running" or self.phase is None or not self.may_close_early:
            return False
        standing = self.submissions
        return all(seat in standing and not standing[seat].submitted.keep_thinking for seat in self.phase.awaited)


def step(state: MatchState | None, entry: Entry) -> Step[MatchState]:
    """Return the step to the state after an entry, with `state` None before the first; `state` is left unchanged."""
    if state is None:
        engine, read = read_first(entry)
        state = _before(engine, read, entry)
    else:
        read = facts_of(state.engine, entry)
    engine, truth = state.engine, state.truth
    for fact in read:
        own = is_server_fact(fact.type)
        if not own:
            truth = _evolved(engine, truth, fact)
        if own or type(fact) in _OF_EVERY_GAME:
            state = _evolve(state, fact, entry)
        if type(fact) in CHANGES_RULES:
            before, state = state.in_force.version, copy_with(state, in_force=state.in_force.after(fact))
            if state.in_force.version != before:
                state, engine, truth = _change_rules(state, engine, truth)
    return Step(entry, read, copy_with(state, engine=engine, truth=truth, head=entry.head))


def _change_rules(state: MatchState, engine: AnyEngine, truth: Any) -> tuple[MatchState, AnyEngine, Any]:  # noqa: ANN401  # as below
    """Return the state, the game and the truth by the rules that have just come into force, if they are known."""
    version = state.in_force.version
    if not state.rules_known or version not in engine.carries_over:
        return copy_with(state, rules_known=False), engine, truth
    return state, engine_of(engine.name, version), engine.carries_over[version](truth)


_OF_EVERY_GAME: Final = frozenset({PhaseOpened, MatchEnded})
"""Facts of games that change more than the truth."""


def _evolved(engine: AnyEngine, truth: Any, fact: Fact) -> Any:  # noqa: ANN401  # the truth of any game
    try:
        return engine.evolve(truth, fact)
    except Exception as error:
        raise RulesFailedError("rules_failed", place(error)) from error


def _before(engine: AnyEngine, first: tuple[Fact, ...], entry: Entry) -> MatchState:
    created = cast("facts.MatchCreated", first[0])
    secret = next((fact.options for fact in first if isinstance(fact, facts.SecretOptions)), None)
    options = engine.read_options(created.options if secret is None else secret)
    return MatchState(
        head=Head(),
        created=created,
        created_at=entry.at,
        engine=engine,
        in_force=RulesInForce(created.rules_version),
        rules_known=engine.rules_version == created.rules_version,
        options=options,
        status="open",
        occupants={},
        truth=engine.start(options),
        holders={} if created.queue else held_roles.first_holders(created.host),
    )


def _evolve(state: MatchState, fact: Fact, entry: Entry) -> MatchState:
    match fact:
        case facts.Submitted():
            return copy_with(state, pending={**state.submissions, fact.seat: Pending(fact, entry)})
        case facts.SeatSubmitted():
            return state
        case facts.Withdrawn():
            rest = {seat: kept for seat, kept in state.submissions.items() if seat != fact.seat}
            return copy_with(state, pending=rest, withdrawn={**(state.withdrawn or {}), fact.seat: entry})
        case PhaseOpened():
            opened_at = parse_timestamp(entry.at)
            return copy_with(
                state,
                phase=fact.phase,
                opened_at=opened_at,
                pending=None,
                withdrawn=None,
                closed=_closed(state),
                absent=None,
            )
        case facts.PhaseClosed():
            return copy_with(state, published_head=fact.head, missed=_missed(state, fact))
        case facts.AbsenceNoted(seats=seats):
            vacant = state.vacant.union(seats) if fact.then == "waiting" else state.vacant
            return copy_with(state, absent=fact, vacant=vacant)
        case facts.LeaveSet(seat=seat):
            away = state.away.get(seat, NEVER_AWAY).after(fact.leave)
            return copy_with(state, away={**state.away, seat: away})
        case facts.DeadlineSet():
            return _set_deadline(state, fact, entry)
        case facts.SeatTaken():
            occupants = {**state.occupants, fact.seat: Occupant(fact.player, fact.level or RANDOM)}
            taken = copy_with(
                state,
                occupants=occupants,
                reserved=_reserved(state, fact.seat, fact.player),
                accepted=state.accepted if fact.invitation is None else count_uses(state.accepted, [fact.invitation]),
            )
            if state.status == "open":
                return copy_with(
                    taken, entropy=_entropy(state, fact.seat, fact.entropy), waits=_waits(state, fact, entry)
                )
            # A mute applies to the previous player.
            moved = {fact.seat}
            taken = copy_with(taken, away=without_leave(state.away, fact.seat))
            return copy_with(taken, played=_played(taken), muted=state.muted - moved, vacant=state.vacant - moved)
        case facts.SeatLeft():
            rest_of = {seat: kept for seat, kept in state.occupants.items() if seat != fact.seat}
            waits = {seat: wait for seat, wait in state.waits.items() if seat != fact.seat}
            return copy_with(state, occupants=rest_of, entropy=_entropy(state, fact.seat, None), waits=waits)
        case facts.SeatReserved(seat=seat, player=player):
            return copy_with(state, reserved={**state.reserved, seat: player})
        case facts.SeatReleased(seat=seat):
            return copy_with(state, reserved=_reserved(state, seat, None))
        case facts.DoorClosed() | facts.DoorOpened():
            return copy_with(state, door_open=isinstance(fact, facts.DoorOpened))
        case facts.MatchStarted():
            waited = _waited_seconds(state, entry)
            begun = copy_with(
                state,
                status="running",
                played=_played(state),
                waits={},
                waited_seconds=waited,
                began_at=parse_timestamp(entry.at),
            )
            # The host has always been kept from seats, but logs from before roles do not show how.
            host = state.created.host.player_id
            others = (holder for player_id, holder in state.holders.items() if player_id != host)
            return copy_with(begun, insiders=_insiders(begun, others))
        case facts.MessageSent(sender=sender, sign=str()):
            recent = (*state.reacted.get(sender, ()), entry.at)[-RECENT_REACTIONS:]
            return copy_with(state, reacted={**state.reacted, sender: recent})
        case facts.MessageSent(sender=sender, about=None):
            recent = (*state.spoken.get(sender, ()), entry.at)[-RECENT_MESSAGES:]
            return copy_with(state, spoken={**state.spoken, sender: recent})
        case facts.SeatMuted(seat=seat):
            return copy_with(state, muted=state.muted | {seat})
        case facts.SeatUnmuted(seat=seat):
            return copy_with(state, muted=state.muted - {seat})
        case facts.MatchResumed():
            return copy_with(state, status="open" if state.phase is None else "running")
        case facts.MatchSuspended():
            return copy_with(state, status="suspended")
        case facts.MatchPaused():
            return copy_with(state, status="paused")
        case EntriesLost(head=head):
            return copy_with(state, lost_heads=state.lost_heads | {head})
        case facts.RematchCalled():
            return copy_with(state, rematch=fact)
        case RoleGiven() | RoleTaken():
            holders = held_roles.after(state.holders, fact)
            player_id = fact.player.player_id
            concerned = [holder for held in (state.holders, holders) if (holder := held.get(player_id))]
            return copy_with(state, holders=holders, insiders=_insiders(state, concerned))
        case HostViewAsked(player=player):
            return copy_with(state, looks=(*state.looks, facts.HostLook(player, entry.at)))
        case MatchEnded(outcome=outcome):
            return _end(state, "over", outcome)
        case facts.MatchAdjudicated(outcome=outcome, by=by):
            return copy_with(_end(state, "over", outcome), adjudicated_by=by)
        case facts.MatchVoided():
            return _end(state, "void", None)
        case _:
            return state


def _waits(state: MatchState, taken: facts.SeatTaken, entry: Entry) -> Mapping[SeatId, Wait]:
    """Return who waits after a seat was taken, or its wait renewed; bots wait for nobody."""
    if not state.created.queue or taken.player is None:
        return state.waits
    now, earlier = parse_timestamp(entry.at), state.waits.get(taken.seat)
    return {**state.waits, taken.seat: Wait(now if earlier is None else earlier.since, now)}


def _waited_seconds(state: MatchState, started: Entry) -> int | None:
    """Return how long people have waited for each other when a match begins; None if they have not, or with bots."""
    if not state.waits or len(state.waits) < len(state.created.seats):
        return None
    first = min(wait.since for wait in state.waits.values())
    return max(0, round((parse_timestamp(started.at) - first).total_seconds()))


def _insiders(state: MatchState, holders: Iterable[RoleHolder]) -> frozenset[str]:
    """Return the insiders with those of these holders who see what a host sees, if play has begun."""
    if state.played is None:
        return state.insiders
    sighted = {holder.player.player_id for holder in holders if holder.role in held_roles.SIGHTED}
    return state.insiders | (sighted - state.played.keys())


def _missed(state: MatchState, closed: facts.PhaseClosed) -> Mapping[SeatId, int]:
    """Return how many phases each seat has missed, with the one that closes; only by its deadline can it be missed."""
    if state.created.absence is None or closed.because != "deadline":
        return state.missed
    return {**state.missed, **{seat: state.missed.get(seat, 0) + 1 for seat in state.silent}}


def _played(state: MatchState) -> dict[str, SeatId]:
    sitting = {kept.player.player_id: seat for seat, kept in state.occupants.items() if kept.player}
    return {**sitting, **(state.played or {})}


def _reserved(state: MatchState, seat: SeatId, player: Person | None) -> dict[SeatId, Person]:
    """Return the reservations without those of the seat and of the player, who has used theirs, for whichever seat."""
    return {other: kept for other, kept in state.reserved.items() if other != seat and kept != player}


def _entropy(state: MatchState, seat: SeatId, given: str | None) -> dict[SeatId, str]:
    rest = {other: kept for other, kept in state.entropy.items() if other != seat}
    return rest if given is None else {**rest, seat: given}


def _set_deadline(state: MatchState, fact: facts.DeadlineSet, entry: Entry) -> MatchState:
    if fact.closes_at is not None:
        ordered = state.ordered if fact.order is None else fact.order
        return copy_with(state, closes_at=parse_timestamp(fact.closes_at), time_left=None, ordered=ordered)
    left = None
    if state.closes_at is not None:
        left = state.rests.time_between(parse_timestamp(entry.at), state.closes_at)
    return copy_with(state, closes_at=None, time_left=left)


def _end(state: MatchState, status: MatchStatus, outcome: Outcome | None) -> MatchState:
    over = copy_with(state, phase=None, closes_at=None, time_left=None, pending=None, closed=_closed(state))
    return copy_with(over, status=status, outcome=outcome, reserved={})


def _closed(state: MatchState) -> Closed | None:
    return state.closed if state.phase is None else Closed(state.phase.number, state.submissions, state.engine)
