"""
Strangers who repeatedly take and leave seats neither block a public match for its host nor put anyone into a seat.
"""

from __future__ import annotations

from server.matches.bounds import MAX_SEATINGS, MAX_SEATINGS_OF_ONE
from tests.attacks.ground import NEIGHBOUR_ADDRESS, Guest, attacked

STRANGERS = MAX_SEATINGS // MAX_SEATINGS_OF_ONE


async def test_a_match_whose_seatings_strangers_have_used_up_is_played_by_its_guests(sqlite_url: str) -> None:
    """Free accounts use up all seatings available to strangers; then the host closes the door."""
    async with attacked(sqlite_url, rate_per_address="1000") as ground:
        host, friend = [await ground.guest(name, address=NEIGHBOUR_ADDRESS) for name in ("Ada", "Bo")]
        match_id = (await host.post("/v1/matches", {"game": "wizards_duel", "seats": {"a": {}}}))["match_id"]
        strangers = [await ground.guest(f"Eris {number}") for number in range(STRANGERS)]

        for stranger in strangers:
            await _sit_and_leave(stranger, match_id)
        late = await ground.guest("Late")
        refused = await late.http.put(f"/v1/matches/{match_id}/seats/b")
        await host.post(f"/v1/matches/{match_id}/actions", {"type": "close_door"})
        await host.put(f"/v1/matches/{match_id}/seats/b", {"player_id": friend.player_id})
        reserved = await friend.get(f"/v1/matches/{match_id}")
        await friend.put(f"/v1/matches/{match_id}/seats/b")
        started = await host.post(f"/v1/matches/{match_id}/start")

        assert (refused.status_code, refused.json()["code"]) == (409, "too_many_seatings")
        assert [seat["player"] and seat["player"]["name"] for seat in reserved["seats"]] == ["Ada", None]
        assert started["status"] == "running"


async def _sit_and_leave(stranger: Guest, match_id: str) -> None:
    """Take and leave a seat as often as allowed."""
    path = f"/v1/matches/{match_id}/seats/b"
    for _ in range(MAX_SEATINGS_OF_ONE):
        await stranger.put(path)
        left = await stranger.http.delete(path)
        assert left.status_code == 200, left.text
