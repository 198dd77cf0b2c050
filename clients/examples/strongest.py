"""Play the strongest spells first, and save what is needed to verify the log."""

import asyncio
import sys
from pathlib import Path

from moirai_client import Bot, Client
from moirai_client.schemas import Duelist, Move, ViewReply


class Strongest(Bot):
    async def choose(self, view: ViewReply) -> Move:
        game, phase = view["view"], view["phase"]
        if game["game"] != "wizards_duel" or phase is None or phase["name"] != "cast":
            return await super().choose(view)  # A random move that fits the prompt.
        seat: Duelist = "a" if view["viewer"] == "a" else "b"
        hand, banned = game["hands"][seat]["possible"], game["pending"][seat]["banned"]
        return {"type": "cast", "spell": max([spell for spell in hand if spell != banned] or hand)}


async def main(server: str) -> str:
    async with await Client.sign_up(server, "Ada") as client:
        match = await client.create_match(
            {
                "game": "wizards_duel",
                "seats": {"a": {}, "b": {"bot": True}},
                "pace": "eager",
                "autostart": True,
                "open_log": True,
            }
        )
        bot = Strongest(client)
        view = await bot.run(match.id)
        print(view["status"], view["outcome"])
        if bot.kept is not None:  # As it is before `run`.
            bot.kept.save("kept.json")
        return await match.log()


Path("match.ndjson").write_text(asyncio.run(main(sys.argv[1])), encoding="utf-8")
