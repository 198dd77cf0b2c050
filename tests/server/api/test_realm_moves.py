"""
Moves of the two games of realms over HTTP: a refusal has a code and a pointer, changes nothing and reveals nothing.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from tests.server.world import Client, World

pytestmark = pytest.mark.one_server

Json = Any

SKIRMISH: Final = ("heaven-1", "heaven-2", "heaven-3", "hell-1", "hell-2", "hell-3")
QUICK: Final = ("heaven-1", "heaven-2", "hell-1", "hell-2", "hell-3", "hell-4")
DAY: Final = 86_400

PLAY: Final = {
    "type": "play",
    "plays": [{"card": "pestilence", "targets": ["hell-1"]}, {"card": "war", "targets": ["hell-2"]}],
}


async def _match(
    world: World, game: str, variant: str, seats: tuple[str, ...]
) -> tuple[Client, dict[str, Client], str]:
    """Return a host, the players by seat, and the match."""
    host = await world.player("Host")
    players: dict[str, Client] = {seat: await world.player(seat) for seat in seats}
    return host, players, await world.match(game, host, players, variant=variant)


async def _refuse(host: Client, player: Client, match_id: str, phase: int, move: Json) -> tuple[str, str | None]:
    """Return the code and pointer of a refusal, after checking that the log is unchanged."""
    before = (await host.http.get(f"/v1/matches/{match_id}/log")).text
    problem = await player.submit(match_id, phase, move, expect=422)
    assert (await host.http.get(f"/v1/matches/{match_id}/log")).text == before
    return problem["code"], problem.get("pointer")


@pytest.mark.sampled(least=3)
@pytest.mark.parametrize(
    ("move", "code", "pointer"),
    [
        ({"type": "play", "plays": [PLAY["plays"][0]]}, "wrong_card_count", "/move/plays"),
        (
            {"type": "play", "plays": [PLAY["plays"][0], {"card": "war", "targets": ["hell-1"]}]},
            "same_target_twice",
            "/move/plays/1/targets/0",
        ),
        (
            {"type": "play", "plays": [PLAY["plays"][0], {"card": "war", "targets": ["heaven-2"]}]},
            "target_wrong_realm",
            "/move/plays/1/targets/0",
        ),
        ({**PLAY, "ab": {"hell-1": "betray"}}, "chat_not_opened", "/move/ab/hell-1"),
        ({**PLAY, "plays": [{"card": "plague"}, {"card": "war"}]}, "unknown_card", "/move/plays/0/card"),
        ({**PLAY, "note": "hello"}, "bad_move", "/move/note"),
    ],
    ids=lambda value: value if isinstance(value, str) and "/" not in value else "",
)
async def test_an_illegal_play_says_where_its_fault_lies(world: World, move: Json, code: str, pointer: str) -> None:
    host, players, match_id = await _match(world, "apocalypse", "skirmish", SKIRMISH)

    assert await _refuse(host, players["heaven-1"], match_id, 1, move) == (code, pointer)


async def test_repeated_plays_and_targets_are_refused(world: World) -> None:
    """Limits that depend on earlier rounds are checked against the seat's own moves."""
    host, players, match_id = await _match(world, "apocalypse", "skirmish", SKIRMISH)
    player = players["heaven-1"]
    await player.submit(match_id, 1, PLAY)
    await world.pass_time(DAY)

    again = {
        "type": "play",
        "plays": [{"card": "war", "ability": "passive"}, {"card": "pestilence", "ability": "active"}],
    }
    assert await _refuse(host, player, match_id, 2, again) == ("pair_already_played", "/move/plays")
    twice = {
        "type": "play",
        "plays": [
            {"card": "famine", "ability": "communications", "targets": ["hell-1"]},
            {"card": "war", "ability": "passive"},
        ],
    }
    assert await _refuse(host, player, match_id, 2, twice) == ("already_targeted", "/move/plays/0/targets/0")


@pytest.mark.sampled(least=3)
@pytest.mark.parametrize(
    ("fields", "code", "pointer"),
    [
        ({"snip": "hell-1>hell-2"}, "bad_thread", "/move/snip"),
        ({"snip": "heaven-1>heaven-9"}, "bad_thread", "/move/snip"),
        ({"cut": "heaven-2"}, "bad_target", "/move/cut"),
        ({"visit": "fortuna"}, "unknown_moira", "/move/visit"),
        ({"visit": "morta", "donate": 1}, "not_enough_twine", "/move/donate"),
        ({"donate": 1}, "donate_without_visit", "/move/donate"),
        ({"boost": "heaven-1>hell-1"}, "no_boosting", "/move/boost"),
        ({"create": "hell-1", "golden": True}, "no_gilding", "/move/golden"),
        ({"donate": True}, "bad_move", "/move/donate"),
    ],
    ids=lambda value: value if isinstance(value, str) and "/" not in value else "",
)
async def test_an_illegal_weave_says_where_its_fault_lies(world: World, fields: Json, code: str, pointer: str) -> None:
    host, players, match_id = await _match(world, "threads_of_fate", "quick", QUICK)

    assert await _refuse(host, players["heaven-1"], match_id, 1, {"type": "weave", **fields}) == (code, pointer)


async def test_a_snip_and_a_boost_look_alike_whether_or_not_the_thread_exists(world: World) -> None:
    """
    A thread that is hidden in one match and missing in the other gives the same replies before the round is resolved.
    """
    replies: list[list[Json]] = []
    for create in ("hell-1", None):
        _, players, match_id = await _match(world, "threads_of_fate", "quick", QUICK)
        await world.pass_time(DAY)
        # Made in the second round, the thread is too weak after it to open a channel, so its recipient is told nothing.
        await players["heaven-1"].submit(match_id, 2, {"type": "weave", "create": create})
        await world.pass_time(DAY)
        said = []
        for seat, move in (
            ("hell-2", {"type": "weave", "snip": "heaven-1>hell-1"}),
            ("hell-1", {"type": "weave", "visit": "lachesis", "boost": "heaven-1>hell-1", "cut": "heaven-1"}),
        ):
            receipt = await players[seat].submit(match_id, 3, move)
            view = await players[seat].view(match_id)
            said += [{name: receipt[name] for name in ("seat", "phase", "repeated")}, receipt.keys()]
            said += [view["view"], view["prompt"], view["cursor"], view["channels"], view["submission"]]
        replies.append(said)

    assert replies[0] == replies[1]
