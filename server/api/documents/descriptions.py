"""
Descriptions of schema fields whose types do not say enough.

A field name means the same everywhere, so it is described once: here, or for the facts and views of a game in the
game's `words`. `Type.field` describes one field that differs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engines.catalogue import GAMES
from engines.engine import AnyEngine

_WORDS: Final = {
    "ClosePhaseAction.phase": "The number of the phase to close.",
    "Drawn.candidates": "What could be drawn, in order.",
    "Drawn.label": "What was drawn for.",
    "Drawn.picks": "What was drawn, in order.",
    "EventReply.type": "Tells it apart from other frames.",
    "Health.status": "Always `ok`; anything else is a refusal.",
    "MatchCreated.options": "Complete, but for what only the host may know.",
    "MatchCreated.seats": "In the game's order.",
    "MatchDetails.options": "Complete, but for what only the host may know.",
    "Phase.name": "The game's name for phases of this kind.",
    "Phase.number": "Counts the phases of the match from 1.",
    "Phase.round": "The game's own count of rounds.",
    "Phase.seconds": "How long it lasts.",
    "PhaseOpened.phase": "The phase.",
    "SeatReserved.player": "For whom the seat is kept.",
    "SeatReservation.player": "For whom the seat is kept.",
    "SecretOptions.options": "All options, the secret ones too.",
    "SeatRequest.bot": "Whether a bot is to sit down.",
    "SeatRequest.player_id": "The player to sit down; left out: the caller.",
    "TakeSeatRequest.bot": "Whether a bot is to sit down.",
    "TakeSeatRequest.player_id": "The player to sit down; left out: the caller.",
    "accepted_at": "When it was taken: before the phase's deadline.",
    "api": "The version of the API, which its paths begin with.",
    "at": "When it happened.",
    "autostart": "Whether the match starts by itself once every seat is taken.",
    "because": "Why it closed: its time was up, all awaited seats had submitted, or the host closed it.",
    "bot": "Whether a bot sits there.",
    "by_bot": "Whether a bot submitted it.",
    "channel": "The channel's name.",
    "closes_at": "When the open phase closes; null while nothing runs.",
    "consequences": "By seat: what the end means for it.",
    "content": "What is in it.",
    "created_at": "When it was made.",
    "cursor": "The event's number in the caller's own stream, from 1.",
    "early_close": "Whether it closes once all awaited seats have submitted, whatever the match's pace.",
    "entropy": "What the player mixes into the seed, 32 bytes in hexadecimal; null: nothing.",
    "events": "The events, in order.",
    "expires_in_seconds": "How long it can be used.",
    "facts": "What became true, in this order.",
    "game": "The game's id.",
    "games": "The games of this server.",
    "has_submission": "Whether a submission of the seat stands.",
    "head": "The hash of the log's entry before this one: keep it to check the log against once it is open.",
    "host": "Who made the match and hosts it.",
    "id": "The seat's id.",
    "keep_thinking": "Whether the phase is not to close early on the seat's account.",
    "keeps_deadline": "Whether `seconds` count from the deadline before, not from the opening.",
    "match_id": "The match.",
    "matches": "The matches, newest first.",
    "may": "Seats that can submit and need not. Where nobody must, an early close waits for these.",
    "members": "The seats that may write in it.",
    "messages": "The messages, oldest first.",
    "move": "The move, in canonical form.",
    "must": "Seats that are to submit, for which an early close waits; the game's default plays for whoever does not.",
    "name": "The name, for people.",
    "occupants": "Who sits where; free seats are left out.",
    "open_log": "Whether everyone may read the log once the match is over.",
    "options": "Options of the match.",
    "outcome": "How the match ended; null until then, and where it was voided.",
    "pace": "When phases close.",
    "packs": "The packs, newest first.",
    "phase": "The phase's number.",
    "ViewReply.phase": "The open phase; null where none is.",
    "FailureNoted.where": "The type of the failure, and its place in the code or the versions of the rules.",
    "EntriesLost.last": "The number of the entry that was the last.",
    "EntriesLost.head": "Its hash.",
    "MatchEnded.outcome": "How the match ended.",
    "MatchAdjudicated.outcome": "How the host ended it.",
    "player": "The player in the seat; null: none, or a bot.",
    "player_id": "The player's id.",
    "rank": "By seat: its rank, 1 is best.",
    "log_version": "How the match writes its log; absent where it is 1: no `submission_counted` is told there.",
    "head_seen_by": "Seats whose submission carried the `head` of the phase before; absent where that is not told.",
    "realm": "`heaven` or `hell`; null in games without realms.",
    "reason": "What the host says of it, to everyone.",
    "reserved_for": "For whom the seat is kept until they take it; null: nobody.",
    "role": "What the seat does in the game; null where all seats do the same.",
    "rules_version": "Raised whenever the same submissions could give other facts.",
    "receipt": "The receipt of the submission that counted; null if the seat had none.",
    "seat": "The seat.",
    "seats": "The seats, in the game's order.",
    "seconds": "So many seconds more.",
    "seed": "32 bytes in hexadecimal; what everyone knew from the beginning is its hash.",
    "seed_commitment": "SHA-256 over the secret seed of all draws, in hexadecimal.",
    "sender": "A seat, or `host`.",
    "server_now": "The server's time when it sent this.",
    "show_submitted": "Whether everyone is told that a seat has submitted.",
    "spectator_lag": "How many rounds later spectators are told everything, until the match ends.",
    "spectators": "Whether spectators may read along.",
    "status": "Where the match stands.",
    "submission": "The caller's standing submission; null: none.",
    "summary": "One line, for people.",
    "team": "The seat's team; null in games without teams.",
    "text": "What was said.",
    "title": "The name, for people.",
    "type": "Tells it apart from others.",
    "variant": "The variant's name.",
    "variants": "The variants; the first is the default.",
    "viewer": "A seat, `spectator` or `host`.",
    "visibility": "Who may know of the match.",
    "withdrawable": "Whether a submission may be taken back; it may always be replaced.",
}

_REFERENCE: Final = re.compile(r'"#/components/schemas/(\w+)"')


def describe_fields(schemas: dict[str, Any]) -> None:
    """Add a description to every field that has none; fields without words stay without."""
    own = _schemas_of_one_game(schemas)
    for name, schema in schemas.items():
        words = own[name].words if name in own else {}
        for field, said in schema.get("properties", {}).items():
            if "description" not in said and (meaning := _meaning(name, field, words)):
                said["description"] = meaning


def _meaning(schema: str, field: str, words: Mapping[str, str]) -> str | None:
    full = f"{schema}.{field}"
    return words.get(full) or words.get(field) or _WORDS.get(full) or _WORDS.get(field)


def _schemas_of_one_game(schemas: Mapping[str, Any]) -> dict[str, AnyEngine]:
    """Return the schemas that only one game uses, directly or indirectly."""
    users: dict[str, list[AnyEngine]] = {}
    for game in GAMES.values():
        kinds = (game.view_type, *game.move_types, *game.fact_types)
        for name in _reached({kind.__name__ for kind in kinds}, schemas):
            users.setdefault(name, []).append(game)
    return {name: games[0] for name, games in users.items() if len(games) == 1}


def _reached(names: set[str], schemas: Mapping[str, Any]) -> Iterator[str]:
    """Yield these schemas and all to which they refer."""
    waiting, seen = sorted(names & schemas.keys()), set[str]()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            yield name
            waiting += _REFERENCE.findall(json.dumps(schemas[name]))
