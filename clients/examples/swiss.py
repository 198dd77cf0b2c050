"""Run a Swiss of short duels between bots, and show its tables and standings in the terminal while they play."""

import argparse
import asyncio
import sys
import time
from contextlib import AsyncExitStack
from pathlib import Path

from moirai_client import Bot, Client, Tournament
from moirai_client.schemas import Move, RoundReply, StandingsReply, TournamentView, ViewReply

NAMES = ["Ada", "Bo", "Cyra", "Edo", "Fay", "Gus", "Hal", "Ivo"]

STATES = {"waiting": "waiting", "playing": "playing", "done": ""}


class Thoughtful(Bot):
    """Plays at random, but takes its time: up to so many seconds a move."""

    seconds = 1.0

    async def choose(self, view: ViewReply) -> Move:
        await asyncio.sleep(self.random.uniform(0, self.seconds))
        return await super().choose(view)


async def news(tournament: Tournament, cursor: int) -> tuple[int, set[str]]:
    """Wait for the next events; return the cursor of the last one, and the types of their facts."""
    page = await tournament.events(cursor, wait_seconds=20)
    return page["cursor"], {fact["type"] for event in page["events"] for fact in event["facts"]}


async def play(player: Client, tournament_id: str) -> None:
    """Play each match of a tournament when it has begun, until the tournament is over."""
    tournament, cursor = player.tournament(tournament_id), 0
    while True:
        cursor, told = await news(tournament, cursor)
        if "tournament_over" in told:
            return
        if "tables_set" in told:  # The matches of a round exist.
            view = await tournament.view()
            for table in view["rounds"][-1]["tables"]:
                if view["viewer"] in table["entrants"] and table["status"] == "playing" and table["match_id"]:
                    await Thoughtful(player).run(table["match_id"])


async def direct(tournament: Tournament, rounds: int) -> None:
    """Pair and start one round after the other, and end the tournament after the last one."""
    cursor = 0
    for _ in range(rounds):
        await tournament.act({"type": "pair"})
        await tournament.act({"type": "start_round"})
        told: set[str] = set()
        while "round_done" not in told:
            cursor, told = await news(tournament, cursor)
    await tournament.act({"type": "finish", "reason": "All rounds are played."})


async def show(tournament: Tournament, place: str) -> None:
    """Draw the tournament again and again until it is over; where that is no terminal, when a round begins or ends."""
    started: dict[int, float] = {}
    seen, drawn, view = (0, ""), 0, await tournament.view()
    while True:
        newest = view["rounds"][-1] if view["rounds"] else None
        standings = await tournament.standings() if any(each["status"] == "done" for each in view["rounds"]) else None
        now = (newest["round"], newest["status"]) if newest else seen
        if newest and sys.stdout.isatty():
            seconds = time.monotonic() - started.setdefault(newest["round"], time.monotonic())
            lines = [*drawing(view, newest, standings, f"{seconds:.0f} s"), "", f"In a browser: {place}"]
            # Over what was drawn before.
            print(f"\x1b[{drawn}F\x1b[J" * bool(drawn) + "\n".join(lines), flush=True)
            drawn = len(lines)
        elif newest and now != seen and now[1] in ("started", "done"):
            print(*drawing(view, newest, standings, ""), "", sep="\n", flush=True)
        seen = now
        if view["status"] == "over":
            return
        await asyncio.sleep(0.5)
        view = await tournament.view()


def drawing(view: TournamentView, newest: RoundReply, standings: StandingsReply | None, clock: str) -> list[str]:
    """The tables of the last round, and the standings after the last that is done, as lines of text."""
    names = {each["entrant"]: each["player"]["name"] if each["player"] else "bot" for each in view["entrants"]}
    lines = [f"Round {newest['round']} of {view['settings']['rounds']}  {clock}".rstrip(), ""]
    for table in newest["tables"]:
        result = table["result"]
        players = " – ".join(f"{names[entrant]:<5}" for entrant in table["entrants"])
        state = " : ".join(halves(each) for each in result["points"]) if result else STATES[table["status"]]
        lines.append(f"{table['table']:>4}  {players:<14}  {state}")
    if standings:
        codes = standings["tie_breaks"]
        lines += ["", f"After round {standings['round']:<4}  Pts  " + "  ".join(f"{code:>5}" for code in codes)]
        for row in standings["rows"]:
            values = [row["tie_breaks"][code] / standings["per_point"][code] for code in codes]
            shown = "  ".join(f"{value:>5g}" for value in values)
            lines.append(f"{row['rank'] or '':>4}  {names[row['entrant']]:<10}  {halves(row['points']):>3}  {shown}")
    return lines


def halves(points: int) -> str:
    """Half points as people write them."""
    return f"{points // 2 or (not points % 2 and '0') or ''}{'½' * (points % 2)}"


async def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("server", help="its address, such as http://127.0.0.1:8000")
    arguments.add_argument("--players", type=int, default=8, choices=range(2, 9), help="how many play")
    arguments.add_argument("--rounds", type=int, default=3, help="less than there are players")
    arguments.add_argument("--seconds", type=float, default=Thoughtful.seconds, help="the longest time for a move")
    arguments.add_argument("--log", type=Path, help="where to write the logs of the tournament and its matches")
    given = arguments.parse_args()
    Thoughtful.seconds = given.seconds

    async with AsyncExitStack() as clients:
        director, *players = [
            await clients.enter_async_context(await Client.sign_up(given.server, name))
            for name in ["Dana", *NAMES[: given.players]]
        ]
        tournament = await director.create_tournament(
            {
                "label": "A small Swiss",
                "system": "swiss",
                "rounds": given.rounds,
                "max_entrants": len(NAMES),
                "match": {"game": "wizards_duel", "options": {"wins_needed": 1}, "pace": "eager"},
            }
        )
        await tournament.act({"type": "open"})
        for player in players:
            await player.tournament(tournament.id).enter()
        place = f"{given.server}/tournament/{tournament.id}"
        print(f"{len(players)} bots play. In a browser: {place}\n", flush=True)
        async with asyncio.TaskGroup() as tasks:
            for player in players:
                tasks.create_task(play(player, tournament.id))
            tasks.create_task(direct(tournament, given.rounds))
            tasks.create_task(show(tournament, place))
        view = await tournament.view()
        names = {each["entrant"]: each["player"]["name"] for each in view["entrants"] if each["player"]}
        print("\nFirst:", *(names[str(entrant)] for rank, entrant in view["places"] if rank == 1))
        if given.log:
            matches = [table["match_id"] for each in view["rounds"] for table in each["tables"] if table["match_id"]]
            logs = [await tournament.log(), *[await director.match(match).log() for match in matches]]
            given.log.write_text("".join(logs), encoding="utf-8")


if __name__ == "__main__":
    try:
        asyncio.run(main())
    except KeyboardInterrupt:
        sys.exit(130)
