"""Reports: a player says to the host and to the administrators what another one has done, and nobody else notices."""

from __future__ import annotations

from typing import Any

import pytest

from server.people.administration import reports
from tests.server.api.realms import Realms
from tests.server.people.forgetting.test_forgotten import ask
from tests.server.world import Client, World

pytestmark = pytest.mark.one_server

Json = Any
KEY = "laplace and his demon"
INSULT = {"seat": "hell-1", "reason": "Insults in the chat."}


async def _report(player: Client, match_id: str, expect: int = 200, **body: Json) -> Json:
    return await player.post(f"/v1/matches/{match_id}/reports", {**INSULT, **body}, expect)


async def _listed(world: World, **query: Json) -> list[Json]:
    themis = await world.player("Themis", administrator_key=KEY)
    found: list[Json] = (await themis.get("/v1/administration/reports", **query))["reports"]
    return found


async def test_a_report_reaches_the_host_and_the_administrators(world_on_either: World) -> None:
    """With what was said in the place that the reporter names: for administrators the entry of the log."""
    realms = await Realms.begin(world_on_either)
    await realms["hell-1"].say(realms.match_id, "hell", "You fool.")
    (said,) = (await realms["hell-2"].messages(realms.match_id, "hell"))["messages"]

    reply = await _report(realms["hell-2"], realms.match_id, cursor=said["cursor"])

    assert reply == {"match_id": realms.match_id, "seat": "hell-1", "host_told": True}
    for reader in (realms.host, realms["hell-2"]):
        (told,) = (await reader.messages(realms.match_id, "host:hell-2"))["messages"]
        assert told["about"] == {"seat": "hell-1", "at": said["at"]}
        assert (told["sender"], told["text"]) == ("hell-2", INSULT["reason"])
    (listed,) = await _listed(world_on_either)
    log = (await realms.log(realms.host)).splitlines()
    assert "You fool." in log[listed["seq"] - 1]
    assert (listed["match_id"], listed["seat"], listed["by_seat"]) == (realms.match_id, "hell-1", "hell-2")
    assert (listed["by"], listed["player_id"]) == (realms["hell-2"].player_id, realms["hell-1"].player_id)
    assert await _listed(world_on_either, player=realms["hell-2"].player_id) == []
    assert len(await _listed(world_on_either, player=realms["hell-1"].player_id)) == 1


async def test_nobody_else_can_tell_whether_there_was_a_report(world_on_either: World) -> None:
    """All that the reported and all others can read is the same to the byte before it and after it."""
    realms = await Realms.begin(world_on_either)
    others = {name: reader for name, reader in realms.everyone.items() if name not in ("hell-2", "host")}

    async def seen() -> dict[str, list[bytes]]:
        match = f"/v1/matches/{realms.match_id}"
        paths = [match, f"{match}/view?lines=en", f"{match}/events", "/v1/matches?limit=100", "/v1/me/events"]
        paths += [f"{match}/channels/{name}/messages" for name in ("heaven", "hell", "host:hell-1", "host:hell-2")]
        return {
            name: [(await reader.http.get(path)).content.split(b'"server_now"')[0] for path in paths]
            for name, reader in others.items()
        }

    before = await seen()

    await _report(realms["hell-2"], realms.match_id)

    assert await seen() == before


async def test_repeating_a_report_changes_nothing(world_on_either: World) -> None:
    """What else has happened is another report."""
    realms = await Realms.begin(world_on_either)
    first = await _report(realms["hell-2"], realms.match_id)
    before = await realms.log(realms.host)

    assert await _report(realms["hell-2"], realms.match_id) == first
    assert await realms.log(realms.host) == before
    await _report(realms["hell-2"], realms.match_id, cursor=1)
    assert len(await _listed(world_on_either)) == 2


async def test_a_host_who_plays_reads_no_reports(world: World) -> None:
    """The reply says so; administrators read it."""
    _, bo, match_id = await world.ada_and_bo()

    reply = await bo.post(f"/v1/matches/{match_id}/reports", {"seat": "a", "reason": INSULT["reason"]})

    assert reply["host_told"] is False
    assert [each["match_id"] for each in await _listed(world)] == [match_id]


async def test_after_the_end_a_report_reaches_the_administrators_alone(world_on_either: World) -> None:
    """A log that everyone can read by then does not grow; an earlier report is a message in it that nobody can read."""
    realms = await Realms.begin(world_on_either, open_log=True)
    await _report(realms["hell-2"], realms.match_id, seat="hell-3")
    await realms.host.act(realms.match_id, {"type": "void", "reason": "Enough."})
    before = await realms.log(realms["hell-1"])

    reply = await _report(realms["hell-2"], realms.match_id)

    assert reply["host_told"] is False
    assert await realms.log(realms["hell-1"]) == before
    assert [secret for secret in ("about", INSULT["reason"], "host:hell-2") if secret in before] == []
    assert before.count('"kind":"message"') == 1
    assert len(await _listed(world_on_either)) == 2


@pytest.mark.parametrize(
    ("reporter", "body", "status", "code"),
    [
        ("host", {}, 403, "not_seated"),
        ("spectator", {}, 403, "not_seated"),
        ("hell-1", {}, 409, "nobody_to_report"),
        ("hell-2", {"seat": "hell-9"}, 404, "unknown_seat"),
        ("hell-2", {"cursor": 1000}, 409, "cursor_ahead"),
        ("hell-2", {"reason": " "}, 422, "malformed_request"),
        ("hell-2", {"reason": "x" * 501}, 422, "malformed_request"),
    ],
)
async def test_what_is_no_report_is_refused_and_changes_nothing(
    world: World, reporter: str, body: Json, status: int, code: str
) -> None:
    realms = await Realms.begin(world)
    before = await realms.log(realms.host)

    refused = await _report(realms.everyone[reporter], realms.match_id, status, **body)

    assert refused["code"] == code
    assert await realms.log(realms.host) == before
    assert await _listed(world, player=realms["hell-1"].player_id) == []


async def test_a_bot_is_not_reported(world: World) -> None:
    host, ada = await world.player("Host"), await world.player("Ada")
    terms = {"game": "wizards_duel", "seats": {"b": {"bot": True}}, "options": {"cast_seconds": 3600}}
    match_id = (await host.post("/v1/matches", terms, expect=201))["match_id"]
    await ada.sit(match_id, "a")

    refused = await _report(ada, match_id, 409, seat="b")

    assert refused["code"] == "nobody_to_report"


async def test_reports_are_bounded_and_cost_no_messages(world_on_either: World) -> None:
    """Ten in a match; texts to the host are counted apart."""
    realms = await Realms.begin(world_on_either)
    for number in range(reports.MOST_IN_A_MATCH):
        await _report(realms["hell-2"], realms.match_id, seat=f"heaven-{number % 3 + 1}", cursor=number // 3)

    refused = await _report(realms["hell-2"], realms.match_id, 409, seat="hell-3")

    assert refused["code"] == "too_many_reports"
    for number in range(30):
        await realms["hell-2"].say(realms.match_id, "host:hell-2", f"{number}")
    await _report(realms["hell-3"], realms.match_id)


async def test_reports_are_bounded_by_day(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "MOST_IN_A_DAY", 1)
    ada, bo, first = await world.ada_and_bo(options={"cast_seconds": 3600})
    second = await world.duel(ada, ada, bo)
    await _report(ada, first, seat="b")

    refused = await _report(ada, second, 409, seat="b")

    assert refused["code"] == "too_many_reports"
    world.clock.advance(86_401)
    await _report(ada, second, seat="b")


async def test_reports_leave_with_either_player(world: World) -> None:
    ada, bo, match_id = await world.ada_and_bo(options={"cast_seconds": 3600})
    cy, di = await world.player("Cy"), await world.player("Di")
    other = await world.duel(cy, cy, di)
    await _report(ada, match_id, seat="b")
    await _report(cy, other, seat="b")

    before = [await _listed(world, player=player.player_id) for player in (bo, di)]

    for player, name in ((ada, "Ada"), (di, "Di")):
        await ask(world, player, name)

    assert [len(reports) for reports in before] == [1, 1]
    assert [await _listed(world, player=player.player_id) for player in (bo, di)] == [[], []]
