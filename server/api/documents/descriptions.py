"""
The meanings of fields in the document's schemas, if their types do not describe them.

A name has the same meaning everywhere, so it is described once: here, or, for the facts and views of a game, in the
game's `words`. `Type.field` describes one field that differs.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from engines.catalogue import GAMES
from engines.contract import AnyEngine

_WORDS: Final = {
    "ClosePhaseAction.phase": "The number of the phase to close.",
    "Drawn.candidates": "The candidates of the draw, in order.",
    "Drawn.label": "The purpose of the draw.",
    "Drawn.picks": "The picked candidates, in order.",
    "MatchSuspended.because": "Whether the rules failed, or the server has another version of them.",
    "Submitted.head": "The `head` that the sender knew: that of the previous phase.",
    "EventReply.type": "The type of the frame.",
    "Health.status": "Always `ok`; otherwise the reply is an error.",
    "MatchCreated.options": "All options, except those that only the host may know.",
    "MatchCreated.seats": "The seats, in the order of the game.",
    "MatchDetails.options": "All options, except those that only the host may know.",
    "Phase.name": "The name of this kind of phase in the game.",
    "Phase.number": "The number of the phase in the match, from 1.",
    "Phase.round": "The round, as the game counts them.",
    "Phase.seconds": "The duration of the phase.",
    "PhaseOpened.phase": "The phase.",
    "SeatReserved.player": "The player with the reservation.",
    "SeatReservation.player": "The player with the reservation.",
    "SecretOptions.options": "All options, including the secret ones.",
    "SeatRequest.bot": "Whether a bot takes the seat.",
    "SeatRequest.player_id": "The player who gets the seat; by default the caller.",
    "TakeSeatRequest.bot": "Whether a bot takes the seat.",
    "TakeSeatRequest.player_id": "The player who gets the seat; by default the caller.",
    "accepted_at": "When the server accepted it.",
    "api": "The version of the API; paths begin with it.",
    "at": "When it happened.",
    "autostart": "Whether the match starts by itself when every seat is taken.",
    "because": "Why it closed: at its deadline, because all awaited seats had submitted, or by the host.",
    "bot": "Whether a bot has the seat.",
    "by_bot": "Whether a bot submitted it.",
    "channel": "The channel's name.",
    "closes_at": "When the open phase closes; null while the match is not running.",
    "consequences": "The consequences of the end, by seat.",
    "content": "The content of the pack.",
    "created_at": "When it was created.",
    "cursor": "The event's number in the caller's own stream, from 1.",
    "early_close": "Whether the phase closes when all awaited seats have submitted, with either pace.",
    "entropy": "The entropy that the player mixes into the seed, 32 bytes in hexadecimal; null: none.",
    "events": "The events, in order.",
    "expires_in_seconds": "How long the ticket is valid.",
    "facts": "The facts, in order.",
    "game": "The id of the game.",
    "games": "The games of this server.",
    "has_submission": "Whether the seat has a submission.",
    "head": "The hash of the previous log entry: save it to verify the log when it is open.",
    "host": "The player who created the match and hosts it.",
    "id": "The id of the seat.",
    "keep_thinking": "Whether the phase waits for this seat until its deadline, instead of closing early.",
    "keeps_deadline": "Whether `seconds` count from the previous deadline instead of from the opening.",
    "match_id": "The match.",
    "matches": "The matches, newest first.",
    "may": "Seats that can submit but do not have to. If `must` is empty, an early close waits for these seats.",
    "members": "The seats that can write in the channel.",
    "messages": "The messages, oldest first.",
    "move": "The move, in canonical form.",
    "must": "Seats that should submit. An early close waits for them; the rules choose a missing move.",
    "name": "The name, for people.",
    "occupants": "The taken seats and their players; free seats are omitted.",
    "open_log": "Whether everyone can read the log when the match is over.",
    "options": "Options of the match.",
    "outcome": "How the match ended; null before, and if it was voided.",
    "pace": "When phases close.",
    "packs": "The packs, newest first.",
    "phase": "The number of the phase.",
    "ViewReply.phase": "The open phase; null if there is none.",
    "FailureNoted.where": "The type of the failure, and its place in the code or the versions of the rules.",
    "EntriesLost.last": "The number of the last entry before the loss.",
    "EntriesLost.head": "The hash of that entry.",
    "MatchEnded.outcome": "How the match ended.",
    "MatchAdjudicated.outcome": "How the host ended it.",
    "player": "The player in the seat; null if it is free or has a bot.",
    "player_id": "The id of the player.",
    "rank": "The rank of each seat; 1 is best.",
    "log_version": "The version of the log format; absent if it is 1, which has no `submission_counted`.",
    "head_seen_by": "Seats that sent the `head` of the previous phase; absent if the match does not show it.",
    "realm": "`heaven` or `hell`; null in games without realms.",
    "reason": "The reason that the host gives, visible to everyone.",
    "reserved_for": "The player with a reservation for the seat; null if there is none.",
    "role": "The role of the seat in the game; null if all seats have the same role.",
    "rules_version": "Increased whenever the same submissions could lead to different facts.",
    "receipt": "The receipt of the submission that counted; null if the seat had none.",
    "seat": "The seat.",
    "seats": "The seats, in the order of the game.",
    "seconds": "The number of additional seconds.",
    "seed": "The seed, 32 bytes in hexadecimal; its hash was published when the match was created.",
    "seed_commitment": "The SHA-256 of the secret seed of all draws, in hexadecimal.",
    "sender": "A seat, or `host`.",
    "server_now": "The server's time when it sent this.",
    "show_submitted": "Whether everyone can see that a seat has submitted.",
    "spectator_lag": "The delay of spectators in rounds, until the match ends.",
    "spectators": "Whether spectators can read the channel.",
    "status": "The status of the match.",
    "submission": "The caller's current submission; null if there is none.",
    "summary": "One line, for people.",
    "team": "The team of the seat; null in games without teams.",
    "text": "The text of the message.",
    "title": "The name, for people.",
    "type": "The type, which identifies the schema.",
    "variant": "The name of the variant.",
    "variants": "The variants; the first is the default.",
    "viewer": "A seat, `spectator` or `host`.",
    "visibility": "Who can see the match.",
    "withdrawable": "Whether a submission can be withdrawn; it can always be replaced.",
}

_REFERENCE: Final = re.compile(r'"#/components/schemas/(\w+)"')


def describe_fields(schemas: dict[str, Any]) -> None:
    """Add a description to every field without one, if there is a text for it."""
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
    """The schemas that only one game refers to, directly or not."""
    users: dict[str, list[AnyEngine]] = {}
    for game in GAMES.values():
        kinds = (game.view_type, *game.move_types, *game.fact_types)
        for name in _reached({kind.__name__ for kind in kinds}, schemas):
            users.setdefault(name, []).append(game)
    return {name: games[0] for name, games in users.items() if len(games) == 1}


def _reached(names: set[str], schemas: Mapping[str, Any]) -> Iterator[str]:
    """These schemas and all that they refer to."""
    waiting, seen = sorted(names & schemas.keys()), set[str]()
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            yield name
            waiting += _REFERENCE.findall(json.dumps(schemas[name]))
