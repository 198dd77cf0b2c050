"""
Handshakes with arbitrary cursors, tickets, tokens and matches: each is accepted or closed as docs/streams.md says.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote, urlencode

from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.fuzz.bounds import bounded, drawn
from tests.fuzz.ground import Ground, prepared
from tests.fuzz.tally import Tally, class_of
from tests.published_frames import connect
from tests.sampling import Sample
from tests.secrecy.rights.roles import SEAT
from tests.waiting import patience

Json = Any

HANDSHAKES: Final = 60

MATCH: Final = "M" * 26

_LETTERS: Final = st.text("ABCXYZabcxyz0189.-_~!#$%&'*+^`|", max_size=60)
"""All kinds of characters that a subprotocol may contain."""


@dataclass(frozen=True)
class Handshake:
    """The parameters of a handshake. `match` is None on the socket for many."""

    match: str | None
    query: dict[str, str]
    headers: dict[str, str]
    protocols: list[str]

    @property
    def path(self) -> str:
        stream = "/v1/stream" if self.match is None else f"/v1/matches/{quote(self.match, safe='')}/stream"
        return f"{stream}?{urlencode(self.query)}"


async def test_every_handshake_is_accepted_or_closed_as_published(
    sqlite_url: str, tally: Tally, sample: Sample
) -> None:
    async with prepared(sqlite_url) as ground:
        await asyncio.to_thread(_fuzz, ground, tally, sample.count(HANDSHAKES, least=10))

    assert tally.outcomes("one match")["hello"]
    assert tally.outcomes("many matches")["hello"]


def _fuzz(ground: Ground, tally: Tally, examples: int) -> None:
    scene = ground.scene(SEAT, "running")

    def shake_hands(handshake: Handshake) -> None:
        outcome = ground.wait_for(_shake_hands(ground.url, handshake, scene.match_id))
        assert outcome not in ("5xx", "nothing"), handshake
        tally.add("many matches" if handshake.match is None else "one match", outcome)

    @drawn
    @bounded(examples)
    @given(_handshakes(scene.caller.token))
    def try_one(handshake: Handshake) -> None:
        shake_hands(handshake)

    # Among few that are drawn, none may be good.
    for match in (MATCH, None):
        shake_hands(Handshake(match, {}, {"Authorization": f"Bearer {scene.caller.token}"}, []))
    try_one()


@st.composite
def _handshakes(draw: st.DrawFn, token: str) -> Handshake:
    match = draw(st.one_of(st.none(), st.just(MATCH), st.just(MATCH), st.text(min_size=1, max_size=70)))
    cursors = st.sampled_from(["0", "1", "2", "-1", "1.0", "", "9" * 30, "x", "\x00", "٣"])
    queries = {"after": st.one_of(cursors, st.text(max_size=10)), "ticket": st.text(max_size=80), "seat": st.just("a")}
    query = {name: draw(values) for name, values in queries.items() if draw(st.integers(0, 3)) == 0}
    given_by = draw(st.sampled_from(["header", "header", "protocol", "nothing", "wrong header", "wrong protocol"]))
    said = draw(_LETTERS) if given_by.startswith("wrong") else token
    headers = {"Authorization": f"Bearer {said}"} if given_by.endswith("header") else {}
    return Handshake(match, query, headers, ["moirai.v1", f"bearer.{said}"] if given_by.endswith("protocol") else [])


async def _shake_hands(url: str, handshake: Handshake, match_id: str) -> str:
    """Open a socket; return the type of its first frame, its close code, or the status class of a refused handshake."""
    how: dict[str, Json] = {"additional_headers": handshake.headers, "compression": None}
    if handshake.protocols:
        how["subprotocols"] = handshake.protocols
    try:
        async with (
            patience(),
            connect(url.replace("http", "ws") + handshake.path.replace(MATCH, match_id), **how) as socket,
        ):
            await socket.recv()
            if handshake.match is not None:
                await socket.recv()
            return "hello"
    except InvalidStatus as refused:
        return class_of(refused.response.status_code)
    except ConnectionClosed as closed:
        return str(closed.rcvd.code) if closed.rcvd else "nothing"
