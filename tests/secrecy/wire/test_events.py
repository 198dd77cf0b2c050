"""Events in step that differ in one thing that is hidden: only those who may know it can tell them apart."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from types import SimpleNamespace
from typing import Any, Final

import pytest

from engines.kit import EVERYONE, HOST, Viewer
from server.access import codes
from server.access.errors import RefusedError
from server.access.player import Player
from server.logs.aggregates.aggregate import Step
from server.logs.directing.roles import Roles
from server.notifications.news.facts import CheckInAsked, News, YourDecisionClosed
from server.organising.series.causes import news_of as series_news
from server.organising.series.facts import DecisionMade, MatchNoted
from server.organising.series.kind import SeriesKind
from server.organising.series.listings import SeriesListing, list_series
from server.organising.series.series import SeriesState
from server.organising.tournaments.causes import news_of as tournament_news
from server.organising.tournaments.facts import PairForbidden, RoundPaired, TableNoted
from server.organising.tournaments.kind import TournamentKind
from server.organising.tournaments.listings import TournamentListing, list_tournament
from server.organising.tournaments.tournament import Tournament, TournamentState
from server.runtime.ids import ID_PATTERN
from server.runtime.outside.calls import Answer, Outside
from tests.server.events import Event
from tests.server.organising.series.seasons import FIVE, season
from tests.server.organising.tournaments.directing import directed
from tests.server.world import Client, NoPushService, PublicNames, World, outside_world

Json = Any

_IDS: Final = re.compile(ID_PATTERN.strip("^$"))
_CURSOR: Final = re.compile(r'"cursor":[0-9]+')
_VERSION: Final = re.compile(r"(?<=\nSEQUENCE:)[0-9]+")
_HASHES: Final = re.compile(r"[0-9a-f]{64}|(?<=\"nonce\":\")[0-9a-f]{32}")

Secret = tuple[Any, ...]


class _Letters:
    """In place of all targets of webhooks: what each was sent, in order."""

    def __init__(self) -> None:
        self.sent: dict[str, list[str]] = {}

    async def __call__(self, url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        self.sent.setdefault(url, []).append(body.decode())
        return Answer(204)

    async def close(self) -> None:
        """There is nothing to close."""


LETTERS: Final = _Letters()


@pytest.fixture
async def world(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A server on which all events have the same seed, and so the same lots."""
    monkeypatch.setattr("server.organising.service.secrets", SimpleNamespace(token_bytes=bytes))
    async with outside_world(sqlite_url, Outside(NoPushService(), LETTERS, PublicNames())) as world:
        yield world


def _target(entrant: str) -> str:
    return f"https://{entrant}.example.org/"


async def _hear(one: Event) -> None:
    """Let webhooks tell the entrants what is in their streams from now on."""
    await _send_all(one.world)
    LETTERS.sent.clear()
    for entrant, player in one.entrants.items():
        await player.post("/v1/webhooks", {"url": _target(entrant)}, expect=201)


async def _send_all(world: World) -> None:
    """Let everything that happened be told, and sent to webhooks."""
    await world.settle()
    await world.app.state.server.deliverers["webhooks"].sweep()


async def _paired(world: World, tables: Secret) -> Event:
    """A tournament whose second round is paired, but not published."""
    terms: Json = {"system": "own", "schedule": {"review_seconds": 600}, "late": "half_bye"}
    one = await directed(world, ("Ada", "Bo", "Cy", "Di"), **terms)
    await _hear(one)
    first = [{"entrants": ["e1", "e3"]}, {"entrants": ["e2"], "bye": "bye"}, {"entrants": ["e4"], "bye": "half_bye"}]
    await one.act("set_pairings", tables=first)
    await one.act("publish")
    await one.act("start_round")
    await one.act("forfeit", round=1, table=1, entrants=["e3"])
    await one.act("set_pairings", tables=[{"entrants": list(table)} for table in tables])
    return one


async def _forbade(world: World, pair: Secret) -> Event:
    """A tournament in which two must not meet, or all may."""
    one = await directed(world, ("Ada", "Bo", "Cy", "Di"), system="own")
    await _hear(one)
    if pair:
        await one.act("forbid_pair", entrants=list(pair), reason="They are sisters.")
    return one


async def _noted(world: World, texts: Secret) -> Event:
    """A tournament with these notes on its first table, one after another."""
    one = await directed(world, ("Ada", "Bo", "Cy", "Di"), system="own")
    await _hear(one)
    await one.act("set_pairings", tables=[{"entrants": ["e1", "e2"]}, {"entrants": ["e3", "e4"]}])
    for text in texts:
        await one.act("note_table", round=1, table=1, text=text)
    await one.act("start_round")
    return one


async def _noted_and_over(world: World, texts: Secret) -> Event:
    one = await _noted(world, texts)
    await one.act("end_round")
    await one.act("finish")
    return one


async def _noted_in_series(world: World, texts: Secret) -> Event:
    """A series with these notes on its first match, one after another, and what follows from it."""
    one = await season(world, FIVE)
    await _hear(one)
    await one.act("set_places", heaven=["e1", "e2"], hell=["e3", "e4", "e5"])
    await one.act("start")
    for text in texts:
        await one.act("note_match", episode=1, text=text)
    await one.end({"e1": 1, "e2": 2, "e4": 3, "e3": 4, "e5": 5}, {"e5": ["elimination_candidate"]})
    return one


async def _noted_in_series_and_over(world: World, texts: Secret) -> Event:
    one = await _noted_in_series(world, texts)
    await one.act("cancel")
    return one


async def _asked(world: World, choices: Secret) -> Event:
    """A series in which Ed has decided so, and the decision is open."""
    one = await season(world, FIVE, pace="deadline")
    await _hear(one)
    await one.act("set_places", heaven=["e1", "e2"], hell=["e3", "e4", "e5"])
    await one.act("start")
    await one.end({"e1": 1, "e2": 2, "e4": 3, "e3": 4, "e5": 5}, {"e5": ["elimination_candidate"]})
    for choice in choices:
        await one.decide(one.entrants["e5"], 1, choice)
    return one


@dataclass(frozen=True)
class Hidden:
    """
    What is hidden in an event.

    Attributes:
        begin: Makes an event in which it is one of the `secrets`.
        known_to: Who may know it.
        looks: What everyone reads of the event: a path, and the form if not JSON.
        calls: What everyone who may not know it asks of the event: method, path and body.
        is_over: Whether the event has ended, so that everyone can read its log.
    """

    begin: Callable[[World, Secret], Awaitable[Event]]
    secrets: tuple[Secret, ...]
    known_to: frozenset[str]
    looks: tuple[str, ...]
    calls: tuple[tuple[str, str, Json], ...]
    is_over: bool = False


PAIRING: Final = Hidden(
    _paired,
    ((("e1", "e2"), ("e3", "e4")), (("e4", "e1"), ("e2", "e3"))),
    frozenset({"director"}),
    (
        *("", "/view?lines=en", "/events?lines=de", "/log", "/rounds/1", "/rounds/2"),
        *("/standings", "/standings?explain=e1", "/standings text/csv", "/standings text/x-trf"),
    ),
    (
        ("POST", "/actions", {"type": "publish"}),
        ("POST", "/actions", {"type": "correct_result", "round": 2, "table": 1, "points": [2, 0]}),
    ),
)

FORBIDDEN: Final = Hidden(
    _forbade,
    ((), ("e1", "e2"), ("e3", "e4")),
    frozenset({"director"}),
    ("", "/view?lines=en", "/view?at=6", "/events?lines=de", "/events?after=5&wait=0.01", "/log", "/standings"),
    (
        ("POST", "/actions", {"type": "forbid_pair", "entrants": ["e1", "e2"]}),
        ("POST", "/actions", {"type": "allow_pair", "entrants": ["e1", "e2"]}),
        ("POST", "/actions", {"type": "set_pairings", "tables": [{"entrants": ["e1", "e2"]}]}),
    ),
)

NOTE: Final = Hidden(
    _noted,
    ((), ("They are loud.",), ("They asked for a quiet table.", "They are loud."), ("They are loud.", "")),
    frozenset({"director"}),
    (
        *("", "/view?lines=en", "/view?at=6", "/events?lines=de", "/events?after=5&wait=0.01", "/log"),
        *("/rounds/1", "/rounds/1 text/csv", "/standings", "/standings text/csv", "/calendar.ics"),
    ),
    (("POST", "/actions", {"type": "note_table", "round": 1, "table": 1, "text": "They are loud."}),),
)

OPENED_NOTE: Final = Hidden(
    _noted_and_over,
    (("They are loud.",), ("They asked for a quiet table.",)),
    frozenset({"director"}),
    ("", "/view?lines=en", "/events?lines=de", "/log", "/rounds/1", "/rounds/1 text/csv", "/standings"),
    (("POST", "/actions", {"type": "note_table", "round": 1, "table": 1, "text": "They are loud."}),),
    is_over=True,
)
"""The log shows how many notes there were, and between which entries."""

NOTE_IN_SERIES: Final = replace(
    NOTE,
    begin=_noted_in_series,
    looks=("", "/view?lines=en", "/view?at=6", "/events?lines=de", "/events?after=5&wait=0.01", "/log"),
    calls=(
        ("POST", "/actions", {"type": "note_match", "episode": 1, "text": "They are loud."}),
        ("POST", "/actions", {"type": "note_match", "episode": 1, "match": "death", "text": ""}),
    ),
)

OPENED_NOTE_IN_SERIES: Final = replace(
    OPENED_NOTE,
    begin=_noted_in_series_and_over,
    looks=("", "/view?lines=en", "/events?lines=de", "/log"),
    calls=NOTE_IN_SERIES.calls,
)

DECISION: Final = Hidden(
    _asked,
    ((), ("e3",), ("e4",), ("e3", "e4", "e3")),
    frozenset({"e5", "director"}),
    ("", "/view?lines=en", "/view?at=3", "/events?lines=de", "/events?after=5&wait=0.01", "/log"),
    (
        ("PUT", "/decisions/1", {"choice": "e3"}),
        ("PUT", "/decisions/1", {"choice": "e1"}),
        ("POST", "/actions", {"type": "start"}),
        ("POST", "/actions", {"type": "replay"}),
    ),
)


async def _known(one: Event, hidden: Hidden, name: str, viewer: Client) -> str:
    """Return everything that a viewer can be told, with placeholders for ids and hashes."""
    replies = []
    for look in hidden.looks:
        path, _, form = look.partition(" ")
        reply = await viewer.http.get(one.path + path, headers={"Accept": form or "application/json"})
        replies.append(f"{look} {reply.status_code} {reply.headers.get('ETag')} {reply.text}")
    for method, path, body in hidden.calls if name not in hidden.known_to else ():
        reply = await viewer.http.request(method, one.path + path, json=body)
        replies.append(f"{body} {reply.status_code} {reply.text}")
    for path in (f"/v1/{one.kind}?status=running", f"/v1/matches?{one.selects}={one.id}"):
        replies.append((await viewer.http.get(path)).text)
    own = (await viewer.http.get("/v1/me/events")).json()
    told = [fact for event in own.get("events", ()) for fact in event["facts"]]
    # What different logs tell is in the order in which it happened to be told.
    replies += [f"{own.get('cursor')}", *map(str, sorted(told, key=lambda fact: f"{one.selects}_id" in fact))]
    # They come in no order, and news of several logs have their cursors as it happens.
    replies += sorted(_CURSOR.sub("", _IDS.sub("ID", body)) for body in LETTERS.sent.get(_target(name), ()))
    calendar = (await viewer.http.post("/v1/me/calendar")).json().get("path")
    # The version of an item is the cursor of its news.
    replies += [_VERSION.sub("", (await viewer.http.get(calendar)).text)] if calendar else []
    return _IDS.sub("ID", _HASHES.sub("HASH", "\n".join(replies)))


async def _compare(world: World, hidden: Hidden) -> set[str]:
    """Return who can tell the twins apart."""
    known: list[dict[str, str]] = []
    for secret in hidden.secrets:
        one = await hidden.begin(world, secret)
        await _send_all(world)
        viewers = {"onlooker": await world.player("Onlooker"), "nobody": world.nobody(), **one.entrants}
        viewers["director"] = one.director
        known.append({name: await _known(one, hidden, name, viewer) for name, viewer in viewers.items()})
        if not hidden.is_over:
            await one.act("cancel")
        await _send_all(world)
    first = known[0]
    return {name for twin in known for name in twin if twin[name] != first[name]}


@pytest.mark.parametrize(
    "hidden",
    [PAIRING, FORBIDDEN, NOTE, OPENED_NOTE, NOTE_IN_SERIES, OPENED_NOTE_IN_SERIES, DECISION],
    ids=["pairing", "forbidden", "note", "opened note", "note in series", "opened note in series", "decision"],
)
async def test_what_is_hidden_in_an_event_shows_only_to_those_who_may_know_it(world: World, hidden: Hidden) -> None:
    """
    An unpublished pairing, who must not meet and notes are for directors, an open decision for them and its maker.
    """
    assert await _compare(world, hidden) == hidden.known_to


def _tell_everyone(monkeypatch: pytest.MonkeyPatch) -> None:
    for fact in (RoundPaired, PairForbidden, TableNoted, MatchNoted, DecisionMade):
        monkeypatch.setattr(fact, "audience", lambda *_: EVERYONE)


def _show_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everyone be the viewer that directors are."""
    monkeypatch.setattr(Roles, "allow", lambda *_, **__: HOST)


def _open_the_notes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a log be opened as it is."""
    monkeypatch.setattr("server.organising.service.WITHHELD", ())


def _list_the_pairing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let lists name who is at the last table that was paired."""

    def leaking(state: TournamentState, receipt: str | None = None) -> TournamentListing:
        last = state.course.last
        told = "" if last is None else ", ".join(last.tables[1].paired.entrants)
        return replace(list_tournament(state, receipt), label=f"{state.course.terms.label} {told}")

    monkeypatch.setattr(TournamentKind, "listing", staticmethod(leaking))


def _list_the_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let lists say whether somebody has decided."""

    def leaking(state: SeriesState, receipt: str | None = None) -> SeriesListing:
        decision = state.course.open_decision
        told = "" if decision is None else f"{decision.choice}"
        return replace(list_series(state, receipt), label=f"{state.course.terms.label} {told}")

    row = SeriesKind.row

    def with_row(kind: SeriesKind, _: SeriesState | None, step: Step[SeriesState], now: datetime) -> Any:  # noqa: ANN401
        """Write a row for every entry, as for those of a kind that changes rows."""
        return row(kind, None, replace(step, entry=replace(step.entry, kind="series_changed")), now)

    monkeypatch.setattr(SeriesKind, "listing", staticmethod(leaking))
    monkeypatch.setattr(SeriesKind, "row", with_row)


def _refuse_by_the_pairing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the error for an onlooker depend on who is at the first table."""
    allow = Roles.allow

    def leaking(
        roles: Roles[Tournament], operation: str, player: Player | None, state: TournamentState, *, own: bool = False
    ) -> Viewer:
        last = state.course.last
        first = () if last is None else last.tables[1].paired.entrants[:1]
        if roles.role_of(player, state) == "spectator" and operation == "actAsDirector.publish" and "e1" in first:
            raise RefusedError(codes.NO_SUCH_ROUND, "There is no such round.", status=409)
        return allow(roles, operation, player, state, own=own)

    monkeypatch.setattr(Roles, "allow", leaking)


def _hand_on_the_pairing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let own streams tell entrants of their tables when a round is paired."""

    def leaking(before: TournamentState | None, step: Step[TournamentState]) -> dict[str, list[News]]:
        found = tournament_news(before, step)
        for fact in step.facts:
            if isinstance(fact, RoundPaired):
                first = step.state.course.entrants[fact.tables[0].entrants[0]].player
                found |= {first.player_id: [CheckInAsked("", "")]} if first else {}
        return found

    monkeypatch.setattr(TournamentKind, "news_of", staticmethod(leaking))


def _hand_on_the_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let own streams tell who is chosen for now."""

    def leaking(before: SeriesState | None, step: Step[SeriesState]) -> dict[str, list[News]]:
        found = series_news(before, step)
        for fact in step.facts:
            if isinstance(fact, DecisionMade):
                chosen = step.state.course.entrants[fact.choice].player
                found |= {chosen.player_id: [YourDecisionClosed("", "", 1)]} if chosen else {}
        return found

    monkeypatch.setattr(SeriesKind, "news_of", staticmethod(leaking))


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("hidden", "plant"),
    [
        *((PAIRING, leak) for leak in (_tell_everyone, _show_the_truth, _list_the_pairing, _hand_on_the_pairing)),
        (PAIRING, _refuse_by_the_pairing),
        *((FORBIDDEN, leak) for leak in (_tell_everyone, _show_the_truth)),
        *((note, leak) for note in (NOTE, NOTE_IN_SERIES) for leak in (_tell_everyone, _show_the_truth)),
        *((note, _open_the_notes) for note in (OPENED_NOTE, OPENED_NOTE_IN_SERIES)),
        *((DECISION, leak) for leak in (_tell_everyone, _show_the_truth, _list_the_decision, _hand_on_the_decision)),
    ],
    ids=lambda value: getattr(value, "__name__", "hidden"),
)
async def test_a_leak_of_what_is_hidden_in_an_event_is_found(
    world: World, monkeypatch: pytest.MonkeyPatch, hidden: Hidden, plant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    plant(monkeypatch)

    assert await _compare(world, hidden) > hidden.known_to
