"""The Python client's calls: they take effect once however often they are sent, and report complete refusals."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from moirai_client import Client, RefusedError, UnreachableError
from moirai_client.schemas import OPERATIONS
from server.cli.serving.workers import reserve
from server.runtime.request_ids import REQUEST_ID_PATTERN
from tests.clients.duels import against_a_bot
from tests.clients.lossy import Lossy, losing
from tests.published import document
from tests.server.organising.series.seasons import SHORT
from tests.server.world import World
from tests.serving import serving
from tests.waiting import patience

pytestmark = pytest.mark.one_server

PRIVATE_SEASON: Any = {"label": "Season", **SHORT, "visibility": "private"}


@asynccontextmanager
async def _ada(world: World) -> AsyncIterator[Client]:
    async with await Client.sign_up(world.url, "Ada") as ada:
        yield ada


@asynccontextmanager
async def _on_a_bad_line(world: World, client: Client, replies_lost: int = 1) -> AsyncIterator[tuple[Lossy, Client]]:
    """Return the same player, connected through a proxy that loses the first replies."""
    async with losing(world.url, replies_lost) as (line, url), Client(url, client.token) as again:
        yield line, again


async def test_a_match_whose_reply_was_lost_is_created_once(own_world: World) -> None:
    """After a broken connection, a call with a key is sent again with the same key."""
    async with _ada(own_world) as ada, _on_a_bad_line(own_world, ada, replies_lost=2) as (line, ada_by_line):
        match = await ada_by_line.create_match({"game": "wizards_duel"})

        assert [listed["match_id"] for listed in (await ada.matches())["matches"]] == [match.id]
        assert line.requests == 3


async def test_many_matches_whose_reply_was_lost_are_created_and_voided_once(own_world: World) -> None:
    async with _ada(own_world) as ada, _on_a_bad_line(own_world, ada) as (_, ada_by_line):
        created = await ada_by_line.create_matches([{"game": "wizards_duel"}, {"game": "chess"}])
        listed = [match["match_id"] for match in (await ada.matches())["matches"]]
        voided = await ada_by_line.act_on_matches(listed, {"type": "void", "reason": "Rain."})

    assert [result["status"] for result in created] == [201, 422]
    assert listed == [created[0]["reply"]["match_id"]]
    assert [result["reply"]["status"] for result in voided] == ["void"]


async def test_directors_invite_to_tournaments_and_series_and_players_come_by_the_link(world: World) -> None:
    async with _ada(world) as ada, await Client.sign_up(world.url, "Bo") as bo:
        cup = await ada.create_tournament(
            {"label": "Cup", "system": "swiss", "match": {"game": "wizards_duel"}, "visibility": "private"}
        )
        await cup.act({"type": "open"})
        season = await ada.create_series(PRIVATE_SEASON)
        for event in (cup, season):
            made, other = await event.invite({"uses": 2}), await event.invite()
            await event.withdraw_invitation(other["invitation_id"])
            shown = await bo.invitation(made["token"])
            joined = await bo.accept_invitation(made["token"])

            listed = {one["invitation_id"]: one for one in await event.invitations()}
            assert (shown["type"], shown["uses_left"]) == (type(event).__name__.lower(), 2)
            assert (type(joined), joined.id) == (type(event), event.id)
            assert listed[made["invitation_id"]]["used"] == 1
            assert listed[other["invitation_id"]]["withdrawn_at"] is not None


async def test_a_director_runs_a_tournament(world: World) -> None:
    async with _ada(world) as ada, await Client.sign_up(world.url, "Bo") as bo, _on_a_bad_line(world, ada) as (_, line):
        made = await line.create_tournament(
            {"label": "Duels", "system": "round_robin", "match": {"game": "wizards_duel"}}
        )
        await made.act({"type": "open"})
        entered = await bo.tournament(made.id).enter()
        await made.act({"type": "add_bots", "count": 1})
        await made.act({"type": "pair"})
        await made.act({"type": "start_round"})
        await made.act({"type": "forfeit", "round": 1, "table": 1, "entrants": ["e1"], "reason": "Did not come."})
        standings, over = await made.standings(explain="e2"), await made.act({"type": "finish"})
        view = await bo.tournament(made.id).view()
        told = await made.events(view["cursor"] - 1)
        log = await bo.tournament(made.id).log()

    assert entered["entrants"] == 1
    assert [row["entrant"] for row in standings["rows"]] == ["e2", "e1"]
    assert (over["status"], view["viewer"], view["places"]) == ("over", "e1", [[1, "e2"]])
    assert told["events"]
    assert log.count("\n") > 5


async def test_a_player_hears_of_all_matches(world: World) -> None:
    async with _ada(world) as ada:
        match = await against_a_bot(world, ada)

        page = await ada.events(limit=10, wait_seconds=1)

        told = [fact for event in page["events"] for fact in event["facts"]]
        assert [fact["type"] for fact in told] == ["seated", "match_begun", "awaited"]
        assert {fact.get("match_id") for fact in told} == {match.id}


async def test_a_message_whose_reply_was_lost_is_sent_once(world: World) -> None:
    async with _ada(world) as ada, _on_a_bad_line(world, ada) as (line, ada_by_line):
        match = await against_a_bot(world, ada)

        said = await ada_by_line.match(match.id).say("table", "Well met.")

        assert (await match.messages("table"))["messages"] == [said]
        assert line.requests == 2


async def test_a_reaction_whose_reply_was_lost_is_sent_once(world: World) -> None:
    async with _ada(world) as ada, _on_a_bad_line(world, ada) as (line, ada_by_line):
        match = await against_a_bot(world, ada)

        said = await ada_by_line.match(match.id).react("table", "good_luck")

        assert (await match.messages("table"))["messages"] == [said]
        assert said.get("sign") == "good_luck"
        assert line.requests == 2


async def test_a_submission_whose_reply_was_lost_is_acknowledged_as_a_repeat(world: World) -> None:
    async with _ada(world) as ada, _on_a_bad_line(world, ada) as (_, ada_by_line):
        match = await against_a_bot(world, ada)

        receipt = await ada_by_line.match(match.id).submit(1, {"type": "cast", "spell": "5"})

        assert receipt["repeated"]
        submission = (await match.view())["submission"]
        assert submission is not None
        assert submission["move"] == {"type": "cast", "spell": "5"}


async def test_a_seat_whose_reply_was_lost_is_taken(world: World) -> None:
    async with _ada(world) as ada, _on_a_bad_line(world, ada) as (_, ada_by_line):
        match = await ada.create_match({"game": "wizards_duel"})

        await ada_by_line.match(match.id).take_seat("b")

        assert (await match.view())["viewer"] == "b"


async def test_a_new_player_whose_reply_was_lost_is_not_asked_for_again(world: World) -> None:
    """The call has no key, so a second one would create a second player."""
    async with losing(world.url, 1) as (line, url):
        with pytest.raises(UnreachableError):
            await Client.sign_up(url, "Ada")

    assert line.requests == 1


async def test_an_unreachable_server_is_given_up_after_a_while() -> None:
    with reserve("127.0.0.1", 0) as silent:
        async with Client(f"http://127.0.0.1:{silent}", "token", patience_seconds=0.5) as client, patience():
            with pytest.raises(UnreachableError, match="GET /v1/me got no reply"):
                await client.me()


async def test_calls_above_the_rate_limit_are_sent_again_when_the_server_says(sqlite_url: str) -> None:
    """Above the limit the server answers 429 with `Retry-After`."""
    async with (
        serving(sqlite_url, rate_per_token="8") as (_, url),
        await Client.sign_up(url, "Ada") as ada,
    ):
        begun = asyncio.get_running_loop().time()

        told = [await ada.me() for _ in range(20)]

        assert len(told) == 20
        assert asyncio.get_running_loop().time() - begun >= 0.5


async def test_a_refusal_is_an_error_with_the_whole_reply(world: World) -> None:
    async with _ada(world) as ada:
        match = await against_a_bot(world, ada)

        with pytest.raises(RefusedError) as caught:
            await match.submit(1, {"type": "cast", "spell": "w"})

        refusal = caught.value
        assert (refusal.status, refusal.code, refusal.pointer) == (422, "wisdom_not_yours", "/move/spell")
        assert re.fullmatch(REQUEST_ID_PATTERN, refusal.request_id or "")
        assert refusal.detail in str(refusal)


async def test_everything_wrong_with_a_request_is_in_its_refusal(world: World) -> None:
    async with _ada(world) as ada:
        with pytest.raises(RefusedError) as caught:
            await ada.create_match({"game": "wizards_duel", "spectator_lag": 101, "pace": "slow"})  # type: ignore[typeddict-item]

        assert {complaint["pointer"] for complaint in caught.value.complaints} == {"/spectator_lag", "/pace"}


async def test_a_move_can_be_tried_out(world: World) -> None:
    async with _ada(world) as ada:
        match = await against_a_bot(world, ada)

        await match.try_out(1, {"type": "cast", "spell": "5"})
        with pytest.raises(RefusedError, match="phase_not_open"):
            await match.try_out(2, {"type": "cast", "spell": "5"})

        assert (await match.view())["submission"] is None


async def test_the_time_left_is_by_the_servers_clock(world: World) -> None:
    """The server's clock differs by a year from this machine's; only `server_now` shows it."""
    async with _ada(world) as ada:
        match = await against_a_bot(world, ada)
        phase = (await match.view())["phase"]
        assert phase is not None
        assert match.time_left() == pytest.approx(phase["seconds"], abs=5)

        world.clock.advance(seconds=10)
        view = await match.view()
        assert match.time_left() == pytest.approx(phase["seconds"] - 10, abs=5)

        async with match.follow(view["cursor"]) as stream:
            await match.act({"type": "extend", "seconds": 600})
            await anext(stream)
        assert match.time_left() == pytest.approx(phase["seconds"] + 590, abs=5)


async def test_no_time_is_left_in_a_paused_match(world: World) -> None:
    async with _ada(world) as ada:
        match = await against_a_bot(world, ada)

        await match.act({"type": "pause", "reason": "Tea."})
        await match.view()

        assert match.time_left() is None


async def test_every_call_can_be_made_by_its_id(world: World) -> None:
    """Parameters of the path are put there, the others into the query; replies that are no JSON are texts."""
    async with _ada(world) as ada:
        match = await against_a_bot(world, ada)
        page = await ada.call("listEvents", match_id=match.id, after=1, limit=1)
        view = await ada.call("getView", match_id=match.id, **{"as": None}, lines="de")
        made = await ada.call("createMatch", {"game": "wizards_duel"}, key="once")
        again = await ada.call("createMatch", {"game": "wizards_duel"}, key="once")
        await ada.call("actAsHost", {"type": "void", "reason": "Rain."}, match_id=match.id)
        log = await ada.call("getLog", match_id=match.id)
        with pytest.raises(TypeError, match="getView needs match_id"):
            await ada.call("getView")

    assert [event["cursor"] for event in page["events"]] == [2]
    assert view["viewer"] == "a"
    assert made == again
    assert log.startswith("{")
    assert log.count("\n") > 2


def test_the_package_knows_every_call_of_the_document() -> None:
    operations = {
        operation["operationId"]: (method.upper(), path)
        for path, methods in document()["paths"].items()
        for method, operation in methods.items()
    }

    assert {name: call[:2] for name, call in OPERATIONS.items()} == operations
