"""
The facts of players' own streams: what concerns a player in any match (docs/streams.md lists them for clients).

They repeat what the player can also see in the match, and nothing else: no move, no text of a message, no outcome.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias, get_args

import orjson
from pydantic import Field, TypeAdapter

from engines.kit import EVERYONE, SENT_WHOLE, SeatId, ToEveryone, ToHost, Viewer
from server.log.entry import EncodedFact, canonical_json


@dataclass(frozen=True, slots=True)
class Invited(ToEveryone):
    """A seat is reserved for you: take it, or decline it."""

    match_id: str
    game: str
    seat: SeatId
    type: Literal["invited"] = "invited"


@dataclass(frozen=True, slots=True)
class Seated(ToEveryone):
    """You have a seat."""

    match_id: str
    game: str
    seat: SeatId
    type: Literal["seated"] = "seated"


@dataclass(frozen=True, slots=True)
class Unseated(ToEveryone):
    """You no longer have the seat: you left it before the start, or the host cleared it."""

    match_id: str
    game: str
    seat: SeatId
    type: Literal["unseated"] = "unseated"


@dataclass(frozen=True, slots=True)
class Replaced(ToEveryone):
    """You no longer have the seat: another player or a bot has taken it over. You hear nothing more of the match."""

    match_id: str
    game: str
    seat: SeatId
    type: Literal["replaced"] = "replaced"


@dataclass(frozen=True, slots=True)
class MatchBegun(ToEveryone):
    """A match that you play or host has started."""

    match_id: str
    game: str
    viewer: Viewer
    """Your seat, or `host`."""
    type: Literal["match_begun"] = "match_begun"


@dataclass(frozen=True, slots=True)
class Awaited(ToEveryone):
    """A phase waits for you: `phase` of the match is open, and your seat is awaited."""

    __pydantic_config__ = SENT_WHOLE

    match_id: str
    game: str
    seat: SeatId
    phase: int
    """The number of the phase."""
    closes_at: str | None
    """Its deadline; null while none runs."""
    type: Literal["awaited"] = "awaited"


@dataclass(frozen=True, slots=True)
class DeadlineNear(ToEveryone):
    """The deadline of a phase is near, and you have not submitted. Once for each phase."""

    match_id: str
    game: str
    seat: SeatId
    phase: int
    """The number of the phase."""
    closes_at: str
    """The deadline."""
    type: Literal["deadline_near"] = "deadline_near"


@dataclass(frozen=True, slots=True)
class MatchOver(ToEveryone):
    """A match that you play or host has ended: `over` with an outcome, which your view shows, or `void`."""

    match_id: str
    game: str
    viewer: Viewer
    """Your seat, or `host`."""
    status: Literal["over", "void"]
    type: Literal["match_over"] = "match_over"


@dataclass(frozen=True, slots=True)
class HostLineMessage(ToEveryone):
    """Somebody wrote to you on the line between a seat and the host; read it with `listMessages`."""

    match_id: str
    game: str
    channel: str
    """The name of the line, `host:SEAT`."""
    sender: Viewer
    """A seat, or `host`."""
    type: Literal["host_line_message"] = "host_line_message"


News: TypeAlias = (
    Invited | Seated | Unseated | Replaced | MatchBegun | Awaited | DeadlineNear | MatchOver | HostLineMessage
)

NEWS_TYPES: Final[tuple[type[News], ...]] = get_args(News)


@dataclass(frozen=True, slots=True)
class Opened(ToHost):
    """
    The first fact of a log: the player, and the number of the log, from 0.

    `sources` repeats how far other logs were told at the end of the log before, `previous` is its last hash.
    """

    player_id: str
    number: int
    previous: str
    sources: tuple[tuple[str, int], ...]
    type: Literal["opened"] = "opened"


@dataclass(frozen=True, slots=True)
class HandedOn(ToHost):
    """
    This entry tells the player what entry number `entry` of the log `source` causes.

    Only the server knows it: the number of an entry shows how much has happened to others.
    """

    source: str
    entry: int
    type: Literal["handed_on"] = "handed_on"


InboxFact: TypeAlias = News | Opened | HandedOn

_facts: TypeAdapter[InboxFact] = TypeAdapter(Annotated[InboxFact, Field(discriminator="type")])


def encode(fact: InboxFact) -> EncodedFact:
    """Encode a fact as it is logged and sent."""
    return EncodedFact.of(fact.audience(None), _facts.dump_python(fact, mode="json"))


def decode(encoded: EncodedFact) -> InboxFact:
    """Decode a logged fact; raises pydantic's ValidationError if it is invalid."""
    return _facts.validate_json(encoded.text)


def encode_news(news: Mapping[str, Sequence[News]]) -> str:
    """Return news by player as JSON text."""
    return canonical_json(
        {player: [_facts.dump_python(fact, mode="json") for fact in facts] for player, facts in news.items()}
    )


def decode_news(text: str) -> dict[str, list[EncodedFact]]:
    """Return news by player, as `encode_news` has written them."""
    return {player: [EncodedFact.of(EVERYONE, fact) for fact in facts] for player, facts in orjson.loads(text).items()}
