"""Play a match with random moves against a bot of the server."""

import asyncio
import sys

from moirai_client import Bot, Client


async def main(server: str) -> None:
    async with await Client.sign_up(server, "Ada") as client:
        match = await client.create_match(
            {
                "game": "wizards_duel",
                "seats": {"a": {}, "b": {"bot": True}},
                "pace": "eager",
                "autostart": True,
            }
        )
        view = await Bot(client).run(match.id)
        print(view["status"], view["outcome"])


asyncio.run(main(sys.argv[1]))
