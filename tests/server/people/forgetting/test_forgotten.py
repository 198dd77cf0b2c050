"""
A player who asks for it is forgotten: name and words leave the database, replies, streams and logs, which still verify.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from server.cli.logs.logfile import read_logs
from server.cli.logs.seals import Kept
from server.cli.logs.verify import judge
from tests.secrecy.verifiers.both_verifiers import File, second
from tests.server.organising.series.seasons import season
from tests.server.organising.tournaments.directing import directed
from tests.server.people.forgetting.dumps import found_in, shown, stored
from tests.server.world import Client, World

Json = Any

NAME: Final = "Zzyzx Unmistakable"
WORDS: Final = "qwyjibo"
"""In everything that the player writes."""

ARENA: Final = {"game": "hero_of_the_arena", "pace": "deadline"}
LEFT: Final = {"en": "A player who left", "de": "Eine Person, die gegangen ist"}


@dataclass
class Traces:
    """A player who has left traces everywhere, others who have met the player, and the logs."""

    player: Client
    host: Client
    friend: Client
    organiser: Client
    matches: list[str] = field(default_factory=list)
    tournaments: list[str] = field(default_factory=list)
    series: list[str] = field(default_factory=list)

    @property
    def paths(self) -> list[str]:
        of_matches = [f"/v1/matches/{each}" for each in self.matches]
        of_events = [
            *(f"/v1/tournaments/{each}" for each in self.tournaments),
            *(f"/v1/series/{each}" for each in self.series),
        ]
        of_logs = [f"{path}{more}" for path in (*of_matches, *of_events) for more in ("", "/view", "/events", "/log")]
        channels = [f"{path}/channels/{name}/messages" for path in of_matches for name in ("table", "host:a", "host:b")]
        lists = [
            "/v1/matches",
            f"/v1/matches?text={WORDS}",
            "/v1/tournaments",
            "/v1/series",
            "/v1/me/events",
            "/v1/webhooks",
        ]
        return [*of_logs, *channels, *lists, "/v1/ratings?game=wizards_duel"]

    async def logs(self) -> list[str]:
        """Return the logs that an organiser can read."""
        places = [("matches", self.matches), ("tournaments", self.tournaments), ("series", self.series)]
        texts = []
        for kind, log_id in ((kind, each) for kind, ids in places for each in ids):
            reply = await self.organiser.http.get(f"/v1/{kind}/{log_id}/log")
            assert reply.status_code == 200, reply.text
            texts.append(reply.text)
        return texts


async def leave_traces(world: World) -> Traces:
    """Let a player take part in everything."""
    player, host, friend = [await world.player(name) for name in (NAME, "Bo", "Cy")]
    organiser = await world.player("Olga", "laplace and his demon")
    traces = Traces(player, host, friend, organiser)
    await host.post("/v1/webhooks", {"url": "https://hooks.example.org/"}, expect=201)
    await player.post("/v1/webhooks", {"url": "https://hooks.example.org/"}, expect=201)
    await player.post("/v1/me/calendar", None, expect=201)
    pack = {"name": f"{WORDS} pack", "layout": ["ABCDEFGHIJKLMNOPQRSTUVWXY"]}
    await player.post("/v1/packs", {"game": "divine_intervention", "content": pack}, expect=201)

    played = await world.duel(player, player, host, open_log=True, label=f"{WORDS} label")
    await player.say(played, "table", f"{WORDS} hello", key="said")
    await host.say(played, "table", "Hello yourself.")
    await player.say(played, "host:a", f"{WORDS} to the host")
    await player.act(played, {"type": "pause", "reason": f"{WORDS} tea"})
    await player.act(played, {"type": "resume"})
    await player.act(played, {"type": "void", "reason": f"{WORDS} enough"})
    rematch = await player.post(f"/v1/matches/{played}/rematch", None)

    seats = {"a": {"player_id": player.player_id}, "b": {"bot": True}}
    body = {"game": "wizards_duel", "seats": seats, "label": "Reserved", "autostart": False}
    reserved = (await host.post("/v1/matches", body, expect=201, key="reserving"))["match_id"]
    running = await world.duel(host, player, friend, label="Running")
    await player.say(running, "table", f"{WORDS} there")
    await host.act(running, {"type": "mute", "seat": "a", "reason": "Noise."})
    replaced = await world.duel(host, player, friend)
    await world.replace(replaced, "a", host, await world.player("Ed"))
    left = (await host.post("/v1/matches", {"game": "wizards_duel", "autostart": False}, expect=201))["match_id"]
    await player.sit(left, "a")
    await player.delete(f"/v1/matches/{left}/seats/a")
    waiting = (await player.post("/v1/matches", {"game": "wizards_duel", "label": WORDS}, expect=201))["match_id"]
    traces.matches += [played, rematch["match_id"], reserved, running, replaced, left, waiting]

    teams = await directed(world, match=ARENA, teams="fixed")
    await player.put(f"{teams.path}/entrants/me", {"partner": host.player_id})
    alone = await directed(world, ["Di"], rounds=1)
    followed = {"type": "tournament", "id": alone.id}
    await host.post("/v1/webhooks", {"url": "https://hooks.example.org/", "event": followed}, expect=201)
    await player.put(f"{alone.path}/entrants/me", {})
    await alone.start()
    own = await player.post(
        "/v1/tournaments", {"label": "An event", "system": "swiss", "rounds": 1, "match": {"game": "wizards_duel"}}, 201
    )
    path = f"/v1/tournaments/{own['tournament_id']}"
    noted = {"type": "note_table", "round": 1, "table": 1, "text": f"{WORDS} note"}
    steps: list[Json] = [
        {"type": "open", "reason": f"{WORDS} open"},
        {"type": "add_bots", "count": 2},
        {"type": "pair"},
    ]
    for step in (*steps, noted):
        await player.post(f"{path}/actions", step)
    traces.tournaments += [teams.id, alone.id, own["tournament_id"]]
    traces.matches += [each["match_id"] for each in (await alone.view())["rounds"][0]["tables"]]

    five = await season(world, ("Ada", "Bea", "Cem", "Dea"))
    await player.put(f"{five.path}/players/me", None)
    await five.act("start")
    traces.series.append(five.id)
    traces.matches.append(await five.match())
    await world.settle()
    return traces


async def test_nothing_of_a_player_is_found_anywhere_afterwards(world_on_either: World, database_url: str) -> None:
    world = world_on_either
    traces = await leave_traces(world)
    readers = [traces.host, traces.friend, traces.organiser]
    before = await stored(database_url)
    assert {"entries", "matches", "kept_replies", "webhook_deliveries", "players"} <= {*found_in(before, NAME)}
    assert found_in(before, WORDS)

    await ask(world, traces.player)

    for reader in readers:
        assert found_in(await shown(reader, traces.paths), NAME, WORDS) == []
    await world.settle()
    world.clock.advance(61)
    await world.app.state.server.forgetting.sweep()
    await world.app.state.server.renewals.look()
    after = await stored(database_url)
    assert found_in({name: rows for name, rows in after.items() if name != "the file"}, NAME, WORDS) == []
    assert found_in(after, NAME, WORDS) == []
    assert traces.player.player_id not in "".join(after[name] for name in GONE)
    assert f"{traces.player.player_id}." not in after["entries"]
    for reader in readers:
        assert found_in(await shown(reader, traces.paths), NAME, WORDS) == []
    await require_genuine(await traces.logs())


GONE: Final = ("players", "tickets", "webhooks", "push_subscriptions", "packs", "ratings", "marks")
"""Tables in which not even the id remains."""


async def ask(world: World, player: Client, name: str = NAME) -> None:
    """Ask to be forgotten, and wait until everything that is done at once is done."""
    reply = await player.http.request("DELETE", "/v1/me", json={"name": name})
    assert reply.status_code == 202, reply.text
    await world.app.state.server.forgetting.settle()
    await world.app.state.server.renewals.look()


async def require_genuine(logs: Sequence[str]) -> None:
    """Verify logs with both verifiers."""
    whole = "".join(logs)
    judgement = judge(read_logs(whole.splitlines()), Kept())
    assert judgement.good, "\n".join(judgement.lines)
    (opinion,) = second([File(whole.encode())])
    assert opinion.code == 0, [line for line in opinion.lines if "WRONG" in line or line.startswith("  entry")]
    assert any("entries are redacted" in line for line in opinion.unchecked)
