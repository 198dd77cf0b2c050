"""
Seats taken and left, reserved and released, and the door that the host can close to uninvited players.

No player can seat another one: a seat for another player is reserved until that player takes it. As in
`server.matches.commands`, each function checks a command against the state and returns the facts of one entry.
"""

from __future__ import annotations

from engines.kit import RANDOM, Level, SeatId
from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Person
from server.logs.invitations.uses import require_uses
from server.logs.store.entry import Decision
from server.matches.commands import decide, require_open, require_seat
from server.matches.facts import DoorClosed, DoorOpened, SeatLeft, SeatReleased, SeatReserved, SeatTaken
from server.matches.state import MatchState, Occupant


def take_seat(
    state: MatchState,
    seat: SeatId,
    player: Person | None,
    entropy: str | None,
    invitation: str | None = None,
    level: Level = RANDOM,
) -> Decision | None:
    """
    Seat a player, or a bot of this level if `player` is None; None if nothing changes.

    Before the start the seat must be free, during play it must be reserved for the player. A player who already has the
    seat may set or change `entropy` until the start. `invitation` is the id of a valid invitation that the player
    accepts before the start; it opens a closed door.
    """
    require_seat(state, seat)
    occupant = state.occupants.get(seat)
    if occupant == Occupant(player, level) and entropy in (None, state.entropy.get(seat)):
        return None
    takes_over = entropy is None and invitation is None and state.status != "open"
    if player is not None and takes_over and state.reserved.get(seat) == player:
        require_replaceable(state, seat, player)
        require_outsider(state, player)
    else:
        require_open(state)
        if occupant is not None and (player is None or occupant.player != player):
            raise _taken(seat)
        if occupant is None and player is not None:
            _require_unseated(state, player)
            _require_admitted(state, seat, player, invited=invitation is not None)
    accepted = invitation if occupant is None and player is not None else None
    return decide(state, "seat_taken", [SeatTaken(seat, player, entropy, accepted, level_to_store(level))])


def level_to_store(level: Level) -> Level | None:
    """Return a bot's level as it is stored: nothing if it plays at random, as all bots once did."""
    return None if level == RANDOM else level


def accept(
    state: MatchState, wanted: SeatId | None, player: Person, entropy: str | None, invitation: str, uses: int
) -> Decision | None:
    """
    Seat a player who accepts an invitation, valid for this many `uses`, in the `wanted` seat or in the first free one.

    None if the player already sits there. The log counts the uses, so they are exact whatever happens at once.
    """
    seat = state.seat_of(player.player_id)
    if seat is not None and wanted in (None, seat):
        return take_seat(state, seat, player, entropy)
    require_open(state)
    require_uses(state.accepted, invitation, uses)
    return take_seat(state, wanted or _free_seat(state, player), player, entropy, invitation)


def reserve_seat(state: MatchState, seat: SeatId, player: Person) -> Decision | None:
    """Reserve a free seat for a player before the start, replacing an earlier reservation; None if nothing changes."""
    require_seat(state, seat)
    occupant = state.occupants.get(seat)
    if state.reserved.get(seat) == player or (occupant is not None and occupant.player == player):
        return None
    require_open(state)
    if occupant is not None:
        raise _taken(seat)
    _require_uninvited(state, player)
    return decide(state, "seat_reserved", [SeatReserved(seat, player)])


def leave_seat(state: MatchState, seat: SeatId) -> Decision:
    """End the seat's reservation, at any time, or free the seat before the start."""
    require_seat(state, seat)
    if seat in state.reserved:
        return decide(state, "seat_released", [SeatReleased(seat)])
    require_open(state)
    if seat not in state.occupants:
        raise RefusedError(codes.SEAT_EMPTY, f"Seat {seat} is empty.")
    return decide(state, "seat_left", [SeatLeft(seat)])


def replace_player(state: MatchState, seat: SeatId, player: Person | None) -> Decision | None:
    """
    During play, give a seat to a bot at once, or reserve it for another player; None if nothing changes.

    The present player keeps the seat until the other one takes it.
    """
    if player is None:
        return hand_over(state, seat, None)
    require_replaceable(state, seat, player)
    if state.reserved.get(seat) == player:
        return None
    _require_uninvited(state, player)
    return decide(state, "host_action", [SeatReserved(seat, player)])


def give_up(state: MatchState, seat: SeatId) -> Decision:
    """Give the caller's own seat to a bot during play; a player leaves a match of an event by leaving the event."""
    if state.created.ordered_by is not None:
        raise RefusedError(codes.ALREADY_STARTED, "The match belongs to an event. Withdraw from the event instead.")
    return hand_over(state, seat, None)


def hand_over(state: MatchState, seat: SeatId, player: Person | None) -> Decision:
    """Give a seat to another at once during play: to a bot, or in logs older than reservations to a player."""
    require_replaceable(state, seat, player)
    return decide(state, "host_action", [SeatTaken(seat, player)])


def close_door(state: MatchState) -> Decision | None:
    """Allow only the host and players with a reservation to take seats; None if nothing changes."""
    require_open(state)
    return decide(state, "host_action", [DoorClosed()]) if state.door_open else None


def open_door(state: MatchState) -> Decision | None:
    """Allow everyone to take free seats again; None if nothing changes."""
    require_open(state)
    return None if state.door_open else decide(state, "host_action", [DoorOpened()])


def _free_seat(state: MatchState, player: Person) -> SeatId:
    """Return the seat that is reserved for the player, or the first free one."""
    reserved = state.reservation_of(player.player_id)
    free = (seat for seat in state.seat_ids if seat not in state.occupants and seat not in state.reserved)
    seat = reserved or next(free, None)
    if seat is None:
        raise RefusedError(codes.SEAT_TAKEN, "All seats are taken or reserved. Wait until one is free.")
    return seat


def _taken(seat: SeatId) -> RefusedError:
    return RefusedError(codes.SEAT_TAKEN, f"Seat {seat} is taken. Choose another, or wait until it is free.")


def _require_admitted(state: MatchState, seat: SeatId, player: Person, *, invited: bool) -> None:
    """Refuse a player if the seat is reserved for another, or the door is closed and the player is not `invited`."""
    reserved = state.reserved.get(seat)
    if reserved == player:
        return
    if reserved is not None:
        raise RefusedError(codes.SEAT_RESERVED, f"Seat {seat} is reserved for another player. Choose another.")
    if not state.door_open and not invited and state.created.host.player_id != player.player_id:
        raise RefusedError(
            codes.DOOR_CLOSED,
            "The host has closed the door: only players with a reservation or an invitation can take a seat.",
        )


def _require_unseated(state: MatchState, player: Person) -> None:
    seat = state.seat_of(player.player_id)
    if seat is not None:
        raise RefusedError(codes.ALREADY_SEATED, f"This player already has seat {seat}. A player can have one seat.")


def _require_uninvited(state: MatchState, player: Person) -> None:
    """Refuse a second seat or reservation for a player."""
    _require_unseated(state, player)
    seat = state.reservation_of(player.player_id)
    if seat is not None:
        raise RefusedError(
            codes.ALREADY_SEATED, f"Seat {seat} is reserved for this player. A player can have one seat."
        )


def require_outsider(state: MatchState, player: Person) -> None:
    """Refuse a player who has held, during play, a role that shows what a host sees, or looked as administrator."""
    if state.has_looked(player.player_id) or player.player_id in state.insiders:
        raise RefusedError(
            codes.HOST_CANNOT_JOIN,
            "A player who may have seen what a host or an arbiter sees cannot take a seat during play.",
        )


def require_replaceable(state: MatchState, seat: SeatId, player: Person | None) -> None:
    """Refuse a change of players outside play, and a player who has or had another seat."""
    require_seat(state, seat)
    if state.status not in ("running", "paused", "suspended") or state.phase is None:
        raise RefusedError(
            codes.NOT_RUNNING, "Players can only be replaced during play. Before the start, leave and take seats."
        )
    if player is None:
        return
    _require_unseated(state, player)
    if (state.played or {}).get(player.player_id, seat) != seat:
        raise RefusedError(codes.PLAYED_ELSEWHERE, "This player has already played in another seat of this match.")
