"""Print the events that spectators of a match receive, until it is over."""

import asyncio
import sys

from moirai_client import Client

ENDS = {"match_ended", "match_adjudicated", "match_voided"}


async def main(server: str, match_id: str) -> None:
    async with (
        await Client.sign_up(server, "Bystander") as client,
        client.match(match_id).follow() as stream,
    ):
        async for event in stream:
            types = [fact["type"] for fact in event["facts"]]
            print(event["cursor"], *types)
            if not ENDS.isdisjoint(types):
                break


asyncio.run(main(*sys.argv[1:]))
