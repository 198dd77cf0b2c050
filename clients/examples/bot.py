"""Play any game with random moves: in an existing match, or in a new one against the server's bots."""

import argparse
import asyncio
import secrets

from moirai_client import Bot, Client
from moirai_client.match import Match
from moirai_client.schemas import SeatRequest


async def new_match(client: Client, game: str) -> Match:
    """A match of the game's first variant, all other seats a bot's, which starts at once."""
    own, *others = (await client.game(game))["variants"][0]["seats"]
    sitters: dict[str, SeatRequest] = {own["id"]: {}, **{seat["id"]: {"bot": True} for seat in others}}
    return await client.create_match({"game": game, "seats": sitters, "pace": "eager", "autostart": True})


async def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("server", help="its address, such as http://127.0.0.1:8000")
    arguments.add_argument("--match", help="the match to join; else a new one is made")
    arguments.add_argument("--game", default="wizards_duel", help="what to play in a new match")
    given = arguments.parse_args()

    async with await Client.sign_up(given.server, f"Random bot {secrets.token_hex(3)}") as client:
        match = client.match(given.match) if given.match else await new_match(client, given.game)
        if given.match and not await match.take_free_seat():
            raise SystemExit("All seats are taken.")
        print("Playing", match.id, flush=True)
        view = await Bot(client).run(match.id)
        print("Over:", view["outcome"])


if __name__ == "__main__":
    asyncio.run(main())
