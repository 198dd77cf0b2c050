"""Two tournaments in step that differ in an unpublished pairing: nobody but directors can tell them apart."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, Final

import pytest

from engines.kit import EVERYONE, HOST, Viewer
from server import codes
from server.aggregates.aggregate import Step
from server.directing.roles import Roles
from server.errors import RefusedError
from server.identity.players import Player
from server.ids import ID_PATTERN
from server.news.facts import CheckInAsked, News
from server.tournaments import facts, repository, service
from server.tournaments.causes import news_of
from server.tournaments.listings import TournamentListing, list_tournament
from server.tournaments.tournament import Tournament, TournamentState
from tests.server.world import Client, World, running_world

Json = Any

_IDS: Final = re.compile(ID_PATTERN.strip("^$"))
_HASHES: Final = re.compile(r"[0-9a-f]{64}")

ONE: Final = (("e1", "e2"), ("e3", "e4"))
OTHER: Final = (("e4", "e1"), ("e2", "e3"))


@pytest.fixture
async def world(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    """A server on which all tournaments have the same seed, and so the same lots."""
    monkeypatch.setattr(service, "secrets", SimpleNamespace(token_bytes=bytes))
    async with running_world(sqlite_url) as world:
        yield world


async def _tournament(director: Client, entrants: list[Client], pairing: tuple[tuple[str, str], ...]) -> str:
    """Start a tournament whose second round is paired, but not published."""
    created = await director.post(
        "/v1/tournaments",
        {
            "label": "Twins",
            "system": "own",
            "match": {"game": "wizards_duel"},
            "schedule": {"review_seconds": 600},
            "late": "half_bye",
        },
        expect=201,
    )
    tournament_id: str = created["tournament_id"]
    place = f"/v1/tournaments/{tournament_id}"

    async def act(action: str, **more: Json) -> None:
        await director.post(f"{place}/actions", {"type": action, **more})

    await act("open")
    for number, entrant in enumerate(entrants):
        await director.put(f"{place}/entrants/{entrant.player_id}", {"rating": 2_000 - number})
    first = [{"entrants": ["e1", "e3"]}, {"entrants": ["e2"], "bye": "bye"}, {"entrants": ["e4"], "bye": "half_bye"}]
    await act("set_pairings", tables=first)
    await act("publish")
    await act("start_round")
    await act("forfeit", round=1, table=1, entrants=["e3"])
    await act("set_pairings", tables=[{"entrants": list(table)} for table in pairing])
    return tournament_id


async def _known(viewer: Client, tournament_id: str) -> str:
    """Return everything that a viewer can be told, with placeholders for ids and hashes."""
    place = f"/v1/tournaments/{tournament_id}"
    replies = []
    for path in (
        "",
        "/view?lines=en",
        "/events?lines=de",
        "/standings",
        "/standings?explain=e1",
        "/rounds/1",
        "/rounds/2",
        "/log",
    ):
        reply = await viewer.http.get(place + path)
        replies.append(f"{path} {reply.status_code} {reply.headers.get('ETag')} {reply.text}")
    own = await viewer.http.get("/v1/me/events")
    csv = await viewer.http.get(f"{place}/standings", headers={"Accept": "text/csv"})
    listed = await viewer.http.get("/v1/tournaments", params={"status": "running"})
    for refused in ({"type": "publish"}, {"type": "correct_result", "round": 2, "table": 1, "points": [2, 0]}):
        reply = await viewer.http.post(f"{place}/actions", json=refused)
        replies.append(f"{refused} {reply.status_code} {reply.text}")
    text = "\n".join([*replies, *_own(own.json()), csv.text, listed.text])
    return _IDS.sub("ID", _HASHES.sub("HASH", text))


def _own(page: Json) -> list[str]:
    """Return what an own stream tells, by source: the order of different ones is that in which they were told."""
    facts = [fact for event in page.get("events", []) for fact in event["facts"]]
    return [f"{page.get('cursor')}", *map(str, sorted(facts, key=lambda fact: "tournament_id" in fact))]


async def _compare(world: World) -> list[str]:
    """Return who can tell the twins apart."""
    known: list[dict[str, str]] = []
    for pairing in (ONE, OTHER):
        director = await world.player("Director")
        entrants = [await world.player(f"Entrant {number}") for number in range(4)]
        onlooker, nobody = await world.player("Onlooker"), world.nobody()
        tournament_id = await _tournament(director, entrants, pairing)
        await world.settle()
        viewers = {"onlooker": onlooker, "nobody": nobody}
        viewers |= {f"e{number}": entrant for number, entrant in enumerate(entrants, 1)}
        viewers["director"] = director  # last, because directors are not refused what the others are
        known.append({name: await _known(viewer, tournament_id) for name, viewer in viewers.items()})
        await director.post(f"/v1/tournaments/{tournament_id}/actions", {"type": "cancel"})
        await world.settle()
    one, other = known
    return [name for name in one if one[name] != other[name]]


async def test_an_unpublished_pairing_shows_to_nobody_but_directors(world: World) -> None:
    assert await _compare(world) == ["director"]


def _tell_everyone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts.RoundPaired, "audience", lambda *_: EVERYONE)


def _show_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let onlookers be the viewer that directors are."""
    monkeypatch.setattr(Roles, "allow", lambda *_, **__: HOST)


def _list_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let lists name who is at the last table that was paired."""

    def leaking(state: TournamentState) -> TournamentListing:
        last = state.course.last
        told = "" if last is None else ", ".join(last.tables[1].paired.entrants)
        return replace(list_tournament(state), label=f"{state.course.terms.label} {told}")

    monkeypatch.setattr(service, "list_tournament", leaking)
    monkeypatch.setattr(repository, "list_tournament", leaking)


def _refuse_by_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
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


def _hand_on_the_truth(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let own streams tell entrants of their tables when a round is paired."""

    def leaking(before: TournamentState | None, step: Step[TournamentState]) -> dict[str, list[News]]:
        found = news_of(before, step)
        for fact in step.facts:
            if isinstance(fact, facts.RoundPaired):
                first = step.state.course.entrants[fact.tables[0].entrants[0]].player
                found |= {first.player_id: [CheckInAsked("", "")]} if first else {}
        return found

    monkeypatch.setattr(repository, "news_of", leaking)


@pytest.mark.parametrize(
    "plant",
    [_tell_everyone, _show_the_truth, _list_the_truth, _refuse_by_the_truth, _hand_on_the_truth],
    ids=lambda plant: plant.__name__,
)
async def test_a_leak_of_an_unpublished_pairing_is_found(
    world: World, monkeypatch: pytest.MonkeyPatch, plant: Callable[[pytest.MonkeyPatch], None]
) -> None:
    plant(monkeypatch)

    assert len(await _compare(world)) > 1
