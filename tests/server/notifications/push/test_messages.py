"""What browsers are told of tournaments, in the words of their languages."""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import UTC, datetime
from typing import Any

from engines.kit import EVERYONE, seat_id
from server.access.player import Person
from server.logs.aggregates.events import Event
from server.logs.store.entry import EncodedFact
from server.notifications.delivery.messages import BODIES, Message, messages_of
from server.notifications.news.choices import KIND_OF, KINDS
from server.notifications.news.facts import (
    NEWS,
    AnnouncementMade,
    Awaited,
    AwaitedNoMore,
    CheckInAsked,
    DeadlineNear,
    DecisionAskedOfYou,
    EntrantGone,
    EpisodeStarted,
    HostLineMessage,
    Invited,
    Kind,
    MatchOver,
    MatchWaits,
    News,
    PartnerAsked,
    ReadyAsked,
    RoundFinished,
    RoundsMoved,
    Seated,
    SeriesEnded,
    SeriesEntered,
    SeriesLeft,
    SeriesWaits,
    TableDecided,
    TablePublished,
    TournamentEnded,
    TournamentEntered,
    TournamentLeft,
    YourDecisionClosed,
    encode,
)

Json = Any

NOW = datetime(2027, 1, 1, tzinfo=UTC)
OF = ("t1", "Friday duels")

SAID: dict[News, str] = {
    PartnerAsked(*OF, Person("p2", "Bo")): "Bo wants to enter as a team with you.",
    TournamentEntered(*OF, "e1", waiting=False): "You are in the tournament.",
    TournamentEntered(*OF, "e1", waiting=True): "You wait for a place in the tournament.",
    TournamentLeft(*OF, "e1", "director"): "You are no longer in the tournament.",
    RoundsMoved(*OF, ()): "The rounds start at other times.",
    AnnouncementMade(*OF): "The directors have announced something.",
    RoundFinished(*OF, 2): "Round 2 is done.",
    EntrantGone(*OF, "e1", "own_wish"): "An entrant has left.",
    CheckInAsked(*OF): "Check in: say that you are here.",
    TablePublished(*OF, 2, 5, bye=False): "Round 2: you are at table 5.",
    TablePublished(*OF, 2, 5, bye=True): "Round 2: you have a bye.",
    ReadyAsked(*OF, 2, 5, "2027-01-01T00:01:00.000000Z"): "Round 2, table 5: say that you are ready.",
    TableDecided(*OF, 2, 5, corrected=False): "Round 2: your table was decided without its match.",
    TableDecided(*OF, 2, 5, corrected=True): "Round 2: your result was corrected.",
    TournamentEnded(*OF, cancelled=False, place=3): "The tournament is over. Your place: 3.",
    TournamentEnded(*OF, cancelled=False, place=None): "The tournament is over.",
    TournamentEnded(*OF, cancelled=True, place=None): "The tournament was cancelled.",
    SeriesEntered(*OF, "e1"): "You have a place in the series.",
    SeriesLeft(*OF, "e1", "director"): "You are no longer in the series.",
    EpisodeStarted(*OF, 2, "hell"): "Episode 2 begins.",
    DecisionAskedOfYou(*OF, 1, 2, "pick", "2027-01-01T00:01:00.000000Z"): "Decide: you have the choice.",
    YourDecisionClosed(*OF, 1): "Your decision counts now.",
    SeriesWaits(*OF, 2): "The series waits for you, its director.",
    SeriesEnded(*OF, cancelled=False, place=3): "The series is over. Your place: 3.",
    SeriesEnded(*OF, cancelled=False, place=None): "The series is over.",
    SeriesEnded(*OF, cancelled=True, place=None): "The series was cancelled.",
}


def _messages(*facts: News, language: str = "en", chosen: Collection[Kind] = KINDS) -> list[Message]:
    events = [
        Event('"player_id":"p"', cursor, "2027-01-01T00:00:00.000000Z", f"[{_text(encode(fact))}]", "own_event")
        for cursor, fact in enumerate(facts, 1)
    ]
    return messages_of(events, chosen, language, NOW)


def _text(encoded: EncodedFact) -> str:
    assert encoded.audience == EVERYONE
    return encoded.text


def test_everything_about_a_tournament_or_a_series_is_said() -> None:
    for fact, body in SAID.items():
        (message,) = _messages(fact)
        said: Json = json.loads(message.text)
        assert (said["tag"], said["title"], said["body"]) == (*OF, body)


def test_german_has_all_bodies() -> None:
    assert BODIES["de"].keys() == BODIES["en"].keys()
    for fact, body in SAID.items():
        (message,) = _messages(fact, language="de")
        assert json.loads(message.text)["body"] != body


def test_the_last_step_of_a_tournament_counts_until_it_is_too_late() -> None:
    published, ready = TablePublished(*OF, 2, 5, bye=False), ReadyAsked(*OF, 2, 5, "2027-01-01T00:01:00.000000Z")

    (message,) = _messages(published, ready)
    late = _messages(published, ReadyAsked(*OF, 2, 5, "2026-12-31T23:59:00.000000Z"))

    assert (message.seconds, message.urgent, message.after) == (60, True, 1)
    assert late == []


CLOSES_AT = "2027-01-01T00:01:00.000000Z"
DUEL, B = ("m1", "wizards_duel"), seat_id("b")
KINDS_SAID: dict[News, Kind] = {
    Awaited(*DUEL, B, 1, CLOSES_AT): "awaited",
    DeadlineNear(*DUEL, B, 1, CLOSES_AT): "deadline_near",
    Invited(*DUEL, B): "seated",
    Seated(*DUEL, B): "seated",
    MatchOver(*DUEL, B, "over"): "over",
    MatchWaits(*DUEL): "awaited",
    **{fact: fact.kind for fact in SAID if fact.kind is not None},
}


def test_only_what_the_player_has_chosen_is_said() -> None:
    """Everything has a kind but messages on the line to a host, which are always told."""
    for fact, kind in KINDS_SAID.items():
        assert KIND_OF[fact.type] == kind
        assert len(_messages(fact, chosen=[kind])) == 1
        assert _messages(fact, chosen=set(KINDS) - {kind}) == []
    assert {KIND_OF[fact.type] for fact in KINDS_SAID} == set(KINDS)
    assert len(_messages(HostLineMessage(*DUEL, "host:b", B), chosen=[])) == 1


def test_what_is_obsolete_is_not_said_even_if_the_player_does_not_want_what_came_after() -> None:
    awaited, near = Awaited(*DUEL, B, 1, CLOSES_AT), DeadlineNear(*DUEL, B, 1, CLOSES_AT)

    assert _messages(awaited, MatchOver(*DUEL, B, "over"), chosen=["awaited"]) == []
    assert _messages(awaited, AwaitedNoMore(*DUEL, B, 1)) == []
    (message,) = _messages(awaited, near, chosen=["awaited"])
    assert json.loads(message.text)["fact"]["type"] == "awaited"


def test_all_news_has_a_kind_but_what_only_changes_other_news() -> None:
    assert NEWS.keys() - KIND_OF.keys() == {
        *("awaited_no_more", "deadline_moved", "decision_moved", "match_begun", "replaced", "unseated"),
        *("host_line_message", "match_role_set", "tournament_role_set", "series_role_set"),
    }
