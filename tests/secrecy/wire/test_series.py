"""Seasons in step that differ in an open decision: nobody but its maker and directors can tell them apart."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final

import pytest

from engines.kit import EVERYONE, HOST
from server.aggregates.aggregate import Step
from server.directing.roles import Roles
from server.ids import ID_PATTERN
from server.news.facts import News, YourDecisionClosed
from server.outside.calls import Answer, Outside
from server.series import facts, repository, service
from server.series.causes import news_of
from server.series.listings import SeriesListing, list_series
from server.series.series import SeriesState
from tests.server.series.seasons import FIVE, Season, season
from tests.server.world import Client, NoPushService, PublicNames, World, outside_world

Json = Any

_IDS: Final = re.compile(ID_PATTERN.strip("^$"))
_CURSOR: Final = re.compile(r'"cursor":[0-9]+')
_HASHES: Final = re.compile(r"[0-9a-f]{64}")

DECISIONS: Final[tuple[tuple[str, ...], ...]] = ((), ("e3",), ("e4",), ("e3", "e4", "e3"))
"""What the candidate decides: nothing, one or the other, or in turn."""


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
    """A server on which all series have the same seed, and so the same lots."""
    monkeypatch.setattr(service, "secrets", SimpleNamespace(token_bytes=bytes))
    async with outside_world(sqlite_url, Outside(NoPushService(), LETTERS, PublicNames())) as world:
        yield world


def _target(entrant: str) -> str:
    return f"https://{entrant}.example.org/"


async def _asked(world: World, choices: tuple[str, ...]) -> Season:
    """A series in which Ed has decided so, and it is open; webhooks have told what there was to tell."""
    one = await season(world, FIVE, pace="deadline")
    await _send_all(world)
    LETTERS.sent.clear()
    for entrant, player in one.entrants.items():
        await player.post("/v1/webhooks", {"url": _target(entrant)}, expect=201)
    await one.act("set_places", heaven=["e1", "e2"], hell=["e3", "e4", "e5"])
    await one.act("start")
    ranks = {"e1": 1, "e2": 2, "e4": 3, "e3": 4, "e5": 5}
    await one.end(ranks, {"e5": ["elimination_candidate"]})
    for choice in choices:
        await one.decide(one.entrants["e5"], 1, choice)
    await _send_all(world)
    return one


async def _send_all(world: World) -> None:
    """Let everything that happened be told, and sent to webhooks."""
    await world.settle()
    await world.app.state.webhook_sender.sweep()


async def _known(viewer: Client, one: Season) -> str:
    """Return everything that a viewer can be told, with placeholders for ids and hashes."""
    replies = []
    for path in ("", "/view?lines=en", "/view?at=3", "/events?lines=de", "/events?after=5&wait=0.01", "/log"):
        reply = await viewer.http.get(one.path + path)
        replies.append(f"{path} {reply.status_code} {reply.headers.get('ETag')} {reply.text}")
    for choice in ("e3", "e1"):
        if viewer is not one.entrants["e5"]:
            reply = await viewer.http.put(f"{one.path}/decisions/1", json={"choice": choice})
            replies.append(f"{choice} {reply.status_code} {reply.text}")
    for action in ({"type": "start"}, {"type": "replay"}):
        reply = await viewer.http.post(f"{one.path}/actions", json=action)
        replies.append(f"{action} {reply.status_code} {reply.text}")
    own = (await viewer.http.get("/v1/me/events")).json()
    told = sorted(str(fact) for event in own.get("events", ()) for fact in event["facts"])
    lists = [await viewer.http.get(path, params=query) for path, query in _lists(one)]
    sent = [body for each, who in one.entrants.items() if who is viewer for body in LETTERS.sent[_target(each)]]
    # They come in no order, and news of several logs have their cursors as it happens.
    letters = sorted(_CURSOR.sub("", _IDS.sub("ID", body)) for body in sent)
    calendar = (await viewer.http.post("/v1/me/calendar")).json().get("path")
    dates = [(await viewer.http.get(calendar)).text] if calendar else []
    text = "\n".join([*replies, f"{own.get('cursor')}", *told, *(each.text for each in lists), *letters, *dates])
    return _IDS.sub("ID", _HASHES.sub("HASH", text))


def _lists(one: Season) -> list[tuple[str, dict[str, Json]]]:
    return [("/v1/series", {"status": "running"}), ("/v1/matches", {"series": one.id})]


async def _compare(world: World) -> set[str]:
    """Return who can tell the twins apart."""
    known: list[dict[str, str]] = []
    for choices in DECISIONS:
        one = await _asked(world, choices)
        viewers = {"onlooker": await world.player("Onlooker"), "nobody": world.nobody(), **one.entrants}
        viewers["director"] = one.director
        known.append({name: await _known(viewer, one) for name, viewer in viewers.items()})
        await one.act("cancel")
        await _send_all(world)
    first = known[0]
    return {name for twin in known for name in twin if twin[name] != first[name]}


async def test_an_open_decision_shows_to_nobody_but_its_maker_and_directors(world: World) -> None:
    assert await _compare(world) == {"e5", "director"}


def _tell_everyone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts.DecisionMade, "audience", lambda *_: EVERYONE)


def _show_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let everyone be the viewer that directors are."""
    monkeypatch.setattr(Roles, "allow", lambda *_, **__: HOST)


def _list_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let lists say whether somebody has decided."""

    def leaking(state: SeriesState) -> SeriesListing:
        decision = state.course.open_decision
        told = "" if decision is None else f"{decision.choice}"
        return replace(list_series(state), label=f"{state.course.terms.label} {told}")

    kind = repository.SeriesKind
    row = kind.row
    monkeypatch.setattr(repository, "list_series", leaking)
    monkeypatch.setattr(
        kind, "row", lambda self, before, step, now: row(self, None, replace(step, entry=_shown(step)), now)
    )


def _shown(step: Step[SeriesState]) -> Any:  # noqa: ANN401  # an entry of a kind that changes rows
    return replace(step.entry, kind="series_changed")


def _hand_on_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let own streams tell who is chosen for now."""

    def leaking(before: SeriesState | None, step: Step[SeriesState]) -> dict[str, list[News]]:
        found = news_of(before, step)
        for fact in step.facts:
            if isinstance(fact, facts.DecisionMade):
                chosen = step.state.course.entrants[fact.choice].player
                found |= {chosen.player_id: [YourDecisionClosed("", "", 1)]} if chosen else {}
        return found

    monkeypatch.setattr(repository, "news_of", leaking)


@pytest.mark.parametrize(
    "plant", [_tell_everyone, _show_the_truth, _list_the_truth, _hand_on_the_truth], ids=lambda plant: plant.__name__
)
async def test_a_leak_of_an_open_decision_is_found(
    world: World, monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    plant(monkeypatch)

    assert await _compare(world) > {"e5", "director"}
