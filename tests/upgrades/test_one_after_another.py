"""An SQLite file has one server at a time: that of the previous release, then today's, and then the previous again."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.faults.players import Addresses, Caller
from tests.secrecy.verifiers.both_verifiers import File, first, second
from tests.serving import overheard
from tests.upgrades.releases import Earlier
from tests.waiting import until

Json = Any


async def test_a_match_goes_on_where_the_previous_release_left_it(previous: Earlier, tmp_path: Path) -> None:
    """With the tokens of then, under whose keys calls are still repeated; and the earlier release can continue it."""
    database = f"sqlite:///{tmp_path / 'moirai.db'}"
    addresses = Addresses()
    players = {seat: Caller(addresses) for seat in "ab"}
    async with previous.serving(database) as old:
        addresses.urls = [old.url]
        for seat, player in players.items():
            await player.sign_up(seat)
        seats = {seat: {"player_id": player.player_id} for seat, player in players.items()}
        body = {"game": "wizards_duel", "pace": "eager", "open_log": True, "seats": seats, "autostart": True}
        created = (await players["a"].call("POST", "/v1/matches", body, key="once")).reply
        path = f"/v1/matches/{created.json()['match_id']}"
        for seat, player in players.items():
            await player.call("PUT", f"{path}/seats/{seat}", {})
        await _play(players, path, phase=1, spells="45")
        before = await players["a"].get(f"{path}/events")

    async with overheard(database) as new:
        addresses.urls = [new.url]
        again = (await players["a"].call("POST", "/v1/matches", body, key="once")).reply
        after = await players["a"].get(f"{path}/events")
        await _play(players, path, phase=2, spells="67")
        assert new.said.count("ERROR") == 0, new.said

    async with previous.serving(database) as old:
        addresses.urls = [old.url]
        back = await players["a"].get(f"{path}/events")
        await _play(players, path, phase=3, spells="88")
        await players["a"].post(f"{path}/actions", {"type": "void", "reason": ""})
        log = (await players["a"].call("GET", f"{path}/log")).reply.text
        assert old.said.count("ERROR") == 0, old.said

    assert _known_then(again.json(), created.json()) == created.json()
    assert after["events"][: len(before["events"])] == before["events"]
    assert back["events"][: len(after["events"])] == after["events"]
    for opinion in (first(File(log.encode())), *second([File(log.encode())])):
        assert opinion.code == 0, opinion.lines
    for player in players.values():
        await player.close()
        assert not player.complaints, player.complaints


def _known_then(now: Json, then: Json) -> Json:
    """Return a reply without the fields that it has gained since then."""
    if isinstance(now, dict) and isinstance(then, dict):
        return {name: _known_then(value, then[name]) for name, value in now.items() if name in then}
    if isinstance(now, list) and isinstance(then, list) and len(now) == len(then):
        return [_known_then(*pair) for pair in zip(now, then, strict=True)]
    return now


async def _play(players: Mapping[str, Caller], path: str, phase: int, spells: str) -> None:
    """Let both submit in a phase, once it is open, and wait until the next one is."""

    async def is_open(number: int) -> bool:
        view = await players["a"].get(f"{path}/view")
        return view["status"] == "running" and bool(view["phase"]["number"] == number)

    await until(lambda: is_open(phase))
    for player, spell in zip(players.values(), spells, strict=True):
        move = {"type": "cast", "spell": spell}
        sent = (await player.call("PUT", f"{path}/submission", {"phase": phase, "move": move})).reply
        assert sent.status_code == 200, sent.text
    await until(lambda: is_open(phase + 1))
