"""Everything that strangers and broken clients send, with a canary in each request."""

from __future__ import annotations

import asyncio
import json
import os
import struct
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from tests.secrecy.outputs.guests import Guest, House
from tests.waiting import PATIENCE_SECONDS

Json = Any

NOBODY = "0" * 26


async def bother(house: House, host: Guest, match_id: str) -> None:
    """Cause every kind of refusal."""
    await _send_wrong_credentials(house, host)
    await _send_wrong_calls(house, host, match_id)
    await _send_wrong_content(house, host, match_id)
    await _send_wrong_frames(house, host, match_id)
    await _send_broken_bytes(house, host, match_id)


async def _send_wrong_credentials(house: House, host: Guest) -> None:
    def new() -> str:
        return house.canaries.secret("credential")

    for token in (new(), f"{NOBODY}.{new()}", f"{host.player_id}.{new()}"):
        reply = await house.http.get("/v1/me", headers={"Authorization": f"Bearer {token}"})
        assert reply.status_code == 401
        for path in (f"/v1/invitations/{token}", f"/v1/invitations/{token}/accept"):
            await host.call("POST" if path.endswith("accept") else "GET", path)
        assert await house.close_reason(f"/v1/stream?ticket={token}") == 4401
        assert await house.close_reason("/v1/stream", subprotocols=["moirai.v1", f"bearer.{token}"]) == 4401
        header = {"Authorization": f"Bearer {token}"}
        assert await house.close_reason("/v1/stream", additional_headers=header) == 4401
    assert (await house.http.get("/v1/me", headers={"Authorization": new()})).status_code == 401
    assert (await house.http.post("/v1/players", json={"name": new(), "organiser_key": new()})).status_code == 403
    async with house.socket("/v1/stream", subprotocols=["moirai.v1", f"bearer.{host.token}"]) as connection:
        assert '"hello"' in str(await connection.recv())


async def _send_wrong_calls(house: House, host: Guest, match_id: str) -> None:
    def new() -> str:
        return house.canaries.secret("path, query or header")

    paths = [f"/{new()}", f"/v1/matches/{new()}", f"/v1/games/{new()}", f"/v1/packs/{new()}", f"/v1/me?x={new()}"]
    paths += [f"/v1/matches/{match_id}/channels/{new()}/messages", f"/v1/matches/{match_id}/events?after={new()}"]
    for path in (*paths, f"/v1/matches?status={new()}&before={new()}"):
        await host.call("GET", path)
    for header in ("Accept", "User-Agent", "Content-Type", "X-Request-Id", "Last-Event-ID", "Cookie", "Referer"):
        await host.call("POST", "/v1/matches", {}, **{header.replace("-", "_"): new()})
        await host.call("GET", f"/v1/matches/{match_id}/events", **{header.replace("-", "_"): new()})
    await host.call("POST", f"/v1/matches/{match_id}/start", Idempotency_Key=new() * 20)
    key = new()
    for channel in ("host:a", "host:b"):
        path = f"/v1/matches/{match_id}/channels/{channel}/messages"
        await host.call("POST", path, {"text": new()}, Idempotency_Key=key)


async def _send_wrong_content(house: House, host: Guest, match_id: str) -> None:
    def new() -> str:
        return house.canaries.secret("body")

    for junk in (new(), [new()], {new(): new()}, {"name": new(), new(): 1}, {"name": {"x": new()}}, f"\u202e{new()}"):
        await host.call("POST", "/v1/players", junk)
    for body in (f'{{"name": "{new()}', f"{new()}", f'"{new()}\\ud800"', f'{{"name": "{new()}\\u0000"}}'):
        await house.http.post("/v1/players", content=body, headers={"Content-Type": "application/json"})
    for options in ({new(): 1}, {"wins_needed": new()}, {"items": {new(): new()}}, {"theme": new()}):
        await host.call("POST", "/v1/matches", {"game": "wizards_duel", "options": options})
    matches: list[Json] = [{"game": new()}, {"variant": new()}, {"seats": {new(): {}}}, {"pace": new()}]
    for terms in (*matches, {"seats": {"a": {"player_id": new()}}}):
        await host.call("POST", "/v1/matches", {"game": "wizards_duel", **terms})
    for game in ("hero_of_the_arena", "divine_intervention", new()):
        for content in ({new(): new()}, {"name": new(), "boons": [{"id": new()}], "layout": [new()]}):
            await host.call("POST", "/v1/packs", {"game": game, "content": content})
        await host.call("POST", "/v1/matches", {"game": game, "options": {"pack": new()}})
    for action in ({"type": new()}, {"type": "pause", "reason": f"\n{new()}"}, {"type": "mute", "seat": new()}):
        await host.call("POST", f"/v1/matches/{match_id}/actions", action)
    outcome = {"rank": {new(): 1}, "consequences": {new(): ["winner"]}}
    adjudicate = {"type": "adjudicate", "outcome": outcome, "reason": new()}
    await host.call("POST", f"/v1/matches/{match_id}/actions", adjudicate)
    for move in ({"type": new()}, {"type": "cast", "spell": new()}, {"type": "cast", "spell": "6", new(): new()}):
        await host.call("PUT", f"/v1/matches/{match_id}/submission", {"phase": 1, "move": move})


async def _send_wrong_frames(house: House, host: Guest, match_id: str) -> None:
    def new() -> str:
        return house.canaries.secret("frame")

    frames: list[str | bytes] = [new(), json.dumps({"type": new()}), json.dumps({"type": "ping", new(): new()})]
    frames += [json.dumps({"type": "subscribe", "match_id": [new()]}), new().encode(), new() * 9_000]
    for frame in frames:
        code = await house.close_reason("/v1/stream", frame, additional_headers=host.headers)
        assert code in (4400, 1009), (code, frame)
    assert await house.close_reason(f"/v1/matches/{new()}/stream", additional_headers=host.headers) == 4404
    path = f"/v1/matches/{match_id}/stream?after={new()}"
    assert await house.close_reason(path, additional_headers=host.headers) == 4400


async def _send_broken_bytes(house: House, host: Guest, match_id: str) -> None:
    """Send what no HTTP library sends, and requests that are cut off."""

    def new() -> str:
        return house.canaries.secret("bytes")

    submission = f"PUT /v1/matches/{match_id}/submission HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer {host.token}\r\n"
    for sent in (
        f"{new()}\r\n\r\n",
        f"GET /{new()} HTTP/9.9\r\n\r\n",
        f"GET / HTTP/1.1\r\nHost: h\r\n{new()}\r\n\r\n",
        f"GET /v1/stream?ticket={new()} HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: {new()}\r\n\r\n",
        f'{submission}Content-Length: 900\r\n\r\n{{"phase": 1, "move": {{"type": "{new()}"',
        f"{submission}Transfer-Encoding: chunked\r\n\r\n{new()}",
    ):
        await _send(house.url, sent.encode())
    for frame in (_frame(0x3, new()), _frame(0x1, new())[:-3], _frame(0x1, "\udcff" + new()), _frame(0x8, new() * 20)):
        await _send(house.url, _opening(host.token), frame)


def _opening(token: str) -> bytes:
    return (
        "GET /v1/stream HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"Authorization: Bearer {token}\r\n\r\n"
    ).encode()


def _frame(opcode: int, text: str) -> bytes:
    """Return a masked WebSocket frame, valid or not."""
    payload, mask = text.encode(errors="surrogateescape"), os.urandom(4)
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else bytes([0xFE]) + struct.pack("!H", len(payload))
    return bytes([0x80 | opcode]) + size + mask + masked


async def _send(url: str, *parts: bytes) -> None:
    """Send bytes, waiting for a reply in between, and drop the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", urlsplit(url).port)
    with suppress(ConnectionError, TimeoutError):
        for part in parts:
            writer.write(part)
            await writer.drain()
            async with asyncio.timeout(0.05 if part is parts[-1] else PATIENCE_SECONDS):
                await reader.read(4096)
    writer.transport.abort()
