"""
The facts of players' own streams: what concerns a player in matches, tournaments and series (docs/notifications.md).

They repeat what the player can also see there, and nothing else: no move, no text of a message, no outcome of a match.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias, cast, get_args

import orjson
from pydantic import Field, TypeAdapter

from engines.kit import EVERYONE, SENT_WHOLE, FactJson, FactVersions, SeatId, ToEveryone, ToHost, Viewer
from server.access.fields import Absent
from server.access.player import Person
from server.access.rights import HeldRole
from server.logs.store.entry import EncodedFact, canonical_json
from server.logs.store.upcasting import Upcasting

Kind: TypeAlias = Literal["awaited", "deadline_near", "seated", "over"]
"""
What a piece of news is about: a phase or decision that waits; a deadline that is near; seats, and places, tables,
rounds and episodes of tournaments and series; the end.
"""


class _News(ToEveryone):
    """
    Base of all news: `webhook` is the type of the message to webhooks, `kind` what a player chooses to get it pushed.

    Without a `kind` it is no message of its own, or is always pushed (`server.notifications.delivery.messages`).
    """

    __slots__ = ()

    kind: ClassVar[Kind | None] = None
    webhook: ClassVar[str]


@dataclass(frozen=True, slots=True)
class _OfMatch(_News):
    match_id: str
    game: str


@dataclass(frozen=True, slots=True)
class _OfSeat(_OfMatch):
    seat: SeatId


@dataclass(frozen=True, slots=True)
class _OfViewer(_OfMatch):
    viewer: Viewer
    """Your seat, or `host`."""


@dataclass(frozen=True, slots=True)
class Invited(_OfSeat):
    """A seat is reserved for you: take it, or decline it."""

    type: Literal["invited"] = "invited"
    kind = "seated"
    webhook = "match.invited"


@dataclass(frozen=True, slots=True)
class Seated(_OfSeat):
    """You have a seat."""

    type: Literal["seated"] = "seated"
    kind = "seated"
    webhook = "match.seated"


@dataclass(frozen=True, slots=True)
class Unseated(_OfSeat):
    """You no longer have the seat: you left it before the start, or the host cleared it."""

    type: Literal["unseated"] = "unseated"
    webhook = "match.unseated"


@dataclass(frozen=True, slots=True)
class Replaced(_OfSeat):
    """You no longer have the seat: another player or a bot has taken it over. You hear nothing more of the match."""

    type: Literal["replaced"] = "replaced"
    webhook = "match.replaced"


@dataclass(frozen=True, slots=True)
class MatchBegun(_OfViewer):
    """A match that you play or host has started."""

    type: Literal["match_begun"] = "match_begun"
    webhook = "match.begun"


@dataclass(frozen=True, slots=True)
class Awaited(_OfSeat):
    """A phase waits for you: `phase` of the match is open, and your seat is awaited. Again when a match resumes."""

    __pydantic_config__ = SENT_WHOLE

    phase: int
    """The number of the phase."""
    closes_at: str | None
    """Its deadline; null while none runs."""
    type: Literal["awaited"] = "awaited"
    kind = "awaited"
    webhook = "match.awaited"


@dataclass(frozen=True, slots=True)
class DeadlineNear(_OfSeat):
    """The deadline of a phase is near, and you have not submitted. Once for each phase."""

    phase: int
    """The number of the phase."""
    closes_at: str
    """The deadline."""
    type: Literal["deadline_near"] = "deadline_near"
    kind = "deadline_near"
    webhook = "match.deadline_near"


@dataclass(frozen=True, slots=True)
class DeadlineMoved(_OfSeat):
    """
    The deadline of the open phase has moved, in which you can submit: the match was paused or resumed, or extended.

    Sent even if you have submitted.
    """

    __pydantic_config__ = SENT_WHOLE

    phase: int
    """The number of the phase."""
    closes_at: str | None
    """The new deadline; null while none runs."""
    type: Literal["deadline_moved"] = "deadline_moved"
    webhook = "match.deadline_moved"


@dataclass(frozen=True, slots=True)
class AwaitedNoMore(_OfSeat):
    """The phase that waited for you closed before its deadline, and the one that follows does not wait for you."""

    phase: int
    """The number of the phase that closed."""
    type: Literal["awaited_no_more"] = "awaited_no_more"
    webhook = "match.awaited_no_more"


@dataclass(frozen=True, slots=True)
class MatchOver(_OfViewer):
    """A match that you play or host has ended: `over` with an outcome, which your view shows, or `void`."""

    status: Literal["over", "void"]
    """How it ended."""
    type: Literal["match_over"] = "match_over"
    kind = "over"
    webhook = "match.over"


@dataclass(frozen=True, slots=True)
class HostLineMessage(_OfMatch):
    """Somebody wrote to you on the line between a seat and the host; read it with `listMessages`."""

    channel: str
    """The name of the line, `host:SEAT`."""
    sender: Viewer
    type: Literal["host_line_message"] = "host_line_message"
    webhook = "match.host_line_message"


@dataclass(frozen=True, slots=True)
class MatchWaits(_OfMatch):
    """A match that you direct, also at a table of an event, is suspended: it waits for a decision."""

    type: Literal["match_waits"] = "match_waits"
    kind = "awaited"
    webhook = "match.waits"


@dataclass(frozen=True, slots=True)
class MatchRoleSet(_OfMatch):
    """You hold this role in a match from now on; null: none any more. Its log says who gave or took it."""

    __pydantic_config__ = SENT_WHOLE

    role: HeldRole | None
    """The role that you hold; null if you hold none any more."""
    type: Literal["match_role_set"] = "match_role_set"
    webhook = "match.role_set"


@dataclass(frozen=True, slots=True)
class _OfTournament(_News):
    tournament_id: str
    label: str
    """What the tournament is called."""


@dataclass(frozen=True, slots=True)
class PartnerAsked(_OfTournament):
    """A player wants to enter a tournament as a team with you: name the player, too (`enterTournament`)."""

    player: Person
    """Who asks."""
    type: Literal["partner_asked"] = "partner_asked"
    kind = "seated"
    webhook = "tournament.partner_asked"


@dataclass(frozen=True, slots=True)
class TournamentEntered(_OfTournament):
    """You are in a tournament, or wait for a place in it; if you waited, once more when you get the place."""

    entrant: str
    """Your id in the tournament."""
    waiting: bool
    """Whether you wait for a place."""
    times: Annotated[tuple[str, ...], Field(exclude_if=lambda times: not times)] = ()
    """When rounds start, from the first one on; absent if none has a time."""
    type: Literal["tournament_entered"] = "tournament_entered"
    kind = "seated"
    webhook = "tournament.entered"


@dataclass(frozen=True, slots=True)
class RoundsMoved(_OfTournament):
    """The rounds of a tournament in which you are start at these times from now on; not while you wait for a place."""

    times: tuple[str, ...]
    """When rounds start, from the first one on; empty if none has a time any more."""
    type: Literal["rounds_moved"] = "rounds_moved"
    kind = "seated"
    webhook = "tournament.rounds_moved"


@dataclass(frozen=True, slots=True)
class TournamentLeft(_OfTournament):
    """You are in no further pairing of a tournament."""

    entrant: str
    because: Literal["own_wish", "director", "no_check_in", "missed_rounds", "disqualified", "replaced"]
    """Why, as in `entrant_withdrawn`; `replaced`: another player or a bot has taken your place."""
    type: Literal["tournament_left"] = "tournament_left"
    kind = "seated"
    webhook = "tournament.left"


@dataclass(frozen=True, slots=True)
class CheckInAsked(_OfTournament):
    """Say that you are there (`checkIn`), before round 1 is published."""

    starts_at: Absent[str] = None
    """When round 1 starts; absent if it has no time."""
    type: Literal["check_in_asked"] = "check_in_asked"
    kind = "seated"
    webhook = "tournament.check_in_asked"


@dataclass(frozen=True, slots=True)
class TablePublished(_OfTournament):
    """A round is published, in which you have this table."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    bye: bool
    """Whether you have a bye, alone at this table."""
    starts_at: Absent[str] = None
    """When the round starts; absent if it has no time."""
    type: Literal["table_published"] = "table_published"
    kind = "seated"
    webhook = "round.published"


@dataclass(frozen=True, slots=True)
class ReadyAsked(_OfTournament):
    """Your table waits for you: say that you are ready (`sayReady`). Once more if a pause has moved the time."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    ready_until: str
    """Until when."""
    type: Literal["ready_asked"] = "ready_asked"
    kind = "seated"
    webhook = "table.ready_asked"


@dataclass(frozen=True, slots=True)
class TableDecided(_OfTournament):
    """Your table was decided without its match, as by a forfeit, or a director has corrected its result."""

    round: int
    """The number of the round."""
    table: int
    """The number of the table."""
    corrected: bool
    """Whether it takes the place of an earlier result."""
    type: Literal["table_decided"] = "table_decided"
    kind = "seated"
    webhook = "table.decided"


@dataclass(frozen=True, slots=True)
class AnnouncementMade(_OfTournament):
    """A director has announced something to those who are in the tournament; its view has the text."""

    type: Literal["announcement_made"] = "announcement_made"
    kind = "seated"
    webhook = "tournament.announcement_made"


@dataclass(frozen=True, slots=True)
class RoundFinished(_OfTournament):
    """A round of a tournament that you direct is done."""

    round: int
    """The number of the round."""
    type: Literal["round_finished"] = "round_finished"
    kind = "awaited"
    webhook = "round.finished"


@dataclass(frozen=True, slots=True)
class EntrantGone(_OfTournament):
    """An entrant of a tournament that you direct is in no further pairing."""

    entrant: str
    """The id of the entrant."""
    because: Literal["own_wish", "director", "no_check_in", "missed_rounds", "disqualified"]
    """Why, as in `entrant_withdrawn`."""
    type: Literal["entrant_gone"] = "entrant_gone"
    kind = "seated"
    webhook = "tournament.entrant_gone"


@dataclass(frozen=True, slots=True)
class TournamentEnded(_OfTournament):
    """A tournament in which you are is over, or was cancelled."""

    __pydantic_config__ = SENT_WHOLE

    cancelled: bool
    """Whether it was cancelled."""
    place: int | None
    """Your final place; null if you have none."""
    type: Literal["tournament_ended"] = "tournament_ended"
    kind = "over"
    webhook = "tournament.ended"


@dataclass(frozen=True, slots=True)
class TournamentRoleSet(_OfTournament):
    """You hold this role on a tournament from now on; null: none any more. Its log says who gave or took it."""

    __pydantic_config__ = SENT_WHOLE

    role: HeldRole | None
    """The role that you hold; null if you hold none any more."""
    type: Literal["tournament_role_set"] = "tournament_role_set"
    webhook = "tournament.role_set"


@dataclass(frozen=True, slots=True)
class _OfSeries(_News):
    series_id: str
    label: str
    """What the series is called."""


@dataclass(frozen=True, slots=True)
class SeriesEntered(_OfSeries):
    """You have a place in a series."""

    entrant: str
    """Your id in the series."""
    type: Literal["series_entered"] = "series_entered"
    kind = "seated"
    webhook = "series.entered"


@dataclass(frozen=True, slots=True)
class SeriesLeft(_OfSeries):
    """You are out of a series."""

    entrant: str
    """Your id in the series."""
    because: Literal["own_wish", "director", "disqualified", "replaced", "death_match", "no_finalist"]
    """Why, as in `entrant_left` and `place_handed_over`."""
    type: Literal["series_left"] = "series_left"
    kind = "seated"
    webhook = "series.left"


@dataclass(frozen=True, slots=True)
class EpisodeStarted(_OfSeries):
    """An episode of a series has begun, in which you play."""

    episode: int
    """The number of the episode."""
    realm: Literal["heaven", "hell"]
    """Where you are."""
    type: Literal["episode_started"] = "episode_started"
    kind = "seated"
    webhook = "episode.started"


@dataclass(frozen=True, slots=True)
class DecisionAskedOfYou(_OfSeries):
    """You are asked to decide (`decideInSeries`)."""

    decision: int
    """The number of the decision in the series."""
    episode: int
    """The number of the episode."""
    about: Literal["pick", "partner:candidate", "partner:opponent"]
    """What it is about."""
    until: str
    """Until when."""
    type: Literal["decision_asked"] = "decision_asked"
    kind = "awaited"
    webhook = "decision.asked"


@dataclass(frozen=True, slots=True)
class DecisionMoved(_OfSeries):
    """The deadline of your decision has moved: the series was paused or resumed, or the time extended."""

    __pydantic_config__ = SENT_WHOLE

    decision: int
    until: str | None
    """The new deadline; null while none runs."""
    type: Literal["decision_moved"] = "decision_moved"
    webhook = "decision.moved"


@dataclass(frozen=True, slots=True)
class YourDecisionClosed(_OfSeries):
    """A decision for which you were asked is closed; the view of the series shows it."""

    decision: int
    type: Literal["decision_closed"] = "decision_closed"
    kind = "awaited"
    webhook = "decision.closed"


@dataclass(frozen=True, slots=True)
class SeriesWaits(_OfSeries):
    """A series that you direct waits for a director: a match has no outcome with which it could go on."""

    episode: int
    """The number of the episode."""
    type: Literal["series_waits"] = "series_waits"
    kind = "awaited"
    webhook = "series.waits"


@dataclass(frozen=True, slots=True)
class SeriesEnded(_OfSeries):
    """A series in which you have a place is over, or was cancelled."""

    __pydantic_config__ = SENT_WHOLE

    cancelled: bool
    place: int | None
    type: Literal["series_ended"] = "series_ended"
    kind = "over"
    webhook = "series.ended"


@dataclass(frozen=True, slots=True)
class SeriesRoleSet(_OfSeries):
    """You hold this role on a series from now on; null: none any more. Its log says who gave or took it."""

    __pydantic_config__ = SENT_WHOLE

    role: HeldRole | None
    """The role that you hold; null if you hold none any more."""
    type: Literal["series_role_set"] = "series_role_set"
    webhook = "series.role_set"


News: TypeAlias = (
    Invited
    | Seated
    | Unseated
    | Replaced
    | MatchBegun
    | Awaited
    | DeadlineNear
    | DeadlineMoved
    | AwaitedNoMore
    | MatchOver
    | HostLineMessage
    | MatchWaits
    | MatchRoleSet
    | PartnerAsked
    | TournamentEntered
    | RoundsMoved
    | TournamentLeft
    | CheckInAsked
    | TablePublished
    | ReadyAsked
    | TableDecided
    | AnnouncementMade
    | RoundFinished
    | EntrantGone
    | TournamentEnded
    | TournamentRoleSet
    | SeriesEntered
    | SeriesLeft
    | EpisodeStarted
    | DecisionAskedOfYou
    | DecisionMoved
    | YourDecisionClosed
    | SeriesWaits
    | SeriesEnded
    | SeriesRoleSet
)

NEWS_TYPES: Final[tuple[type[News], ...]] = get_args(News)

NEWS: Final[Mapping[str, type[News]]] = {str(kind.__dataclass_fields__["type"].default): kind for kind in NEWS_TYPES}
"""The class of each piece of news, by its `type`."""


@dataclass(frozen=True, slots=True)
class Opened(ToHost):
    """
    The first fact of a log: the player, and the number of the log, from 0.

    `previous` is the last hash of the log before. `told` repeats what is remembered at its end: hashes of entries whose
    news it has, or what stands for them (`stand_in`).
    """

    player_id: str
    number: int
    previous: str
    told: tuple[str, ...] = ()
    schema: Literal[2] = 2
    type: Literal["opened"] = "opened"


@dataclass(frozen=True, slots=True)
class HandedOn(ToHost):
    """
    This entry has the news that entry number `entry` of the log `source`, with this hash, causes for the player.

    Only the server knows it: the number of an entry shows how much has happened to others.
    """

    source: str
    entry: int
    hash: str
    schema: Literal[2] = 2
    type: Literal["handed_on"] = "handed_on"


InboxFact: TypeAlias = News | Opened | HandedOn


def stand_in(source: str, entry: int) -> str:
    """Return what stands for the hash of an entry that an earlier server has handed on without it."""
    return f"{source} {entry}"


def _with_told(opened: Any) -> list[FactJson]:  # noqa: ANN401  # JSON that was valid when it was written
    """Earlier servers wrote as `sources` how far news of other logs came, without hashes."""
    told = [*(stand_in(*source) for source in opened.get("sources", ())), *opened.get("told", ())]
    return [{**{name: value for name, value in opened.items() if name != "sources"}, "told": told}]


def _with_hash(handed_on: Any) -> list[FactJson]:  # noqa: ANN401  # as above
    """Earlier servers wrote no hash."""
    return [{**handed_on, "hash": handed_on.get("hash") or stand_in(handed_on["source"], handed_on["entry"])}]


UPCASTING: Final = Upcasting(
    get_args(InboxFact), FactVersions(steps={("opened", 1): _with_told, ("handed_on", 1): _with_hash})
)
"""How facts of earlier servers are read (docs/log.md, "Facts that change")."""

_facts: TypeAdapter[InboxFact] = TypeAdapter(Annotated[InboxFact, Field(discriminator="type")])


def encode(fact: InboxFact) -> EncodedFact:
    """Encode a fact as it is logged and sent."""
    return EncodedFact.of(fact.audience(None), _facts.dump_python(fact, mode="json")).knowing(fact)


@lru_cache(maxsize=256)
def encode_handed_on(fact: HandedOn) -> EncodedFact:
    """Encode this fact once for all players."""
    return encode(fact)


def decode(encoded: EncodedFact) -> InboxFact:
    """Decode a logged fact; raises pydantic's ValidationError if it is invalid."""
    if encoded.decoded is not None:
        return cast("InboxFact", encoded.decoded)
    return _facts.validate_json(encoded.text)


def decode_event(text: str) -> Sequence[InboxFact]:
    """Decode the facts of an event; raises pydantic's ValidationError if one is invalid, or as `UPCASTING` does."""
    return tuple(
        _facts.validate_json(orjson.dumps(now)) for fact in orjson.loads(text) for now in UPCASTING.bring_up_json(fact)
    )


def encode_news(news: Mapping[str, Sequence[News]]) -> str:
    """Return news by player as JSON text."""
    return canonical_json(
        {player: [_facts.dump_python(fact, mode="json") for fact in facts] for player, facts in news.items()}
    )


def decode_news(text: str) -> dict[str, list[EncodedFact]]:
    """Return news by player, as `encode_news` has written them."""
    return {player: [EncodedFact.of(EVERYONE, fact) for fact in facts] for player, facts in orjson.loads(text).items()}
