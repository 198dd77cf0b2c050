"""
Packs: content that organisers bring to games that accept it, stored by hash of the content.

A pack is visible only to its owner, because its content can be a secret of the match. A match copies its pack into its
log, so it does not depend on the stored pack.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from pydantic import JsonValue
from sqlalchemy import ColumnElement, Insert, and_, delete, func, literal, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from engines.catalogue import GAMES
from engines.kit import AnyEngine, BadOptionsError, ContentPack, pack_id, read_pack
from server.access import codes
from server.access.errors import RefusedError, UnavailableError
from server.access.fields import PackContent
from server.access.player import Player
from server.access.rights import refusal_of
from server.access.texts import BAD_NAME, is_readable
from server.logs.store.entry import canonical_json
from server.runtime.clock.clock import Clock
from server.runtime.database.locks import lock_player
from server.runtime.database.queries import execute, fetch
from server.runtime.database.tables import PackRow
from server.runtime.times import timestamp

MAX_PACKS: Final = 100
"""Maximum number of packs per player."""

_packs = PackRow.__table__


@dataclass(frozen=True, slots=True)
class PackReply:
    """A registered pack."""

    pack: str
    """The id of the pack, a hash of its content: use it as the option `pack` of a match."""
    game: str
    name: str
    """The name, for people."""
    created_at: str
    """When it was created."""


@dataclass(frozen=True, slots=True)
class PackDetails(PackReply):
    """A registered pack with its content, in canonical form."""

    content: PackContent = field(repr=False)
    """The content of the pack."""


class Packs:
    """The packs of all players, each visible only to its owner."""

    def __init__(self, database: AsyncEngine, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def register(self, player: Player, game: str, content: JsonValue) -> PackReply:
        """
        Store a pack; the same content again is the same pack.

        Raises:
            RefusedError: The game accepts no packs, or not this one, with a pointer into the content; or the player
                already has `MAX_PACKS`.
        """
        read = _read(game, content)
        if not is_readable(read.name):
            raise RefusedError(codes.BAD_NAME, BAD_NAME, pointer="/content/name")
        named = pack_id(read)
        kept = {pack.pack: pack for pack in await self.list_packs(player)}
        if named in kept:
            return kept[named]
        if len(kept) >= MAX_PACKS:
            raise _too_many()
        row = PackRow(
            player_id=player.id,
            pack=named,
            game=game,
            name=read.name,
            content=canonical_json(read.model_dump(mode="json")),
            created_at=timestamp(self._clock.now()),
        )
        try:
            added = await execute(self._database, lock_player(player.id), _insert_if_room(row))
        except IntegrityError:  # the same content was inserted concurrently
            same = await self.get(player, named)
            return PackReply(named, game, same.name, same.created_at)
        if added.rowcount == 0:
            raise _too_many()
        return PackReply(named, game, row.name, row.created_at)

    async def list_packs(self, player: Player) -> list[PackReply]:
        """Return the player's packs, newest first."""
        wanted = (
            select(_packs.c.pack, _packs.c.game, _packs.c.name, _packs.c.created_at)
            .where(_packs.c.player_id == player.id)
            .order_by(_packs.c.created_at.desc(), _packs.c.pack)
        )
        return [PackReply(*row) for row in await fetch(self._database, wanted)]

    async def get(self, player: Player, pack: str) -> PackDetails:
        """
        Return a pack of the player, and its content.

        Raises:
            RefusedError: The player has no such pack.
        """
        wanted = select(_packs).where(_is(player, pack))
        row = (await fetch(self._database, wanted)).one_or_none()
        if row is None:
            raise refusal_of("getPack", player.role)
        return PackDetails(row.pack, row.game, row.name, row.created_at, json.loads(row.content))

    async def forget(self, player: Player, pack: str) -> None:
        """
        Delete a pack; matches that use it are not affected.

        Raises:
            RefusedError: The player has no such pack.
        """
        gone = await execute(self._database, delete(PackRow).where(_is(player, pack)))
        if gone.rowcount == 0:
            raise refusal_of("deletePack", player.role)

    async def put_in(
        self, player: Player, engine: AnyEngine, options: Mapping[str, JsonValue]
    ) -> Mapping[str, JsonValue]:
        """
        Return the options with the pack's id replaced by its content.

        Raises:
            RefusedError: The player has no such pack for this game.
        """
        named = options.get("pack")
        if engine.pack_type is None or not isinstance(named, str):
            return options
        try:
            pack = await self.get(player, named)
        except UnavailableError:
            raise
        except RefusedError as error:
            raise RefusedError(error.code, error.message, status=422, pointer="/options/pack") from error
        if pack.game != engine.name:
            raise RefusedError(
                codes.UNKNOWN_PACK, f"This pack is for {pack.game}.", status=422, pointer="/options/pack"
            )
        return {**options, "pack": pack.content}


def _insert_if_room(row: PackRow) -> Insert:
    """Return the insert of a row, which inserts nothing if the player already has `MAX_PACKS`."""
    values = row.model_dump()
    kept = select(func.count()).select_from(_packs).where(_packs.c.player_id == row.player_id).scalar_subquery()
    columns = [literal(value, _packs.c[name].type) for name, value in values.items()]
    return _packs.insert().from_select(list(values), select(*columns).where(kept < MAX_PACKS))


def _too_many() -> RefusedError:
    return RefusedError(
        codes.TOO_MANY_PACKS, f"You have {MAX_PACKS} packs, which is the limit. Delete one that you no longer need."
    )


def _read(game: str, content: JsonValue) -> ContentPack:
    engine = GAMES.get(game)
    if engine is None or engine.pack_type is None:
        takers = ", ".join(name for name, engine in GAMES.items() if engine.pack_type is not None)
        raise RefusedError(codes.NO_PACKS, f"Games with packs: {takers}.", pointer="/game")
    try:
        return read_pack(engine.pack_type, content, "/content")
    except BadOptionsError as error:
        raise RefusedError(codes.of_game(error.code), error.message, pointer=error.pointer) from error


def _is(player: Player, pack: str) -> ColumnElement[bool]:
    return and_(_packs.c.player_id == player.id, _packs.c.pack == pack)
