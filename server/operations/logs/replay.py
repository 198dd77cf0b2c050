"""`moirai replay`: show a match round by round, as the host, a spectator or one seat saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import groupby

from pydantic import JsonValue

from engines.kit import HOST, AnyEngine, ChannelClosed, ChannelOpened, Fact, MatchEnded, Outcome, PhaseOpened, Viewer
from server.aggregates.projection import told_to
from server.facts import (
    DeadlineSet,
    DoorClosed,
    DoorOpened,
    Drawn,
    EntriesLost,
    MatchAdjudicated,
    MatchCreated,
    MatchPaused,
    MatchResumed,
    MatchStarted,
    MatchVoided,
    MessageSent,
    PhaseClosed,
    RematchCalled,
    SeatLeft,
    SeatMuted,
    SeatReleased,
    SeatReserved,
    SeatSubmitted,
    SeatTaken,
    SeatUnmuted,
    SecretOptions,
    SeedRevealed,
    SubmissionCounted,
    Submitted,
    Withdrawn,
    decode,
    is_server_fact,
    read_first,
)
from server.log.entry import Entry, canonical_json, parse_timestamp
from server.matches.projection import MatchProjection

_CLOSED_BECAUSE = {
    "deadline": "its deadline has passed",
    "all_submitted": "all seats have submitted",
    "host": "the host closed it",
}


class UnknownViewerError(Exception):
    """The match has no such viewer; the message names its viewers."""


def tell(entries: Sequence[Entry], viewer: Viewer) -> Iterator[tuple[bool, str]]:
    """
    Yield the match for this viewer line by line, each with whether it is a heading.

    Uses the viewer's projection, so it reveals nothing that the viewer was not told.

    Raises:
        UnknownViewerError: No such seat.
    """
    projection = MatchProjection(viewer)
    engine, _ = read_first(entries[0])
    for entry in entries:
        facts = [decode(engine, told) for told in told_to(viewer, entry)]
        if not facts:
            continue
        projection.tell(facts)
        for kind, group in groupby(facts, type):
            if kind in (ChannelOpened, ChannelClosed):
                yield False, _tell_channels(list(group))
                continue
            for fact in group:
                yield from _tell(engine, fact, entry)
        if entry.seq == 1:
            _require_viewer(projection, viewer)


def _require_viewer(projection: MatchProjection, viewer: Viewer) -> None:
    seats = [seat.id for seat in projection.created.seats]
    if viewer not in (*seats, HOST, "spectator"):
        raise UnknownViewerError(f"The seats of this match are {', '.join(seats)}.")


def _tell_channels(facts: Sequence[Fact]) -> str:
    """Return a text for channels that open or close together."""
    names = ", ".join(c.channel for c in facts if isinstance(c, ChannelOpened | ChannelClosed))
    return f"Channels {'open' if isinstance(facts[0], ChannelOpened) else 'close'}: {names}."


def _tell(engine: AnyEngine, fact: Fact, entry: Entry) -> Iterator[tuple[bool, str]]:
    match fact:
        case MatchCreated():
            yield True, f"{engine.title}, {fact.variant} ({fact.match_id})"
            yield False, f"{fact.host.name} hosts; pace {fact.pace}."
        case PhaseOpened(phase=phase):
            yield True, f"Round {phase.round} · {engine.narrate(fact)}"
        case MatchEnded(outcome=outcome):
            yield False, "The match is over."
            yield from _tell_outcome(outcome)
        case MatchAdjudicated(outcome=outcome, reason=reason):
            yield False, f"The host decides the match: {reason}"
            yield from _tell_outcome(outcome)
        case _:
            server = is_server_fact(fact.type)
            line = _tell_server(fact, parse_timestamp(entry.at)) if server else engine.narrate(fact)
            if line:
                yield False, line


def _tell_outcome(outcome: Outcome) -> Iterator[tuple[bool, str]]:
    yield True, "Outcome"
    for seat, rank in sorted(outcome.rank.items(), key=lambda item: item[1]):
        consequences = ", ".join(outcome.consequences.get(seat, []))
        yield False, f"{rank}. {seat}{f' ({consequences})' if consequences else ''}"


def _brief(move: JsonValue) -> JsonValue:
    """Return a move without null and empty values."""
    match move:
        case dict():
            return {name: _brief(value) for name, value in move.items() if value not in (None, [], {})}
        case list():
            return [_brief(value) for value in move]
        case _:
            return move


def _tell_server(fact: Fact, at: datetime) -> str:
    match fact:
        case SeatTaken(seat=seat, player=player):
            return f"{player.name if player else 'A bot'} takes seat {seat}."
        case SeatLeft(seat=seat):
            return f"{seat} is free again."
        case SeatReserved(seat=seat, player=player):
            return f"{seat} is reserved for {player.name}."
        case SeatReleased(seat=seat):
            return f"{seat} is no longer reserved."
        case DoorClosed():
            return "The host closes the door."
        case DoorOpened():
            return "The host opens the door."
        case MatchStarted():
            return f"The match starts at {at:%Y-%m-%d %H:%M:%S} UTC."
        case Submitted(seat=seat, move=move):
            return f"{seat} submits {canonical_json(_brief(move))}"
        case Withdrawn(seat=seat):
            return f"{seat} withdraws the submission."
        case SeatSubmitted(seat=seat, has_submission=has_submission):
            return f"{seat} has {'submitted' if has_submission else 'withdrawn'}."
        case Drawn(label=label, candidates=candidates, picks=picks):
            return f"Drawn for {label}: {', '.join(picks)} of {', '.join(candidates)}."
        case PhaseClosed(because=because):
            return f"The phase closes: {_CLOSED_BECAUSE[because]}."
        case MessageSent(channel=channel, sender=sender, text=text):
            return f"{sender} in {channel}: {text}"
        case SeatMuted(seat=seat, reason=reason):
            return f"The host mutes {seat}{f': {reason}' if reason else '.'}"
        case SeatUnmuted(seat=seat):
            return f"The host unmutes {seat}."
        case MatchPaused(reason=reason):
            return f"The host pauses the match{f': {reason}' if reason else '.'}"
        case MatchResumed():
            return "The match continues."
        case MatchVoided(reason=reason):
            return f"The host voids the match: {reason}"
        case SecretOptions(options=options):
            return f"Options for the host only: {canonical_json(options)}"
        case RematchCalled(rematch_id=rematch_id, player=player):
            return f"{player.name} calls for a rematch: {rematch_id}"
        case EntriesLost(last=last):
            return f"The database lost the latest entries, up to entry {last}. The log continues here."
        case SeedRevealed(seed=seed):
            return f"The seed was {seed}."
        case DeadlineSet() | SubmissionCounted():
            return ""
        case other:
            raise AssertionError(f"a fact of the server that nobody tells: {other.type}")
