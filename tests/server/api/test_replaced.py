"""A submission or withdrawal that names what it replaces: a copy that arrives late changes nothing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from tests.match_in_process import seats_of
from tests.prompts import answer
from tests.server.world import Client, Stream, World

Json = Any

ONE = {"type": "cast", "spell": "1"}
FIVE = {"type": "cast", "spell": "5"}


async def _standing(player: Client, match_id: str) -> Json:
    submission = (await player.view(match_id))["submission"]
    return None if submission is None else submission["move"]


async def _put(player: Client, match_id: str, move: Json, **more: Json) -> tuple[int, str | None]:
    """Submit for phase 1 with these fields, or with headers; return the status, and the code of a refusal."""
    headers = more.pop("headers", {})
    path = f"/v1/matches/{match_id}/submission"
    reply = await player.http.put(path, json={"phase": 1, "move": move, **more}, headers=headers)
    return reply.status_code, reply.json().get("code")


@pytest.mark.parametrize("by_header", [False, True])
async def test_a_late_copy_of_a_submission_does_not_replace_a_newer_one(
    world_on_either: World, *, by_header: bool
) -> None:
    """Each names what its sender knew: that there was nothing, or the receipt of the one before."""
    ada, _, match_id = await world_on_either.ada_and_bo()
    of_first: Json = {"headers": {"If-None-Match": "*"}} if by_header else {"replaces": "nothing"}

    first = await ada.submit(match_id, 1, FIVE)
    receipt = first["receipt"]
    second = {"headers": {"If-Match": f'"{receipt}"'}} if by_header else {"replaces": receipt}
    newer = await _put(ada, match_id, ONE, **second)
    repeated = await _put(ada, match_id, ONE, **second)
    late = await _put(ada, match_id, FIVE, **of_first)

    assert (newer, repeated, late) == ((200, None), (200, None), (412, "changed_since"))
    assert await _standing(ada, match_id) == ONE


async def test_nothing_late_undoes_or_follows_a_withdrawal(world_on_either: World) -> None:
    """Neither a copy of the submission that was withdrawn, nor a copy of the withdrawal after another submission."""
    ada = await world_on_either.player("Ada")
    seats: dict[str, Client | None] = dict.fromkeys(map(str, seats_of("threads_of_fate", "quick")))
    match_id = await world_on_either.match("threads_of_fate", ada, {**seats, "heaven-1": ada}, variant="quick")
    view = await ada.view(match_id)
    number, path = view["phase"]["number"], f"/v1/matches/{match_id}/submission"
    some, other = (answer(view["prompt"], Random(chance)) for chance in ("some", "other"))

    first = await ada.submit(match_id, number, some, keep_thinking=True, replaces="nothing")
    withdrawn = await ada.delete(path, phase=number, replaces=first["receipt"])
    late = await ada.submit(match_id, number, some, keep_thinking=True, replaces="nothing", expect=412)
    nothing = await _standing(ada, match_id)
    await ada.submit(match_id, number, other, keep_thinking=True, replaces=withdrawn["receipt"])
    late_withdrawal = await ada.http.delete(
        path, params={"phase": number}, headers={"If-Match": f'"{first["receipt"]}"'}
    )

    assert late["code"] == "changed_since"
    assert nothing is None
    assert (late_withdrawal.status_code, late_withdrawal.json()["code"]) == (412, "changed_since")
    assert await _standing(ada, match_id) is not None


async def test_a_frame_names_what_it_replaces(world: World) -> None:
    ada, _, match_id = await world.ada_and_bo()
    receipt = (await ada.submit(match_id, 1, FIVE))["receipt"]
    answers = []
    async with ada.socket(f"/v1/matches/{match_id}/stream") as connection:
        stream = Stream(connection)
        for move, replaces in ((ONE, "nothing"), (ONE, receipt), (FIVE, receipt)):
            await stream.send({"type": "submit", "ref": "x", "phase": 1, "move": move, "replaces": replaces})
            frame = await stream.frame()
            while frame["type"] not in ("submitted", "refused"):
                frame = await stream.frame()
            answers.append(frame.get("code", frame["type"]))

    assert answers == ["changed_since", "submitted", "changed_since"]
    assert await _standing(ada, match_id) == ONE


@pytest.mark.parametrize(
    "headers",
    [
        {"If-Match": "*"},
        {"If-Match": "RECEIPT"},
        {"If-Match": 'W/"RECEIPT"'},
        {"If-Match": '"RECEIPT", "RECEIPT"'},
        {"If-Match": '"nonsense"'},
        {"If-Match": ""},
        {"If-None-Match": '"RECEIPT"'},
    ],
)
async def test_a_condition_that_is_not_understood_is_refused_and_changes_nothing(
    world: World, headers: dict[str, str]
) -> None:
    ada, _, match_id = await world.ada_and_bo()
    receipt = (await ada.submit(match_id, 1, FIVE))["receipt"]

    told = {name: value.replace("RECEIPT", receipt) for name, value in headers.items()}
    refused = await _put(ada, match_id, ONE, headers=told)

    assert refused == (422, "malformed_request")
    assert await _standing(ada, match_id) == FIVE


async def test_conditions_that_contradict_each_other_cannot_hold(world: World) -> None:
    ada, _, match_id = await world.ada_and_bo()
    tag = '"{receipt}"'.format(**await ada.submit(match_id, 1, FIVE))

    refused = [
        await _put(ada, match_id, ONE, replaces="nothing", headers={"If-Match": tag}),
        await _put(ada, match_id, ONE, headers={"If-Match": tag, "If-None-Match": "*"}),
    ]
    malformed = await _put(ada, match_id, ONE, replaces="something")

    assert refused == [(412, "changed_since")] * 2
    assert malformed == (422, "malformed_request")
    assert await _standing(ada, match_id) == FIVE
