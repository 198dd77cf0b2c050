"""A running match goes on by newer rules once its host proposes them and all of its players agree."""

from __future__ import annotations

from typing import Any

import pytest

from engines.catalogue import GAMES
from server.cli.logs.logfile import read_logs
from tests.secrecy.verifiers.both_verifiers import both, file_of
from tests.server.api.story import older_duel
from tests.server.world import Client, World

Json = Any

PROPOSE: Json = {"type": "propose_rules", "rules_version": 2}
WITHDRAW: Json = {"type": "propose_rules", "rules_version": None}


async def _begun(world: World) -> tuple[Client, Client, Client, str]:
    host, ada, bo = await world.players("Host", "Ada", "Bo")
    return host, ada, bo, await older_duel(world, host, ada, bo)


async def _agree(player: Client, match_id: str, *, expect: int = 200) -> Json:
    return await player.put(f"/v1/matches/{match_id}/rules", {"rules_version": 2}, expect=expect)


async def _details(player: Client, match_id: str) -> Json:
    return await player.get(f"/v1/matches/{match_id}")


async def _cast(match_id: str, phase: int, spells: tuple[str, str], *players: Client) -> None:
    for player, spell in zip(players, spells, strict=True):
        await player.submit(match_id, phase, {"type": "cast", "spell": spell})


async def test_a_match_goes_on_by_newer_rules_from_the_phase_after_the_last_consent(world: World) -> None:
    """The open phase is closed by the old rules, by which its moves were meant; both verifiers follow."""
    host, ada, bo, match_id = await _begun(world)
    offered = await _details(ada, match_id)
    await host.act(match_id, PROPOSE)
    await _agree(ada, match_id)
    proposed = await _details(bo, match_id)
    await _agree(bo, match_id)
    agreed = await _details(host, match_id)
    await _cast(match_id, 1, ("5", "4"), ada, bo)
    await world.pass_time(100)
    moved = await _details(ada, match_id)
    # An absent player's opponent gets exactly one point by version 2, two by version 1 (R3).
    await bo.submit(match_id, 2, {"type": "cast", "spell": "6"})
    before = (await ada.view(match_id))["cursor"]
    await world.pass_time(100)
    points = (await ada.view(match_id))["view"]["points"]
    earlier = await ada.get(f"/v1/matches/{match_id}/view", at=before)
    await host.act(match_id, {"type": "void", "reason": "Enough."})
    log = (await ada.http.get(f"/v1/matches/{match_id}/log")).text

    assert (offered["rules_version"], offered["newer_rules"]) == (1, [2])
    assert proposed["proposed_rules"] == {"rules_version": 2, "agreed": ["a"], "asked": ["b"]}
    assert (agreed["rules_version"], agreed["coming_rules"], agreed["newer_rules"]) == (1, 2, [])
    assert agreed["proposed_rules"] is None
    assert (moved["rules_version"], moved["newer_rules"]) == (2, [])
    assert moved["coming_rules"] is None
    assert points["b"] - earlier["view"]["points"]["b"] == 1
    (entries,) = read_logs(log.splitlines()).values()
    ((first, second),) = both([file_of(entries)])
    assert (first.code, second.code) == (0, 0), (first.lines, second.lines)
    said = "wizards_duel, version 1, from phase 2 version 2"
    assert any(said in line for line in first.lines)
    assert any(said in line for line in second.lines)


@pytest.mark.parametrize("ends_by", ["phase", "withdrawal", "newcomer"])
async def test_a_proposal_ends_with_its_phase_by_its_withdrawal_and_with_the_people_who_were_asked(
    world: World, ends_by: str
) -> None:
    """Otherwise somebody could agree later, when the rules are to their advantage, or unasked."""
    host, ada, bo, match_id = await _begun(world)
    await host.act(match_id, PROPOSE)
    await _agree(ada, match_id)

    if ends_by == "phase":
        await world.pass_time(100)
    elif ends_by == "withdrawal":
        await host.act(match_id, WITHDRAW)
    else:
        await host.act(match_id, {"type": "replace_player", "seat": "b"})

    refused = await _agree(bo if ends_by != "newcomer" else ada, match_id, expect=409)
    details = await _details(host, match_id)
    assert refused["code"] == "rules_not_proposed"
    assert (details["proposed_rules"], details["coming_rules"]) == (None, None)


async def test_only_what_carries_over_can_be_proposed_and_only_by_hosts(world: World) -> None:
    host, ada, bo, match_id = await _begun(world)
    newest = await world.duel(host, ada, bo)

    refusals = [
        await host.act(match_id, {**PROPOSE, "rules_version": 3}, expect=409),
        await host.act(newest, PROPOSE, expect=409),
        await ada.act(match_id, PROPOSE, expect=403),
        await _agree(host, match_id, expect=403),
    ]

    assert [refused["code"] for refused in refusals] == [
        *("rules_not_offered", "rules_not_offered"),
        *("host_only", "not_seated"),
    ]
    assert (await _details(host, newest))["newer_rules"] == []


async def test_proposing_and_agreeing_again_changes_nothing(world: World) -> None:
    host, ada, bo, match_id = await _begun(world)
    await host.act(match_id, PROPOSE)
    await _agree(ada, match_id)
    await host.act(match_id, PROPOSE)
    await _agree(ada, match_id)
    await _agree(bo, match_id)
    await host.act(match_id, PROPOSE)

    log = (await host.http.get(f"/v1/matches/{match_id}/log")).text
    assert [log.count(f'"type":"{fact}"') for fact in ("rules_proposed", "rules_agreed", "rules_changed")] == [1, 2, 1]


async def test_bots_are_not_asked(world: World) -> None:
    host, ada = await world.players("Host", "Ada")
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(GAMES, "wizards_duel", GAMES["wizards_duel"].versions[1])
        match_id = await world.match("wizards_duel", host, {"a": ada, "b": None})
        watched = await world.match("wizards_duel", host, {"a": None, "b": None}, {"cast_seconds": 600})

    await host.act(match_id, PROPOSE)
    await _agree(ada, match_id)
    await host.act(watched, PROPOSE)

    assert (await _details(ada, match_id))["coming_rules"] == 2
    assert (await _details(ada, watched))["coming_rules"] == 2


async def test_a_process_without_the_newer_rules_leaves_the_match_alone_from_the_phase_in_which_they_hold(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until then it plays on by the rules that it has."""
    host, ada, bo, match_id = await _begun(world)
    await host.act(match_id, PROPOSE)
    await _agree(ada, match_id)
    await _agree(bo, match_id)
    directory = world.app.state.server.directory
    live = await world.app.state.server.match_logs.repository.get(match_id)

    older = GAMES["wizards_duel"].versions[1]
    alone = {"versions": {1: older}, "carries_over": {}}
    with monkeypatch.context() as patched:
        for name, value in alone.items():
            patched.setitem(vars(older), name, value)
        patched.setitem(GAMES, "wizards_duel", older)
        await world.pass_time(100)
        waiting = live.state
        refused = await ada.submit(match_id, 2, {"type": "cast", "spell": "5"}, expect=503)
        counted = await directory.count_other_rules()

    assert (waiting.phase.number, waiting.in_force.version, waiting.rules_known) == (2, 2, False)
    assert refused["code"] == "other_rules"
    assert counted == {("wizards_duel", 2): 1}
