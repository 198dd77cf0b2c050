"""`moirai replay`: show a match round by round, as the host, a spectator or one seat saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from pydantic import JsonValue

from engines.catalogue import GAMES
from engines.kit import ENGLISH, HOST, AnyEngine, Fact, PhaseOpened, Reason, Speaker, Viewer
from server.logs.aggregates.projection import facts_addressed_to
from server.logs.directing.facts import Drawn
from server.logs.store.entry import Entry, canonical_json
from server.matches import facts as match_facts
from server.matches.fact_encoding import decode, read_first, upcasting_of
from server.matches.projection import MatchProjection
from server.matches.story import lines_of
from server.runtime.times import parse_timestamp


class UnknownViewerError(Exception):
    """The match has no such viewer; the message names its viewers."""


def narrate_log(entries: Sequence[Entry], viewer: Viewer) -> Iterator[tuple[bool, str]]:
    """
    Yield the match for this viewer line by line, each with whether it is a heading.

    Uses the viewer's projection, so it reveals nothing that the viewer was not told.

    Raises:
        UnknownViewerError: No such seat.
    """
    projection = MatchProjection(viewer)
    engine, _ = read_first(entries[0])
    for entry in entries:
        facts = [decode(engine, told) for told in upcasting_of(engine).bring_up(facts_addressed_to(viewer, entry))]
        if not facts:
            continue
        projection.fold_event(facts)
        speaker = projection.speaker(ENGLISH, projection.cursor)
        for heading, group in groupby(facts, lambda fact: isinstance(fact, match_facts.MatchCreated | PhaseOpened)):
            for shown in _render_lines(engine, list(group), speaker, entry, projection.reasons_of(projection.cursor)):
                yield heading, shown
        if entry.seq == 1:
            _require_viewer(projection, viewer)


def _require_viewer(projection: MatchProjection, viewer: Viewer) -> None:
    seats = [seat.id for seat in projection.created.seats]
    if viewer not in (*seats, HOST, "spectator"):
        raise UnknownViewerError(f"The seats of this match are {', '.join(seats)}.")


def _render_lines(
    engine: AnyEngine, facts: Sequence[Fact], speaker: Speaker, entry: Entry, reasons: Sequence[Reason]
) -> Iterator[str]:
    """Yield the lines of consecutive facts: what only a terminal shows, or sentences."""
    for in_full, group in groupby(facts, lambda fact: isinstance(fact, _IN_FULL)):
        if in_full:
            yield from (_in_full(fact, entry) for fact in group)
        else:
            yield from lines_of(engine, group, speaker, reasons)


def _brief(move: JsonValue) -> JsonValue:
    """Return a move without null and empty values."""
    match move:
        case dict():
            return {name: _brief(value) for name, value in move.items() if value not in (None, [], {})}
        case list():
            return [_brief(value) for value in move]
        case _:
            return move


_IN_FULL: Final = (
    match_facts.MatchCreated,
    match_facts.MatchStarted,
    match_facts.Submitted,
    Drawn,
    match_facts.MessageSent,
    match_facts.SecretOptions,
    match_facts.SeedRevealed,
    match_facts.FailureNoted,
)
"""Facts that are shown as they are, for people who check a match."""


def _in_full(fact: Fact, entry: Entry) -> str:
    match fact:
        case match_facts.MatchCreated(match_id=match_id, game=game, variant=variant, host=host, pace=pace):
            return (
                f"{GAMES[game].title}, {variant} ({match_id}); {host.name or 'a player who left'} hosts; pace {pace}."
            )
        case match_facts.MatchStarted():
            return f"The match begins at {parse_timestamp(entry.at):%Y-%m-%d %H:%M:%S} UTC."
        case match_facts.Submitted(seat=seat, move=move):
            return f"{seat} submits {canonical_json(_brief(move))}"
        case Drawn(label=label, candidates=candidates, picks=picks):
            return f"Drawn for {label}: {', '.join(picks)} of {', '.join(candidates)}."
        case match_facts.MessageSent(channel=channel, sender=sender, text=text, sign=sign):
            return f"{sender} in {channel}: {text if sign is None else f'({sign})'}"
        case match_facts.SecretOptions(options=options):
            return f"Options for the host only: {canonical_json(options)}"
        case match_facts.SeedRevealed(seed=seed):
            return f"The seed was {seed}."
        case match_facts.FailureNoted(where=where):
            return f"The failure: {where}"
        case other:
            raise AssertionError(f"not shown in full: {other.type}")
