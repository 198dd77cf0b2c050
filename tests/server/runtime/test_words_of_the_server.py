"""What the server itself tells of matches, and host actions and frames, have words for people, too."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

import pytest
from pydantic import TypeAdapter

from engines.catalogue import GAMES
from engines.kit import ENGLISH, HOST, SHARED_WORDS, SPECTATOR
from server.access.scopes import SCOPES
from server.api.documents.frame_schemas import FROM_CLIENTS, FROM_SERVER
from server.api.models.matches import MatchDetails
from server.api.models.playing import ViewReply
from server.api.models.series import DecisionRequest, SeriesView
from server.api.models.tournaments import RoundReply, StandingsReply, TournamentView
from server.api.routes.playing import render_view
from server.logs.store.entry import Entry
from server.matches.fact_encoding import is_server_fact
from server.matches.facts import SERVER_FACT_TYPES
from server.matches.hosting.host_actions import HOST_ACTIONS
from server.matches.lists.listings import MatchListing
from server.matches.match import Match
from server.notifications.news.facts import NEWS_TYPES
from server.organising.series.actions import SERIES_ACTIONS
from server.organising.series.facts import SERIES_FACT_TYPES
from server.organising.series.listings import SeriesListing
from server.organising.series.preview import SeriesPreview
from server.organising.series.requests import SeriesRequest
from server.organising.tournaments.actions import DIRECTOR_ACTIONS
from server.organising.tournaments.facts import TOURNAMENT_FACT_TYPES
from server.organising.tournaments.listings import TournamentListing
from server.organising.tournaments.requests import EntrantRequest, TournamentRequest
from server.organising.tournaments.standings.tie_breaks import TIE_BREAKS
from server.runtime.words import SERVER_WORDS, words_of
from tests.secrecy.verifiers.scribe import eventful, invited, simulated
from tests.short import smallest_variant
from tests.words import Keys, needed, needed_by_schema, never_shown

Json = Any

OF_THE_GAME: Final = {"view", "prompt", "submission", "move", "moves", "options", "facts"}
"""Fields whose content is the game's, or is described with the facts."""

TOLD: Final = (*SERVER_FACT_TYPES, *NEWS_TYPES, MatchListing, MatchDetails, ViewReply, *FROM_SERVER)
"""What the server tells."""

SENT: Final = (*HOST_ACTIONS, *FROM_CLIENTS)
"""What clients send, besides moves and options."""


MOMENTS: Final = 12
"""At how many moments of a match its views are looked through."""

TOURNAMENTS: Final = (
    *TOURNAMENT_FACT_TYPES,
    *DIRECTOR_ACTIONS,
    TournamentListing,
    TournamentRequest,
    EntrantRequest,
    TournamentView,
    RoundReply,
    StandingsReply,
)
"""What is told and taken of tournaments."""


SERIES: Final = (
    SeriesRequest,
    SeriesPreview,
    *SERIES_FACT_TYPES,
    *SERIES_ACTIONS,
    SeriesListing,
    DecisionRequest,
    SeriesView,
)
"""What is told and taken of series."""


def _needed_by_matches() -> Iterator[Keys]:
    words = SERVER_WORDS.over(SHARED_WORDS)
    for kind in (*TOLD, *SENT):
        schema = TypeAdapter(kind).json_schema(mode="serialization")
        yield from ((f"field.{name}",) for name in OF_THE_GAME & schema["properties"].keys())
        schema["properties"] = {name: said for name, said in schema["properties"].items() if name not in OF_THE_GAME}
        yield from needed_by_schema(words, schema)
    yield ("channel.host",)  # Part of the words for each seat's channel to the host.


def _needed_by_tournaments() -> Iterator[Keys]:
    """As if all that is told and taken of a tournament were in a field of this name."""
    for kind in TOURNAMENTS:
        yield from _needed_in("rounds" if kind is RoundReply else "tournament", kind)
    yield from ((f"tie_break.{code}",) for code in TIE_BREAKS)
    yield ("field.tables.reason",)


def _needed_by_series() -> Iterator[Keys]:
    """As if all that is told and taken of a series were in a field of this name."""
    for kind in SERIES:
        yield from _needed_in("series", kind)


NEEDED: Final = {"matches": _needed_by_matches, "tournaments": _needed_by_tournaments, "series": _needed_by_series}


def _needed_in(field: str, kind: Any) -> Iterator[Keys]:  # noqa: ANN401  # a class, or an annotated union
    """Yield the keys for what is told and taken in a field."""
    schema = TypeAdapter(kind).json_schema(mode="serialization")
    for one in (schema, *schema.get("$defs", {}).values()):
        fields = one.get("properties", {})
        yield from ((f"field.{name}",) for name, said in fields.items() if _is_free(name, said))
        one["properties"] = {name: said for name, said in fields.items() if not _is_free(name, said)}
    yield from needed_by_schema(SERVER_WORDS.over(SHARED_WORDS), schema, field)


def _is_free(name: str, said: Json) -> bool:
    """Whether a field has any names inside: options of a game, reasons and arithmetic."""
    return name == "options" or "JsonValue" in json.dumps(said)


@pytest.mark.parametrize("kind", NEEDED)
def test_everything_that_the_server_tells_and_takes_has_words(kind: str) -> None:
    for game in GAMES.values() if kind == "matches" else [next(iter(GAMES.values()))]:
        words = words_of(game).languages[ENGLISH]
        assert {keys[-1] for keys in NEEDED[kind]() if not any(key in words for key in keys)} == set()


def test_no_word_of_the_server_is_never_shown() -> None:
    shown = {key for needed_by in NEEDED.values() for keys in needed_by() for key in keys}

    assert never_shown("server.runtime", shown | {f"scope.{scope}" for scope in SCOPES}) == []


@pytest.mark.sampled(least=2)
@pytest.mark.parametrize("game", GAMES)
def test_views_and_events_of_matches_show_no_id_without_words(game: str) -> None:
    """What the server adds to a game: channels to the host, people's actions, outcomes."""
    logs = simulated(game, smallest_variant(GAMES[game]), 1)
    if game == "wizards_duel":
        logs += [eventful(), invited()]
    words = words_of(GAMES[game])

    shown = [keys for log in logs for value in _told(log) for keys in needed(words, value)]

    known = words.languages[ENGLISH]
    assert {keys[-1] for keys in shown if not any(key in known for key in keys)} == set()


def _told(log: Sequence[Entry]) -> Iterator[dict[str, Json]]:
    """
    Yield the server's facts of a log, and every field of its own of every view at some of its moments, each once.

    Without reasons, which are text where the duel has ids.
    """
    for entry in log:
        for encoded in entry.facts:
            if is_server_fact(str(encoded.fact["type"])):
                yield {name: told for name, told in encoded.fact.items() if name not in ("options", "reason")}
    seen = set()
    for length in {1, *range(4, len(log), max(len(log) // MOMENTS, 1)), len(log)}:
        live = Match(log[:length], bytes(32))
        for viewer in (*live.state.seat_ids, SPECTATOR, HOST):
            view: Json = json.loads(render_view("", live.projection(viewer), ""))
            for field in view.items():
                if field[0] not in (*OF_THE_GAME, "reason") and (text := json.dumps(field)) not in seen:
                    seen.add(text)
                    yield dict([field])
