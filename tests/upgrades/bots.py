"""Two bots of the Python package play a duel to its end; a line is printed for each move, and the last is the log."""

import asyncio
import json
import sys
from random import Random
from typing import cast

from moirai_client import Bot, Client
from moirai_client.schemas import MatchRequest, Move, ViewReply


class Telling(Bot):
    """Says when it moves."""

    async def choose(self, view: ViewReply) -> Move:
        print(json.dumps({"moves": view["match_id"]}), flush=True)
        return await super().choose(view)


async def main() -> None:
    server, terms = sys.argv[1], json.loads(sys.argv[2])
    async with await Client.sign_up(server, "Ada") as ada, await Client.sign_up(server, "Bo") as bo:
        seats = {"a": {}, "b": {"player_id": (await bo.me())["player_id"]}}
        match = await ada.create_match(cast("MatchRequest", {**terms, "seats": seats}))
        await bo.match(match.id).take_seat("b")
        bots = Telling(ada, Random(1)), Telling(bo, Random(2))
        views = await asyncio.gather(*(bot.run(match.id) for bot in bots))
        print(json.dumps({"statuses": [view["status"] for view in views], "log": await match.log()}))


asyncio.run(main())
