"""
A bridge between a chat and a server: people play a whole season without leaving the chat.

The bridge is one player, who directs the season and takes no part in it. Everybody who joins in the channel becomes a
guest of the bridge, which acts for all of them with its one token. Webhooks say what to tell: one on the season for the
channel, and one of each guest for the person alone. The chat is a fake one; put that of yours in its place.

python bridge.py SERVER TOKEN ADDRESS PORT CERTIFICATE

TOKEN is that of the bridge. The server must be able to call ADDRESS, an https address that leads to this PORT; the file
CERTIFICATE has the certificate for it, with its key.
"""

import asyncio
import base64
import hmac
import json
import ssl
import sys
import time
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import httpx

from moirai_client.answers import answer

Json = Any
Person = Callable[[str], Awaitable[str | None]]

SEASON: Json = {
    "label": "Chat season",
    "realms": {"heaven": 2, "hell": 3},
    "pick": {"seconds": 3600, "silent": "worst_rank"},
    "deaths": {"duel": {"game": "wizards_duel", "variant": "puzzler", "seats": {"a": "candidate", "b": "opponent"}}},
    "episodes": [
        {
            "game": "threads_of_fate",
            "variant": "quick",
            "options": {"hell_size": 3, "rounds": 3},
            "heaven": "stays",
            "death": "duel",
        },
        {"game": "hero_of_the_arena", "variant": "skirmish", "options": {"rounds": 1}, "finalists": "winner"},
        {
            "game": "wizards_duel",
            "variant": "gods_collide",
            "seats": {"a": "finalist:hell", "b": "finalist:heaven"},
        },
    ],
    "pace": "eager",
    "start": "when_done",
    "match": {"open_log": True},
}

PUBLIC = [
    f"event.{name}"
    for name in ("place_taken", "episode_begun", "realms_settled", "death_match_begun", "death_match_done")
] + ["event.entrant_left", "event.series_over", "event.series_cancelled"]
"""What is posted in the channel."""

PERSONAL = ["match.awaited", "match.over", "decision.asked", "series.entered", "series.ended"]
"""What a person is told."""


class Chat:
    """A fake chat: one channel that everybody reads, and a conversation with each person that nobody else reads."""

    def __init__(self) -> None:
        self.channel: list[str] = []
        self.told: dict[str, list[str]] = {}
        self.said: dict[str, list[str]] = {}
        self.people: dict[str, Person] = {}
        self.heard: Callable[[str, str], Awaitable[None]] | None = None

    async def post(self, text: str) -> None:
        self.channel.append(text)

    async def tell(self, person: str, text: str) -> None:
        """Send a direct message; the person may reply."""
        self.told.setdefault(person, []).append(text)
        reply = await self.people[person](text)
        if reply is not None:
            await self.say(person, reply)

    async def say(self, person: str, text: str) -> None:
        """Let a person write to the bridge."""
        self.said.setdefault(person, []).append(text)
        if self.heard is not None:
            await self.heard(person, text)


class Bridge:
    """What connects the chat with the server. `clock` returns the seconds since 1970."""

    def __init__(
        self, server: str, token: str, address: str, chat: Chat, clock: Callable[[], float] = time.time
    ) -> None:
        self.chat, self.address, self.clock = chat, address, clock
        self.http = httpx.AsyncClient(base_url=server, headers={"Authorization": f"Bearer {token}"}, timeout=60)
        self.players: dict[str, str] = {}  # The guest of each person.
        self.secrets: dict[str, str] = {}  # Of webhooks, by the path to which they come.
        self.asked: dict[str, tuple[str, int]] = {}  # What each person was asked last: a match and a phase, or "".
        self.seen: set[str] = set()
        self.inbox: asyncio.Queue[tuple[str, Json]] = asyncio.Queue()
        self.over = asyncio.Event()
        self.random = Random()
        self.series = ""
        chat.heard = self.hear

    async def call(self, method: str, path: str, body: Json = None, person: str | None = None) -> Json:
        """Make a call, for a person if one is named."""
        headers = {} if person is None else {"On-Behalf-Of": self.players[person]}
        while True:
            reply = await self.http.request(method, f"/v1{path}", json=body, headers=headers)
            if reply.status_code not in (429, 503):
                break
            await asyncio.sleep(float(reply.headers["Retry-After"]))
        reply.raise_for_status()
        return reply.json() if reply.content else None

    async def hook(self, path: str, person: str | None = None, **more: Json) -> None:
        """Let the server post to a path of this program."""
        made = await self.call("POST", "/webhooks", {"url": self.address + path, **more}, person)
        self.secrets[path] = made["secret"]

    async def open(self) -> None:
        """Make the season, and have the channel told about it."""
        self.series = (await self.call("POST", "/series", SEASON))["series_id"]
        await self.hook("/channel", event={"type": "series", "id": self.series}, types=PUBLIC)

    async def join(self, person: str) -> None:
        """Make a guest for a person who wants to play, and enter the season for them."""
        self.players[person] = (await self.call("POST", "/guests", {"name": person}))["player_id"]
        await self.hook(f"/people/{self.players[person]}", person, types=PERSONAL)
        await self.call("PUT", f"/series/{self.series}/players/me", {}, person)

    async def start(self) -> None:
        """Start the season, with those in heaven who have joined first."""
        places = [f"e{number}" for number in range(1, len(self.players) + 1)]
        heaven = SEASON["realms"]["heaven"]
        await self.act({"type": "set_places", "heaven": places[:heaven], "hell": places[heaven:]})
        await self.act({"type": "start"})

    async def act(self, action: Json) -> None:
        await self.call("POST", f"/series/{self.series}/actions", action)

    # From the chat

    async def hear(self, person: str, text: str) -> None:
        """Do what a person has written."""
        command, _, rest = text.partition(" ")
        try:
            if command == "!join":
                await self.join(person)
            elif command == "link":
                made = await self.call("POST", f"/guests/{self.players[person]}/sign-in-link")
                await self.chat.tell(person, f"{self.http.base_url}{made['path'][1:]}")
            elif command == "move":
                match_id, phase = self.asked[person]
                body = {"phase": phase, "move": json.loads(rest)}
                await self.call("PUT", f"/matches/{match_id}/submission", body, person)
            elif command == "choose":
                path = f"/series/{self.series}/decisions/{self.asked[person][1]}"
                await self.call("PUT", path, {"choice": rest}, person)
        except httpx.HTTPStatusError as refused:
            if command == "move" and refused.response.status_code == 422:
                await self.ask_for_move(person, self.asked[person][0], refused.response.json()["detail"])
            else:
                await self.chat.tell(person, refused.response.json()["detail"])

    # From the server

    async def run(self) -> None:
        """Pass on what webhooks say, until cancelled; people take their time, so each is told in a task of its own."""
        async with asyncio.TaskGroup() as telling:
            while True:
                path, message = await self.inbox.get()
                telling.create_task(self.pass_on(path, message))

    async def pass_on(self, path: str, message: Json) -> None:
        kind, data = message["type"], message["data"]
        if path == "/channel":
            await self.chat.post(data["text"])
            if kind in ("event.series_over", "event.series_cancelled"):
                self.over.set()
            return
        person = next(name for name, player_id in self.players.items() if path == f"/people/{player_id}")
        if kind == "match.awaited":
            if self.asked.get(person) != (data["match_id"], data["phase"]):
                self.asked[person] = (data["match_id"], data["phase"])
                await self.ask_for_move(person, data["match_id"], data["text"])
        elif kind == "decision.asked":
            self.asked[person] = ("", data["decision"])
            view = await self.call("GET", f"/series/{self.series}/view", None, person)
            choices = view["episodes"][-1]["decisions"][-1]["choices"]
            await self.chat.tell(person, f"{data['text']} Answer, for example: choose {self.random.choice(choices)}")
        else:
            await self.chat.tell(person, data["text"])

    async def ask_for_move(self, person: str, match_id: str, why: str) -> None:
        """Tell a person what they know, and what a move may look like."""
        view = await self.call("GET", f"/matches/{match_id}/view?lines=en", None, person)
        if view["prompt"] is None or view["phase"] is None:
            return  # The phase is over.
        self.asked[person] = (match_id, view["phase"]["number"])
        example = json.dumps(answer(view["prompt"], self.random))
        await self.chat.tell(person, "\n".join([why, *view["lines"][-5:], f"Answer, for example: move {example}"]))

    async def receive(self, path: str, headers: dict[str, str], body: bytes) -> int:
        """Take a message of a webhook, once; return the status of the answer."""
        if not self.is_genuine(path, headers, body):
            return 401
        if headers["webhook-id"] not in self.seen:
            self.seen.add(headers["webhook-id"])
            self.inbox.put_nowait((path, json.loads(body)))
        return 204

    def is_genuine(self, path: str, headers: dict[str, str], body: bytes) -> bool:
        """Whether a message is signed with the secret of its webhook, and new (standardwebhooks.com)."""
        sent, signatures = headers.get("webhook-timestamp", ""), headers.get("webhook-signature", "")
        if path not in self.secrets or not sent.isdecimal() or abs(self.clock() - int(sent)) > 300:
            return False
        key = base64.b64decode(self.secrets[path].removeprefix("whsec_"))
        signed = f"{headers.get('webhook-id')}.{sent}.".encode() + body
        ours = "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()
        return any(hmac.compare_digest(ours.encode(), theirs.encode()) for theirs in signatures.split())

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request of the server over HTTP."""
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            status = await self.receive(head[0].split(" ")[1], headers, body)
            writer.write(f"HTTP/1.1 {status} \r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
            await writer.drain()
        finally:
            writer.close()


async def play(bridge: Bridge, people: dict[str, Person]) -> None:
    """Play a whole season with these people, who join in the channel."""
    bridge.chat.people |= people
    async with asyncio.TaskGroup() as group:
        running = group.create_task(bridge.run())
        await bridge.open()
        for person in people:
            await bridge.chat.say(person, "!join")
        await bridge.start()
        await bridge.over.wait()
        running.cancel()


async def agreeable(text: str) -> str | None:
    """A person who does what the bridge proposes."""
    _, asked, example = text.partition("Answer, for example: ")
    return example if asked else None


async def main(server: str, token: str, address: str, port: int, certificate: str) -> None:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate)
    bridge = Bridge(server, token, address, Chat())
    async with await asyncio.start_server(bridge.answer, None, port, ssl=context):
        await play(bridge, dict.fromkeys(("Ada", "Bo", "Cy", "Di", "Ed"), agreeable))
    print("\n".join(bridge.chat.channel))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), sys.argv[5]))
