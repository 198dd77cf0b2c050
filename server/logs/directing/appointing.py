"""Roles on a tournament or a series, given and taken; what directors of either can do about them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any, Final, TypeAlias

from pydantic import TypeAdapter

from engines.kit import HOST, HOST_ONLY, Viewer
from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Person, Player
from server.access.rights import HeldRole
from server.logs.aggregates import held_roles
from server.logs.aggregates.kind import AggregateT
from server.logs.aggregates.repository import Repository
from server.logs.directing.facts import HostViewAsked, RoleGiven, RoleTaken
from server.logs.directing.state import EventState
from server.logs.store.entry import Decision, EncodedFact

NoteLook: TypeAlias = Callable[[Any, Person, datetime], Decision | None]
"""Returns the entry that notes, in a state of the log, that an administrator looks now; None if none is needed."""

_looks: Final = TypeAdapter(HostViewAsked)


def give_role(state: EventState[Any], player: Person, role: HeldRole, by: Person) -> RoleGiven | None:
    """
    Return the fact that gives a player a role; None if the player holds it.

    Raises:
        RefusedError: As `held_roles.give`, or nobody would be left to direct who does not play.
    """
    given = held_roles.give(state.holders, player, role, by)
    if given is not None:
        _require_direction(state, held_roles.after(state.holders, given))
    return given


def take_role(state: EventState[Any], player_id: str, by: Person) -> RoleTaken:
    """
    Return the fact that takes the role of a player.

    Raises:
        RefusedError: As `held_roles.take`, or nobody would be left to direct who does not play.
    """
    taken = held_roles.take(state.holders, player_id, by)
    _require_direction(state, held_roles.after(state.holders, taken))
    return taken


def lay_down(state: EventState[Any], player_id: str) -> RoleGiven | RoleTaken | None:
    """
    Return the next fact by which a player who holds a role gives it up; the only owner makes another one first.

    None if nobody would be left to direct who does not play.
    """
    holder, leading = state.holders[player_id], held_roles.leading(state.holders)
    left = [other for known, other in leading.items() if known != player_id and not state.has_entered(known)]
    if not left:
        return None if player_id in leading else take_role(state, player_id, holder.player)
    owners = {known for known, other in state.holders.items() if other.role == "owner"}
    if owners == {player_id}:
        return give_role(state, left[0], "owner", holder.player)
    return take_role(state, player_id, holder.player)


def _require_direction(state: EventState[Any], holders: held_roles.Holders) -> None:
    leading = held_roles.leading(holders)
    if all(state.has_entered(player_id) for player_id in leading):
        raise RefusedError(
            codes.DIRECTOR_PLAYS, "Somebody who does not play must be an owner or a director.", status=409
        )


def note_look(state: EventState[Any], player: Person, now: datetime) -> Decision | None:
    """
    Note that an administrator looks as directors do now; None for who holds a role, and if it is noted already.

    Also None at the end: the log is open to everyone then.
    """
    known = player.player_id
    if state.ended or state.has_looked(known) or state.role_held_by(known) is not None or state.has_entered(known):
        return None
    asked = _looks.dump_python(HostViewAsked(player), mode="json")
    return Decision("host_view_asked", (EncodedFact.of(HOST_ONLY, asked),))


async def record_look(
    repository: Repository[AggregateT], live: AggregateT, player: Player | None, viewer: Viewer, note: NoteLook
) -> None:
    """
    Write down that an administrator looks at the log as this viewer, unless the kind's `note` returns None.

    Raises:
        UnavailableError: The database does not respond, so nothing may be shown.
    """
    if player is None or viewer != HOST or not player.administrator:
        return
    if not live.state.has_looked(player.id):
        await repository.change(live, lambda live, now: note(live.state, player.person, now))
