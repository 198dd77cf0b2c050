"""Sentences for the facts that all games share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engines.kit.contract import ChannelClosed, ChannelOpened, Fact, MatchEnded, Outcome, PhaseOpened, SeatId
from engines.kit.speaker import Speaker

_MOST_CHANNELS: Final = 3
"""More talks in pairs are only counted: at the beginning, a host gets more than a hundred."""


def narrate_shared(fact: Fact, speaker: Speaker) -> str:
    """Return a sentence for an opened phase or the end; empty for other facts."""
    match fact:
        case PhaseOpened(phase=phase):
            title = speaker.title("phase", phase.name)
            return speaker.say("phase_opened", round=phase.round, phase=title) if phase.round else f"{title}."
        case MatchEnded(outcome=outcome):
            return " ".join([speaker.say("match_ended"), narrate_outcome(outcome, speaker)])
        case _:
            return ""


def narrate_outcome(outcome: Outcome, speaker: Speaker) -> str:
    """Return who has which of the consequences; if nobody has any, the ranks. In an event, only who wins is known."""
    seats: dict[str, list[SeatId]] = {}
    for seat in sorted(outcome.rank, key=lambda seat: outcome.rank[seat]):
        for consequence in outcome.consequences.get(seat, []):
            if speaker.in_event and consequence != "winner":
                continue
            seats.setdefault(consequence, []).append(seat)
    if not seats:
        ranked = sorted(outcome.rank.items(), key=lambda item: item[1])
        return speaker.say("ranked", ranks=", ".join(f"{rank}. {speaker.seat(seat)}" for seat, rank in ranked))
    return " ".join(
        speaker.count(consequence, len(having), seats=speaker.seats(having)) for consequence, having in seats.items()
    )


def narrate_channels(facts: Sequence[ChannelOpened | ChannelClosed], speaker: Speaker) -> str:
    """Return one sentence for channels that open together, or close together."""
    pairs = [fact.channel for fact in facts if fact.channel.startswith("pair:")]
    named = [fact.channel for fact in facts if fact.channel not in pairs]
    if len(pairs) <= _MOST_CHANNELS:
        named, pairs = named + pairs, []
    names = [speaker.channel(channel) for channel in named]
    if pairs:
        names.append(speaker.say("pairs", number=len(pairs)))
    return speaker.say(
        "channel_opened" if isinstance(facts[0], ChannelOpened) else "channel_closed", channels="; ".join(names)
    )
