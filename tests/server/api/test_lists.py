"""Lists of which a lobby can be made: what their rows show, and by what they are filtered."""

from __future__ import annotations

from random import Random
from typing import Any, Final

import pytest

from server.matches.lists import directory
from tests.match_in_process import seats_of
from tests.prompts import answer
from tests.server.world import Client, World

pytestmark = pytest.mark.one_server

Json = Any

NEW: Final = {"game": "wizards_duel"}
CAST: Final = {"type": "cast", "spell": "1"}


async def _listed(caller: Client, /, **wanted: Json) -> list[str]:
    return [match["match_id"] for match in (await caller.get("/v1/matches", **wanted))["matches"]]


async def _row(player: Client, match_id: str) -> Json:
    (row,) = [row for row in (await player.get("/v1/matches"))["matches"] if row["match_id"] == match_id]
    return row


async def test_a_row_shows_what_a_lobby_needs(world_on_either: World) -> None:
    host, ada, bo, match_id = await world_on_either.host_ada_and_bo(label="Duels for beginners", pace="eager")

    running = await _row(ada, match_id)
    view = await ada.view(match_id)
    await host.act(match_id, {"type": "adjudicate", "rank": {"a": 1, "b": 2}, "reason": "Enough."})
    over = await _row(bo, match_id)

    assert (running["host"]["name"], running["label"], running["pace"]) == ("Host", "Duels for beginners", "eager")
    assert (running["phase"], running["closes_at"]) == (view["phase"], view["closes_at"])
    assert (running["free_seats"], running["awaited"], running["outcome"]) == (0, True, None)
    assert (over["phase"], over["closes_at"], over["awaited"]) == (None, None, False)
    assert over["outcome"]["rank"] == {"a": 1, "b": 2}


async def test_a_label_is_one_visible_line(world: World) -> None:
    host = await world.player("Host")

    for label in ("", "two\nlines", " \u200b ", "x" * 81, "\u202ereversed"):
        await host.post("/v1/matches", {**NEW, "label": label}, expect=422)
    longest = await host.post("/v1/matches", {**NEW, "label": "x" * 80}, expect=201)
    without = await host.post("/v1/matches", NEW, expect=201)

    assert (longest["label"], without["label"]) == ("x" * 80, None)


async def test_free_seats_are_those_that_everyone_can_take(world_on_either: World) -> None:
    """Not those of others, reserved ones, those behind a closed door, or those of a match that has started."""
    host, ada, bo = await world_on_either.players("Host", "Ada", "Bo")
    match_id = (await host.post("/v1/matches", NEW, expect=201))["match_id"]
    seats = f"/v1/matches/{match_id}/seats"
    free = []
    for change in (
        host.act(match_id, {"type": "close_door"}),
        host.act(match_id, {"type": "open_door"}),
        host.put(f"{seats}/a", {"player_id": ada.player_id}),
        host.put(f"{seats}/b", {"bot": True}),
        host.delete(f"{seats}/a"),
        ada.put(f"{seats}/a", {}),
    ):
        changed = await change
        free.append(changed["free_seats"])
        assert await _listed(bo, free=True) == ([match_id] if changed["free_seats"] else [])

    assert free == [0, 2, 1, 0, 1, 0]


@pytest.mark.parametrize("pace", ["deadline", "eager"])
async def test_the_caller_is_awaited_until_it_has_submitted(world_on_either: World, pace: str) -> None:
    """What other seats submit changes nothing, and nobody is awaited while the match is paused."""
    host, ada, bo, match_id = await world_on_either.host_ada_and_bo(pace=pace, visibility="private")

    async def awaited() -> list[bool]:
        rows = [await player.get("/v1/matches", awaiting_me=True) for player in (host, ada, bo)]
        assert all(row["awaited"] for page in rows for row in page["matches"])
        return [bool(page["matches"]) for page in rows]

    before = await awaited()
    await ada.submit(match_id, 1, CAST)
    after_submitting = await awaited()
    await host.act(match_id, {"type": "pause"})
    paused = await awaited()

    assert before == [False, True, True]
    assert after_submitting == [False, False, True]
    assert paused == [False, False, False]


async def test_the_caller_is_awaited_again_after_withdrawing(world_on_either: World) -> None:
    ada = await world_on_either.player("Ada")
    seats: dict[str, Client | None] = dict.fromkeys(map(str, seats_of("threads_of_fate", "quick")))
    match_id = await world_on_either.match("threads_of_fate", ada, {**seats, "heaven-1": ada}, variant="quick")
    view = await ada.view(match_id)
    number = view["phase"]["number"]

    await ada.submit(match_id, number, answer(view["prompt"], Random("ada")), keep_thinking=True)
    submitted = await _listed(ada, awaiting_me=True)
    await ada.delete(f"/v1/matches/{match_id}/submission", phase=number)

    assert submitted == []
    assert await _listed(ada, awaiting_me=True) == [match_id]


async def test_texts_are_found_in_labels_and_names_in_any_case(world_on_either: World) -> None:
    world = world_on_either
    host, ada = await world.player("Straße 100%"), await world.player("ÅSA")
    labelled = (await host.post("/v1/matches", {**NEW, "label": "Late Night"}, expect=201))["match_id"]
    world.clock.advance(1)
    seated = (await host.post("/v1/matches", NEW, expect=201))["match_id"]
    await ada.sit(seated, "a")

    found = {
        text: await _listed(ada, text=text)
        for text in ("late n", "LATE", "STRASSE", "0%", "åsa", "a%s", "_", "wizards")
    }

    both = [seated, labelled]
    assert found == {
        "late n": [labelled],
        "LATE": [labelled],
        "STRASSE": both,
        "0%": both,
        "åsa": [seated],
        **{text: [] for text in ("a%s", "_", "wizards")},
    }


async def test_a_page_searches_a_bounded_number_of_matches(
    world_on_either: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page may be empty and still have a next one; all of them together find everything."""
    monkeypatch.setattr(directory, "SEARCHED", 3)
    host = await world_on_either.player("Host")
    created = []
    for number in range(8):
        world_on_either.clock.advance(1)
        label = f"{'even' if number % 4 == 0 else 'odd'} {number}"
        created.append((await host.post("/v1/matches", {**NEW, "label": label}, expect=201))["match_id"])

    pages: list[list[str]] = []
    before: dict[str, Any] = {}
    while True:
        page = await host.get("/v1/matches", text="EVEN", limit=2, **before)
        pages.append([match["match_id"] for match in page["matches"]])
        if page["next"] is None:
            break
        before = {"before": page["next"]}

    assert pages == [[], [created[4]], [created[0]]]


async def test_spectators_who_lag_learn_nothing_from_lists(world_on_either: World) -> None:
    """Neither the phase nor its deadline; players in seats do, and everyone learns the outcome at the end."""
    host, ada, bo = await world_on_either.players("Host", "Ada", "Bo")
    watcher = await world_on_either.player("Watcher")
    match_id = await world_on_either.duel(host, ada, bo, spectator_lag=1)

    rows = [await _row(player, match_id) for player in (watcher, ada, bo)]
    phase = (await ada.view(match_id))["phase"]
    await host.act(match_id, {"type": "adjudicate", "rank": {"a": 1, "b": 2}, "reason": "Enough."})
    over = await _row(watcher, match_id)

    assert [row["phase"] for row in rows] == [None, phase, phase]
    assert [row["closes_at"] is None for row in rows] == [True, False, False]
    assert over["outcome"]["rank"] == {"a": 1, "b": 2}


async def test_matches_of_a_player_are_those_whose_rows_name_the_player(world_on_either: World) -> None:
    """A seat or a reservation, in matches that the caller may know of; not those that the player only hosts."""
    host, ada, bo, seated = await world_on_either.host_ada_and_bo()
    private = await world_on_either.duel(host, ada, bo, visibility="private")
    reserved = await host.post("/v1/matches", {**NEW, "seats": {"a": {"player_id": ada.player_id}}}, expect=201)
    await world_on_either.match("wizards_duel", ada, {}, autostart=False)
    zoe = await world_on_either.player("Zoe")

    assert set(await _listed(zoe, player=ada.player_id)) == {reserved["match_id"], seated}
    assert set(await _listed(bo, player=ada.player_id)) == {reserved["match_id"], private, seated}
    assert set(await _listed(zoe, player=ada.player_id, status="running")) == {seated}
    assert await _listed(zoe, player="nobody") == []


async def test_a_text_that_no_database_can_hold_is_malformed_in_a_filter(world: World) -> None:
    """PostgreSQL would refuse it, as if it did not respond."""
    zoe = await world.player("Zoe")
    filters = [("matches", name) for name in ("player", "tournament", "text", "before")]
    for listed, name in (*filters, ("tournaments", "before"), ("games/wizards_duel/ratings", "before")):
        assert (await zoe.get(f"/v1/{listed}", 422, **{name: "\x00"}))["code"] == "malformed_request", (listed, name)


async def test_matches_are_due_by_the_deadline_in_their_rows(world_on_either: World) -> None:
    """
    Nobody learns a deadline from the filter that its row does not show: of a match that spectators learn late of, or
    that the server has to close early.
    """
    world = world_on_either
    host, ada, bo = await world.players("Host", "Ada", "Bo")
    zoe = await world.player("Zoe")
    soon = await world.duel(host, ada, bo)
    late = await world.duel(host, ada, bo, options={"cast_seconds": 300})
    lagging = await world.duel(host, ada, bo, spectator_lag=1)
    early = await world.match("wizards_duel", ada, {"a": ada, "b": None}, {"cast_seconds": 300}, pace="eager")
    await ada.submit(early, 1, CAST)
    await host.act(await world.duel(host, ada, bo), {"type": "pause"})

    async def due(player: Client, clock: str) -> set[str]:
        return set(await _listed(player, due_before=f"2040-01-01T{clock}"))

    assert await due(zoe, "00:01:00Z") == set()
    assert await due(zoe, "00:01:00.000001Z") == {soon}
    assert await due(zoe, "01:01:01+01:00") == {soon}
    assert await due(ada, "00:01:01Z") == {lagging, soon}
    assert await due(ada, "00:05:01Z") == {early, lagging, late, soon}
    assert await due(zoe, "00:05:01Z") == {early, late, soon}


@pytest.mark.parametrize("moment", ["2040", "2040-01-01T00:00:00", "2040-13-01T00:00:00Z", "x", "", "1e9"])
async def test_a_time_is_written_by_rfc_3339(world: World, moment: str) -> None:
    ada = await world.player("Ada")

    refused = await ada.get("/v1/matches", expect=422, due_before=moment)
    extremes = [
        await _listed(ada, due_before=f"{at}:00") for at in ("0001-01-01T00:00:00+23", "9999-12-31T23:59:59-23")
    ]

    assert refused["code"] == "malformed_request"
    assert extremes == [[], []]
