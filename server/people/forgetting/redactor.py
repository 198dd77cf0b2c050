"""
What is personal of one player in the entries of a log, and what the entries are without it.

An entry keeps its place, its time, its hashes and everything that is not personal, so that the log can still be folded
and its chain still holds. Moves and draws are never touched.
"""

from __future__ import annotations

from typing import Final, cast

from pydantic import JsonValue

from server.logs.store.entry import EncodedFact, Entry, EntryKind
from server.logs.store.personal import WRITTEN, may_be_personal, without_name, without_text

_FOLLOWED: Final = frozenset({*WRITTEN, "seat_taken", "seat_left", "entered", "entrant_replaced"})

_HOST: Final = "host"
"""The sender of a host's messages, and the field of a match with its host."""


class Redactor:
    """
    Goes through the entries of one log, from the first, and redacts what is personal of one player.

    Messages name a seat, so it follows who sits where. Reasons, and messages as host, are those of the host: the log
    does not say who else has acted in the host's place. What a director writes comes after who acted.

    Attributes:
        hosts: Whether the player hosts the match.
        claimed: The accounts of places that were made for the player by name, which the player has claimed.
    """

    def __init__(self, player_id: str) -> None:
        self._player_id = player_id
        self.hosts = False
        self.claimed: list[str] = []
        # The player's seats by now, whether the last action of a director is the player's, and the accounts of places
        # that nobody had claimed by then, by entrant.
        self._seats: set[str] = set()
        self._acted = False
        self._unclaimed: dict[str, str] = {}

    def take(self, entry: Entry) -> Entry | None:
        """Return the next entry as it is to be; None if nothing in it is personal of the player, or is any more."""
        facts = tuple(self._redact(entry.kind, encoded) for encoded in entry.facts)
        return None if all(map(_is, facts, entry.facts)) else entry.redact(facts)

    def _redact(self, kind: EntryKind, encoded: EncodedFact) -> EncodedFact:
        named = self._player_id in encoded.text
        if not may_be_personal(encoded.type) or not (named or encoded.type in _FOLLOWED):
            return encoded
        fact = encoded.fact
        self._follow(fact)
        after = cast("dict[str, JsonValue]", without_name(fact, self._player_id)) if named else fact
        if encoded.type in WRITTEN and self._wrote(kind, fact):
            after = without_text(after)
        return encoded if after == fact else EncodedFact.of(encoded.audience, after)

    def _follow(self, fact: dict[str, JsonValue]) -> None:
        match fact:
            case {"type": "match_created", "host": {"player_id": host}}:
                self.hosts = host == self._player_id
            case {"type": "seat_taken", "seat": str(seat), "player": {"player_id": self._player_id}}:
                self._seats.add(seat)
            case {"type": "seat_taken" | "seat_left", "seat": str(seat)}:
                self._seats.discard(seat)
            case {"type": "director_acted", "director": {"player_id": director}}:
                self._acted = director == self._player_id
            case {"type": "entered", "unclaimed": True, "entrant": str(entrant), "player": {"player_id": str(account)}}:
                self._unclaimed[entrant] = account
            case {"type": "entrant_replaced", "entrant": str(entrant), "player": player} if entrant in self._unclaimed:
                account = self._unclaimed.pop(entrant)
                if isinstance(player, dict) and player.get("player_id") == self._player_id and "invitation" in fact:
                    self.claimed.append(account)

    def _wrote(self, kind: EntryKind, fact: dict[str, JsonValue]) -> bool:
        match fact:
            case {"type": "director_acted" | "table_noted" | "match_noted"}:
                return self._acted
            case {"type": "message_sent", "sender": str(sender)} if sender != _HOST:
                return sender in self._seats
            case {"type": "match_created" | "message_sent"}:
                return self.hosts
            case _:
                return self.hosts and kind == "host_action"


def _is(one: EncodedFact, other: EncodedFact) -> bool:
    return one is other
