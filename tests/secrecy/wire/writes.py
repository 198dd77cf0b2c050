"""What a player writes in a match that others see or build on: submissions and messages, several times."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from server.matches.state import RECENT_MESSAGES, RECENT_REACTIONS
from tests.secrecy.wire.requests import Call

Json = Any


def first_thoughts(match_id: str, phase: int, draft: Json) -> Iterator[Call]:
    """Submit, and repeat the same: plainly, with a key, with the same key."""
    key = f"draft {phase}"
    for sent_with in (None, None, key, key):
        yield submission(match_id, phase, draft, sent_with)


def second_thoughts(match_id: str, phase: int, move: Json, *, withdrawable: bool) -> Iterator[Call]:
    """Replace the submission, send a refused one, withdraw where possible, and submit again."""
    key = f"move {phase}"
    yield submission(match_id, phase, {"type": "nonsense"}, key, expect=422)
    for _ in ("once", "again"):
        yield submission(match_id, phase, move, key)
    yield _withdrawal(match_id, phase, 200 if withdrawable else 409)
    yield _withdrawal(match_id, phase, 409)
    for sent_with in (key, None):
        yield submission(match_id, phase, move, sent_with)


def submission(
    match_id: str, phase: int, move: Json, key: str | None = None, *, keep_thinking: bool = True, expect: int = 200
) -> Call:
    """Return a submission that closes no phase, because its sender keeps thinking."""
    body = {"phase": phase, "move": move, "keep_thinking": keep_thinking}
    return Call("submit", "PUT", f"/v1/matches/{match_id}/submission", body=body, headers=_keyed(key), expect=expect)


def talk(match_id: str, view: Json, moment: str) -> Iterator[Call]:
    """Send a message in every channel that the viewer knows, and others with keys: repeats, also of earlier moments."""
    for channel in view["channels"]:
        name = channel["channel"]
        fresh = f"{moment}, {name}"
        yield _message(match_id, name, "Hail.")
        for key in (fresh, fresh, f"ever, {name}"):
            yield _message(match_id, name, "Once only.", key)
        yield _message(match_id, name, "Something else.", fresh)
        yield _message(match_id, name, "", f"refused, {name}")


def report(match_id: str, view: Json) -> Iterator[Call]:
    """Report the other players, twice the same."""
    for taken in view["occupants"]:
        body = {"seat": taken["seat"], "cursor": 1, "reason": "Rude."}
        for _ in range(2):
            yield Call("reportPlayer", "POST", f"/v1/matches/{match_id}/reports", body=body)


def chatter(match_id: str, view: Json) -> Iterator[Call]:
    """Send more messages than the limit allows, where the viewer may send any; then repeat one that was sent before."""
    for channel in view["channels"]:
        name = channel["channel"]
        if channel["open"] and view["viewer"] in channel["members"]:
            for _ in range(RECENT_MESSAGES):
                yield _message(match_id, name, "Can anybody hear me?")
            yield _message(match_id, name, "Hello?", expect=429)
            if channel["reactions"]:
                for _ in range(RECENT_REACTIONS):
                    yield _reaction(match_id, name, expect=201)
            yield _reaction(match_id, name, expect=429 if channel["reactions"] else 409)
            yield _message(match_id, name, "Once only.", f"ever, {name}", expect=201)
            return


def _withdrawal(match_id: str, phase: int, expect: int) -> Call:
    return Call("withdraw", "DELETE", f"/v1/matches/{match_id}/submission", {"phase": phase}, expect=expect)


def _message(match_id: str, channel: str, text: str, key: str | None = None, expect: int | None = None) -> Call:
    path = f"/v1/matches/{match_id}/channels/{channel}/messages"
    return Call("sendMessage", "POST", path, body={"text": text}, headers=_keyed(key), expect=expect)


def _reaction(match_id: str, channel: str, expect: int) -> Call:
    path = f"/v1/matches/{match_id}/channels/{channel}/messages"
    return Call("sendMessage", "POST", path, body={"sign": "doubt"}, expect=expect)


def _keyed(key: str | None) -> dict[str, str]:
    return {"Idempotency-Key": key} if key else {}
