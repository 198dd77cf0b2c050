"""Play the strongest spells first, and save what is needed to verify the log."""

import asyncio
import sys
from pathlib import Path

from moirai_client import Bot, Client
from moirai_client.schemas import Move, ViewReply


class Strongest(Bot):
    async def choose(self, view: ViewReply) -> Move:
        phase, prompt = view["phase"], view["prompt"]
        if phase is None or prompt is None or phase["name"] != "cast":
            return await super().choose(view)  # A random move that fits the prompt.
        return {"type": "cast", "spell": max(prompt["properties"]["spell"]["enum"])}


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
