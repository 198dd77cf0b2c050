"""What happened in a match, in sentences: the server's own facts, and with the game's those of a whole event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from typing import Final

from engines.kit import (
    AnyEngine,
    ChannelClosed,
    ChannelOpened,
    Fact,
    Reason,
    Sentences,
    Speaker,
    narrate_channels,
    narrate_outcome,
)
from server.access.player import Person
from server.logs.directing.facts import EntriesLost, HostViewAsked, RoleGiven, RoleTaken
from server.matches import facts
from server.matches.fact_encoding import is_server_fact
from server.runtime.sentences import sentences_of as server_sentences

SERVER_SENTENCES: Final = server_sentences("match")


@cache
def sentences_of(engine: AnyEngine) -> Sentences:
    """Return the templates for matches of a game: its own and those of the server."""
    own = engine.sentences
    english = SERVER_SENTENCES["en"]
    return {language: {**SERVER_SENTENCES.get(language, english), **own[language]} for language in own}


def lines_of(
    engine: AnyEngine, addressed: Iterable[Fact], speaker: Speaker, reasons: Iterable[Reason] = ()
) -> list[str]:
    """Return the sentences for the facts of an event, each once; `reasons` follow the one that the phase closed."""
    return list(dict.fromkeys(filter(None, _lines(engine, addressed, speaker, reasons))))


def _lines(engine: AnyEngine, addressed: Iterable[Fact], speaker: Speaker, reasons: Iterable[Reason]) -> Iterator[str]:
    forfeits = False
    for kind, group in groupby(addressed, type):
        if kind in (ChannelOpened, ChannelClosed):
            yield narrate_channels([fact for fact in group if isinstance(fact, ChannelOpened | ChannelClosed)], speaker)
            continue
        for fact in group:
            forfeits |= isinstance(fact, facts.AbsenceNoted) and fact.then == "forfeit"
            if forfeits and isinstance(fact, facts.MatchVoided):
                yield speaker.say("match_voided.forfeit")
                continue
            yield narrate(fact, speaker) if is_server_fact(fact.type) else engine.narrate(fact, speaker)
            if isinstance(fact, facts.PhaseClosed):
                yield from map(speaker.because, reasons)


def narrate(fact: Fact, speaker: Speaker) -> str:
    """
    Return a sentence for a fact of the server.

    Empty for messages, which are shown as such, for deadlines, and for facts that only serve to check a match.
    """
    match fact:
        case facts.MatchCreated(host=host, game=game, variant=variant):
            titles = {"game": speaker.title("game", game), "variant": speaker.title("variant", variant)}
            if fact.tournament is not None:
                return speaker.say(
                    "match_created.tournament", round=fact.tournament.round, table=fact.tournament.table, **titles
                )
            if fact.series is not None:
                return speaker.say(f"match_created.{fact.series.match}", episode=fact.series.episode, **titles)
            return speaker.say("match_created", player=player_name(host, speaker), **titles)
        case facts.SeatTaken(seat=seat, player=None, level=None):
            return speaker.say("bot_seated", seat=speaker.title("seat", seat))
        case facts.SeatTaken(seat=seat, player=None, level=level):
            return speaker.say(
                "bot_seated.level", seat=speaker.title("seat", seat), level=speaker.title("level", level)
            )
        case facts.SeatTaken(seat=seat, player=player) | facts.SeatReserved(seat=seat, player=player) if player:
            return speaker.say(fact.type, seat=speaker.title("seat", seat), player=player_name(player, speaker))
        case facts.SeatLeft(seat=seat) | facts.SeatReleased(seat=seat):
            return speaker.say(fact.type, seat=speaker.title("seat", seat))
        case facts.Submitted(seat=seat):
            return speaker.say("submitted", seat=speaker.seat(seat))
        case facts.SeatSubmitted(seat=seat, has_submission=has_submission):
            return speaker.say("submitted" if has_submission else "withdrawn", seat=speaker.seat(seat))
        case facts.Withdrawn(seat=seat) | facts.SeatUnmuted(seat=seat):
            return speaker.say(fact.type, seat=speaker.seat(seat))
        case facts.PhaseClosed(because=because):
            return speaker.say(f"phase_closed.{because}")
        case facts.SubmissionCounted(seat=seat, receipt=None):
            return speaker.say("no_submission", seat=speaker.seat(seat))
        case facts.LeaveSet(seat=seat):
            return speaker.count("leave_set", seat=speaker.seat(seat), number=fact.leave.days)
        case facts.AbsenceNoted(seats=seats, then=then):
            return speaker.say(f"absence_noted.{then}", seats=speaker.seats(seats))
        case facts.SeatMuted(seat=seat, reason=reason):
            return speaker.say(_with_reason(fact, reason), seat=speaker.seat(seat), reason=reason)
        case facts.MatchPaused(reason=reason):
            return speaker.say(_with_reason(fact, reason), reason=reason)
        case facts.MatchAdjudicated(outcome=outcome, reason=reason):
            return f"{speaker.say(fact.type, reason=reason)} {narrate_outcome(outcome, speaker)}"
        case facts.MatchVoided(because=str() as because):
            return speaker.say(f"{fact.type}.{because}")
        case facts.MatchVoided(reason=reason):
            return speaker.say(fact.type, reason=reason)
        case facts.RematchCalled(player=player) | HostViewAsked(player=player):
            return speaker.say(fact.type, player=player_name(player, speaker))
        case RoleGiven(player=player, role=role, by=by) | RoleTaken(player=player, role=role, by=by):
            own = fact.type == "role_taken" and player.player_id == by.player_id
            return speaker.say(
                f"{fact.type}.own" if own else fact.type,
                player=player_name(player, speaker),
                role=speaker.title("held_role", role),
                by=player_name(by, speaker),
            )
        case facts.RulesProposed(rules_version=None, by=by):
            return speaker.say("rules_withdrawn", by=player_name(by, speaker))
        case facts.RulesProposed(rules_version=version, by=by):
            return speaker.say(fact.type, by=player_name(by, speaker), version=version)
        case facts.RulesAgreed(seat=seat, rules_version=version):
            return speaker.say(fact.type, seat=speaker.seat(seat), version=version)
        case facts.RulesChanged(rules_version=version):
            return speaker.say(fact.type, version=version)
        case facts.HostViewsTold(looks=looks):
            return speaker.say(fact.type, players=speaker.join(player_name(look.player, speaker) for look in looks))
        case (
            facts.DoorClosed()
            | facts.DoorOpened()
            | facts.MatchStarted()
            | facts.MatchSuspended()
            | facts.MatchResumed()
            | facts.SeedRevealed()
            | EntriesLost()
        ):
            return speaker.say(fact.type)
        case _:
            return ""


def player_name(person: Person, speaker: Speaker) -> str:
    """Return the name of a player; a player who left the server has lost it."""
    return person.name or speaker.say("left")


def _with_reason(fact: Fact, reason: str) -> str:
    return f"{fact.type}.reason" if reason else fact.type
