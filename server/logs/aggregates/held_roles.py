"""
Roles that people hold on a log, given and taken by its entries (docs/access.md).

A fold of the facts `role_given` and `role_taken`; each function checks a command and returns its fact.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, TypeAlias

from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Person
from server.access.rights import HeldRole
from server.logs.directing.facts import RoleGiven, RoleHolder, RoleTaken

MAX_HOLDERS: Final = 20
"""How many players can hold a role on a log, with its owners."""

SIGHTED: Final = frozenset[HeldRole]({"owner", "director", "arbiter"})
"""The roles whose holders see what a host sees, as long as they do not play."""

Holders: TypeAlias = Mapping[str, RoleHolder]
"""Who holds a role, by player id, in the order in which they got one."""


def first_holders(owner: Person, directors: Collection[Person] = ()) -> Holders:
    """Return the roles on a new log: its maker is its owner."""
    named = {director.player_id: RoleHolder(director, "director") for director in directors}
    return {owner.player_id: RoleHolder(owner, "owner")} | {
        player_id: holder for player_id, holder in named.items() if player_id != owner.player_id
    }


def after(holders: Holders, fact: RoleGiven | RoleTaken) -> Holders:
    """Return the roles after a fact."""
    player_id = fact.player.player_id
    if isinstance(fact, RoleGiven):
        return {**holders, player_id: RoleHolder(fact.player, fact.role)}
    return {other: holder for other, holder in holders.items() if other != player_id}


def role_of(holders: Holders, player_id: str) -> HeldRole | None:
    """Return the role that a player holds."""
    holder = holders.get(player_id)
    return None if holder is None else holder.role


def leading(holders: Holders) -> dict[str, Person]:
    """Return owners and directors, by player id."""
    return {known: holder.player for known, holder in holders.items() if holder.role in ("owner", "director")}


def host_viewers(holders: Holders) -> set[str]:
    """Return the players who see what a host sees, as long as they do not play."""
    return {known for known, holder in holders.items() if holder.role in SIGHTED}


def give(holders: Holders, player: Person, role: HeldRole, by: Person) -> RoleGiven | None:
    """
    Give a player a role in place of the one that the player holds, if any; None if it is this one.

    `by` gives it: an owner, or an administrator. Not checked, because a log does not say who is an administrator; the
    fact shows everyone who it was.

    Raises:
        RefusedError: Too many players hold a role, or the player is the only owner.
    """
    held = role_of(holders, player.player_id)
    if held == role:
        return None
    if held is None and len(holders) >= MAX_HOLDERS:
        raise RefusedError(
            codes.TOO_MANY_ROLES, f"{MAX_HOLDERS} players hold a role here, which is the limit. Take one first."
        )
    _require_another_owner(holders, player.player_id)
    return RoleGiven(player, role, by)


def take(holders: Holders, player_id: str, by: Person) -> RoleTaken:
    """
    Take the role that a player holds; `by` is an owner or an administrator, as in `give`, or the player.

    Raises:
        RefusedError: The player holds no role, or is the only owner.
    """
    holder = holders.get(player_id)
    if holder is None:
        raise RefusedError(codes.NO_ROLE, "This player holds no role here.")
    _require_another_owner(holders, player_id)
    return RoleTaken(holder.player, holder.role, by)


def _require_another_owner(holders: Holders, player_id: str) -> None:
    owners = [other for other, holder in holders.items() if holder.role == "owner"]
    if owners == [player_id]:
        raise RefusedError(codes.LAST_OWNER, "This player is the only owner. Make another player an owner first.")
